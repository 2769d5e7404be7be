import type { Context, WithQueue } from '../../context.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { type ErrorDetail, ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { InstalledMeter } from '../../kernel/measure/meter.ts';
import { type ExpectedVersion, requireVersion } from '../../kernel/versions/if-match.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { Querier } from '../../platform/database/database.ts';
import { listAudit } from '../../platform/audit/store/audit.ts';
import {
  changeMeter,
  installMeter,
  metersOfUnit,
  removeMeter,
  type StoredMeter,
} from '../../platform/directory/store/meters.ts';
import { rebuildSoon } from '../../ledger/ask-for-rebuilds.ts';
import { changeMeters, type MeterChange, requireUnitInUse } from './change-meters.ts';
import { versionOfList, type ListedMeter, listedMeters } from './listed-meters.ts';

interface OfUnit {
  readonly industry: Industry;
  readonly unitId: string;
  readonly by: Actor;
}

interface OfMeter extends OfUnit {
  readonly meterId: string;
  readonly expected: ExpectedVersion | null;
}

export interface MeterChanged {
  /** The meter after the change; null: its installation was taken back. */
  readonly meter: StoredMeter | null;
  /** Closed business days that are being rebuilt. */
  readonly changedDates: readonly BusinessDate[];
  /** Contradictions to the registers that were sent. */
  readonly warnings: readonly string[];
}

/** The meters of a unit in order, the unregistered first one included, with the version of the list. */
export async function listMeters(
  { database }: Pick<Context, 'database'>,
  industry: Industry,
  unitId: string,
): Promise<{ readonly meters: readonly ListedMeter[]; readonly version: number }> {
  const unit = await requireUnitInUse(database, industry, unitId);
  const meters = await metersOfUnit(database, industry.industryKey, unit.unitKey);
  return { meters: await listedMeters(database, industry, unit, meters), version: versionOfList(meters) };
}

interface MeterInstalling extends OfUnit {
  readonly meter: InstalledMeter;
  /** Versions of the list that may be changed; null: every one. */
  readonly expected: ExpectedVersion | null;
}

/**
 * Registers the installation of another meter. Jobs rebuild the concerned days.
 * @throws ServiceError 404 for a unit that is not in use; 412 for another version; 1430 with every mistake.
 */
export const registerMeter = (
  context: Context & WithQueue,
  { industry, unitId, by, meter, expected }: MeterInstalling,
): Promise<MeterChanged> =>
  changed(context, industry, (db) =>
    changeMeters(db, context, {
      industry,
      unitId,
      by,
      async decide(stored, transaction) {
        const inForce = versionOfList(stored);
        const isExpected = expected === null || expected === 'any' || expected.includes(inForce);
        const changes = isExpected ? [] : await lastActOn(transaction, industry.industryKey, unitId);
        requireVersion(expected, inForce, 'list of meters', changes);
        return {
          verb: 'meter.install',
          before: null,
          after: meter,
          write: (writer, unitKey) =>
            installMeter(writer, industry.industryKey, unitKey, meter, {
              by: by.userId,
              at: new Date(context.clock.now()),
            }),
        };
      },
    }),
  );

/** @throws ServiceError as {@link registerMeter}, also 404 for a meter that the unit does not have. */
export async function correctMeter(
  context: Context & WithQueue,
  { industry, unitId, by, meterId, expected, changes }: OfMeter & { readonly changes: Partial<InstalledMeter> },
): Promise<MeterChanged> {
  const { industryKey } = industry;
  let found: StoredMeter | null = null;
  const result = await changed(context, industry, (db) =>
    changeMeters(db, context, {
      industry,
      unitId,
      by,
      async decide(stored, transaction) {
        const before = await requireMeter(transaction, industry, { unitId, meterId, stored, expected });
        found = before;
        const after = { ...before, ...changes };
        if (isSame(before, after)) return null;
        return {
          verb: 'meter.change',
          before,
          after,
          async write(writer) {
            await changeMeter(writer, industryKey, before.meterId, after);
            return before.meterId;
          },
        };
      },
    }),
  );
  return { ...result, meter: result.meter ?? found };
}

