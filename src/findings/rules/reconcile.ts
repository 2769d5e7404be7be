import type { BusinessDate } from '../../kernel/time/types.ts';
import { addDays } from '../../kernel/time/business-date.ts';
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
  readonly isOpen: boolean;
  readonly fate: FindingFate | null;
}

type Place = Pick<Found, 'kind' | 'unitId'>;

/** How far back was looked. */
interface Looked {
  /** What begins before is told no more, unless it is on record. */
  readonly tellFrom: BusinessDate;
  /** What begins there or later would have been found again, if it were still in the data. */
  readonly judgedFrom: (place: Place) => BusinessDate;
}

interface Reconciled {
  readonly fresh: readonly Found[];
  readonly seenAgain: readonly { readonly findingKey: number; readonly found: Found }[];
  /** On record, and not in the data any more. */
  readonly healed: readonly number[];
  /** Went on when it was seen last, and began too long ago to be seen again: nobody can say that it goes on. */
  readonly over: readonly number[];
}

const overlap = (known: KnownFinding, found: Found): boolean =>
  known.firstDay <= addDays(found.lastDay, 1) && found.firstDay <= addDays(known.lastDay, 1);

/**
 * What is found now against what is on record. A finding keeps its identity while its days overlap, so that a leak of
 * a month is one finding. A person's word stays. What was confirmed ends all the same.
 */
export function reconcile(
  known: readonly KnownFinding[],
  found: readonly Found[],
  { tellFrom, judgedFrom }: Looked,
): Reconciled {
  const placeOf = ({ kind, unitId }: Place): string => `${kind} ${unitId ?? ''}`;
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
    } else if (one.firstDay >= tellFrom) fresh.push(one);
  }
  const unseen = known.filter(
    ({ findingKey, fate }) => !taken.has(findingKey) && (fate === null || fate === 'confirmed'),
  );
  const isJudged = (one: KnownFinding): boolean => one.firstDay >= judgedFrom(one);
  const keysOf = (findings: readonly KnownFinding[]): number[] => findings.map(({ findingKey }) => findingKey);
  return {
    fresh,
    seenAgain,
    healed: keysOf(unseen.filter(isJudged)),
    over: keysOf(unseen.filter((one) => one.isOpen && !isJudged(one))),
  };
}
