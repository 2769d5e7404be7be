import { roundStep } from '../../kernel/format/svg-text.ts';

/** A scale whose lowest and highest label are its ends, so that no figure stands beyond a label. */
interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Steps that are aimed at. */
const STEPS = 5;
/** Of a step: what is nearer to a round figure than this is that figure. */
const NEAR = 1e-9;

/** Round figures around two bounds. */
export function axisBetween(low: number, high: number): Axis {
  if (!(high > low)) return { low, high, ticks: [low] };
  const step = roundStep((high - low) / STEPS);
  const [first, last] = [Math.floor(low / step + NEAR), Math.ceil(high / step - NEAR)];
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  return { low: ticks[0] ?? low, high: ticks.at(-1) ?? high, ticks };
}
