import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { milliUnitsPerCubicMetre } from '../../../src/kernel/measure/litres.ts';
import { curveMistake, standingAt, type VolumeCurve } from '../../../src/kernel/measure/volume-curve.ts';
import { stockLevel } from '../../../src/figures/rules/processors/stock.ts';

/** A cone of 8 m that holds 512 m³: h metres of water are h³ m³. */
const CONE: VolumeCurve = [0, 1, 2, 4, 8].map((metres) => ({
  elevationMetres: metres,
  volumeCubicMetres: metres ** 3,
}));

describe('where water stands by its curve', () => {
  it.each([
    // 50 % of 8 m is 4 m, an eighth of the cone; 75 % is 6 m, half way between 64 and 512 m³.
    [0, 0, 0],
    [12.5, 1, 1],
    [50, 4, 64],
    [75, 6, 288],
    [100, 8, 512],
    [120, 8, 512],
    [-5, 0, 0],
  ])('%d %% is %d m and %d m³', (percent, elevationMetres, volumeCubicMetres) => {
    expect(standingAt(CONE, percent)).toEqual({ elevationMetres, volumeCubicMetres });
  });

  it('counts from the lowest point of the curve, be it above the ground', () => {
    const raised = [
      { elevationMetres: 102, volumeCubicMetres: 5 },
      { elevationMetres: 106, volumeCubicMetres: 25 },
    ];
    expect(standingAt(raised, 25)).toEqual({ elevationMetres: 103, volumeCubicMetres: 10 });
    expect(standingAt(raised, 0)).toEqual({ elevationMetres: 102, volumeCubicMetres: 5 });
  });

  const curves = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 1_000_000 })), {
      minLength: 2,
      maxLength: 20,
    })
    .map((steps): VolumeCurve => {
      let [elevation, volume] = [0, 0];
      return steps.map(([height, gained]) => {
        [elevation, volume] = [elevation + height, volume + gained];
        return { elevationMetres: elevation / 1000, volumeCubicMetres: volume / 1000 };
      });
    })
    .filter((curve) => curveMistake(curve) === null);
  /** Whole, as the curves above are made of. A bare product by 1000 is now and then a hair beside. */
  const thousandths = (point: VolumeCurve[number] | undefined): number =>
    Math.round((point?.volumeCubicMetres ?? 0) * 1000);
  const percents = fc.integer({ min: -20_000, max: 120_000 }).map((thousandths) => thousandths / 1000);

  it('never falls as the reading rises, and is never below the lowest or above the highest volume', () => {
    fc.assert(
      fc.property(curves, percents, percents, (curve, one, other) => {
        const tank = { siUnit: 'KL', maxCapacity: null, volumeCurve: curve };
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((percent) => stockLevel(tank, percent));
        expect(low).toBeLessThanOrEqual(high ?? -1);
        expect(high).toBeLessThanOrEqual(thousandths(curve.at(-1)));
        expect(low).toBeGreaterThanOrEqual(thousandths(curve[0]));
      }),
    );
  });

  it('is what a capacity would give where the walls are upright', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }), (cubicMetres, read) => {
        const percent = read / 1000;
        const upright = [
          { elevationMetres: 0, volumeCubicMetres: 0 },
          { elevationMetres: 4, volumeCubicMetres: cubicMetres },
        ];
        const tank = { siUnit: 'KL', maxCapacity: cubicMetres * 1000 };
        expect(stockLevel({ ...tank, volumeCurve: upright }, percent)).toBe(stockLevel(tank, percent));
      }),
    );
  });
});

describe('a level by a curve', () => {
  it.each([
    // 64 m³, in thousandths of each unit.
    ['KL', 64_000],
    ['m3', 64_000],
    ['L', 64_000_000],
    ['ML', 64],
  ])('is in thousandths of %s', (siUnit, level) => {
    expect(stockLevel({ siUnit, maxCapacity: null, volumeCurve: CONE }, 50)).toBe(level);
  });

  it('is unknown without a reading, and where siUnit is no volume', () => {
    expect(stockLevel({ siUnit: 'KL', maxCapacity: 1, volumeCurve: CONE }, null)).toBeNull();
    expect(stockLevel({ siUnit: 'm', maxCapacity: 1, volumeCurve: CONE }, 50)).toBeNull();
    expect(milliUnitsPerCubicMetre('m')).toBeNull();
  });
});

describe('a curve', () => {
  const points = (...list: [number, number][]): VolumeCurve =>
    list.map(([elevationMetres, volumeCubicMetres]) => ({ elevationMetres, volumeCubicMetres }));
  it.each([
    ['rises', points([0, 0], [1, 5], [2, 5]), null],
    ['stands still in height', points([0, 0], [1, 5], [1, 6]), 'point 3 does not lie above point 2'],
    ['falls in volume', points([0, 6], [1, 5]), 'point 2 does not lie above point 1'],
    ['holds nothing', points([0, 0], [1, 0]), 'its last point holds nothing'],
  ])('that %s', (_, curve, mistake) => {
    expect(curveMistake(curve)).toBe(mistake);
  });
});
