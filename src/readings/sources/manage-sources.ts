import type { DataContext } from '../../context.ts';
import { type ErrorDetail, invalid, ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { jsonOf, type JsonValue } from '../../kernel/json.ts';
import { problem, refusal } from '../../kernel/problems.ts';
import { type ExpectedVersion, requireVersion } from '../../kernel/versions/if-match.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { AuditVerb } from '../../platform/login/rules/audit-verbs.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { retryConflict } from '../store-rows-with-retry.ts';
import { deviceIdOf, MOST_DEVICES, MOST_SOURCES, type SourceFormat } from '../rules/sources/source.ts';
import {
  addSource,
  countDevices,
  countSourcesToAdd,
  dropDevice,
  endSource,
  forgetWays,
  holdSource,
  type KnownSource,
  listDevices,
  listSources,
  type OfSource,
  placeDevices,
  replaceDevices,
  replaceSource,
  type Source,
  type SourceDevice,
  touchSource,
  unitsOfSource,
} from '../store/sources.ts';
import { settleDeaths } from '../store/unit-deaths.ts';

export type { KnownSource, SourceDevice } from '../store/sources.ts';

type Read = { readonly database: Querier };

export const readSources = ({ database }: Read, { industryKey }: Industry): Promise<KnownSource[]> =>
  listSources(database, industryKey, null);

/** @throws ServiceError 404 for an id that is no source of the industry. */
export async function readSource(
  { database }: Read,
  { industryKey }: Industry,
  sourceId: string,
): Promise<KnownSource> {
  const [found] = await listSources(database, industryKey, sourceId);
  if (found === undefined) throw unknownSource(sourceId);
  return found;
}

/** Devices of a source, those that wait for a unit first. */
export const readDevices = (
  { database }: Read,
  { industryKey }: Industry,
  { sourceKey }: Pick<Source, 'sourceKey'>,
): Promise<SourceDevice[]> => listDevices(database, { industryKey, sourceKey });

/** A source as somebody wants it. */
interface WantedSource extends Pick<Source, 'name' | 'format' | 'mapping' | 'downlink'> {
  /** Device id to unit. */
  readonly devices: readonly { readonly deviceId: string; readonly unitId: string }[];
}

/** @throws ServiceError 1430 for a device without a unit that takes readings, or one source too many. */
export function createSource(
  { database, clock }: DataContext,
  industry: Industry,
  { devices, ...wanted }: WantedSource,
  by: Actor,
): Promise<KnownSource> {
  const { industryKey } = industry;
  const placed = placedDevices(industry, wanted.format, devices);
  const at = clock.now();
  return database.transaction(async (transaction) => {
    if ((await countSourcesToAdd(transaction, industryKey)) >= MOST_SOURCES)
      throw invalid(
        1430,
        'body',
        `is one source too many, allowed are ${MOST_SOURCES} of an industry; remove another before`,
      );
    const write = { ...wanted, by: by.userId, at: new Date(at) };
    const { sourceKey, sourceId } = await addSource(transaction, industryKey, write);
    await replaceDevices(transaction, { industryKey, sourceKey }, placed);
    const after = await readSource({ database: transaction }, industry, sourceId);
    await audit(transaction, industry, {
      at,
      by,
      verb: 'source.create',
      sourceId,
      before: null,
      after: factsOf(after),
    });
    return after;
  });
}

interface SourceChange {
  readonly sourceId: string;
  readonly by: Actor;
  /** The version that must be in force; null: whichever it is. */
  readonly expected: ExpectedVersion | null;
}

/**
 * Replaces all of a source. Devices that are not named any more wait, if they were ever heard.
 * @throws ServiceError 404 for an id that is no source of the industry, 412 when another version is in force than
 * expected, 1430 as {@link createSource}.
 */
export function changeSource(
  context: DataContext,
  industry: Industry,
  { devices, ...wanted }: WantedSource,
  change: SourceChange,
): Promise<KnownSource> {
  const placed = placedDevices(industry, wanted.format, devices);
  return held(context, industry, change, 'source.change', async (transaction, of, act, { format }) => {
    await replaceSource(transaction, of, { ...wanted, ...act });
    if (format !== wanted.format) await forgetWays(transaction, of);
    await replaceDevices(transaction, of, placed);
  });
}

/** Messages of a source are taken no more, and its keys send for no unit. @throws ServiceError 404, 412 */
export async function removeSource(context: DataContext, industry: Industry, change: SourceChange): Promise<void> {
  await held(context, industry, change, 'source.remove', (transaction, of, act) => endSource(transaction, of, act));
}

/**
 * Gives a device to a unit. Its readings count from the next message on.
 * @param unitId null: the device is forgotten, until it is heard again
 * @throws ServiceError 404 for an id that is no source of the industry; 1430 for a unit that takes no readings, or one
 * device too many.
 */
export function placeDevice(
  context: DataContext,
  industry: Industry,
  { deviceId, unitId }: { readonly deviceId: string; readonly unitId: string | null },
  change: SourceChange,
): Promise<KnownSource> {
  return held(context, industry, change, 'source.device', async (transaction, of, act, { format }) => {
    const id = deviceIdOf(format, deviceId);
    if (unitId === null) await dropDevice(transaction, of, id);
    else await placeDevices(transaction, of, placedDevices(industry, format, [{ deviceId: id, unitId }]));
    if ((await countDevices(transaction, of)).placed > MOST_DEVICES)
      throw invalid(1430, 'deviceId', `is one device too many, allowed are ${MOST_DEVICES} of a source`);
    await touchSource(transaction, of, act);
  });
}

const unknownSource = (sourceId: string): ServiceError =>
  new ServiceError(404, `There is no source ${sourceId} of this industry`);

/** @throws ServiceError 1430 with every device that has no unit which takes readings, or stands twice. */
function placedDevices(
  { industryId, units }: Industry,
  format: SourceFormat,
  devices: WantedSource['devices'],
): readonly { readonly deviceId: string; readonly unitKey: number }[] {
  const problems: ErrorDetail[] = [];
  const placed = new Map<string, number>();
  for (const [index, { deviceId: text, unitId }] of devices.entries()) {
    const deviceId = deviceIdOf(format, text);
    const unit = units.get(unitId);
    if (placed.has(deviceId)) problems.push(problem(['devices', index, 'deviceId'], text, 'each device once'));
    if (unit === undefined)
      problems.push(problem(['devices', index, 'unitId'], unitId, `a unit of industry ${industryId}`));
    else if (unit.current.group === 'VIRTUAL')
      problems.push(
        problem(['devices', index, 'unitId'], unitId, 'a unit that takes readings, and this one is virtual'),
      );
    else placed.set(deviceId, unit.unitKey);
  }
  if (problems.length > 0) throw refusal(problems);
  return [...placed].map(([deviceId, unitKey]) => ({ deviceId, unitKey }));
}

async function held(
  { database, clock }: DataContext,
  industry: Industry,
  { sourceId, by, expected }: SourceChange,
  verb: SourceAct['verb'],
  change: (
    transaction: Querier,
    of: OfSource,
    act: { readonly by: string; readonly at: Date },
    before: KnownSource,
  ) => Promise<void>,
): Promise<KnownSource> {
  const { industryKey } = industry;
  const at = clock.now();
  return retryConflict(() =>
    database.transaction(async (transaction) => {
      const before = await holdSource(transaction, industryKey, sourceId);
      if (before === null) throw unknownSource(sourceId);
      requireVersion(expected, before.version, 'source');
      const { sourceKey } = before;
      const of = { industryKey, sourceKey };
      const units = await unitsOfSource(transaction, of);
      await change(transaction, of, { by: by.userId, at: new Date(at) }, before);
      // A unit whose dead device has gone is not told dead any more.
      await settleDeaths(transaction, industryKey, [...units, ...(await unitsOfSource(transaction, of))], at);
      const [after = null] = await listSources(transaction, industryKey, sourceId);
      await audit(transaction, industry, {
        at,
        by,
        verb,
        sourceId,
        before: factsOf(before),
        after: after === null ? null : factsOf(after),
      });
      return after ?? before;
    }),
  );
}

type Facts = Readonly<Record<string, JsonValue>>;

interface SourceAct {
  readonly at: number;
  readonly by: Actor;
  readonly verb: Extract<AuditVerb, `source.${string}`>;
  readonly sourceId: string;
  readonly before: Facts | null;
  readonly after: Facts | null;
}

const factsOf = ({ name, format, mapping, downlink, deviceCount }: KnownSource): Facts => ({
  name,
  format,
  mapping: jsonOf(mapping),
  downlink: downlink === null ? null : jsonOf(downlink),
  devices: deviceCount,
});

const audit = (transaction: Querier, { industryKey }: Industry, { by, sourceId, ...act }: SourceAct): Promise<void> =>
  writeAudit(transaction, { ...act, actor: by, industryKey, subject: sourceId });
