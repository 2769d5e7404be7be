import { describe, expect, it } from 'vitest';
import { RUN_AND_REST } from '../../scripts/bench/insights/habits.ts';
import { scoreLeaks, scoreRun } from '../../scripts/bench/insights/score.ts';
import { valuesFor } from '../support/property-runs.ts';

/*
 * Simulated runs of 80 units of all habits, with 20 leaks from a twentieth of the use on, 5 stuck and 5 reversed meters
 * each. Detection is a matter of chance where a unit's own use varies more than a small leak. `npm run test:deep` makes
 * six runs, a usual run two of them.
 */
const SEEDS = valuesFor([21, 22, 23, 24, 25, 26], 0);
const SCORES = SEEDS.map((seed) => scoreRun(seed));
const all = <T>(pick: (score: (typeof SCORES)[number]) => readonly T[]): T[] => SCORES.flatMap(pick);
const months = SCORES.reduce((sum, { unitMonths }) => sum + unitMonths, 0);

describe('detectors on simulated sites', () => {
  it('tell at most one false finding in 50 unit-months', () => {
    expect(all(({ falseFindings }) => falseFindings).length / (months / 50)).toBeLessThanOrEqual(1);
  });

  it('find nine of ten faults within three days of use', () => {
    const faults = all((score) => score.faults);
    expect(faults.length).toBe(30 * SEEDS.length);
    expect(faults.filter(({ foundAfter }) => foundAfter !== null).length / faults.length).toBeGreaterThan(0.9);
  });

  it('find every reversed meter, and every stuck one of a unit that has a rhythm', () => {
    const missed = all((score) => score.missed).filter(({ kind, hasRhythm }) => kind !== 'leak' && hasRhythm);
    expect(missed.map(({ kind, unit }) => `${kind} ${unit.habit}`)).toEqual([]);
  });

  it('find seven of ten leaks that are no larger than a tenth of the use', () => {
    const small = all((score) => score.faults).filter(({ share }) => share !== null && share < 0.1);
    const missed = small.filter(({ foundAfter }) => foundAfter === null);
    expect(small.length).toBeGreaterThan(2.5 * SEEDS.length);
    expect(missed.length).toBeLessThanOrEqual(0.3 * small.length);
  });

  it('find nearly every leak of a fifth of the use and more', () => {
    const large = all((score) => score.faults).filter(({ share }) => share !== null && share >= 0.2);
    const missed = large.filter(({ foundAfter }) => foundAfter === null);
    expect(large.length).toBeGreaterThan(6.7 * SEEDS.length);
    expect(missed.length).toBeLessThanOrEqual(0.03 * large.length);
  });

  it('find a leak of 15 % in units that run for days and rest for days on the third day of rest at the latest', () => {
    const seeds = valuesFor([31, 32, 33, 34], 2);
    const runs = RUN_AND_REST.flatMap((habit) => seeds.map((seed) => scoreLeaks(seed, habit, 0.15)));
    const leaks = runs.flatMap(({ restsUntilFound }) => restsUntilFound);
    expect(leaks.length).toBeGreaterThan(7 * seeds.length);
    const late = leaks.filter((rests) => rests === null || rests > 3);
    expect(late.length).toBeLessThanOrEqual(0.05 * leaks.length);
    const months = runs.reduce((sum, { unitMonths }) => sum + unitMonths, 0);
    const falsely = runs.reduce((sum, one) => sum + one.falseFindings, 0);
    expect(falsely / (months / 50)).toBeLessThanOrEqual(1);
  });
});
