import { expect, it } from 'vitest';
import { finish, simulateSites } from '../../../scripts/bench/insights/sites.ts';
import { plantFaults } from '../../../scripts/bench/insights/faults.ts';
import { detectUnits, surroundingsOf } from '../../../src/findings/rules/detect.ts';
import { detectInTurns } from '../../../src/findings/insights/detect-in-turns.ts';

it('judging an industry lets others have their turn meanwhile, and finds the same', async () => {
  const { units: sites, chance } = simulateSites(1, { days: 70, units: 12 });
  plantFaults(chance, sites, { leaks: 3, stuck: 2, reversed: 1 });
  const units = finish(chance, sites);
  let [turns, isOver] = [0, false];
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const found = await detectInTurns(units, surroundingsOf(units));
  isOver = true;
  expect(found).not.toEqual([]);
  expect(found).toEqual(detectUnits(units));
  // A piece of the work lasts a few milliseconds, so a quick machine takes some pieces for twelve units.
  expect(turns).toBeGreaterThanOrEqual(3);
});
