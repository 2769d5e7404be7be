import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { createClockReader } from '../../src/kernel/time/business-clock.ts';
import { SentRowsBuilder, ROWS_PER_TRANSACTION } from '../../src/readings/sent-rows.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { mintWorks, slots } from './works.ts';

let context: TestContext;
let works: Industry;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  works = await mintWorks(context);
});
const builder = (): SentRowsBuilder => new SentRowsBuilder(works, createClockReader(works.clock));
/** Rows that a batch takes before it is full. */
function rowsUntilFull(rowOf: (index: number) => unknown): number {
  const batch = builder();
  let count = 0;
  for (; !batch.isFull && count < 2 * ROWS_PER_TRANSACTION; count += 1)
    batch.add({ row: rowOf(count) }, count, context.clock.now());
  return count;
}

describe('a batch is full', () => {
  it('with so many rows, taken or refused', () => {
    const readings = slots('M1', '2026-01-01T00:30:00Z', ROWS_PER_TRANSACTION);
    expect(rowsUntilFull((index) => (index % 2 === 0 ? readings[index] : { unitId: `NONE${index}` }))).toBe(
      ROWS_PER_TRANSACTION,
    );
  });

  it('earlier with refused rows that are long, or readings of many parameters', () => {
    expect(rowsUntilFull((index) => ({ index, long: 'x'.repeat(60_000) }))).toBe(67);
    const paramValue = Object.fromEntries(
      Array.from({ length: 64 }, (_, index) => [index === 0 ? 'ph' : `p${index}`, index]),
    );
    expect(
      rowsUntilFull((index) => ({
        unitId: 'LAB',
        createdOn: new Date(1_767_225_600_000 + index * 1000).toISOString(),
        paramValue,
      })),
    ).toBe(625);
  });

  it('never with one wrong row sent again and again, which is one case and counted each time', () => {
    const batch = builder();
    for (let index = 0; index < 3 * ROWS_PER_TRANSACTION; index += 1)
      batch.add({ row: {} }, index, context.clock.now());
    expect(batch.isFull).toBe(false);
    const { refused } = batch.finish();
    expect([
      refused.count,
      refused.cases.length,
      refused.reasons,
      refused.first.length,
      refused.first[99]?.index,
    ]).toEqual([3 * ROWS_PER_TRANSACTION, 1, { unit_missing: 3 * ROWS_PER_TRANSACTION }, 100, 99]);
  });
});
