/**
 * Why a virtual unit has no figure although there may be data, and whose failure it is. The failure passes on to every
 * sum with the unit; missing data is no failure and counts 0 beside other data.
 */
export type Failure = { readonly unitId: string } & (
  | { readonly kind: 'cycle' | 'no formula' | 'not finite' | 'stored' }
  | { readonly kind: 'quality unit'; readonly operandId: string }
);

/** The failures of one unit on one day; null where it has a figure or no data. */
export interface DayFailures {
  readonly day: Failure | null;
  /** By elapsed hour; absent where hours were not asked for. */
  readonly hours: readonly (Failure | null)[];
}

/** The failure in words, to stand behind the name of the unit whose it is. */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'cycle':
      return 'the formula uses its own unit, directly or through others';
    case 'no formula':
      return 'the unit has no formula that can be read';
    case 'quality unit':
      return `the formula names quality unit ${failure.operandId}, whose figures are no number`;
    case 'not finite':
      return 'the formula divides by zero or gives a number that is not finite';
    case 'stored':
      return 'the unit had no figure when the day was computed, and the readings are no longer there';
  }
}
