import type { DataContext } from '../../context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { OpenKey } from '../../platform/login/rules/device-key.ts';
import { emptyResult, type IngestResult } from '../ingest.ts';
import { jsonText } from '../rules/json-text.ts';
import { messagesIn } from '../rules/sources/messages-in.ts';
import type { Heard, ReadMessage } from '../rules/sources/read-message.ts';
import { type DeviceHealth, MOST_WAITING } from '../rules/sources/source.ts';
import type { SentRow } from '../sent-rows.ts';
import { retryConflict } from '../store-rows-with-retry.ts';
import { type KeyLimit, refusedDevice, refusedMessage } from './key-limit.ts';
import { type MessageRows, rowsOfDevice, type Unfit } from './message-rows.ts';
import {
  addHeard,
  countDevices,
  findSource,
  type HeardDevice,
  holdDevices,
  noteHeard,
  noteSourceProblem,
  type OfSource,
  type Source,
} from '../store/sources.ts';
import { settleDeaths } from '../store/unit-deaths.ts';

const EXAMPLE_CHARACTERS = 4000;
const exampleOf = (message: unknown): string => jsonText(message).slice(0, EXAMPLE_CHARACTERS).toWellFormed();

/** Readings and refusals that came of the messages of one request. */
export interface ReceivedMessages extends IngestResult {
  readonly messages: number;
  /** Messages of devices that wait for a unit. */
  readonly waiting: number;
  /** Messages that could not be read, and why the last one could not. */
  readonly unreadable: number;
  readonly problem: string | null;
}

/**
 * The source of a message.
 * @param sourceId null: the source of the key
 * @param key null: nobody's key sends it
 * @throws ServiceError 404 for an id that is no source of the industry, 403 for a key of another source.
 */
export async function openSource(
  { database }: DataContext,
  { industryKey }: Industry,
  sourceId: string | null,
  key: Pick<OpenKey, 'sourceKey'> | null,
): Promise<Source> {
  const sourceKey = sourceId === null ? (key?.sourceKey ?? null) : null;
  const source = await findSource(database, industryKey, { sourceId, sourceKey });
  if (source === null)
    throw new ServiceError(404, `There is no source ${sourceId ?? 'of this device key'} of this industry`);
  if (key !== null && key.sourceKey !== null && key.sourceKey !== source.sourceKey)
    throw new ServiceError(403, 'This device key is of another source');
  return source;
}

/** Messages of a request: one, or a list of them. @throws ServiceError 413 for too many */
export function messagesOf(body: unknown, { mapping }: Pick<Source, 'mapping'>): readonly unknown[] {
  const found = messagesIn(body, mapping);
  if ('most' in found)
    throw new ServiceError(413, `The request body has ${found.count} messages, at most ${found.most} are allowed`);
  return found.messages;
}

/** Who sends messages of a source. */
export interface MessageSender {
  /** Sends rows on the road of all readings. */
  readonly send: (rows: readonly SentRow[]) => Promise<IngestResult>;
  readonly limit: KeyLimit | null;
}

interface Sorted {
  readonly rows: readonly SentRow[];
  readonly unfit: readonly Unfit[];
  readonly waiting: number;
}

/**
 * Takes messages of a source: notes the devices that were heard, and sends the readings on the road of all readings.
 * A device that has no unit waits in the list of its source. Of messages that cannot be read the source keeps the last
 * one, the reason and their number, because a wrong mapping befalls every message. Spec gap: a key of some units sends
 * for devices at these units alone. Its other messages are refused as rows of other units are.
 */
export async function receiveMessages(
  context: DataContext,
  industry: Industry,
  source: Source,
  read: readonly ReadMessage[],
  { send, limit }: MessageSender,
): Promise<ReceivedMessages> {
  const { database, clock } = context;
  const of = { industryKey: industry.industryKey, sourceKey: source.sourceKey };
  const { rows, unfit, waiting } = await hear(context, industry, source, read, limit);
  const last = unfit.at(-1);
  if (last !== undefined)
    await noteSourceProblem(database, of, {
      problem: last.problem,
      count: unfit.length,
      example: exampleOf(last.message),
      at: new Date(clock.now()),
    });
  const result = rows.length === 0 ? emptyResult() : await send(rows);
  return { ...result, messages: read.length, waiting, unreadable: unfit.length, problem: last?.problem ?? null };
}

