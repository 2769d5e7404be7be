import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { eachDate, firstOfYear, stretchesOf } from '../../kernel/time/business-date.ts';
import { isSealed } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { processedDays, staleDays } from '../../ledger/store/ledger.ts';
import { firstReadingDate } from '../../readings/store/readings.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import type { BatchRequest, BatchResult } from './request.ts';

interface DaysOfRequest extends Pick<
  BatchResult,
  'daysNotEnded' | 'daysSealed' | 'sealedStretches' | 'daysBeforeReadings'
> {
  /** Dates in ascending order. */
  readonly dates: readonly BusinessDate[];
}

/**
 * Days of a request that can be processed, and the numbers of others: not ended, without their readings, or before
 * there were any.
 * Spec gap: a unit without data gets documents from the year in which its industry's first reading lies, so that this
 * year is whole. Earlier days are computed when asked for, with the same result, and not stored. An industry that never
 * sent anything is processed as asked.
 */
export async function daysOf(
  { database, clock }: DataContext,
  { industry, from, to }: BatchRequest,
): Promise<DaysOfRequest> {
  const firstOpenDay = businessDateOf(industry.clock, clock.now());
  const sealed = await sealedDays(database, industry.industryKey);
  const asked = [...eachDate(from, to)];
  const ended = asked.filter((date) => date < firstOpenDay);
  const unsealed = ended.filter((date) => !isSealed(sealed, date));
  const dates = await sinceFirstReading(database, industry, unsealed);
  return {
    dates,
    daysNotEnded: asked.length - ended.length,
    daysSealed: ended.length - unsealed.length,
    sealedStretches: stretchesOf(ended.filter((date) => isSealed(sealed, date))),
    daysBeforeReadings: unsealed.length - dates.length,
  };
}

/** Earlier days count where they have a document or wait for one: what the ledger promises is kept. */
async function sinceFirstReading(
  db: Querier,
  { industryKey, units }: Industry,
  dates: readonly BusinessDate[],
): Promise<readonly BusinessDate[]> {
  const first = await firstReadingDate(
    db,
    [...units.values()].map(({ unitKey }) => unitKey),
  );
  const early = first === null ? [] : dates.filter((date) => date < firstOfYear(first));
  const [from, to] = [early[0], early.at(-1)];
  if (from === undefined || to === undefined) return dates;
  const processed = await processedDays(db, industryKey, from, to);
  const stale = new Set((await staleDays(db, industryKey, from, to)).map((day) => day.businessDate));
  return dates.filter((date) => date > to || processed.has(date) || stale.has(date));
}
