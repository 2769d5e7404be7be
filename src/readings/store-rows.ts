import type { Querier } from '../platform/database/database.ts';
import { ServiceError } from '../kernel/errors.ts';
import { markStale, type StaleMark } from '../ledger/store/ledger.ts';
import type { Placement } from '../platform/directory/store/placement.ts';
import type { PlacedReading } from './store/placed-readings.ts';
import { holdInQuarantine } from './store/quarantine.ts';
import {
  type ChangedDay,
  dropMissingSamples,
  insertReadings,
  insertSamples,
  newestInstants,
  parameterKeys,
  type PlacedSample,
  type StoredGroup,
  storeReadings,
  storeSamples,
  type TouchedReading,
  type UnitExtent,
  unitsWithSamples,
  updateUnitStates,
  withStoredFigures,
} from './store/readings.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { isSealed } from '../kernel/time/sealed-days.ts';
import { requireClock } from '../platform/directory/require-clock.ts';
import type { SentRows } from './sent-rows.ts';
import { skipEditedReadings } from './skip-edited-readings.ts';

export interface StoreOptions {
  /** The industry as it was when the rows were placed on its clock. */
  readonly industry: Pick<Industry, 'industryKey' | 'clock'>;
  /** Way by which the rows came, kept with quarantined rows. */
  readonly source: string;
  /** Business days before this date are closed: a change in one makes its documents stale. */
  readonly closedBefore: string;
  readonly receivedAt: Date;
  /**
   * Whether any of the readings may be stored already. 'none stored' is a guess that saves a third of the work. A wrong
   * guess fails with a unique_violation, and the transaction has to run again with another value.
   */
  readonly presence: 'none stored' | 'not known' | 'some stored';
  /** Called before rows are stored, when the industry has estimates of people. */
  readonly whenEstimated?: (sent: SentRows) => Promise<void>;
}

/** Below this number of rows the question costs as much as its answer saves. */
const ROWS_WORTH_ASKING = 500;

/** Counts of readings that were new or changed. A reading that repeats the stored one is in neither count. */
export interface StoredRows {
  readonly inserted: number;
  readonly updated: number;
  /** Closed business days that changed. */
  readonly staleDates: readonly string[];
  /** Changed business days of each unit, with the instant of the oldest changed reading. */
  readonly changed: readonly ChangedDay[];
  /** First and last reading of each unit that has changed, of the readings that count. */
  readonly extents: readonly UnitExtent[];
  /** The inserted and updated readings, by unit and day. */
  readonly changes: Changes;
  /** Rows that corrected an earlier row of the same transaction. */
  readonly corrections: number;
  /** Indices of readings that do not count, because a person has decided about them. */
  readonly decided: ReadonlySet<number>;
}

/**
 * Stores sent rows within one transaction: readings, samples of parameters, newest readings, stale marks, refused rows.
 */
export async function storeRows(db: Querier, asSent: SentRows, options: StoreOptions): Promise<StoredRows> {
  const { industryKey } = options.industry;
  const { cases } = asSent.refused;
  if (cases.length > 0)
    await holdInQuarantine(db, industryKey, { cases, isPartial: asSent.isPartial }, options.source, options.receivedAt);
  if (asSent.order.length === 0) return NOTHING_STORED;
  const { hasDecided, hasEstimates } = await requirePlacement(db, asSent, options);
  const { sent, decided } = hasDecided
    ? await skipEditedReadings(db, industryKey, asSent)
    : { sent: asSent, decided: NOTHING_STORED.decided };
  if (sent.order.length === 0) return { ...NOTHING_STORED, decided };
  if (hasEstimates) await options.whenEstimated?.(sent);

  const isNew = options.presence === 'none stored' || (options.presence === 'not known' && (await isAhead(db, sent)));
  const changes = isNew ? await insertAll(db, sent, options.receivedAt) : await upsertAll(db, sent, options.receivedAt);
  const { groups } = changes;
  const { inserted, updated, corrected } = outcomeOf(changes);

  const changedUnits = new Set([...groups, ...corrected].map(({ unitKey }) => unitKey));
  // Repeated readings rewrite nothing.
  if (changedUnits.size === 0) return { ...NOTHING_STORED, corrections: sent.repeatedChanged, decided };
  const marks = closedMarks(groups, corrected, options.closedBefore);
  const ofChanged = sent.extents.filter(({ oldest }) => changedUnits.has(oldest.unitKey));
  const hasMore = sent.isPartial && inserted < sent.order.length;
  const extents = hasMore ? await withStoredFigures(db, ofChanged) : ofChanged;
  await updateUnitStates(db, extents, options.receivedAt);
  await markStale(db, industryKey, marks, options.receivedAt);
  const staleDates = [...new Set(marks.map((mark) => mark.businessDate))].sort();
  const ofSamples = corrected.map(({ unitKey, businessDate, createdOnEpochMs: oldestEpochMs }) => ({
    unitKey,
    businessDate,
    isNew: false,
    oldestEpochMs,
  }));
  return {
    inserted,
    updated,
    staleDates,
    changed: [...groups, ...ofSamples],
    extents,
    changes,
    corrections: sent.repeatedChanged,
    decided,
  };
}

