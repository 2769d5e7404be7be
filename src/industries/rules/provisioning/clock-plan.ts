import type { ErrorDetail } from '../../../kernel/errors.ts';
import { businessDateOf, clockAsOf, dayStart } from '../../../kernel/time/business-clock.ts';
import { sameRule } from '../../../kernel/time/day-rule.ts';
import { addDays, formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { BusinessDate, DatedRule, DayRule, EpochMillis } from '../../../kernel/time/types.ts';
import { sameJson } from '../../../kernel/json.ts';
import type { StoredClock } from './stored.ts';
import { FROM_THE_BEGINNING } from './compare.ts';

export interface ClockPlan {
  readonly isChanged: boolean;
  /** All rules after the change, the oldest first. */
  readonly rules: readonly DatedRule[];
  /** The declared rule while its date is still to come; otherwise null. */
  readonly pending: DatedRule | null;
  /** Rules with a date to come that are removed. */
  readonly takenBack: readonly DatedRule[];
}

/**
 * Rules of a clock after a bundle declared one. Spec gap: the specification does not say from when a change counts. A
 * changed rule counts from the next business day that has not begun, or from a later one that the bundle names. Stored
 * readings keep their place. A clock without readings is simply replaced. Rules to come stay when they begin before the
 * declared one. The rule in force, declared again without a date, removes all rules to come.
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
  // A rule that is declared again with another date moves to that date.
  const before = last !== undefined && sameRule(last, declared) ? earlier.slice(0, -1) : earlier;
  return isInForce && before.length === 0 ? planned([], null) : planned([...before, next], next);
}

/** A mistake of the bundle, when the declared clock cannot count from its date any more. */
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
  /** Rules with a date to come. */
  readonly pending: readonly DatedRule[];
  readonly earliest: BusinessDate;
}

/**
 * Rules that have begun. A rule has begun once it places present readings, or those of devices whose clocks run ahead,
 * elsewhere than the rules before it.
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

/** First instant that the two clocks place differently, when they have the same rules for dates before `fromDate`. */
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
