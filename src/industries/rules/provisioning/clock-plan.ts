import type { ErrorDetail } from '../../../kernel/errors.ts';
import { businessDateOf, clockAsOf, dayStart } from '../../../kernel/time/business-clock.ts';
import { sameRule } from '../../../kernel/time/day-rule.ts';
import { addDays, formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { BusinessDate, DatedRule, DayRule, EpochMillis } from '../../../kernel/time/types.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import type { StoredClock } from './stored.ts';
import { FROM_THE_BEGINNING } from './versions.ts';

export interface ClockPlan {
  readonly isChanged: boolean;
  /** All rules afterwards, oldest first. */
  readonly rules: readonly DatedRule[];
  /** The declared rule while it is still to come, else null. */
  readonly pending: DatedRule | null;
  /** Rules that were to come, and are not any more. */
  readonly takenBack: readonly DatedRule[];
}

/**
 * The rules of a clock after a bundle declared one. Spec gap: from when a change counts is not stated. A changed rule
 * counts from the next business day that has not begun, or from a later one when the bundle names it; what is recorded
 * keeps its place. While there are no readings it simply counts. Rules that are still to come stay where they begin
 * before it. The rule in force, declared again without a date, takes back all that are to come.
 *
 * @param declaredFrom meta.clockEffectiveFrom; null when the bundle has none.
 */
export function planClock(
  declared: DayRule,
  declaredFrom: BusinessDate | null,
  stored: StoredClock,
  now: EpochMillis,
): ClockPlan {
  const { begun, pending, earliest } = standing(declared, stored, now);
  const inForce = begun.at(-1);
  const planned = (toCome: readonly DatedRule[], next: DatedRule | null): ClockPlan => {
    const rules = [...begun, ...toCome];
    const takenBack = pending.filter((old) => !toCome.some((rule) => sameRule(rule, old)));
    return { isChanged: !sameJson(stored.rules, rules), rules, pending: next, takenBack };
  };
  if (inForce === undefined) return planned([dated(declared, FROM_THE_BEGINNING)], null);
  const isInForce = sameRule(inForce, declared);
  if (isInForce && declaredFrom === null) return planned([], null);
  const standingDate = pending.findLast((rule) => sameRule(rule, declared))?.fromDate;
  const next = dated(declared, declaredFrom ?? standingDate ?? earliest);
  const earlier = pending.filter((rule) => rule.fromDate < next.fromDate);
  const last = earlier.at(-1);
  // The same rule is moved to its new date.
  const before = last !== undefined && sameRule(last, declared) ? earlier.slice(0, -1) : earlier;
  return isInForce && before.length === 0 ? planned([], null) : planned([...before, next], next);
}

/** A date from which the declared clock cannot count any more, as a mistake of the bundle. */
export function clockProblems(
  declared: DayRule,
  declaredFrom: BusinessDate | null,
  stored: StoredClock,
  now: EpochMillis,
): ErrorDetail[] {
  const { begun, pending, earliest } = standing(declared, stored, now);
  const inForce = begun.at(-1);
  const isNews =
    inForce !== undefined
    && !sameRule(inForce, declared)
    && !pending.some((rule) => sameRule(rule, declared) && rule.fromDate === declaredFrom);
  if (!isNews || declaredFrom === null || declaredFrom >= earliest) return [];
  const problem = `is "${formatRequestDate(declaredFrom)}", allowed is a date from ${formatRequestDate(earliest)} on: earlier business days have begun, and their readings are moved by npm run rekey`;
  return [{ field: 'industry.meta.clockEffectiveFrom', problem }];
}

interface Standing {
  readonly begun: readonly DatedRule[];
  /** Those that are still to come. */
  readonly pending: readonly DatedRule[];
  readonly earliest: BusinessDate;
}

/**
 * A rule has begun once it places readings of the present, or of devices whose clocks run ahead, elsewhere than the
 * rules before it.
 */
function standing(declared: DayRule, { rules, newestReadingEpochMs }: StoredClock, now: EpochMillis): Standing {
  if (newestReadingEpochMs === null) return { begun: [], pending: [], earliest: FROM_THE_BEGINNING };
  const latest = Math.max(now, newestReadingEpochMs);
  const firstPending = rules.findIndex(
    (rule, index) => index > 0 && firstInstantMoved(rules.slice(0, index), rules, rule.fromDate) > latest,
  );
  const begun = firstPending < 0 ? rules : rules.slice(0, firstPending);
  const running = businessDateOf(clockAsOf(begun, now), latest);
  const lastFrom = begun.at(-1)?.fromDate ?? FROM_THE_BEGINNING;
  let earliest = addDays(running < lastFrom ? lastFrom : running, 1);
  while (dayStart(clockAsOf([dated(declared, FROM_THE_BEGINNING)], now), earliest) <= latest)
    earliest = addDays(earliest, 1);
  return { begun, pending: rules.slice(begun.length), earliest };
}

/** From when on two clocks differ that have the same rules for dates before `fromDate`. */
export function firstInstantMoved(
  before: readonly DatedRule[],
  after: readonly DatedRule[],
  fromDate: BusinessDate,
): EpochMillis {
  return Math.min(...[before, after].map((rules) => dayStart(clockAsOf(rules, 0), fromDate)));
}

export const dated = ({ timezone, shiftStartAt, daysOffset }: DayRule, fromDate: BusinessDate): DatedRule => ({
  fromDate,
  timezone,
  shiftStartAt,
  daysOffset,
});
