import { expect, it, onTestFinished, vi } from 'vitest';
import { finish, simulateSites } from '../../../scripts/bench/insights/sites.ts';
import { plantFaults } from '../../../scripts/bench/insights/faults.ts';
import { detectUnits, surroundingsOf } from '../../../src/findings/rules/detect.ts';
import { detectInPieces } from '../../../src/findings/insights/detect-in-pieces.ts';

it('judging an industry lets others have their turn after each unit that took its time, and finds the same', async () => {
  const { units: sites, chance } = simulateSites(1, { days: 70, units: 12 });
  plantFaults(chance, sites, { leaks: 3, stuck: 2, reversed: 1 });
  const units = finish(chance, sites);
  let milliseconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += 10));
  onTestFinished(() => void vi.restoreAllMocks());
  let [turns, isOver] = [0, false];
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const found = await detectInPieces(units, surroundingsOf(units));
  isOver = true;
  expect(found).not.toEqual([]);
  expect(found).toEqual(detectUnits(units));
  expect(turns).toBeGreaterThanOrEqual(units.length);
});