/**
 * Takes an installation back: its readings belong to the meter before.
 * @throws ServiceError 404, 412.
 */
export const withdrawMeter = (
  context: Context & WithQueue,
  { industry, unitId, by, meterId, expected }: OfMeter,
): Promise<MeterChanged> =>
  changed(context, industry, (db) =>
    changeMeters(db, context, {
      industry,
      unitId,
      by,
      async decide(stored, transaction) {
        const before = await requireMeter(transaction, industry, { unitId, meterId, stored, expected });
        return {
          verb: 'meter.remove',
          before,
          after: null,
          async write(writer) {
            await removeMeter(writer, industry.industryKey, before.meterId);
            return before.meterId;
          },
        };
      },
    }),
  );

async function changed(
  context: Context & WithQueue,
  industry: Industry,
  act: (db: Querier) => Promise<MeterChange>,
): Promise<MeterChanged> {
  const { meterId, meters, changedDates, warnings } = await context.database.transaction(act);
  if (changedDates.length > 0) await rebuildSoon(context, industry, changedDates);
  return { meter: meters.find((meter) => meter.meterId === meterId) ?? null, changedDates, warnings };
}

const FIELDS = ['installedAtEpochMs', 'serial', 'initialRegister', 'finalRegisterOfOld'] as const;
const isSame = (before: InstalledMeter, after: InstalledMeter): boolean =>
  FIELDS.every((field) => before[field] === after[field]);

interface MeterAsked {
  readonly unitId: string;
  readonly meterId: string;
  readonly stored: readonly StoredMeter[];
  readonly expected: ExpectedVersion | null;
}

async function requireMeter(
  db: Querier,
  industry: Industry,
  { unitId, meterId, stored, expected }: MeterAsked,
): Promise<StoredMeter> {
  const meter = stored.find((candidate) => candidate.meterId === meterId);
  if (meter === undefined) throw new ServiceError(404, `Unit ${unitId} has no meter ${meterId.slice(0, 80)}`);
  const isExpected = expected === null || expected === 'any' || expected.includes(meter.version);
  requireVersion(
    expected,
    meter.version,
    'meter',
    isExpected ? [] : await changesOf(db, industry.industryKey, unitId, meterId),
  );
  return meter;
}

/** Number of a unit's newest audit rows that are searched for those of one meter. */
const MOST_ACTS = 50;

/** The last act on the meters of a unit, with actor and instant. */
async function lastActOn(db: Querier, industryKey: number, unitId: string): Promise<ErrorDetail[]> {
  const filter = { industryKey, verb: null, subject: unitId, from: null, to: null, before: null };
  const last = (await listAudit(db, filter, MOST_ACTS)).find(({ verb }) => verb.startsWith('meter.'));
  if (last === undefined) return [];
  const { verb, before, after, actor, at } = last;
  const installedAt = String((after ?? before)?.['installedAt']);
  return [
    { field: 'meters', problem: `${verb} of ${installedAt} by ${actor.userId} at ${at.toISOString()} came in between` },
  ];
}

/** The last changes of a meter, with actor and instant. */
async function changesOf(db: Querier, industryKey: number, unitId: string, meterId: string): Promise<ErrorDetail[]> {
  const filter = { industryKey, verb: 'meter.change', subject: unitId, from: null, to: null, before: null };
  const last = (await listAudit(db, filter, MOST_ACTS)).find(({ after }) => after?.['meterId'] === meterId);
  if (last === undefined) return [];
  const { before, after, actor, at } = last;
  return Object.keys(after ?? {})
    .filter((field) => before?.[field] !== after?.[field])
    .map((field) => ({
      field,
      problem: `was changed from ${String(before?.[field])} to ${String(after?.[field])} by ${actor.userId} at ${at.toISOString()}`,
    }));
}
