import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volumeAreaElevation } from '../../../../src/keeping/rules/bathymetry/curve.ts';
import type { SurveyPoint } from '../../../../src/keeping/rules/bathymetry/survey.ts';
import { volumeAt } from './volume-at.ts';

const point = (eastMetres: number, northMetres: number, depthMetres: number): SurveyPoint => ({
  line: 2,
  confidencePercent: 100,
  latitude: 0,
  longitude: 0,
  eastMetres,
  northMetres,
  depthMetres,
});

/** Rings of points around a middle; depth by the distance from it. */
const basin = (radius: number, depthAt: (distance: number) => number): SurveyPoint[] => [
  point(0, 0, depthAt(0)),
  ...Array.from({ length: 60 }, (_, ring) => ((ring + 1) / 60) * radius).flatMap((distance) =>
    Array.from({ length: 120 }, (_, spoke) => (spoke / 120) * 2 * Math.PI).map((angle) =>
      point(distance * Math.cos(angle), distance * Math.sin(angle), depthAt(distance)),
    ),
  ),
];

const held = (points: readonly SurveyPoint[], elevationMetres: number) => {
  const curve = volumeAreaElevation(points);
  if (curve === null) throw new Error('The points span no basin.');
  return volumeAt(curve, elevationMetres);
};
const within = (share: number, actual: number, exact: number) =>
  expect(Math.abs(actual - exact) / exact, `${actual} beside ${exact}`).toBeLessThan(share);

describe('the volume-area-elevation curve', () => {
  // 50 m across, 8 m deep: volume pi r2 h / 3, and of the lower half an eighth of it.
  it('of a cone is within 1 % of what geometry says, full and half full', () => {
    const cone = basin(25, (distance) => 8 * (1 - distance / 25));
    const full = (Math.PI * 25 ** 2 * 8) / 3;
    within(0.01, held(cone, 8), full);
    within(0.01, held(cone, 4), full / 8);
  });

  // Volume pi r2 h / 2, and up to half of the height a quarter of it.
  it('of a paraboloid is within 1 %, full and half full', () => {
    const bowl = basin(25, (distance) => 8 * (1 - (distance / 25) ** 2));
    const full = (Math.PI * 25 ** 2 * 8) / 2;
    within(0.01, held(bowl, 8), full);
    within(0.01, held(bowl, 4), full / 4);
  });

  // 20 m by 10 m, 3 m deep.
  it('of a box is exact at every level', () => {
    const box = [0, 5, 10, 15, 20].flatMap((east) => [0, 5, 10].map((north) => point(east, north, 3)));
    expect(held(box, 3)).toBeCloseTo(600, 9);
    expect(held(box, 1.5)).toBeCloseTo(300, 9);
    expect(volumeAreaElevation(box)?.at(-1)).toEqual({
      elevationMetres: 3,
      areaSquareMetres: 200,
      volumeCubicMetres: 600,
    });
  });

  // A wedge: 10 m by 10 m, from 0 to 4 m deep; at 2 m half of its length is under water: 5 x 10 x 2 / 2 = 50.
  it('of a wedge has the area that is under water', () => {
    const curve = volumeAreaElevation([point(0, 0, 0), point(0, 10, 0), point(10, 0, 4), point(10, 10, 4)]);
    const half = curve?.[50];
    expect(half?.elevationMetres).toBeCloseTo(2, 12);
    expect(half?.areaSquareMetres).toBeCloseTo(50, 9);
    expect(half?.volumeCubicMetres).toBeCloseTo(50, 9);
  });

  it('is none of points on a line, of fewer than three, and of a survey without depth', () => {
    expect(volumeAreaElevation([point(0, 0, 1), point(1, 1, 2), point(2, 2, 3)])).toBeNull();
    expect(volumeAreaElevation([point(0, 0, 1), point(1, 1, 2)])).toBeNull();
    expect(volumeAreaElevation([])).toBeNull();
    expect(volumeAreaElevation([point(0, 0, 0), point(0, 1, 0), point(1, 0, 0)])).toBeNull();
  });

  const coordinate = fc.integer({ min: 0, max: 1000 }).map((value) => value / 10);
  const clouds = fc
    .array(
      fc.tuple(
        coordinate,
        coordinate,
        fc.integer({ min: 1, max: 400 }).map((value) => value / 10),
      ),
      { minLength: 4, maxLength: 40 },
    )
    .map((tuples) => tuples.map(([east, north, depth]) => point(east, north, depth)));

  it('never falls with the level, begins with nothing, and its volume is the area added up', () => {
    fc.assert(
      fc.property(clouds, (points) => {
        const curve = volumeAreaElevation(points);
        fc.pre(curve !== null);
        expect(curve[0]?.volumeCubicMetres).toBeCloseTo(0, 9);
        for (const [row, next] of curve.slice(1).map((after, index) => [curve[index], after] as const)) {
          if (row === undefined) throw new Error('A curve has a row before each but the first.');
          expect(next.areaSquareMetres).toBeGreaterThanOrEqual(row.areaSquareMetres - 1e-9);
          const gained = next.volumeCubicMetres - row.volumeCubicMetres;
          const height = next.elevationMetres - row.elevationMetres;
          expect(gained).toBeGreaterThanOrEqual(row.areaSquareMetres * height - 1e-6);
          expect(gained).toBeLessThanOrEqual(next.areaSquareMetres * height + 1e-6);
        }
      }),
    );
  });

  it('of a basin twice as deep holds twice as much', () => {
    fc.assert(
      fc.property(clouds, (points) => {
        const once = volumeAreaElevation(points);
        const twice = volumeAreaElevation(points.map((one) => ({ ...one, depthMetres: 2 * one.depthMetres })));
        expect(twice?.at(-1)?.volumeCubicMetres ?? 0).toBeCloseTo(2 * (once?.at(-1)?.volumeCubicMetres ?? 0), 6);
      }),
    );
  });
});
