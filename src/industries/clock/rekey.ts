import { lockProvisioning } from '../../platform/directory/store/industries.ts';
import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { COMMAND } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { inBatches } from '../../kernel/in-batches.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { jsonOf } from '../../kernel/json.ts';
import { dated, firstInstantMoved } from '../rules/provisioning/clock-plan.ts';
import { FROM_THE_BEGINNING } from '../rules/provisioning/compare.ts';
import { businessDateOf, clockAsOf, createClockReader } from '../../kernel/time/business-clock.ts';
import { sameRule } from '../../kernel/time/day-rule.ts';
import {
  addDays,
  businessDate,
  earlierOf,
  eachDate,
  formatRequestDate,
  LAST_DATE,
  laterOf,
} from '../../kernel/time/business-date.ts';
import { firstSealedFrom, whySealed } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate, DatedRule, EpochMillis } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { lockIndustryDocuments } from '../../figures/store/write-documents.ts';
import { markStale, processedDays } from '../../ledger/store/ledger.ts';
import { holdPlacementAlone } from '../../platform/directory/store/placement.ts';
import { writeClock } from '../store/provisioning-writes.ts';
import { holdRegisterChecks } from '../../figures/store/register-events.ts';
import {
  type DaysToPlace,
  forgetPeriods,
  placeReadings,
  type ReadingsExtent,
  readingsExtent,
  renewBounds,
} from '../store/rekey.ts';
import { keepRunningDaysLive } from '../../figures/rollups/may-materialise.ts';

/** Days that one statement places. More would compare every reading with every day of a year. */
const DAYS_PER_STATEMENT = 31;
/** Readings that were stored before clocks were dated may be this far from their place. */
const MARGIN_DAYS = 3;
/** A date before every reading, with room before it in the calendar. */
const EARLIEST_DATE = businessDate('1901-01-01');

export interface RekeyResult {
  /** Number of moved rows. */
  readonly readings: number;
  readonly samples: number;
  /** Ended business days that need a rebuild, ascending. */
  readonly staleDates: readonly string[];
}

const UNMOVED: RekeyResult = { readings: 0, samples: 0, staleDates: [] };

/**
 * Lets the newest rule of an industry's clock count from a business date on. Earlier changes from that date on are
 * removed, readings and samples move to their place by the clock, and every concerned day is marked stale. All that is
 * one transaction: senders and writers of documents wait for it, and a process that dies has changed nothing. A second
 * run moves nothing. The caller renews rollups and documents.
 * @throws ServiceError 400 when sealed days are concerned, whose readings have been removed.
 */
export async function rekeyReadings(
  { database, clock }: DataContext,
  industry: Industry,
  from: BusinessDate,
  onUnit: (done: number, total: number) => void = () => {},
): Promise<RekeyResult> {
  const { industryKey } = industry;
  return database.transaction(async (transaction) => {
    await lockProvisioning(transaction);
    await lockIndustryDocuments(transaction, industryKey);
    await holdRegisterChecks(transaction, industryKey);
    const { rules: before, sealed } = await holdPlacementAlone(transaction, industryKey);
    const after = rulesAfter(before, from);
    const isChanged = JSON.stringify(before) !== JSON.stringify(after);
    const extent = await readingsExtent(transaction, industryKey);
    const span = extent === null ? null : spanOf(before, after, from, extent, clock.now());
    const sealedDate = span === null ? null : firstSealedFrom(sealed, span.first);
    if (span !== null && sealedDate !== null) throw concernsSealed(from, span.first, whySealed(sealed, sealedDate));
    const audit = (db: Querier, { readings, samples, staleDates }: RekeyResult): Promise<void> =>
      writeAudit(db, {
        at: clock.now(),
        // Readings move between days by a command on the machine alone.
        actor: COMMAND,
        industryKey,
        verb: 'clock.rekey',
        subject: industry.industryId,
        before: { rules: jsonOf(before) },
        after: { from, rules: jsonOf(after), readings, samples, staleDays: staleDates.length },
      });
    if (isChanged) await writeClock(transaction, industryKey, after);
    if (extent === null || span === null) {
      if (isChanged) await keepRunningDaysLive(transaction, industryKey, after, clock.now());
      if (isChanged) await audit(transaction, UNMOVED);
      return UNMOVED;
    }

    const moved = await placeAll(transaction, extent, span.days, onUnit);
    await renewBounds(transaction, extent.unitKeys, addDays(span.first, -MARGIN_DAYS));
    const running = businessDateOf(clockAsOf(after, 0), clock.now());
    if (isChanged) await forgetPeriods(transaction, industryKey, running);
    const processed = isChanged
      ? await processedDays(transaction, industryKey, span.first, LAST_DATE)
      : new Set<string>();
    const staleDates = [...processed.union(moved.dates)].filter((date) => date < running).sort();
    const unitKeys = [...withRetired(industry).units.values()].map((unit) => unit.unitKey);
    await markStale(
      transaction,
      industryKey,
      staleDates.flatMap((businessDate) =>
        unitKeys.map((unitKey) => ({ businessDate, unitKey, cause: 'clock change' as const })),
      ),
      new Date(clock.now()),
    );
    if (isChanged) await keepRunningDaysLive(transaction, industryKey, after, clock.now());
    const result = { readings: moved.readings, samples: moved.samples, staleDates };
    if (isChanged || moved.readings + moved.samples > 0) await audit(transaction, result);
    return result;
  });
}