const NOTHING_STORED: StoredRows = {
  inserted: 0,
  updated: 0,
  staleDates: [],
  changed: [],
  extents: [],
  changes: { groups: [], touched: [] },
  corrections: 0,
  decided: new Set(),
};

/** Readings and samples that a transaction has written. */
interface Changes {
  readonly groups: readonly StoredGroup[];
  /** Readings of which a sample was written or removed. */
  readonly touched: readonly TouchedReading[];
}

interface Outcome extends Pick<StoredRows, 'inserted' | 'updated'> {
  /** Readings that were stored before and of which a sample changed. */
  readonly corrected: readonly TouchedReading[];
}

/**
 * Whether every reading is newer than all earlier ones of its unit. Then none is stored, unless another transaction is
 * storing it at this moment.
 */
async function isAhead(db: Querier, { extents, order }: SentRows): Promise<boolean> {
  if (order.length < ROWS_WORTH_ASKING) return false;
  const newest = await newestInstants(
    db,
    extents.map(({ oldest }) => oldest.unitKey),
  );
  return extents.every(
    ({ oldest }) => oldest.createdOnEpochMs > (newest.get(oldest.unitKey) ?? Number.NEGATIVE_INFINITY),
  );
}

/** @throws unique_violation when one of the readings is stored. */
async function insertAll(db: Querier, sent: SentRows, receivedAt: Date): Promise<Changes> {
  await insertReadings(db, sent.columns, receivedAt);
  const withParameters = readingsWithParameters(sent);
  if (withParameters.length > 0) await insertSamples(db, await toSamples(db, withParameters));
  const oldest = new Map(sent.extents.map((extent) => [extent.oldest.unitKey, extent.oldest.createdOnEpochMs]));
  return {
    groups: sent.days.map(({ unitKey, businessDate, count }) => ({
      unitKey,
      businessDate,
      count,
      instants: null,
      isNew: true,
      oldestEpochMs: oldest.get(unitKey) ?? Number.NEGATIVE_INFINITY,
    })),
    touched: [],
  };
}

async function upsertAll(db: Querier, sent: SentRows, receivedAt: Date): Promise<Changes> {
  const withParameters = readingsWithParameters(sent);
  const { isPartial } = sent;
  const groups = await storeReadings(db, sent.columns, receivedAt, {
    withNewInstants: withParameters.length > 0,
    isPartial,
  });
  const inserted = countOf(groups.filter((group) => group.isNew));
  // A reading that was stored before may have samples that the new one does not name, even when the new one names none.
  const mayLoseSamples = inserted < sent.order.length;
  const touched =
    withParameters.length === 0 && !mayLoseSamples
      ? []
      : await storeAllSamples(db, sent, withParameters, mayLoseSamples);
  return { groups, touched };
}

const readingsWithParameters = ({ placed, order }: SentRows): PlacedReading[] =>
  placed.hasParameters
    ? Array.from(order, (index) => placed.at(index)).filter(({ parameters }) => Object.keys(parameters).length > 0)
    : [];

/**
 * Seal and clock change rarely. Rows that were placed before such a change are refused as a whole, and the caller
 * places and sends them again.
 */
