import type { Context } from '../../context.ts';
import type { Querier } from '../../database/database.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { createClockReader } from '../../domain/time/business-clock.ts';
import { markStale, type StaleMark } from '../../store/ledger.ts';
import { holdInQuarantine } from '../../store/quarantine.ts';
import { dropMissingSamples, parameterKeys, type PlacedReading, storeReadings, storeSamples, updateUnitStates } from '../../store/readings.ts';
import { type Batch, prepareBatch, type RawRow } from './batch.ts';

/** Where rows came from; kept with quarantined rows. */
export type ReadingSource = 'http' | 'csv' | 'mqtt' | 'quarantine' | 'archive';

/** Verdict over everything a sender sent; received = inserted + updated + unchanged + rejected. */
export interface IngestResult {
  received: number;
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** The first 100 rejections, by position in the stream. */
  errors: { index: number; unitId: string | null; reason: string }[];
  /** Rejection code to count. */
  reasons: Record<string, number>;
  /** Closed business days that the rows changed. */
  staleDates: string[];
}

/** Rows per transaction: large enough that the round trips do not show, small enough that memory stays flat. */
export const ROWS_PER_BATCH = 10_000;
const MAX_ERRORS = 100;
/**
 * A day counts as closed this long before it ends, so that a transaction which began just before the end and commits just
 * after the day's batch has read still leaves its mark.
 */
const CLOSING_MARGIN_MILLISECONDS = 120_000;

export interface IngestDependencies {
  readonly context: Pick<Context, 'database' | 'clock'>;
  /** Told after commit which closed days changed, so that their rebuild starts at once. */
  readonly onStaleDays: (industry: Industry, dates: readonly string[]) => Promise<void>;
}

/**
 * The one way in for readings: HTTP, CSV, MQTT, released quarantine rows and archives all end here. Idempotent by the natural
 * key (unit, instant): the same rows again change nothing. Returns after the last commit. Rows come as groups of any size;
 * while one batch is being stored the next is parsed, and no further one is asked for, so a fast sender is slowed to the
 * database's pace. A failing database rejects; batches committed before stay, and sending again is safe.
 */
export async function ingestReadings(
  dependencies: IngestDependencies, industry: Industry, groups: AsyncIterable<readonly RawRow[]> | Iterable<readonly RawRow[]>, source: ReadingSource,
  onProgress: (result: Readonly<IngestResult>) => void = () => {},
): Promise<IngestResult> {
  const { database, clock } = dependencies.context;
  const clockReader = createClockReader(industry.clock);
  const result: IngestResult = { received: 0, inserted: 0, updated: 0, unchanged: 0, rejected: 0, errors: [], reasons: {}, staleDates: [] };
  const staleDates = new Set<string>();
  let storing: Promise<void> = Promise.resolve();

  const submit = async (rows: readonly RawRow[]): Promise<void> => {
    const now = clock.now();
    const batch = prepareBatch(industry, clockReader, rows, result.received, now);
    result.received += rows.length;
    await storing;
    storing = (async () => {
      const closedBefore = clockReader.businessDateOf(now + CLOSING_MARGIN_MILLISECONDS);
      const outcome = await database.transaction((transaction) => storeBatch(transaction, industry.industryKey, batch, closedBefore, source, new Date(now)));
      addOutcome(result, batch, outcome);
      if (outcome.staleDates.length > 0) {
        outcome.staleDates.forEach((date) => staleDates.add(date));
        await dependencies.onStaleDays(industry, outcome.staleDates);
      }
      onProgress(result);
    })();
    // Awaited before the next batch and at the end; until then a failure must not count as unhandled.
    storing.catch(() => {});
  };

  let pending: RawRow[] = [];
  for await (const group of groups) {
    for (const row of group) {
      pending.push(row);
      if (pending.length === ROWS_PER_BATCH) {
        await submit(pending);
        pending = [];
      }
    }
  }
  if (pending.length > 0) await submit(pending);
  await storing;
  result.staleDates = [...staleDates].sort();
  return result;
}