const concernsSealed = (from: BusinessDate, first: BusinessDate, why: string): ServiceError => {
  const problem = `is ${formatRequestDate(from)} and concerns business days from ${formatRequestDate(first)} on, but ${why}: allowed is a later date`;
  return new ServiceError(400, `from ${problem}`, [{ field: 'from', problem }]);
};

function rulesAfter(before: readonly DatedRule[], from: BusinessDate): readonly DatedRule[] {
  const newest = before.at(-1);
  if (newest === undefined) throw new Error('A clock has one rule at least.');
  const kept = before.filter(({ fromDate }) => fromDate < from);
  const last = kept.at(-1);
  if (last === undefined) return [dated(newest, FROM_THE_BEGINNING)];
  return sameRule(last, newest) ? kept : [...kept, dated(newest, from)];
}

interface Span {
  /** The first concerned business date, by either clock. */
  readonly first: BusinessDate;
  /** Concerned days of the new clock, some weeks at a time. */
  readonly days: readonly DaysToPlace[];
}

/** Days between the first instant that moves and the newest reading. Days without a reading are left out. */
function spanOf(
  before: readonly DatedRule[],
  after: readonly DatedRule[],
  from: BusinessDate,
  extent: ReadingsExtent,
  now: EpochMillis,
): Span {
  const [old, next] = [createClockReader(clockAsOf(before, now)), createClockReader(clockAsOf(after, now))];
  const firstInstant = firstInstantMoved(before, after, laterOf(from, EARLIEST_DATE));
  const first = earlierOf(old.businessDateOf(firstInstant), next.businessDateOf(firstInstant));
  const firstPlaced = laterOf(next.businessDateOf(firstInstant), addDays(extent.firstBusinessDate, -MARGIN_DAYS));
  const dates = [...eachDate(firstPlaced, next.businessDateOf(extent.newestEpochMs))];
  const days: DaysToPlace[] = [];
  for (const some of inBatches(dates, DAYS_PER_STATEMENT)) {
    const part = some.map((date) => ({ date, ...next.dayWindow(date) }));
    const [start, end] = [part[0], part.at(-1)];
    if (start === undefined || end === undefined) continue;
    days.push({
      days: part,
      standFrom: addDays(earlierOf(start.date, old.businessDateOf(start.startEpochMs)), -MARGIN_DAYS),
      standBefore: addDays(laterOf(end.date, old.businessDateOf(end.endEpochMs)), 1 + MARGIN_DAYS),
    });
  }
  return { first, days };
}

async function placeAll(
  db: Querier,
  { unitKeys }: ReadingsExtent,
  days: readonly DaysToPlace[],
  onUnit: (done: number, total: number) => void,
): Promise<{ readings: number; samples: number; dates: Set<BusinessDate> }> {
  const total = { readings: 0, samples: 0, dates: new Set<BusinessDate>() };
  for (const [index, unitKey] of unitKeys.entries()) {
    for (const part of days) {
      const moved = await placeReadings(db, unitKey, part);
      total.readings += moved.readings;
      total.samples += moved.samples;
      for (const date of moved.dates) total.dates.add(date);
    }
    onUnit(index + 1, unitKeys.length);
  }
  return total;
}