async function requirePlacement(
  db: Querier,
  { days }: SentRows,
  { industry }: StoreOptions,
): Promise<Pick<Placement, 'hasDecided' | 'hasEstimates'>> {
  const placement = await requireClock(db, industry);
  if (days.some(({ businessDate }) => isSealed(placement.sealed, businessDate)))
    throw new ServiceError(503, 'Old readings are being removed at this moment. Please send the readings again.');
  return placement;
}

const countOf = (groups: readonly StoredGroup[]): number => groups.reduce((sum, group) => sum + group.count, 0);

async function storeAllSamples(
  db: Querier,
  { placed, order, extents, days, isPartial }: SentRows,
  withParameters: readonly PlacedReading[],
  mayLoseSamples: boolean,
): Promise<TouchedReading[]> {
  const samples = await toSamples(db, withParameters);
  const stored = samples.length === 0 ? [] : await storeSamples(db, samples);
  if (!mayLoseSamples) return stored;
  // Most units have no parameters at all.
  const units = await unitsWithSamples(
    db,
    extents.map(({ oldest }) => oldest.unitKey),
    days.map(({ businessDate }) => businessDate),
  );
  const candidates = Array.from(
    order.filter((index) => units.has(placed.unitKey(index))),
    (index) => placed.at(index),
  );
  if (candidates.length === 0) return stored;
  return [...stored, ...(await dropMissingSamples(db, candidates, samples, isPartial))];
}

async function toSamples(db: Querier, withParameters: readonly PlacedReading[]): Promise<PlacedSample[]> {
  const names = [...new Set(withParameters.flatMap((reading) => Object.keys(reading.parameters)))];
  const keys = names.length === 0 ? new Map<string, number>() : await parameterKeys(db, names);
  const samples = withParameters.flatMap((reading) =>
    Object.entries(reading.parameters).map(([name, value]) => {
      const parameterKey = keys.get(name);
      if (parameterKey === undefined) throw new Error(`No key for parameter ${name}.`);
      return { reading, parameterKey, value };
    }),
  );
  return samples.sort(
    (a, b) =>
      a.reading.unitKey - b.reading.unitKey
      || a.parameterKey - b.parameterKey
      || a.reading.createdOnEpochMs - b.reading.createdOnEpochMs,
  );
}

/** A reading whose samples changed counts as updated once, unless it is new. */
export function outcomeOf({ groups, touched }: Changes): Outcome {
  const inserted = countOf(groups.filter((group) => group.isNew));
  const updatedGroups = groups.filter((group) => !group.isNew);
  if (touched.length === 0) return { inserted, updated: countOf(updatedGroups), corrected: [] };
  const keyOf = (unitKey: number, instant: number): string => `${unitKey} ${instant}`;
  const keysOf = (of: readonly StoredGroup[]): string[] =>
    of.flatMap((group) => (group.instants ?? []).map((instant) => keyOf(group.unitKey, instant)));
  const added = new Set(keysOf(groups.filter((group) => group.isNew)));
  const corrected = touched.filter((reading) => !added.has(keyOf(reading.unitKey, reading.createdOnEpochMs)));
  const updated = new Set([
    ...keysOf(updatedGroups),
    ...corrected.map((reading) => keyOf(reading.unitKey, reading.createdOnEpochMs)),
  ]);
  return { inserted, updated: updated.size, corrected };
}

/** One mark per unit, closed day and cause. */
function closedMarks(
  groups: readonly ChangedDay[],
  corrected: readonly TouchedReading[],
  closedBefore: string,
): StaleMark[] {
  const marks = new Map<string, StaleMark>();
  const mark = (unitKey: number, businessDate: string, cause: StaleMark['cause']): void => {
    if (businessDate < closedBefore) marks.set(`${unitKey} ${businessDate} ${cause}`, { unitKey, businessDate, cause });
  };
  for (const group of groups) mark(group.unitKey, group.businessDate, group.isNew ? 'late reading' : 'correction');
  for (const reading of corrected) mark(reading.unitKey, reading.businessDate, 'correction');
  return [...marks.values()];
}
