import type { DataContext } from '../../context.ts';
import { watchedSince } from '../../domain/reports/restatement.ts';
import { forgetReportFiles } from '../../store/sent-reports.ts';

/** Drops the files of reports that nobody restates any more; what they printed and who got them stays. */
export const forgetReports = ({ database, clock }: Pick<DataContext, 'database' | 'clock'>): Promise<void> =>
  forgetReportFiles(database, watchedSince(new Date(clock.now())));
