import type { Industry } from '../../kernel/industry/industry.ts';
import { addDays, daysBetween, laterOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { RecordedFinding } from '../store/insights.ts';

/*
 * The days that findings are judged by. Judgements of ended days and of the running day read the same days, because
 * one would end findings of the other otherwise.
 */

/** Days that are judged at once. */
export const JUDGED_DAYS = 28;
/**
 * Days read before the judged days, and before an open finding. Usual use is taken from eight weeks and renewed once a
 * week. With fewer days an older day would have fewer examples, and its finding would be told weeks later.
 */
export const LEARNING_DAYS = 63;
const WINDOW_DAYS = LEARNING_DAYS + JUDGED_DAYS;
/**
 * Least days of learning without which nobody can say that a finding has healed: four weeks of use, and one to settle.
 */
export const LEAST_LEARNING_DAYS = 35;
const MOST_DAYS = 182;
/** A rejected finding of fewer days was a single event, and does not change what is usual. */
const LASTING_DAYS = 2;

interface DaysToRead {
  readonly from: BusinessDate;
  /** The first day of each unit's oldest open finding that is too old for these days, by unit key. */
  readonly old: ReadonlyMap<number, BusinessDate>;
  /** The first day that is read of units with such a finding, which still shows what was usual before it. */
  readonly longFrom: BusinessDate;
}

/** @param last the last day that has ended */
export function daysToRead(recorded: readonly RecordedFinding[], last: BusinessDate): DaysToRead {
  const from = addDays(last, 1 - WINDOW_DAYS);
  const old = oldFindings(recorded, from);
  const begin = [...old.values()].sort()[0] ?? last;
  return { from, old, longFrom: laterOf(addDays(begin, -LEARNING_DAYS), addDays(last, 1 - MOST_DAYS)) };
}

function oldFindings(recorded: readonly RecordedFinding[], from: BusinessDate): ReadonlyMap<number, BusinessDate> {
  const oldest = new Map<number, BusinessDate>();
  for (const { unitKey, isOpen, firstDay, fate } of recorded) {
    if (unitKey === null || !isOpen || fate === 'rejected' || firstDay >= addDays(from, LEARNING_DAYS)) continue;
    const known = oldest.get(unitKey);
    if (known === undefined || firstDay < known) oldest.set(unitKey, firstDay);
  }
  return oldest;
}

/** The day from which each unit is used in a new way: a person rejected a finding that lasted. */
export function learnedFrom(
  { units }: Industry,
  recorded: readonly RecordedFinding[],
): ReadonlyMap<number, BusinessDate> {
  const byUnit = new Map<number, BusinessDate>();
  for (const { unitKey, swappedWith, firstDay, lastDay, fate } of recorded) {
    if (unitKey === null || fate !== 'rejected' || daysBetween(firstDay, lastDay) < LASTING_DAYS) continue;
    const other = swappedWith === null ? undefined : units.get(swappedWith)?.unitKey;
    for (const key of other === undefined ? [unitKey] : [unitKey, other])
      byUnit.set(key, laterOf(byUnit.get(key) ?? firstDay, firstDay));
  }
  return byUnit;
}
