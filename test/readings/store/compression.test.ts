import { describe, expect, it } from 'vitest';
import type { Database, Querier } from '../../../src/platform/database/database.ts';
import { namedStatements } from '../../../src/platform/database/named-query.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import type { StatementValues } from '../../../src/platform/database/statements.ts';
import { compressChunks } from '../../../src/readings/store/compression.ts';

/** A database of three chunks of which the second fails to be compressed. */
const failingWith = (code: string): Pick<Database, 'many' | 'transaction'> => {
  const answer = (name: string, values: StatementValues): object[] => {
    if (name === 'compression.due') return [{ chunk: 'a' }, { chunk: 'b' }, { chunk: 'c' }];
    if (values['chunk'] === 'b') throw Object.assign(new Error('b failed'), { code });
    return [];
  };
  const querier: Querier = {
    ...namedStatements(async <R>(name: string, values: StatementValues = {}) => answer(name, values) as R[]),
    execute: async () => [],
  }; // rows as the statement has them
  return { ...querier, transaction: (work) => work(querier) };
};

describe('compressing', () => {
  it.each([
    ['40001', 'written to'],
    ['40P01', 'waited for by somebody whom it waits for'],
    ['55P03', 'read'],
  ])('leaves a chunk to the next run (%s) that is %s at this moment, and takes the others', async (code) => {
    expect(await compressChunks(failingWith(code), businessDate('2026-01-01'))).toBe(2);
  });

  it('reports any other failure', async () => {
    await expect(compressChunks(failingWith('53100'), businessDate('2026-01-01'))).rejects.toThrow('b failed');
  });
});
