import type { Context } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { FIRST_DATE, LAST_DATE, stretchesOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { staleDays } from '../../ledger/store/ledger.ts';
import { processDays } from '../../figures/processing/process.ts';
import { wholeRun } from '../../figures/processing/request.ts';
import { type RekeyResult, rekeyReadings } from './rekey.ts';

interface RekeyedIndustry extends Pick<RekeyResult, 'readings' | 'samples'> {
  /** Business days whose documents were computed anew, ascending. */
  readonly rebuiltDates: readonly BusinessDate[];
}

type OnProgress = (stage: 'readings' | 'documents', done: number, total: number) => void;

/**
 * {@link rekeyReadings}, followed by the rebuild of rollups and documents of all days that the change of the clock left
 * stale. Days of an earlier run that was interrupted are included. The jobs for stale days finish a rebuild that is
 * interrupted itself.
 */
export async function rekeyIndustry(
  context: Context,
  industry: Industry,
  from: BusinessDate,
  onProgress: OnProgress = () => {},
): Promise<RekeyedIndustry> {
  const { readings, samples } = await rekeyReadings(context, industry, from, (done, total) =>
    onProgress('readings', done, total),
  );
  const current = await findIndustry(context.database, industry.industryId, context.clock.now());
  if (current === null) throw new Error(`Industry ${industry.industryId} is gone.`);
  const marked = await staleDays(context.database, current.industryKey, FIRST_DATE, LAST_DATE);
  const dates = marked.filter((day) => 'clock change' in day.causes).map((day) => day.businessDate);
  let done = 0;
  for (const [from, to] of stretchesOf(dates)) {
    await processDays(context, wholeRun(current, from, to), () => onProgress('documents', (done += 1), dates.length));
  }
  return { readings, samples, rebuiltDates: dates };
}
