import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { AutomatedFrequency, AutomatedMail } from './rules/automated-mails.ts';
import type { ReportFormat } from './rules/terms.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { firstOfMonth, formatRequestDate, lastOfMonth } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';

/** A run of automated reports of an industry. */
export interface ReportRun {
  readonly frequency: AutomatedFrequency;
  /** The day, or any day of the month. */
  readonly date: BusinessDate;
  readonly formats: readonly ReportFormat[];
  /** Besides the support address and, of a run that counts, the industry's own. */
  readonly emails: readonly string[];
  /** Reports are made, and nothing is sent or kept. */
  readonly isTest: boolean;
  /** userId; null: by schedule, which sends each mail once. */
  readonly requestedBy: string | null;
  /** A request that was made shortly before is made again. */
  readonly isForced?: boolean;
}

/** One mail of a run, to be made or found. */
export interface OneMail {
  readonly industry: Industry;
  readonly run: ReportRun;
  readonly mail: AutomatedMail;
  readonly recipients: readonly string[];
}

/** By what the same mail is known again. */
export const keyOfMail = ({ run, mail }: OneMail) => ({
  frequency: run.frequency,
  mail: mail.mail,
  firstDate: coveredBy(run).from,
});

/** Days of a run, both included. */
export const coveredBy = ({
  frequency,
  date,
}: Pick<ReportRun, 'frequency' | 'date'>): { readonly from: BusinessDate; readonly to: BusinessDate } =>
  frequency === 'daily' ? { from: date, to: date } : { from: firstOfMonth(date), to: lastOfMonth(date) };

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
