import type { Context, Reach } from '../context.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import type { ReportMaker } from './make-mail.ts';
import { type ReportRun, requireBegun } from './report-run.ts';
import { type RunMail, sendReports } from './send-reports.ts';

/**
 * Makes and sends the reports of a run that an operator asks for.
 * @throws ServiceError 1403 for a day that has not begun, and as {@link sendReports} says.
 */
export async function sendRequestedReports(
  context: Pick<Context, 'database' | 'clock' | 'config'> & Reach,
  maker: ReportMaker,
  industry: Industry,
  run: Omit<ReportRun, 'requestedBy'>,
  by: Actor,
): Promise<readonly RunMail[]> {
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
}
