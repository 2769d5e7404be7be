import { FIRST_DATE } from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import { sameJson } from '../../../kernel/json.ts';
import type { UnitFigures, UnitVersion } from './stored.ts';

/** Date of a unit's first version, before every reading. */
export const FROM_THE_BEGINNING: BusinessDate = FIRST_DATE;

/**
 * The versions of a unit after its figures were declared anew (docs/explanation/architecture.md, Effective-dated
 * configuration); oldest first.
 *
 * - A new unit has one version, from the beginning.
 * - Without a date, figures that differ from the newest version's count from the running business day; earlier days
 *   keep theirs.
 * - With a date, the declared figures hold from that date on, whatever was declared for later; earlier days keep
 *   theirs.
 */
export function versionsAfter(
  versions: readonly UnitVersion[],
  figures: UnitFigures,
  effectiveFrom: BusinessDate | null,
  today: BusinessDate,
): readonly UnitVersion[] {
  const newest = versions.at(-1);
  if (newest === undefined) return [{ effectiveFrom: FROM_THE_BEGINNING, figures }];
  if (effectiveFrom === null && sameJson(newest.figures, figures)) return versions;
  const from = effectiveFrom ?? today;
  const kept = versions.filter((version) => version.effectiveFrom < from);
  const last = kept.at(-1);
  return last !== undefined && sameJson(last.figures, figures) ? kept : [...kept, { effectiveFrom: from, figures }];
}

/** The first business day on which the two decide figures differently; null: none. */
export function firstDifference(before: readonly UnitVersion[], after: readonly UnitVersion[]): BusinessDate | null {
  const dates = [...new Set([...before, ...after].map((version) => version.effectiveFrom))].toSorted();
  return dates.find((date) => !sameJson(figuresAt(before, date), figuresAt(after, date))) ?? null;
}

const figuresAt = (versions: readonly UnitVersion[], date: BusinessDate): UnitFigures | null =>
  versions.findLast((version) => version.effectiveFrom <= date)?.figures ?? null;

/** Numbers of parts of one kind that a run added, changed, kept and removed. */
export interface SectionCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

export type Fate = 'added' | 'changed' | 'unchanged';

export const NOTHING_COUNTED: SectionCounts = { added: 0, changed: 0, unchanged: 0, removed: 0 };

export function countFates(fates: readonly Fate[], removed: number): SectionCounts {
  const count = (wanted: Fate): number => fates.filter((fate) => fate === wanted).length;
  return { added: count('added'), changed: count('changed'), unchanged: count('unchanged'), removed };
}

/**
 * Ids in both lists whose order among one another changed. A part that moves up because another one was removed has not
 * moved.
 */
export function movedIds(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const kept = new Set(before).intersection(new Set(after));
  const order = before.filter((id) => kept.has(id));
  return new Set(after.filter((id) => kept.has(id)).filter((id, index) => order[index] !== id));
}
