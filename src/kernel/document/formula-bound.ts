import type { Bound } from './types.ts';
import { boundOfAll, turned } from './completeness.ts';

/** The number of an operand with something added to one of them; a missing one counts 0. */
type Raised = (name: string, number: number | null) => number | null;

/** Direction of a figure when an operand grows: up, down, not at all; null: not known. */
type Direction = 1 | 0 | -1 | null;

/** Large enough to be seen behind a division. */
const LEAST_RISE = 1000;

/**
 * Side of a formula's figure on which the truth lies. A missing quantity of an operand adds to the figure or takes from
 * it, as the formula says at the operands' figures.
 * @param evaluate the formula over all its operands, one of them raised; null: it has no figure
 * @returns a function of each operand's missing quantity, by its name
 */
export function boundOfFormula(
  evaluate: (raised: Raised) => number | null,
): (lacking: Iterable<readonly [name: string, bound: Bound | null]>) => Bound | null {
  const known = new Map<string, Direction>();
  const directionOf = (name: string): Direction => {
    const direction = known.has(name) ? (known.get(name) ?? null) : directionIn(evaluate, name);
    known.set(name, direction);
    return direction;
  };
  return (lacking) =>
    boundOfAll([...lacking].map(([name, bound]) => (bound === null ? null : directed(bound, directionOf(name)))));
}

function directionIn(evaluate: (raised: Raised) => number | null, raisedName: string): Direction {
  const before = evaluate((_, number) => number);
  const after = evaluate((name, number) =>
    name === raisedName ? (number ?? 0) + Math.max(LEAST_RISE, Math.abs(number ?? 0)) : number,
  );
  if (before === null || after === null) return null;
  return after > before ? 1 : after < before ? -1 : 0;
}

function directed(bound: Bound, direction: Direction): Bound | null {
  if (direction === null) return 'open';
  return direction === 0 ? null : direction === 1 ? bound : turned(bound);
}
