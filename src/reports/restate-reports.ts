import type { Context } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import { instantText } from '../kernel/format/date-text.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import { type PrintedFigure, printedFigures, type RestatedFigure, restatedFigures } from './rules/printed-figures.ts';
import { changedPlaces, restsOnSince, TOLD_ALONG_PERCENT } from './rules/restatement.ts';
import { businessDateOf, ruleOn } from '../kernel/time/business-clock.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import { queueMails } from './store/report-mails.ts';
import {
  decideRestatement,
  type DuePeriod,
  duePeriods,
  type DueRestatement,
  findRestatement,
  holdRestatement,
  keepPrintedFigures,
  type KnownFigures,
  knownFigures,
  postponeRestatement,
  type ReportToRestate,
} from './store/restatements.ts';
import { restatementMail } from './writers/report-mail.ts';
import { areSettled } from './report-run.ts';
import { type Delivery, deliverMails } from './deliver-mails.ts';
import { buildReports, type ReportMaker } from './make-mail.ts';

type Restater = Delivery & Pick<Context, 'config' | 'log'>;

const PUT_OFF_MILLISECONDS = 10 * MINUTE_MS;

/** Restates sent reports whose days have changed and been quiet since. Runs every minute. */
export async function restateDue(restater: Restater, maker: Pick<ReportMaker, 'build'>): Promise<void> {
  const now = restater.clock.now();
  for (const period of await duePeriods(restater.database, new Date(now))) {
    const undecided = await restatePeriod(restater, maker, period).catch((error: unknown) => {
      restater.log.error({ err: error, industry: period.industryId }, 'reports could not be restated');
      return dueOf(period);
    });
    // The oldest reports come first, a few at a time, so undecided ones are moved behind the others.
    for (const due of undecided)
      await postponeRestatement(restater.database, due, new Date(now + PUT_OFF_MILLISECONDS));
  }
}

const dueOf = ({ industryKey, restatementKeys }: DuePeriod): readonly DueRestatement[] =>
  restatementKeys.map((restatementKey) => ({ industryKey, restatementKey }));

/** A sent report with its present figures. */
interface MadeAgain {
  readonly due: DueRestatement;
  readonly report: ReportToRestate;
  readonly present: readonly PrintedFigure[];
  /** Ids of the units of the report. */
  readonly unitIds: ReadonlySet<string>;
}

/**
 * Makes the sent reports of a period again and compares the figures that recipients know with the present ones.
 * Recipients get one note with old and new values when a total has changed by more than RESTATEMENT_PERCENT, and the
 * next change is measured from the new values. Reports of a period are decided together, because they are read
 * together. A report that was made while its period ran said so, and is not restated.
 * @returns restatements that have to wait.
 */
async function restatePeriod(
  restater: Restater,
  maker: Pick<ReportMaker, 'build'>,
  period: DuePeriod,
): Promise<readonly DueRestatement[]> {
  const { database, clock, log } = restater;
  const now = new Date(clock.now());
  const industry = await findIndustry(database, period.industryId, clock.now());
  if (industry === null) return dueOf(period);
  const made: MadeAgain[] = [];
  const failed: DueRestatement[] = [];
  for (const due of dueOf(period)) {
    const report = await findRestatement(database, due, now);
    if (report === null) continue;
    if (businessDateOf(industry.clock, report.sentAt.getTime()) <= report.lastDate) {
      await decideRestatement(database, due, { state: 'small', changes: [], unitKeys: report.unitKeys }, now);
      continue;
    }
    const restsOn = { from: restsOnSince(report.reports, report.firstDate), to: report.lastDate };
    // Days that wait for a rebuild will change again, and their event postpones the restatement.
    if (!(await areSettled({ database, clock }, industry, restsOn))) return dueOf(period);
    try {
      const covered = { from: report.firstDate, to: report.lastDate };
      const { documents } = await buildReports(maker, industry, report.reports, {
        covered,
        language: report.mailLanguage,
      });
      made.push({
        due,
        report,
        present: documents.flatMap(printedFigures),
        unitIds: new Set(documents.flatMap(({ completeness }) => completeness.units.map(({ unitId }) => unitId))),
      });
    } catch (error) {
      // A failing report must not hold up the others of the period.
      log.error({ err: error, industry: period.industryId }, 'a report could not be restated');
      failed.push(due);
    }
  }
  const isDecided = await database.transaction((transaction) => decide(transaction, restater, industry, made, now));
  for (const { report } of made) await deliverMails(restater, industry.industryKey, report.reportKey);
  return isDecided ? failed : dueOf(period);
}

/** @returns false: a further change has postponed one of them, or another process has decided. */
async function decide(
  transaction: Querier,
  { config }: Restater,
  industry: Industry,
  made: readonly MadeAgain[],
  now: Date,
): Promise<boolean> {
  const compared = [];
  for (const one of made) {
    if (!(await holdRestatement(transaction, one.due, now))) return false;
    const known = await knownFigures(transaction, industry.industryKey, one.report.reportKey);
    // A report that nobody received is compared as well, for its history.
    const readers =
      known.length > 0 ? known : [{ figures: one.report.figures, printedAt: one.report.sentAt, recipients: [] }];
    compared.push({ one, readers });
  }
  const { restatementPercent } = config.reports;
  const isTold = compared.some(({ one, readers }) =>
    readers.some(({ figures }) => restatedFigures(figures, one.present, restatementPercent).length > 0),
  );
  const percent = Math.min(restatementPercent, TOLD_ALONG_PERCENT);
  for (const { one, readers } of compared) {
    const told = readers
      .map((reader) => ({ reader, changes: isTold ? restatedFigures(reader.figures, one.present, percent) : [] }))
      .filter(({ changes }) => changes.length > 0);
    await writeDecision(transaction, industry, one, told, now);
  }
  return true;
}

/** Readers with the figures that they are told. */
interface Told {
  readonly reader: KnownFigures;
  readonly changes: readonly RestatedFigure[];
}

async function writeDecision(
  transaction: Querier,
  industry: Industry,
  { due, report, present, unitIds }: MadeAgain,
  told: readonly Told[],
  now: Date,
): Promise<void> {
  const places = changedPlaces(withRetired(industry), report.unitKeys, unitIds);
  const decision = {
    state: told.length === 0 ? 'small' : 'told',
    // The changes are those for the reader who knew the oldest figures.
    changes: told[0]?.changes ?? [],
    unitKeys: places.map(({ unitKey }) => unitKey),
  } as const;
  await decideRestatement(transaction, due, decision, now);
  if (told.length === 0) return;
  const { industryKey } = industry;
  // Each restatement is a round of its own, so that a later one reaches everybody again.
  const round = { reportKey: report.reportKey, purpose: 'restatement', round: due.restatementKey } as const;
  await keepPrintedFigures(transaction, industryKey, round, present, now);
  for (const { reader, changes } of told)
    await queueMails(
      transaction,
      industryKey,
      {
        ...round,
        recipients: reader.recipients,
        content: restatementMail({
          language: report.mailLanguage,
          industryName: industry.industryName,
          subject: report.subject,
          sentAt: instantText(
            reader.printedAt.getTime(),
            ruleOn(industry.clock, report.firstDate).timezone,
            report.mailLanguage,
          ),
          days: report.days,
          causes: report.causes,
          places: places.map(({ current }) => current.displayName),
          changes,
        }),
      },
      now,
    );
}
