import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { RegisterCheckAction } from '../../kernel/measure/unit.ts';
import type { RegisterEvent, RegisterEventKind, RegisterReading } from '../rules/register-checks/types.ts';
import { dateOfDayNumber } from '../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

/**
 * A reading with a register (raw) as it is stored: its business day and whether a check has taken it out of first and
 * last.
 */
export interface StoredRegister extends RegisterReading {
  readonly date: BusinessDate;
  readonly excluded: boolean;
}

/** Holds the industry's register checks for this transaction; another judge waits. */
export const holdRegisterChecks = async (db: Querier, industryKey: number): Promise<void> => {
  await db.many('register-events.hold', { industryKey });
};

/** The units that have events or overrules on record. */
export const unitsOnRecord = async (db: Querier, unitKeys: readonly number[]): Promise<number[]> =>
  (await db.many<{ unitKey: number }>('register-events.units_on_record', { unitKeys: plainArray(unitKeys) })).map(
    (row) => row.unitKey,
  );

interface BoundsRow {
  fromBusinessAt: string | null;
  toBusinessAt: string | null;
  firstRegisterDate: BusinessDate;
}
type RegisterTuple = readonly [epochMs: number, register: number, excluded: boolean, dayNumber: number];

/**
 * Registers of one unit from the `countedAround`-th counted one before `from` to as many after `to`, in time order;
 * where there are fewer, from the first or to the last. Empty for a unit that never sent a register.
 */
export async function registersAround(
  db: Querier,
  unitKey: number,
  from: BusinessDate,
  to: BusinessDate,
  countedAround: number,
): Promise<StoredRegister[]> {
  const bounds = await db.maybeOne<BoundsRow>('register-events.bounds', { unitKey, from, to, countedAround });
  if (bounds === null) return [];
  const { readings } = await db.one<{ readings: RegisterTuple[] | null }>('register-events.readings', {
    unitKey,
    fromBusinessAt: bounds.fromBusinessAt ?? bounds.firstRegisterDate,
    toBusinessAt: bounds.toBusinessAt,
  });
  const dates = new Map<number, BusinessDate>();
  return (readings ?? []).map(([epochMs, register, excluded, dayNumber]) => {
    // Written once per day: a year of readings has a hundred thousand rows and 365 dates.
    const date = dates.get(dayNumber) ?? dateOfDayNumber(dayNumber);
    dates.set(dayNumber, date);
    return { epochMs, register, excluded, date };
  });
}

/** Sets and clears flags; readings whose flag is as wanted already are not touched. */
export async function setExcluded(
  db: Querier,
  unitKey: number,
  changes: readonly Pick<StoredRegister, 'epochMs' | 'excluded' | 'date'>[],
): Promise<void> {
  if (changes.length === 0) return;
  const dates = changes.map((change) => change.date).sort();
  await db.many('register-events.set_excluded', {
    unitKey,
    epochsMs: plainArray(changes.map((change) => change.epochMs)),
    isExcluded: plainArray(changes.map((change) => change.excluded)),
    from: dates[0],
    to: dates.at(-1),
  });
}

/** Instants of the readings concerned are kept one by one up to this many; more are one unbroken run of zeros. */
const INSTANTS_KEPT = 12;

interface Evidence {
  readonly registerBefore: number | null;
  readonly registerDuring: number;
  readonly registerAfter: number | null;
  readonly readingCount: number;
  readonly readings?: readonly EpochMillis[];
  readonly provisional: boolean;
}

/** A register event as stored; registers are raw. */
export interface StoredRegisterEvent {
  readonly unitKey: number;
  readonly kind: RegisterEventKind;
  readonly action: RegisterCheckAction;
  /** The first and the last reading concerned. */
  readonly fromEpochMs: EpochMillis;
  readonly lastEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis | null;
  readonly evidence: Evidence;
  readonly detectedAt: Date;
}

const toRow = (event: RegisterEvent): object => {
  const evidence: Evidence = {
    registerBefore: event.registerBefore,
    registerDuring: event.registerDuring,
    registerAfter: event.registerAfter,
    readingCount: event.readings.length,
    ...(event.readings.length > INSTANTS_KEPT ? {} : { readings: event.readings }),
    provisional: event.provisional,
  };
  return {
    from_ms: event.fromEpochMs,
    last_ms: event.readings.at(-1) ?? event.fromEpochMs,
    to_ms: event.toEpochMs,
    kind: event.kind,
    action: event.action,
    evidence,
  };
};

/** Replaces the stored events of a span (null: open). An event that is stored as it is stays untouched. */
export async function replaceEvents(
  db: Querier,
  unitKey: number,
  span: { readonly fromEpochMs: EpochMillis | null; readonly toEpochMs: EpochMillis | null },
  events: readonly RegisterEvent[],
  at: Date,
): Promise<void> {
  await db.many('register-events.remove_events', {
    unitKey,
    fromEpochMs: span.fromEpochMs,
    toEpochMs: span.toEpochMs,
    fromEpochsMs: plainArray(events.map((event) => event.fromEpochMs)),
  });
  if (events.length > 0)
    await db.many('register-events.write_events', { unitKey, events: JSON.stringify(events.map(toRow)), at });
}

/** Events that concern readings of [fromEpochMs, toEpochMs), in time order. */
export const registerEvents = async (
  db: Querier,
  unitKeys: readonly number[],
  fromEpochMs: EpochMillis,
  toEpochMs: EpochMillis,
): Promise<StoredRegisterEvent[]> =>
  (
    await db.many<RowOf<StoredRegisterEvent, 'detectedAt'>>('register-events.events', {
      unitKeys: plainArray(unitKeys),
      fromEpochMs,
      toEpochMs,
    })
  ).map((row) => ({ ...row, detectedAt: new Date(row.detectedAt) }));

export interface StoredOverrule {
  readonly unitKey: number;
  readonly createdOnEpochMs: EpochMillis;
  readonly action: RegisterCheckAction;
  /** userId of the operator. */
  readonly decidedBy: string;
  readonly decidedAt: Date;
}

/** Overrules of readings of [fromEpochMs, toEpochMs), in time order. */
export const registerOverrules = async (
  db: Querier,
  unitKeys: readonly number[],
  fromEpochMs: EpochMillis,
  toEpochMs: EpochMillis,
): Promise<StoredOverrule[]> =>
  (
    await db.many<RowOf<StoredOverrule, 'decidedAt'>>('register-events.overrules', {
      unitKeys: plainArray(unitKeys),
      fromEpochMs,
      toEpochMs,
    })
  ).map((row) => ({ ...row, decidedAt: new Date(row.decidedAt) }));

/** Stores an operator's decision about one reading. An equal decision changes nothing. */
export const storeOverrule = async (db: Querier, overrule: StoredOverrule): Promise<void> => {
  await db.many('register-events.overrule', { ...overrule });
};

export const withdrawOverrule = async (db: Querier, unitKey: number, createdOnEpochMs: EpochMillis): Promise<void> => {
  await db.many('register-events.withdraw_overrule', { unitKey, createdOnEpochMs });
};

/**
 * Register (raw) and business day of the reading at an instant; null when there is no reading with a register. `date`:
 * the day of the instant.
 */
export async function registerAt(
  db: Querier,
  unitKey: number,
  epochMs: EpochMillis,
  date: BusinessDate,
): Promise<{ register: number; date: BusinessDate } | null> {
  const row = await db.maybeOne<{ summedValue: number; businessDate: BusinessDate }>('register-events.register_at', {
    unitKey,
    epochMs,
    date,
  });
  return row === null ? null : { register: row.summedValue, date: row.businessDate };
}
