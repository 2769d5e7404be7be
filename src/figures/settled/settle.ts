import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { type AnsweredDay, marked, unmarked } from '../../ledger/causes.ts';
import { ALGORITHM_VERSION } from '../rules/processors/version.ts';
import { clearStale, processedDays, setProcessed, type StaleDay } from '../../ledger/store/ledger.ts';
import { maySettle, type RunScope } from './run-scope.ts';
import { createHash } from 'node:crypto';
import { CATEGORY_GENERATIONS, type Industry } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';

const KNOWN = new WeakMap<Industry, string>();

/**
 * Digest of everything but readings that decides documents: the algorithm, the clock, units with their versions, meters
 * and curves, and categories. The whole industry counts, because a change that decides nothing costs only one run.
 */
export function rulesDigest(industry: Industry): string {
  const known = KNOWN.get(industry);
  if (known !== undefined) return known;
  const rules = {
    ...industry,
    // Maps would be written as {}. Retired units decide figures too, for every caller.
    units: [...withRetired(industry).units.values()],
    unitsEver: undefined,
    categories: CATEGORY_GENERATIONS.map((generation) => [...industry.categories[generation].values()]),
  };
  const digest = createHash('sha256')
    .update(JSON.stringify([ALGORITHM_VERSION, rules]))
    .digest('base64');
  KNOWN.set(industry, digest);
  return digest;
}

/** Days whose daily documents a run has written, and the marks the run knows of. */
export interface WrittenDays {
  readonly dates: readonly BusinessDate[];
  /**
   * Marks of these days, read before their readings were. A mark that the run itself has renewed stands here in its
   * renewed form.
   */
  readonly seen: readonly StaleDay[];
  /** Marks that the run has set itself, on days that had none. */
  readonly unfinished: readonly StaleDay[];
  /** Units whose documents were written; null: all. */
  readonly unitIds: ReadonlySet<string> | null;
  /** Revisions of the documents when all units of the days had been written. */
  readonly revisions: ReadonlyMap<string, number>;
}

/** The days before a date; null: all. */
export function daysBefore(days: WrittenDays, until: BusinessDate | null): WrittenDays {
  if (until === null) return days;
  const isBefore = ({ businessDate }: StaleDay): boolean => businessDate < until;
  return {
    ...days,
    dates: days.dates.filter((date) => date < until),
    seen: days.seen.filter(isBefore),
    unfinished: days.unfinished.filter(isBefore),
  };
}

/**
 * Clears the marks that a run has answered. A day of which all units were written counts as processed from now on.
 * Returns the days concerned.
 */
export async function settle(
  db: Querier,
  request: RunScope,
  { dates, seen, unfinished, unitIds, revisions }: WrittenDays,
  now: Date,
): Promise<AnsweredDay[]> {
  const { industry } = request;
  const { industryKey } = industry;
  // Virtual units written alone leave their dependants behind, so marks that name units stay. A mark that names none is
  // of a day that was never processed, and such a day promises nothing.
  const leavesDependants = request.updateOnlyVirtual && request.unitIds !== null;
  const written = (
    await clearStale(
      db,
      industryKey,
      leavesDependants ? unfinished.filter((day) => day.unitKeys.length === 0) : unfinished,
    )
  ).map((day) => unmarked(day.businessDate));
  if (!maySettle(request)) return written;
  if (unitIds === null) {
    const processedBy = { rulesDigest: rulesDigest(industry), rulesVersion: ALGORITHM_VERSION, revisions };
    const processedNow = (await setProcessed(db, industryKey, dates, processedBy, now)).map(unmarked);
    return [...written, ...processedNow, ...(await clearStale(db, industryKey, seen)).map(marked)];
  }
  // A day that was never wholly processed is not settled by some of its units.
  const processed = await processedDays(db, industryKey, dates[0] ?? '', dates.at(-1) ?? '');
  const writtenKeys = new Set([...unitIds].flatMap((unitId) => industry.units.get(unitId)?.unitKey ?? []));
  const knownKeys = new Set([...industry.units.values()].map((unit) => unit.unitKey));
  const answered = seen.filter(
    (day) =>
      processed.has(day.businessDate) && day.unitKeys.every((key) => writtenKeys.has(key) || !knownKeys.has(key)),
  );
  return [...written, ...(await clearStale(db, industryKey, answered)).map(marked)];
}
