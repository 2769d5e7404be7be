import type { RegisterEventKind } from '../register-checks/types.ts';
import { numberText } from './number-text.ts';
import type { ExplainedExclusion } from './types.ts';

/** The fields of a register event that decide; instants are ISO 8601 UTC, so that they compare as text. */
export interface EventLike {
  readonly kind: RegisterEventKind | 'exchange' | 'silence';
  /** The checks' action on the readings concerned; an operator's word on one of them outranks it. */
  readonly action: 'exclude' | 'keep';
  /** First and last reading concerned. */
  readonly from: string;
  readonly last: string;
  readonly registerBefore: number | null;
  /** null for a silence, and for an exchange whose new meter has sent no register yet. */
  readonly registerDuring: number | null;
  readonly registerAfter: number | null;
  /** true while further readings may still change the verdict. */
  readonly provisional: boolean;
}
export interface OverruleLike {
  readonly createdOn: string;
  readonly action: 'exclude' | 'keep';
  /** userId of the operator. */
  readonly decidedBy: string;
  readonly decidedAt: string;
}
interface ReadingLike {
  readonly createdOn: string;
  readonly register: number | null;
}

/** Registers as the unit shows them: raw ones divided, with their unit of measure. */
export interface RegisterMeasure {
  readonly siUnit: string;
  readonly divisor: number;
}

/** Why each of these readings has no part in first and last registers. */
export const explainExclusions = <Event extends EventLike, Overrule extends OverruleLike>(
  excluded: readonly ReadingLike[],
  events: readonly Event[],
  overrules: readonly Overrule[],
  measure: RegisterMeasure,
): readonly ExplainedExclusion<Event, Overrule>[] =>
  excluded.map(({ createdOn, register }) => {
    const overrule =
      overrules.find((candidate) => candidate.createdOn === createdOn && candidate.action === 'exclude') ?? null;
    const event = events.find((candidate) => concerns(candidate, createdOn, register)) ?? null;
    return { createdOn, register, reason: reasonOf(event, overrule, measure), event, overrule };
  });

/** A dropout's span holds no counted register, a glitch's may hold zeros, which are a dropout of their own. */
const concerns = (event: EventLike, createdOn: string, register: number | null): boolean =>
  event.action === 'exclude'
  && event.from <= createdOn
  && createdOn <= event.last
  && (event.kind === 'dropout') === (register ?? 0) <= 0;

function reasonOf(
  event: EventLike | null,
  overrule: OverruleLike | null,
  { siUnit, divisor }: RegisterMeasure,
): string {
  const text = (register: number | null): string =>
    register === null ? numberText(null) : `${numberText(register / divisor)} ${siUnit}`.trim();

  if (overrule !== null) return `excluded by ${overrule.decidedBy} on ${overrule.decidedAt}`;
  if (event === null) return 'taken out by a register check whose event is no longer on record';
  const before =
    event.registerBefore === null
      ? 'the unit had sent no other register before'
      : `it stood at ${text(event.registerBefore)} before`;
  const after =
    event.registerAfter === null ? 'and has not come back yet' : `and came back at ${text(event.registerAfter)}`;
  // A register that counts down goes back by rising.
  const wentBack =
    event.registerBefore !== null && (event.registerDuring ?? 0) > event.registerBefore ? 'rose' : 'dipped';
  const what =
    event.kind === 'dropout'
      ? 'the register read 0'
      : `the register ${event.kind === 'spike' ? 'leapt' : wentBack} to ${text(event.registerDuring)}`;
  return `${event.kind}: ${what}; ${before} ${after}${event.provisional ? ' (may change with further readings)' : ''}`;
}
