import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import {
  type AutomatedFrequency,
  type AutomatedMail,
  coveredBy,
  type ReportFrequency,
} from './rules/automated-mails.ts';
import { type ReportFormat, CONTENT_TYPES } from './rules/terms.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { firstOfMonth, formatRequestDate } from '../kernel/time/business-date.ts';
import type { Language } from '../kernel/language.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import type { Context, DataContext } from '../context.ts';
import { buildReport } from './build-report.ts';
import type { ReportMaker } from './make-mail.ts';
import { processReportFiles } from './write-file.ts';
import type { Querier } from '../platform/database/database.ts';
import { processedDays, settledDays } from '../ledger/store/ledger.ts';

/** Reports as everybody gets them. */
export const reportMaker = (context: Context): ReportMaker => ({
  build: (industry, request) => buildReport(context, industry, request),
  render: async (document, format) => ({
    contentType: CONTENT_TYPES[format],
    content: await processReportFiles(context).write(document, format),
  }),
});

/**
 * True when the figures of days are final: the last day has been processed, and no processed day waits for a rebuild.
 * Days before an industry's first are ignored.
 */
export async function areSettled(
  { database, clock }: Pick<DataContext, 'clock'> & { readonly database: Querier },
  { clock: rule, industryKey }: Pick<Industry, 'clock' | 'industryKey'>,
  { from, to }: { readonly from: BusinessDate; readonly to: BusinessDate },
): Promise<boolean> {
  if (to >= businessDateOf(rule, clock.now())) return false;
  const settled = await settledDays(database, industryKey, from, to);
  if (!settled.has(to)) return false;
  return (await processedDays(database, industryKey, from, to)).size === settled.size;
}

/** A run that makes a mail: by the schedule of the industry, by a person's request, or by a subscription. */
export interface MailRun {
  readonly frequency: ReportFrequency;
  /** The day, the last of seven, or any day of the month. */
  readonly date: BusinessDate;
  readonly formats: readonly ReportFormat[];
  /** userId; null: the schedule, or a subscription, which sends each mail once. */
  readonly requestedBy: string | null;
  /** true: a request made shortly before is repeated. */
  readonly isForced?: boolean;
  /** The subscription and the time at which it asks. */
  readonly due?: { readonly subscriptionKey: number; readonly at: Date };
  /** Of the mail; absent: English. */
  readonly language?: Language;
}

/** A run of automated reports of an industry. */
export interface ReportRun extends MailRun {
  readonly frequency: AutomatedFrequency;
  /** Recipients besides the support address and, for a run that counts, the industry's own. */
  readonly emails: readonly string[];
  /** true: reports are made, and nothing is sent or kept. */
  readonly isTest: boolean;
}

/** One mail of a run. */
export interface OneMail {
  readonly industry: Industry;
  readonly run: MailRun;
  readonly mail: AutomatedMail;
  readonly recipients: readonly string[];
}

/** Key by which the same mail is found again. */
export const keyOfMail = ({ run, mail }: OneMail) => ({
  frequency: run.frequency,
  mail: mail.mail,
  firstDate: coveredBy(run).from,
});

/** @throws ServiceError 1403 for a day or a month that has not begun. */
export function requireBegun(
  industry: Industry,
  { date, frequency }: Pick<ReportRun, 'date' | 'frequency'>,
  now: number,
): void {
  const today = businessDateOf(industry.clock, now);
  if ((frequency === 'daily' ? date : firstOfMonth(date)) <= today) return;
  throw new ServiceError(1403, `Invalid 'date': the ${frequency === 'daily' ? 'day' : 'month'} has not begun`, [
    { field: 'date', problem: `is after ${formatRequestDate(today)}, the running business day` },
  ]);
}
