import { describe, expect, it } from 'vitest';
import type { Database, Querier } from '../../../src/platform/database/database.ts';
import { namedStatements } from '../../../src/platform/database/named-query.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import type { StatementValues } from '../../../src/platform/database/statements.ts';
import { ROLLUPS_LOCK } from '../../../src/platform/database/locks.ts';
import { compressChunks } from '../../../src/readings/store/compression.ts';

/** A database of three chunks of which the second fails to be compressed. */
const failingWith = (
  code: string,
  did: (what: string) => void = () => {},
): Pick<Database, 'many' | 'transaction' | 'withLock'> => {
  const answer = (name: string, values: StatementValues): object[] => {
    if (name === 'compression.due') return [{ chunk: 'a' }, { chunk: 'b' }, { chunk: 'c' }];
    if (name === 'compression.compress') did(`${String(values['chunk'])} is compressed`);
    if (values['chunk'] === 'b') throw Object.assign(new Error('b failed'), { code });
    return [];
  };
  const querier: Querier = {
    ...namedStatements(async <R>(name: string, values: StatementValues = {}) => answer(name, values) as R[]),
    execute: async () => [],
  }; // rows as the statement has them
  return {
    ...querier,
    transaction: (work) => work(querier),
    withLock: async (key, work) => {
      did(`lock ${key}`);
      return work().finally(() => did(`unlock ${key}`));
    },
  };
};

describe('compressing', () => {
  it.each([
    ['40001', 'written to'],
    ['40P01', 'waited for by somebody whom it waits for'],
    ['55P03', 'read'],
  ])('leaves a chunk to the next run (%s) that is %s at this moment, and takes the others', async (code) => {
    expect(await compressChunks(failingWith(code), businessDate('2026-01-01'))).toBe(2);
  });

  // A refresh that overlapped with it wrote buckets twice (test/readings/concurrency.test.ts on a busy server).
  it('holds the lock of the rollups for one chunk at a time, so that no refresh overlaps with it', async () => {
    const done: string[] = [];
    await compressChunks(
      failingWith('55P03', (what) => done.push(what)),
      businessDate('2026-01-01'),
    );
    const [lock, unlock] = [`lock ${ROLLUPS_LOCK}`, `unlock ${ROLLUPS_LOCK}`];
    expect(done).toEqual(['a', 'b', 'c'].flatMap((chunk) => [lock, `${chunk} is compressed`, unlock]));
  });

  it('reports any other failure', async () => {
    await expect(compressChunks(failingWith('53100'), businessDate('2026-01-01'))).rejects.toThrow('b failed');
  });
});
