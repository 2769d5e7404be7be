import type { Context } from '../../context.ts';
import { instantText } from '../../domain/look/date-text.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { printedFigures, restatedFigures } from '../../domain/reports/printed-figures.ts';
import { businessDateOf, ruleOn } from '../../domain/time/business-clock.ts';
import { MINUTE_MS } from '../../domain/time/durations.ts';
import { findIndustry } from '../../store/industries.ts';
import { queueMails, toldRecipients } from '../../store/report-mails.ts';
import {
  decideRestatement,
  type DueRestatement,
  dueRestatements,
  findRestatement,
  holdRestatement,
  keepPrintedFigures,
  putOffRestatement,
  type ReportToRestate,
} from '../../store/restatements.ts';
import { restatementMail } from '../../writers/report-mail.ts';
import { areSettled } from './are-settled.ts';
import { type Delivery, deliverMails } from './deliver-mails.ts';
import { buildReports, type ReportMaker } from './make-mail.ts';

type Restater = Delivery & Pick<Context, 'config' | 'log'>;

const PUT_OFF_MILLISECONDS = 10 * MINUTE_MS;

/** Every minute: sent reports whose days have changed and have been quiet since. */
export async function restateDue(restater: Restater, maker: Pick<ReportMaker, 'build'>): Promise<void> {
  const now = restater.clock.now();
  for (const due of await dueRestatements(restater.database, new Date(now))) {
    const isDecided = await restate(restater, maker, due).catch((error: unknown) => {
      restater.log.error({ err: error, industry: due.industryId }, 'a report could not be restated');
      return false;
    });
    // The oldest come first and so many at a time, so what cannot be decided goes behind the others.
    if (!isDecided) await putOffRestatement(restater.database, due, new Date(now + PUT_OFF_MILLISECONDS));
  }
}

/**
 * Makes a sent report again and compares what it printed with what it says now. Recipients get one note with old and
 * new values when a printed total has changed by more than RESTATEMENT_PERCENT; the next change is measured from these.
 * A report that was made while its period ran said so, and is not restated.
 * @returns false: it has to wait.
 */
async function restate(restater: Restater, maker: Pick<ReportMaker, 'build'>, due: DueRestatement): Promise<boolean> {
  const { database, clock, config } = restater;
  const now = new Date(clock.now());
  const industry = await findIndustry(database, due.industryId, clock.now());
  const report = await findRestatement(database, due, now);
  if (report === null) return true;
  if (industry === null) return false;
  if (businessDateOf(industry.clock, report.sentAt.getTime()) <= report.lastDate) {
    await decideRestatement(database, due, { state: 'small', changes: [] }, now);
    return true;
  }
  // Days that wait for a rebuild will change again, and their event puts this off.
  if (!(await areSettled({ database, clock }, industry, { from: report.firstDate, to: report.lastDate }))) return false;
  const { documents } = await buildReports(maker, industry, report.reports, report.firstDate);
  const present = documents.flatMap(printedFigures);
  const changes = restatedFigures(report.figures, present, config.reports.restatementPercent);
  await database.transaction(async (transaction) => {
    if (!(await holdRestatement(transaction, due, now))) return;
    await decideRestatement(transaction, due, { state: changes.length === 0 ? 'small' : 'told', changes }, now);
    if (changes.length === 0) return;
    await keepPrintedFigures(transaction, due.industryKey, report.reportKey, present);
    await queueMails(
      transaction,
      due.industryKey,
      {
        reportKey: report.reportKey,
        purpose: 'restatement',
        // Each restatement is a round of its own, so that a later one reaches everybody again.
        round: due.restatementKey,
        recipients: await toldRecipients(transaction, due.industryKey, report.reportKey),
        content: noteOf(industry, report, changes),
      },
      now,
    );
  });
  await deliverMails(restater, due.industryKey, report.reportKey);
  return true;
}

const noteOf = (
  industry: Industry,
  { subject, sentAt, days, causes, firstDate }: ReportToRestate,
  changes: ReturnType<typeof restatedFigures>,
) =>
  restatementMail({
    industryName: industry.industryName,
    subject,
    sentAt: instantText(sentAt.getTime(), ruleOn(industry.clock, firstDate).timezone),
    days,
    causes,
    changes,
  });
