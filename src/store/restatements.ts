import type { Querier } from '../database/database.ts';
import type { AutomatedFrequency, AutomatedReport } from '../domain/reports/automated.ts';
import type { PrintedFigure, RestatedFigure } from '../domain/reports/printed-figures.ts';
import type { BusinessDate } from '../domain/time/types.ts';

interface ChangedDays {
  readonly days: readonly { readonly date: BusinessDate; readonly causes: readonly string[] }[];
  readonly dueAt: Date;
  /** Reports made before are left alone. */
  readonly since: Date;
}

/** Reports that cover a changed day wait to be looked at; one that waits already waits anew. */
export async function markRestatements(
  transaction: Querier,
  industryKey: number,
  { days, dueAt, since }: ChangedDays,
): Promise<void> {
  await transaction.many('sent-reports.mark_restatements', [
    industryKey,
    days.map(({ date }) => date),
    days.map(({ causes }) => causes.join(',')),
    dueAt,
    since,
  ]);
}

/** A day whose figures have changed, by the event that told of it. */
interface ChangeOfDay {
  readonly eventKey: number;
  readonly date: BusinessDate;
  readonly causes: readonly string[];
}

/** What has changed of days, settled since an instant. */
export const changesOfDays = async (
  db: Querier,
  industryKey: number,
  { from, to, since }: { readonly from: BusinessDate; readonly to: BusinessDate; readonly since: Date },
): Promise<ChangeOfDay[]> =>
  (
    await db.many<{ event_key: number; business_date: BusinessDate; causes: string[] }>('sent-reports.changes', [
      industryKey,
      from,
      to,
      since,
    ])
  ).map((row) => ({ eventKey: row.event_key, date: row.business_date, causes: row.causes }));

export interface DueRestatement {
  readonly restatementKey: number;
  readonly industryId: string;
  readonly industryKey: number;
}

/** Of all industries, the oldest first, so many at a time. */
export const dueRestatements = async (db: Querier, now: Date): Promise<DueRestatement[]> =>
  (
    await db.many<{ restatement_key: number; industry_id: string; industry_key: number }>(
      'sent-reports.due_restatements',
      [now],
    )
  ).map((row) => ({
    restatementKey: row.restatement_key,
    industryId: row.industry_id,
    industryKey: row.industry_key,
  }));

/** A report as it was sent, and what has happened to its days. */
export interface ReportToRestate {
  readonly reportKey: number;
  readonly frequency: AutomatedFrequency;
  readonly firstDate: BusinessDate;
  readonly lastDate: BusinessDate;
  readonly reports: readonly AutomatedReport[];
  readonly figures: readonly PrintedFigure[];
  readonly subject: string;
  readonly sentAt: Date;
  readonly days: readonly BusinessDate[];
  readonly causes: readonly string[];
}

/** null: it is not due any more. */
export async function findRestatement(
  db: Querier,
  { industryKey, restatementKey }: DueRestatement,
  now: Date,
): Promise<ReportToRestate | null> {
  const row = await db.maybeOne<{
    days: BusinessDate[];
    causes: string[];
    report_key: number;
    frequency: AutomatedFrequency;
    first_date: BusinessDate;
    last_date: BusinessDate;
    reports: AutomatedReport[];
    figures: PrintedFigure[];
    subject: string;
    created_at: string;
  }>('sent-reports.find_restatement', [industryKey, restatementKey, now]);
  return row === null
    ? null
    : {
        reportKey: row.report_key,
        frequency: row.frequency,
        firstDate: row.first_date,
        lastDate: row.last_date,
        reports: row.reports,
        figures: row.figures,
        subject: row.subject,
        sentAt: new Date(row.created_at),
        days: row.days,
        causes: row.causes,
      };
}

/** Holds it to the end of the transaction; false: a further change has put it off, or somebody has decided it. */
export const holdRestatement = async (
  transaction: Querier,
  { industryKey, restatementKey }: DueRestatement,
  now: Date,
): Promise<boolean> =>
  (await transaction.maybeOne('sent-reports.hold_restatement', [industryKey, restatementKey, now])) !== null;

/** What waits is looked at again from an instant on, or later where it waits longer. */
export async function putOffRestatement(
  db: Querier,
  { industryKey, restatementKey }: DueRestatement,
  dueAt: Date,
): Promise<void> {
  await db.many('sent-reports.put_off_restatement', [industryKey, restatementKey, dueAt]);
}

/** small: nothing that was printed has changed enough. */
export async function decideRestatement(
  transaction: Querier,
  { industryKey, restatementKey }: DueRestatement,
  decision: { readonly state: 'told' | 'small'; readonly changes: readonly RestatedFigure[] },
  now: Date,
): Promise<void> {
  await transaction.many('sent-reports.decide_restatement', [
    industryKey,
    restatementKey,
    decision.state,
    JSON.stringify(decision.changes),
    now,
  ]);
}

/** What the recipients of a report know now. */
export async function keepPrintedFigures(
  transaction: Querier,
  industryKey: number,
  reportKey: number,
  figures: readonly PrintedFigure[],
): Promise<void> {
  await transaction.many('sent-reports.keep_figures', [industryKey, reportKey, JSON.stringify(figures)]);
}
