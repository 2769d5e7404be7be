import type { DataContext } from '../context.ts';
import { watchedSince } from './rules/restatement.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import { forgetReportFiles, forgetSentReports } from './store/sent-reports.ts';

/** Spec gap: how long the history of automated reports tells what was printed and who got it. */
const KEPT_MILLISECONDS = 1_100 * DAY_MS;

/** Drops the files of reports that nobody restates any more, and later what they printed and who got them. */
export async function forgetReports({ database, clock }: Pick<DataContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await forgetReportFiles(database, watchedSince(new Date(now)));
  await forgetSentReports(database, new Date(now - KEPT_MILLISECONDS));
}
