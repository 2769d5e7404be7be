import type { BusinessDate } from '../../kernel/time/types.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import type { FindingKind } from './kinds.ts';
import type { Found } from './types.ts';

/** Fate of a finding, by a person or by later data. */
export const FATES = ['confirmed', 'rejected', 'healed'] as const;
export type FindingFate = (typeof FATES)[number];

/** A recorded finding. */
export interface KnownFinding {
  readonly findingKey: number;
  readonly kind: FindingKind;
  readonly unitId: string | null;
  readonly firstDay: BusinessDate;
  readonly lastDay: BusinessDate;
  readonly isOpen: boolean;
  readonly fate: FindingFate | null;
}

type Place = Pick<Found, 'kind' | 'unitId'>;

/** The days that were judged. */
export interface Looked {
  /** A finding that begins before this day is reported only when it is recorded already. */
  readonly tellFrom: BusinessDate;
  /** A finding that begins on this day or later would have been found again if the data still showed it. */
  readonly judgedFrom: (place: Place) => BusinessDate;
}

interface Reconciled {
  readonly fresh: readonly Found[];
  readonly seenAgain: readonly { readonly findingKey: number; readonly found: Found }[];
  /** Keys of recorded findings that the data show no more. */
  readonly healed: readonly number[];
  /**
   * Keys of findings that were open when last seen, and began too long ago to be judged: nobody can say that they go
   * on.
   */
  readonly over: readonly number[];
}

const overlap = (known: KnownFinding, found: Found): boolean =>
  known.firstDay <= addDays(found.lastDay, 1) && found.firstDay <= addDays(known.lastDay, 1);

/**
 * Compares present findings with recorded ones. A finding keeps its identity while its days overlap, so that a leak of
 * a month is one finding. A person's verdict stays, and a confirmed finding ends all the same.
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
