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
