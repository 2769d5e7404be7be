import type { Context, Reach } from '../context.ts';
import type { Actor } from '../platform/login/rules/actor.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import type { ReportMaker } from './make-mail.ts';
import { reportHistory } from './history.ts';
import { resendReport } from './resend.ts';
import { type ReportRun, requireBegun } from './report-run.ts';
import { type RunMail, sendReports } from './send-reports.ts';

/** What operators do with reports that go out by mail. */
export interface AutomatedReportsService {
  /**
   * Makes and sends the reports of a run.
   * @throws ServiceError 1403 for a day that has not begun, and as {@link sendReports} says.
   */
  send(industry: Industry, run: Omit<ReportRun, 'requestedBy'>, by: Actor): Promise<readonly RunMail[]>;
  history(
    industry: Industry,
    page: { readonly before: Date | null; readonly limit: number },
  ): ReturnType<typeof reportHistory>;
  resend(industry: Industry, again: Parameters<typeof resendReport>[3], by: Actor): ReturnType<typeof resendReport>;
}

export const createAutomatedReports = (context: Context & Reach, maker: ReportMaker): AutomatedReportsService => ({
  async send(industry, run, by) {
    const now = context.clock.now();
    requireBegun(industry, run, now);
    const { frequency, formats, emails, isTest, isForced } = run;
    if (!isTest)
      await writeAudit(context.database, {
        at: now,
        actor: by,
        industryKey: industry.industryKey,
        verb: 'report.send',
        subject: `${frequency} ${run.date}`,
        before: null,
        after: { formats, emails, ...(isForced === true ? { force: true } : {}) },
      });
    return sendReports(context, maker, industry, { ...run, requestedBy: by.userId });
  },
  history: (industry, { before, limit }) =>
    reportHistory(context, industry, { before: before ?? new Date(context.clock.now() + 1), limit }),
  resend: (industry, again, by) => resendReport(context, maker, industry, again, by),
});
