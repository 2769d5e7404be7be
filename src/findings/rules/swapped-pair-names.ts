import { dateText } from '../../kernel/format/date-text.ts';
import { businessDate } from '../../kernel/time/business-date.ts';

interface NamedPair {
  readonly unitId: string | null;
  readonly unitName: string | null;
  readonly swappedWith: string | null;
  readonly swappedWithName: string | null;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/**
 * The names of a swapped pair and the first day of the swap; null: no pair. Names are in order of ids, so that both
 * halves read the same.
 */
export function swappedPairNames(
  pair: NamedPair,
): { readonly one: string; readonly other: string; readonly since: string } | null {
  const { unitId, swappedWith, evidence } = pair;
  const { swappedSince } = evidence;
  if (unitId === null || swappedWith === null || typeof swappedSince !== 'string') return null;
  const [own, other] = [pair.unitName ?? unitId, pair.swappedWithName ?? swappedWith];
  const since = dateText(businessDate(swappedSince));
  return unitId < swappedWith ? { one: own, other, since } : { one: other, other: own, since };
}

export function swapSentence(pair: NamedPair): string | null {
  const swap = swappedPairNames(pair);
  if (swap === null) return null;
  return `${swap.one} and ${swap.other} seem to be swapped since ${swap.since}: each measures what the other did before`;
}

/** The first finding of each swapped pair, because both halves read the same. */
export function oncePerPair<T extends Pick<NamedPair, 'unitId' | 'swappedWith' | 'evidence'>>(
  findings: readonly T[],
): readonly T[] {
  const told = new Set<string>();
  return findings.filter(({ unitId, swappedWith, evidence }) => {
    if (swappedWith === null) return true;
    const pair = JSON.stringify([[unitId ?? '', swappedWith].sort(), evidence['swappedSince']]);
    const isNew = !told.has(pair);
    told.add(pair);
    return isNew;
  });
}
