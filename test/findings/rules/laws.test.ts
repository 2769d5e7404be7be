import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish, simulateSites } from '../../../scripts/bench/insights/sites.ts';
import { plantFaults } from '../../../scripts/bench/insights/faults.ts';
import { detectUnits } from '../../../src/findings/rules/detect.ts';
import type { Found, InsightUnit } from '../../../src/findings/rules/types.ts';
import { runs } from '../../support/property-runs.ts';

const RUNS = { numRuns: runs(8) };

/** Units with faults in half of them. */
function unitsOf(seed: number, days = 70): InsightUnit[] {
  const { units, chance } = simulateSites(seed, { days, units: 12 });
  plantFaults(chance, units, { leaks: 3, stuck: 2, reversed: 1 });
  return finish(chance, units);
}
const placeOf = ({ kind, unitId, firstDay, raisedOn }: Found): string => `${kind} ${unitId} ${firstDay} ${raisedOn}`;
const seeds = fc.integer({ min: 1, max: 100_000 });

describe('findings', () => {
  // By powers of two, which change no digit of a figure: any other could tip one that stands on a bound.
  it('are the same whatever unit of measure the figures are in', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(1 / 1024, 0.125, 8, 1024), (seed, factor) => {
        const units = unitsOf(seed);
        const scaled = units.map((unit) => ({
          ...unit,
          days: unit.days.map((day) => ({
            ...day,
            hours: day.hours.map((hour) => (hour === null ? null : hour * factor)),
            registers: day.registers.map((register) => (register === null ? null : register * factor)),
          })),
        }));
        expect(detectUnits(scaled).map(placeOf)).toEqual(detectUnits(units).map(placeOf));
      }),
      RUNS,
    );
  });

  it('of a day rest on that day and those before it: nothing that comes later raises or hides them', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 45, max: 69 }), (seed, until) => {
        const units = unitsOf(seed);
        const cut = units.map((unit) => ({ ...unit, days: unit.days.slice(0, until) }));
        const last = cut[0]?.days.at(-1)?.date ?? '';
        const upTo = detectUnits(units).filter(({ raisedOn }) => raisedOn <= last);
        expect(detectUnits(cut).map(placeOf).sort()).toEqual(upTo.map(placeOf).sort());
      }),
      RUNS,
    );
  });

  it('of a leak share no day with the next leak of the unit', () => {
    // A cooling tower of this site has two in hot weeks that overlap where days are evidence twice.
    const { units, chance } = simulateSites(2083, { days: 95, units: 10, habits: ['cooling', 'cooling', 'office'] });
    const found = detectUnits(finish(chance, units)).filter(({ kind }) => kind === 'leak');
    const shared = found.filter(({ unitId, firstDay, lastDay }) =>
      found.some((other) => other.unitId === unitId && other.firstDay > firstDay && other.firstDay <= lastDay),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(shared).toEqual([]);
  });

  it('come of no missing data', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 40, max: 60 }), fc.integer({ min: 1, max: 9 }), (seed, from, length) => {
        const { units, chance } = simulateSites(seed, { days: 70, units: 10 });
        const healthy = finish(chance, units);
        const holed = healthy.map((unit) => ({
          ...unit,
          days: unit.days.map((day, index) =>
            index < from || index >= from + length
              ? day
              : { ...day, hours: day.hours.map(() => null), registers: day.registers.map(() => null), coverage: 0 },
          ),
        }));
        const dates = new Set(healthy[0]?.days.slice(from, from + length).map(({ date }) => date));
        const inHole = detectUnits(holed).filter(({ raisedOn }) => dates.has(raisedOn));
        expect(inHole).toEqual([]);
      }),
      RUNS,
    );
  });
});
