import type { DataContext } from '../context.ts';
import { watchedSince } from './rules/restatement.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import { forgetReportFiles, forgetSentReports } from './store/sent-reports.ts';

/** Spec gap: time for which the history keeps printed figures and recipients of automated reports. */
const KEPT_MILLISECONDS = 1_100 * DAY_MS;

/** Removes files of reports that are watched no longer, and later their printed figures and recipients. */
export async function forgetReports({ database, clock }: Pick<DataContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await forgetReportFiles(database, watchedSince(new Date(now)));
  await forgetSentReports(database, new Date(now - KEPT_MILLISECONDS));
}
