import type { Context } from '../../context.ts';
import {
  addDays,
  addMonths,
  dayNumberOf,
  firstOfMonth,
  firstOfNextYear,
  firstOfYear,
  utcDateOf,
} from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { Period } from '../../figures/store/document-rows.ts';
import { markStale } from '../../ledger/store/ledger.ts';
import {
  closeMismatches,
  compareDocuments,
  type DocumentMismatch,
  openMismatches,
  type ProvenPeriod,
  recordDocumentMismatches,
  repairableDays,
} from '../store/proof.ts';
import { refreshDueRollups } from '../../figures/rollups/refresh-due-rollups.ts';

type ProofContext = Pick<Context, 'database' | 'clock' | 'log'>;

const ALL_UNITS = { divisor: 1, remainder: 0 } as const;
/**
 * Nights after which all units of a year are proven. A year of a thousand units has nine million hours, so each night
 * takes a tenth of them to keep the statement short.
 */
const NIGHTS_FOR_A_YEAR = 10;
/** Number of open mismatches that are examined again. More than these have one cause. */
const MOST_OPEN_LOOKED_AT = 1000;

const endOf = (period: Period, start: BusinessDate): BusinessDate => {
  switch (period) {
    case 'DAILY':
      return addDays(start, 1);
    case 'MONTHLY':
      return addMonths(start, 1);
    case 'YEARLY':
      return firstOfNextYear(start);
  }
};

const periodAt = (period: Period, start: BusinessDate, more: Partial<ProvenPeriod> = {}): ProvenPeriod => ({
  period,
  start,
  end: endOf(period, start),
  unitKeys: null,
  slice: ALL_UNITS,
  ...more,
});

/** The days, with the ended months and years around them. */
function periodsAround(dates: readonly BusinessDate[], today: BusinessDate): ProvenPeriod[] {
  const slice = { divisor: NIGHTS_FOR_A_YEAR, remainder: dayNumberOf(today) % NIGHTS_FOR_A_YEAR };
  const periods = [
    ...dates.map((date) => periodAt('DAILY', date)),
    ...[...new Set(dates.map(firstOfMonth))].map((month) => periodAt('MONTHLY', month)),
    ...[...new Set(dates.map(firstOfYear))].map((year) => periodAt('YEARLY', year, { slice })),
  ];
  return periods.filter(({ end }) => end <= today);
}

const keyOf = ({
  unitKey,
  period,
  periodStart,
}: Pick<DocumentMismatch, 'unitKey' | 'period' | 'periodStart'>): string => `${unitKey} ${period} ${periodStart}`;

/**
 * Proves that documents and rollups tell the same story wherever no rule lies between them.
 * sql/queries/keeping/proof.sql says where that is. A run proves some days, and the months and years around them that
 * have ended. Mismatches of earlier nights that are still open are looked at again. Each mismatch is logged and kept
 * with both figures. A day of it is marked stale, so that its documents are written anew. Run it after the rollups of
 * the days were verified, because then it is the document that is wrong.
 */
export async function proveDocuments(
  context: ProofContext,
  dates: readonly BusinessDate[],
): Promise<DocumentMismatch[]> {
  const { database, clock, log } = context;
  const open = await openMismatches(database, MOST_OPEN_LOOKED_AT);
  const openPeriods = [...Map.groupBy(open, ({ period, periodStart }) => `${period} ${periodStart}`).values()].flatMap(
    (ofPeriod) => {
      const [first] = ofPeriod;
      return first === undefined
        ? []
        : [periodAt(first.period, first.periodStart, { unitKeys: ofPeriod.map(({ unitKey }) => unitKey) })];
    },
  );
  const differing = new Map<string, DocumentMismatch>();
  for (const proven of [...periodsAround(dates, utcDateOf(clock.now())), ...openPeriods]) {
    for (const mismatch of await differingTwice(context, proven)) differing.set(keyOf(mismatch), mismatch);
  }
  const found = [...differing.values()];
  if (found.length > 0) await keep(context, found);
  await closeMismatches(
    database,
    open.filter((mismatch) => !differing.has(keyOf(mismatch))).map(({ mismatchId }) => mismatchId),
    new Date(clock.now()),
  );
  for (const { industryId, unitId, period, periodStart, expected, found: documented } of found) {
    log.error(
      { industryId, unitId, period, periodStart, rollup: expected, document: documented },
      'a document does not say what its rollup says',
    );
  }
  return found;
}

/** Documents that differ twice in the same way, with a refresh of all waiting rollups between the two. */
async function differingTwice(context: ProofContext, proven: ProvenPeriod): Promise<DocumentMismatch[]> {
  const suspected = await compareDocuments(context.database, proven);
  if (suspected.length === 0) return [];
  await refreshDueRollups(context);
  const textOf = (mismatch: DocumentMismatch): string => JSON.stringify(mismatch);
  const again = new Set((await compareDocuments(context.database, proven)).map(textOf));
  return suspected.filter((mismatch) => again.has(textOf(mismatch)));
}

/** Records mismatches and marks a day of each, because the rebuild of a day writes its month and year, too. */
async function keep({ database, clock }: ProofContext, found: readonly DocumentMismatch[]): Promise<void> {
  const now = new Date(clock.now());
  await database.transaction(async (transaction) => {
    await recordDocumentMismatches(transaction, found, now);
    const days = await repairableDays(
      transaction,
      found.map((mismatch) => ({ ...mismatch, end: endOf(mismatch.period, mismatch.periodStart) })),
    );
    for (const [industryKey, ofIndustry] of Map.groupBy(days, (day) => day.industryKey)) {
      await markStale(
        transaction,
        industryKey,
        ofIndustry.map(({ businessDate, unitKey }) => ({ businessDate, unitKey, cause: 'document repair' as const })),
        now,
      );
    }
  });
}
