import { z } from 'zod';
import { exactToBillionths } from '../../measure/exact.ts';
import { strict } from '../../provisioning/fields.ts';
import { silencesBefore } from '../rates.ts';
import type { Judged, ReadingsInput } from '../types.ts';
import { againstBounds, condition, lookAt } from './condition.ts';
import { figureOrNull } from './fields.ts';

/** A parameter must come back by this share of its bound. */
const MARGIN_SHARE = 0.02;
const NAME = 'the name of a parameter, 100 characters at most';

/** In the parameter's own unit. */
const settings = strict({
  parameter: z.string({ error: NAME }).min(1, { error: NAME }).max(100, { error: NAME }),
  min: figureOrNull,
  max: figureOrNull,
  leaveMin: figureOrNull,
  leaveMax: figureOrNull,
})
  .refine(({ min, max }) => min !== null || max !== null, { path: ['max'], error: 'a number here or at min' })
  .refine(({ min, max }) => min === null || max === null || min < max, { path: ['min'], error: 'below max' })
  .refine(({ min, leaveMin }) => leaveMin === null || (min !== null && leaveMin >= min), {
    path: ['leaveMin'],
    error: 'min or more',
  })
  .refine(({ max, leaveMax }) => leaveMax === null || (max !== null && leaveMax <= max), {
    path: ['leaveMax'],
    error: 'max or less',
  });
type Settings = z.output<typeof settings>;

function judgeParameter({ unit, readings }: ReadingsInput, own: Settings): Judged[] {
  const margin = (limit: number): number => Math.abs(limit) * MARGIN_SHARE;
  const bounds = {
    low: own.min,
    high: own.max,
    leaveLow: own.leaveMin ?? (own.min === null ? null : exactToBillionths(own.min + margin(own.min))),
    leaveHigh: own.leaveMax ?? (own.max === null ? null : exactToBillionths(own.max - margin(own.max))),
  };
  const measured = readings.filter(({ parameters }) => Object.hasOwn(parameters, own.parameter));
  const isSilence = silencesBefore(unit, measured);
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
