import { expect, it } from 'vitest';
import { fitComingChunks } from '../../src/readings/chunks.ts';
import { testContext } from '../support/database.ts';

it('the load of all units is added up when a twentieth of them has changed, not for each unit', async () => {
  const context = await testContext('2026-03-05T12:00:00Z');
  let looks = 0;
  const database = {
    ...context.database,
    one: async () => {
      looks += 1;
      return { readingsPerDay: 28_800, samplesPerDay: 0, series: 100, quarterBytes: 1e9 };
    },
    many: async () => [],
  } as unknown as typeof context.database; // what fitting asks of a database
  const changed = async (units: number): Promise<number> => {
    await fitComingChunks({ ...context, database }, units);
    return looks;
  };
  expect(await changed(1)).toBe(1);
  expect(await changed(3)).toBe(1);
  expect(await changed(2)).toBe(1);
  expect(await changed(1)).toBe(2);
  expect(await changed(0)).toBe(2);
  expect(await changed(6)).toBe(3);
});
