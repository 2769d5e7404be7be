import { describe, expect, it } from 'vitest';
import type { Querier } from '../../src/database/database.ts';
import { businessDate } from '../../src/domain/time/business-date.ts';
import { compressReadings } from '../../src/store/upkeep.ts';

/** A database of three chunks of which the second fails to be compressed. */
const failingWith = (code: string): Querier => {
  const answer = (name: string, parameters: readonly unknown[]): object[] => {
    if (name === 'upkeep.chunks_to_compress') return [{ chunk: 'a' }, { chunk: 'b' }, { chunk: 'c' }];
    if (parameters[0] === 'b') throw Object.assign(new Error('b failed'), { code });
    return [];
  };
  return { rows: async <R>(name: string, parameters: readonly unknown[] = []) => answer(name, parameters) as R[], execute: async () => [] }; // rows as the statement has them
};

describe('compressing', () => {
  it('leaves a chunk that is written to at this moment to the next run, and takes the others', async () => {
    expect(await compressReadings(failingWith('40001'), businessDate('2026-01-01'))).toBe(2);
  });

  it('reports any other failure', async () => {
    await expect(compressReadings(failingWith('53100'), businessDate('2026-01-01'))).rejects.toThrow('b failed');
  });
});
