import type { z } from 'zod';
import { strict } from '../../provisioning/fields.ts';
import { silencesBefore } from '../rates.ts';
import type { Judged, ReadingsInput } from '../types.ts';
import { againstBounds, type Bounds, condition, lookAt } from './condition.ts';
import { boundsInOrder, figureOrNull } from './fields.ts';

/** Percentage points that a level must come back by, so that waves do not ring twice. */
const MARGIN_POINTS = 2;

/** Percent of the tank; of ground water in its own unit. */
const settings = boundsInOrder(
  strict({ low: figureOrNull, high: figureOrNull, leaveLow: figureOrNull, leaveHigh: figureOrNull }),
  'a number',
);
type Settings = z.output<typeof settings>;

const boundsOf = ({ low, high, leaveLow, leaveHigh }: Settings): Bounds => ({
  low,
  high,
  leaveLow: leaveLow ?? (low === null ? null : low + MARGIN_POINTS),
  leaveHigh: leaveHigh ?? (high === null ? null : high - MARGIN_POINTS),
});

function judgeLevel({ unit, readings }: ReadingsInput, own: Settings): Judged[] {
  const bounds = boundsOf(own);
  const isSilence = silencesBefore(unit, readings);
  return readings.flatMap(({ epochMs, value, estimated }, index) => {
    if (estimated || value === null) return [lookAt(epochMs, 'unknown', {})];
    const { verdict, limit } = againstBounds(value, bounds);
    return [lookAt(epochMs, verdict, { value, limit, afterSilence: isSilence[index] === true })];
  });
}

export const LEVEL_EXCEED = condition({
  says: 'The level is too high or too low',
  settings,
  defaults: { holdMinutes: 10, recoverMinutes: 10 },
  kinds: ['readings'],
  groups: ['STOCK', 'GROUND_WATER_LEVEL'],
  lookBackMinutes: () => 24 * 60,
  judge: judgeLevel,
});
