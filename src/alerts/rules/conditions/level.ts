import { strict } from '../../../kernel/field-kinds.ts';
import type { z } from 'zod';
import { tankContent } from '../../../findings/rules/tank-content.ts';
import { exactToBillionths } from '../../../kernel/measure/exact.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { silencesBefore } from '../rates.ts';
import type { Judged, ReadingsInput } from '../types.ts';
import { againstBounds, boundsInOrder, withLeaveBounds } from './bounds.ts';
import { condition, lookAt, figureOrNull } from './condition.ts';

/** A tank's level is percent of the tank, and has to come back by two points. */
const TANK = { marginOf: () => 2, lowest: 0, highest: 100 };
/** A share of the bound, because ground water is measured in units of its own. */
const MARGIN_SHARE = 0.02;
const WELL = { marginOf: (bound: number) => Math.abs(bound) * MARGIN_SHARE };

/** Percent of the tank; of ground water in its own unit. */
const settings = boundsInOrder(
  strict({ low: figureOrNull, high: figureOrNull, leaveLow: figureOrNull, leaveHigh: figureOrNull }),
  'a number',
);
type Settings = z.output<typeof settings>;

/** The level of a reading. A surveyed tank reads percent of its height, and its level is the share of its volume. */
function levelOf(unit: Unit, reading: number): number {
  if (unit.group !== 'STOCK' || unit.volumeCurve === undefined) return reading;
  const { percent } = tankContent(unit, reading);
  return percent === null ? reading : exactToBillionths(percent);
}

function judgeLevel({ unit, unitAt, readings }: ReadingsInput, own: Settings): Judged[] {
  const bounds = withLeaveBounds(own, unit.group === 'STOCK' ? TANK : WELL);
  const isSilence = silencesBefore(unitAt, readings);
  return readings.flatMap(({ epochMs, value: read, estimated }, index) => {
    if (estimated || read === null) return [lookAt(epochMs, 'unknown', {})];
    const value = levelOf(unitAt(epochMs), read);
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
