import { parseFormula } from '../../../src/kernel/formula/parse.ts';
import { accuracyOf } from '../../../src/balance/rules/accuracy.ts';
import type { Level, Meter } from '../../../src/balance/rules/meter.ts';
import type { Stretch, UnitsOverDays, VirtualFormula } from '../../../src/balance/rules/units-over-days.ts';

/* Meters whose figures can be worked out by hand: 24 slots a day. */

const SLOTS = 24;
const sumOf = (days: readonly (number | null)[]): number | null =>
  days.every((day) => day === null) ? null : days.reduce<number>((total, day) => total + (day ?? 0), 0);

/** A flow meter of class 2; days without a figure lack all their slots. */
export function flowMeter(unitId: string, days: readonly (number | null)[], changes: Partial<Meter> = {}): Meter {
  const genuine = days.filter((day) => day !== null).length * SLOTS;
  return {
    unitId,
    displayName: `Unit ${unitId}`,
    accuracy: accuracyOf({ group: 'FLOW' }, {}),
    value: sumOf(days),
    days,
    levels: null,
    slotsExpected: days.length * SLOTS,
    slotsGenuine: genuine,
    readingsUsed: genuine,
    readingsEstimated: 0,
    ...changes,
  };
}

/** A tank of 1,000 litres; the first level is the one before the first day. */
export function tank(unitId: string, levels: readonly (number | null)[], changes: Partial<Level> = {}): Meter {
  return {
    ...flowMeter(unitId, levels.slice(1)),
    accuracy: accuracyOf({ group: 'STOCK' }, {}),
    value: levels.slice(1).findLast((level) => level !== null) ?? null,
    levels: levels.map((level): Level => ({ level, capacity: 1000, estimatedShare: 0, isOfItsDay: true, ...changes })),
  };
}

/** A virtual unit whose formula names units alone. */
export function virtual(unitId: string, text: string, changes: Partial<VirtualFormula> = {}): VirtualFormula {
  const named = [...text.matchAll(/\{(.+?)\}/g)].map(([, id = '']) => id);
  return {
    unitId,
    formula: parseFormula(text),
    failure: null,
    operandUnits: new Map(named.map((id) => [id, [id]])),
    usesAddAll: text.includes('ADD_ALL'),
    ...changes,
  };
}

type Days = Readonly<Record<string, readonly (number | null)[]>>;

/** @param figures of virtual units, by day */
export const unitsOver = (
  meters: readonly Meter[],
  formulas: readonly VirtualFormula[],
  figures: Days = {},
  changes: Partial<Stretch> = {},
): UnitsOverDays => ({
  meters: new Map(meters.map((meter) => [meter.unitId, meter])),
  stretches: [
    {
      start: 0,
      end: meters[0]?.days.length ?? 0,
      formulas,
      addAllUnitIds: meters.map(({ unitId }) => unitId),
      ...changes,
    },
  ],
  virtualFigure: (unitId, day) => (figures[unitId] === undefined ? 0 : (figures[unitId][day] ?? null)),
});
