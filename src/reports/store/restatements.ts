import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { AutomatedReport, ReportFrequency } from '../rules/automated-mails.ts';
import type { PrintedFigure, RestatedFigure } from '../rules/printed-figures.ts';
import { YEAR_TO_DATE_SERVICES } from '../rules/restatement.ts';
import type { Language } from '../../kernel/language.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

/** A changed day, with causes and units. */
interface ChangedDay {
  readonly date: BusinessDate;
  readonly causes: readonly string[];
  readonly changedUnitKeys: readonly number[];
}

interface ChangedDays {
  readonly days: readonly ChangedDay[];
  readonly dueAt: Date;
  /** Reports made before this instant are left alone. */
  readonly since: Date;
}

/** Marks reports that print figures of a changed day. A report that waits already waits for the new time. */
export async function markRestatements(
  transaction: Querier,
  industryKey: number,
  { days, dueAt, since }: ChangedDays,
): Promise<void> {
  await transaction.many('sent-reports.mark_restatements', {
    industryKey,
    dates: days.map(({ date }) => date),
    causes: days.map(({ causes }) => causes.join(',')),
    dueAt,
    since,
    yearToDateServices: YEAR_TO_DATE_SERVICES,
    changedUnitKeys: days.map(({ changedUnitKeys }) => changedUnitKeys.join(',')),
  });
}

interface ChangeOfDay extends ChangedDay {
  /** Key of the event that told of the change. */
  readonly eventKey: number;
}

/** Changes of days that settled since an instant. */
export const changesOfDays = (
  db: Querier,
  industryKey: number,
  { from, to, since }: { readonly from: BusinessDate; readonly to: BusinessDate; readonly since: Date },
): Promise<ChangeOfDay[]> => db.many<ChangeOfDay>('sent-reports.changes', { industryKey, from, to, since });

/** Waiting restatements of one period, because its reports are decided together. */
export interface DuePeriod {
  readonly industryId: string;
  readonly industryKey: number;
  readonly restatementKeys: readonly number[];
}

/** Due periods of all industries, oldest first, up to a limit. */
export const duePeriods = (db: Querier, now: Date): Promise<DuePeriod[]> =>
  db.many<DuePeriod>('sent-reports.due_restatements', { now });

export interface DueRestatement {
  readonly industryKey: number;
  readonly restatementKey: number;
}

/** A report as it was sent, with the changes of its days. */
export interface ReportToRestate {
  readonly reportKey: number;
  readonly frequency: ReportFrequency;
  readonly firstDate: BusinessDate;
  readonly lastDate: BusinessDate;
  readonly reports: readonly AutomatedReport[];
  readonly figures: readonly PrintedFigure[];
  readonly subject: string;
  readonly mailLanguage: Language;
  readonly sentAt: Date;
  readonly days: readonly BusinessDate[];
  readonly causes: readonly string[];
  readonly unitKeys: readonly number[];
}

/** Null: the restatement is no longer due. */
export async function findRestatement(
  db: Querier,
  { industryKey, restatementKey }: DueRestatement,
  now: Date,
): Promise<ReportToRestate | null> {
  const row = await db.maybeOne<RowOf<ReportToRestate, 'sentAt'>>('sent-reports.find_restatement', {
    industryKey,
    restatementKey,
    now,
  });
  return row === null ? null : { ...row, sentAt: new Date(row.sentAt) };
}

/** Locks the restatement to the end of the transaction; false: a further change has put it off, or it is decided. */
export const holdRestatement = async (
  transaction: Querier,
  { industryKey, restatementKey }: DueRestatement,
  now: Date,
): Promise<boolean> =>
  (await transaction.maybeOne('sent-reports.hold_restatement', { industryKey, restatementKey, now })) !== null;

/** Puts a restatement off to an instant, unless it waits longer already. */
export async function postponeRestatement(
  db: Querier,
  { industryKey, restatementKey }: DueRestatement,
  dueAt: Date,
): Promise<void> {
  await db.many('sent-reports.put_off_restatement', { industryKey, restatementKey, dueAt });
}

/** Records the decision; small: no printed figure has changed enough. */
export async function decideRestatement(
  transaction: Querier,
  { industryKey, restatementKey }: DueRestatement,
  decision: {
    readonly state: 'told' | 'small';
    readonly changes: readonly RestatedFigure[];
    readonly unitKeys: readonly number[];
  },
  now: Date,
): Promise<void> {
  await transaction.many('sent-reports.decide_restatement', {
    industryKey,
    restatementKey,
    state: decision.state,
    changes: JSON.stringify(decision.changes),
    now,
    unitKeys: decision.unitKeys,
  });
}

/** A round of a report's mails. */
interface MailRound {
  readonly reportKey: number;
  readonly purpose: 'report' | 'restatement';
  readonly round: number;
}

/** Stores the figures that a round has printed, because its recipients know these from now on. */
export async function keepPrintedFigures(
  transaction: Querier,
  industryKey: number,
  { reportKey, purpose, round }: MailRound,
  figures: readonly PrintedFigure[],
  now: Date,
): Promise<void> {
  await transaction.many('sent-reports.keep_round', {
    industryKey,
    reportKey,
    purpose,
    round,
    figures: JSON.stringify(figures),
    now,
  });
}

/** Recipients who know the same figures of a report. */
export interface KnownFigures {
  readonly figures: readonly PrintedFigure[];
  readonly printedAt: Date;
  readonly recipients: readonly string[];
}

/** Figures known to recipients who got the report, may have got it, or are to get it yet; the oldest figures first. */
export const knownFigures = async (db: Querier, industryKey: number, reportKey: number): Promise<KnownFigures[]> =>
  (await db.many<RowOf<KnownFigures, 'printedAt'>>('sent-reports.known_figures', { industryKey, reportKey })).map(
    (row) => ({ ...row, printedAt: new Date(row.printedAt) }),
  );
