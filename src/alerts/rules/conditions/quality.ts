import { strict } from '../../../kernel/field-kinds.ts';
import { z } from 'zod';
import { silencesBefore } from '../rates.ts';
import type { Judged, ReadingsInput } from '../types.ts';
import { againstBounds, type Bounds, namedBoundsInOrder, withLeaveBounds } from './bounds.ts';
import { condition, lookAt, figureOrNull } from './condition.ts';

/** A parameter must come back by this share of its bound. */
const MARGIN_SHARE = 0.02;
const NAME = 'the name of a parameter, 100 characters at most';

const fields = strict({
  parameter: z.string({ error: NAME }).min(1, { error: NAME }).max(100, { error: NAME }),
  min: figureOrNull,
  max: figureOrNull,
  leaveMin: figureOrNull,
  leaveMax: figureOrNull,
});
type Settings = z.output<typeof fields>;

/** Bounds in the parameter's own unit. */
const boundsOf = ({ min, max, leaveMin, leaveMax }: Settings): Bounds => ({
  low: min,
  high: max,
  leaveLow: leaveMin,
  leaveHigh: leaveMax,
});
const settings = namedBoundsInOrder(fields, {
  wanted: 'a number',
  names: { low: 'min', high: 'max', leaveLow: 'leaveMin', leaveHigh: 'leaveMax' },
  boundsOf,
});

function judgeParameter({ unitAt, readings }: ReadingsInput, own: Settings): Judged[] {
  const bounds = withLeaveBounds(boundsOf(own), { marginOf: (bound) => Math.abs(bound) * MARGIN_SHARE });
  const measured = readings.filter(({ parameters }) => Object.hasOwn(parameters, own.parameter));
  const isSilence = silencesBefore(unitAt, measured);
  return measured.map(({ epochMs, estimated, parameters }, index) => {
    const value = parameters[own.parameter];
    if (estimated || value === undefined) return lookAt(epochMs, 'unknown', {});
    const { verdict, limit } = againstBounds(value, bounds);
    return lookAt(epochMs, verdict, { value, limit, afterSilence: isSilence[index] === true });
  });
}

export const QUALITY_THRESHOLD = condition({
  says: 'A quality parameter is outside its bounds',
  settings,
  defaults: { holdMinutes: 30, recoverMinutes: 30 },
  kinds: ['readings'],
  groups: ['QUALITY', 'ENERGY', 'FLOW', 'CONSUMPTION', 'STOCK', 'GROUND_WATER_LEVEL'],
  lookBackMinutes: () => 24 * 60,
  judge: judgeParameter,
});