const unreadableOf = (read: readonly ReadMessage[]): Unfit[] =>
  read.flatMap((one) => (one.kind === 'unreadable' ? [{ problem: one.problem, message: one.message }] : []));

const toldFull = ({ deviceId, message }: Heard): Unfit => ({
  problem: `device '${deviceId}' has no unit, and ${MOST_WAITING} others wait for one already`,
  message,
});

/** Notes which devices were heard, and makes rows of the messages of those that have a unit. */
async function hear(
  { database, clock }: DataContext,
  industry: Industry,
  source: Source,
  read: readonly ReadMessage[],
  limit: KeyLimit | null,
): Promise<Sorted> {
  const unreadable = unreadableOf(read);
  const [untold, unfit] = limit === null ? [[], unreadable] : [unreadable.map(refusedMessage), []];
  const heard = Map.groupBy(
    read.filter((one) => one.kind === 'heard'),
    ({ deviceId }) => deviceId,
  );
  if (heard.size === 0) return { rows: untold, unfit, waiting: 0 };
  const of = { industryKey: industry.industryKey, sourceKey: source.sourceKey };
  const deviceIds = [...heard.keys()];
  return retryConflict(() =>
    database.transaction(async (transaction) => {
      const held = await holdDevices(transaction, of, deviceIds);
      const known =
        limit !== null
          ? held.filter(({ unitId }) => unitId !== null && limit.unitIds.has(unitId))
          : held.length === deviceIds.length
            ? held
            : await withNewDevices(transaction, of, deviceIds);
      const devices = known.map(({ deviceId, unitId, frames }) => {
        const own = heard.get(deviceId) ?? [];
        return {
          deviceId,
          own,
          isWaiting: unitId === null,
          ...rowsOfDevice(industry, source, { unitId, frames }, own),
        };
      });
      await noteHeard(transaction, of, devices.map(healthOf), clock.now());
      const units = known.flatMap(({ mayEndDeath, unitKey }) => (mayEndDeath ? unitKey : []));
      await settleDeaths(transaction, industry.industryKey, units, clock.now());
      const listed = new Set(known.map(({ deviceId }) => deviceId));
      const unlisted = deviceIds.flatMap((deviceId) => (listed.has(deviceId) ? [] : (heard.get(deviceId) ?? [])));
      const refused = limit === null ? [] : unlisted.map((one) => refusedDevice(one.message, one.deviceId, limit));
      const notListed = limit === null ? unlisted.map(toldFull) : [];
      return {
        rows: [...devices.flatMap(({ rows }) => rows), ...refused, ...untold],
        unfit: [...unfit, ...devices.flatMap(({ unfit }) => unfit), ...notListed],
        waiting: devices.reduce((count, { isWaiting, own }) => count + (isWaiting ? own.length : 0), 0),
      };
    }),
  );
}

/** The devices, with those that were never heard of before, as far as there is room for them. */
async function withNewDevices(
  transaction: Querier,
  of: OfSource,
  deviceIds: readonly string[],
): ReturnType<typeof holdDevices> {
  const { waiting } = await countDevices(transaction, of);
  await addHeard(transaction, of, deviceIds, Math.max(0, MOST_WAITING - waiting));
  return holdDevices(transaction, of, deviceIds);
}

const healthOf = ({
  deviceId,
  own,
  frames,
}: {
  readonly deviceId: string;
  readonly own: readonly Heard[];
  readonly frames: MessageRows['frames'];
}): HeardDevice => {
  const newest = (of: (health: DeviceHealth) => number | null): number | null =>
    own.map(({ health }) => of(health)).findLast((figure) => figure !== null) ?? null;
  return {
    deviceId,
    frames,
    messages: own.length,
    example: exampleOf(own.at(-1)?.message),
    batteryPercent: newest(({ batteryPercent }) => batteryPercent),
    batteryVolts: newest(({ batteryVolts }) => batteryVolts),
    rssi: newest(({ rssi }) => rssi),
    snr: newest(({ snr }) => snr),
    commandTopic: own.findLast(({ commandTopic }) => commandTopic != null)?.commandTopic ?? null,
  };
};
