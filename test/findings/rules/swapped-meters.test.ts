import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plantSwap } from '../../../scripts/bench/insights/faults.ts';
import { finish, simulateSites } from '../../../scripts/bench/insights/sites.ts';
import { detectUnits, surroundingsOf } from '../../../src/findings/rules/detect.ts';
import { swapsInSteps } from '../../../src/findings/rules/swapped-meters.ts';
import type { Found, InsightUnit } from '../../../src/findings/rules/types.ts';
import { atOnce } from '../../../src/kernel/pieces.ts';
import { daysOf, unitOf } from './days.ts';
import { runs } from '../../support/property-runs.ts';

const DAYS = 50;
const SWAPPED = 40;
const SINCE = '2026-02-14';

type Use = (day: number, hour: number) => number;
const between = (hour: number, from: number, to: number): boolean => hour >= from && hour < to;
const noise = (day: number, hour: number): number => (day * 37 + hour * 11) % 90;
/** 1,000 litres an hour from 08:00 to 18:00. */
const inlet: Use = (day, hour) => (between(hour, 8, 18) ? 1000 + noise(day, hour) : 0);
/** 300 litres an hour from 20:00 to 04:00. */
const boiler: Use = (day, hour) => (between(hour, 4, 20) ? 0 : 300 + noise(day, hour) / 3);

const changing = (unitId: string, before: Use, after: Use): InsightUnit =>
  unitOf(
    daysOf(DAYS, (day, hour) => (day < SWAPPED ? before : after)(day, hour)),
    { unitId },
  );

const told = (units: readonly InsightUnit[]): readonly Found[] =>
  atOnce(swapsInSteps(detectUnits(units), units, surroundingsOf(units)));
const swapsOf = (found: readonly Found[]): unknown[] => [
  ...new Set(
    found.map(
      ({ unitId, evidence }) => `${unitId} ${evidence['swappedWith'] ?? '-'} ${evidence['swappedSince'] ?? '-'}`,
    ),
  ),
];

describe('two meters that were swapped', () => {
  const pair = [changing('BOILER', boiler, inlet), changing('INLET', inlet, boiler)];

  it.each([
    ['one order', pair],
    ['the other order', pair.toReversed()],
  ])('are told as one matter that names both, in %s of units', (_order, units) => {
    const found = told(units);
    expect(swapsOf(found)).toEqual([`BOILER INLET ${SINCE}`]);
    for (const { evidence } of found) expect(evidence['swappedUnits']).toEqual(['BOILER', 'INLET']);
  });

  it('are told when one half alone is found', () => {
    const alone = detectUnits(pair).filter(({ unitId }) => unitId === 'BOILER');
    expect(swapsOf(atOnce(swapsInSteps(alone, pair, surroundingsOf(pair))))).toEqual([`BOILER INLET ${SINCE}`]);
  });

  it('are told of the half that is nothing unusual by itself through the one that is', () => {
    // Batches of 0 to 4,000 litres: 1,500 a day are within what it always had.
    const batches: Use = (day, hour) => (hour === 9 ? ([4000, 0, 800, 2500, 300, 3400, 1500, 2000][day % 8] ?? 0) : 0);
    const even: Use = (day, hour) => (hour === 9 ? 1500 + (day % 5) : 0);
    const units = [changing('BATCHES', batches, even), changing('EVEN', even, batches)];
    const found = detectUnits(units);
    expect(found.map(({ unitId }) => unitId)).not.toContain('BATCHES');
    expect(swapsOf(told(units))).toContain(`BATCHES EVEN ${SINCE}`);
  });

  it('are none when only one of them measures what the other one did', () => {
    const units = [changing('BOILER', boiler, inlet), changing('INLET', inlet, inlet)];
    expect(swapsOf(told(units))).toEqual(['BOILER - -']);
  });

  it('are none when the other one has changed to something else', () => {
    const half: Use = (day, hour) => inlet(day, hour) / 2;
    const units = [changing('BOILER', boiler, inlet), changing('INLET', inlet, half)];
    expect(swapsOf(told(units)).sort()).toEqual(['BOILER - -', 'INLET - -']);
  });

  it('are none when two others could each be the other half', () => {
    const twin = changing('TWIN', inlet, boiler);
    expect(swapsOf(told([...pair, twin]))).toEqual(expect.not.arrayContaining([`BOILER INLET ${SINCE}`]));
  });

  it('are none of different groups', () => {
    const [first, second] = pair;
    if (first === undefined || second === undefined) throw new Error('There are two units.');
    expect(swapsOf(told([first, { ...second, group: 'CONSUMPTION' }])).sort()).toEqual(['BOILER - -', 'INLET - -']);
  });

  it('are the same pairs whatever the order of units is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9 }), (seed, turn) => {
        const { units: sites, chance } = simulateSites(seed, { days: 70, units: 10 });
        const [one, other] = sites;
        if (one === undefined || other === undefined) throw new Error('There are ten units.');
        plantSwap(one, other, 45 * 24 + chance.whole(0, 23));
        const units = finish(chance, sites);
        const turned = [...units.slice(turn), ...units.slice(0, turn)];
        expect(swapsOf(told(turned)).sort()).toEqual(swapsOf(told(units)).sort());
      }),
      { numRuns: runs(8) },
    );
  });
});