interface Outcome { readonly inserted: number; readonly updated: number; readonly staleDates: string[] }

async function storeBatch(db: Querier, industryKey: number, batch: Batch, closedBefore: string, source: ReadingSource, receivedAt: Date): Promise<Outcome> {
  if (batch.rejected.length > 0) await holdInQuarantine(db, industryKey, batch.rejected, source, receivedAt);
  if (batch.readings.length === 0) return { inserted: 0, updated: 0, staleDates: [] };

  const withParameters = batch.readings.filter((reading) => Object.keys(reading.parameters).length > 0);
  const anyParameters = withParameters.length > 0;
  const groups = await storeReadings(db, batch.readings, receivedAt, true);
  const inserted = groups.filter((group) => group.isNew).reduce((sum, group) => sum + group.count, 0);
  const marks = new Map<string, StaleMark>();
  const mark = (unitKey: number, businessDate: string, cause: StaleMark['cause']): void => {
    if (businessDate < closedBefore) marks.set(`${unitKey} ${businessDate} ${cause}`, { unitKey, businessDate, cause });
  };
  const keyOf = (unitKey: number, instant: number): string => `${unitKey} ${instant}`;
  const newKeys = new Set<string>();
  const changedKeys = new Set<string>();
  for (const group of groups) {
    mark(group.unitKey, group.businessDate, group.isNew ? 'late reading' : 'correction');
    for (const instant of group.instants ?? []) (group.isNew ? newKeys : changedKeys).add(keyOf(group.unitKey, instant));
  }

  // A reading that was there before may have carried samples which it no longer names, even when it now names none at all.
  const before = batch.readings.filter((reading) => !newKeys.has(keyOf(reading.unitKey, reading.createdOnEpochMs)));
  if (anyParameters || before.length > 0) {
    const touched = await storeAllSamples(db, withParameters, before);
    for (const reading of touched) {
      const key = keyOf(reading.unitKey, reading.createdOnEpochMs);
      if (newKeys.has(key)) continue;
      changedKeys.add(key);
      mark(reading.unitKey, reading.businessDate, 'correction');
    }
  }
  await updateUnitStates(db, batch.extents, receivedAt);
  await markStale(db, industryKey, [...marks.values()], receivedAt);
  return { inserted, updated: changedKeys.size, staleDates: [...new Set([...marks.values()].map((entry) => entry.businessDate))].sort() };
}

async function storeAllSamples(db: Querier, withParameters: readonly PlacedReading[], before: readonly PlacedReading[]) {
  const names = [...new Set(withParameters.flatMap((reading) => Object.keys(reading.parameters)))];
  const keys = names.length === 0 ? new Map<string, number>() : await parameterKeys(db, names);
  const samples = withParameters.flatMap((reading) => Object.entries(reading.parameters).map(([name, value]) => {
    const parameterKey = keys.get(name);
    if (parameterKey === undefined) throw new Error(`No key for parameter ${name}.`);
    return { reading, parameterKey, value };
  }));
  samples.sort((a, b) => a.reading.unitKey - b.reading.unitKey || a.parameterKey - b.parameterKey || a.reading.createdOnEpochMs - b.reading.createdOnEpochMs);
  const stored = samples.length === 0 ? [] : await storeSamples(db, samples);
  const dropped = before.length === 0 ? [] : await dropMissingSamples(db, before, samples);
  return [...stored, ...dropped];
}

function addOutcome(result: IngestResult, batch: Batch, outcome: Outcome): void {
  result.inserted += outcome.inserted;
  result.updated += outcome.updated + batch.repeatedChanged;
  result.unchanged += batch.readings.length - outcome.inserted - outcome.updated + batch.repeatedUnchanged;
  result.rejected += batch.rejected.length;
  for (const row of batch.rejected) {
    result.reasons[row.reasonCode] = (result.reasons[row.reasonCode] ?? 0) + 1;
    if (result.errors.length < MAX_ERRORS) result.errors.push({ index: row.index, unitId: row.unitId, reason: row.reason });
  }
}
