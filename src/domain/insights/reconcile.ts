import type { BusinessDate } from '../time/types.ts';
import { addDays } from '../time/business-date.ts';
import type { FindingKind, Found } from './types.ts';

/** What a person said of a finding, or later data did. */
export const FATES = ['confirmed', 'rejected', 'healed'] as const;
export type FindingFate = (typeof FATES)[number];

/** A finding that is on record. */
interface KnownFinding {
  readonly findingKey: number;
  readonly kind: FindingKind;
  readonly unitId: string | null;
  readonly firstDay: BusinessDate;
  readonly lastDay: BusinessDate;
  readonly fate: FindingFate | null;
}

interface Reconciled {
  readonly fresh: readonly Found[];
  readonly seenAgain: readonly { readonly findingKey: number; readonly found: Found }[];
  /** On record, and not in the data any more. */
  readonly healed: readonly number[];
}

const overlap = (known: KnownFinding, found: Found): boolean =>
  known.firstDay <= addDays(found.lastDay, 1) && found.firstDay <= addDays(known.lastDay, 1);

/**
 * What is found now against what is on record. A finding keeps its identity while its days overlap, so that a leak of
 * a month is one finding. What begins before `judgedFrom` is too old to be found again, and stays as it is.
 */
export function reconcile(
  known: readonly KnownFinding[],
  found: readonly Found[],
  judgedFrom: BusinessDate,
): Reconciled {
  const placeOf = ({ kind, unitId }: Pick<Found, 'kind' | 'unitId'>): string => `${kind} ${unitId ?? ''}`;
  const byPlace = Map.groupBy(known, placeOf);
  const taken = new Set<number>();
  const fresh: Found[] = [];
  const seenAgain: { findingKey: number; found: Found }[] = [];
  for (const one of found) {
    const same = (byPlace.get(placeOf(one)) ?? []).find(
      (candidate) => !taken.has(candidate.findingKey) && overlap(candidate, one),
    );
    if (same !== undefined) {
      taken.add(same.findingKey);
      seenAgain.push({ findingKey: same.findingKey, found: one });
    } else if (one.firstDay >= judgedFrom) fresh.push(one);
  }
  const healed = known.filter(
    // A person's word stays. What was confirmed ends all the same.
    ({ findingKey, fate, firstDay }) =>
      !taken.has(findingKey) && (fate === null || fate === 'confirmed') && firstDay >= judgedFrom,
  );
  return { fresh, seenAgain, healed: healed.map(({ findingKey }) => findingKey) };
}
