import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ReadingFacts } from '../../../../src/keeping/rules/archive/row-facts.ts';
import type { ReadingRows } from '../../../../src/keeping/rules/archive/months.ts';

/** 2000-01-01 00:00:00.000001, which PostgreSQL sends as 1. */
const ONE = 946_684_800_000_001n;
const DAY = 86_400_000_000n;

const row = (more: Partial<ReadingRows> = {}): ReadingRows => ({
  createdOn: [ONE],
  businessAt: [ONE],
  value: [1],
  register: [null],
  estimated: [false],
  offlineMinutes: [null],
  registerExcluded: [false],
  receivedAt: [ONE],
  ...more,
});
const factsOf = (...parts: readonly ReadingRows[]) => {
  const facts = new ReadingFacts();
  for (const part of parts) facts.add(part);
  return facts.finish();
};
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

describe('facts of readings', () => {
  it('are the SHA-256 of each day, of the bytes in which PostgreSQL sends the columns', () => {
    const bytes = Buffer.from(
      [
        '0000000000000001', // created_on
        '0000000000000001', // business_at
        '013ff0000000000000', // a value, 1
        '000000000000000000', // no register
        '00', // not estimated
        '0000000000', // no minutes
        '00', // not excluded
        '0000000000000001', // received_at
      ].join(''),
      'hex',
    );
    expect(factsOf(row())).toEqual({ rows: 1, sum: '1000000', checksum: sha256(sha256(bytes)).toString('hex') });
  });

  it('are the same however the rows are parted, and others in another order', () => {
    const next = row({ createdOn: [ONE + 1n], businessAt: [ONE + 1n], value: [2] });
    const tomorrow = row({ createdOn: [ONE + DAY], businessAt: [ONE + DAY], value: [3] });
    const both: ReadingRows = row({
      createdOn: [ONE, ONE + 1n],
      businessAt: [ONE, ONE + 1n],
      value: [1, 2],
      register: [null, null],
      estimated: [false, false],
      offlineMinutes: [null, null],
      registerExcluded: [false, false],
      receivedAt: [ONE, ONE],
    });
    expect(factsOf(both, tomorrow)).toEqual(factsOf(row(), next, tomorrow));
    expect(factsOf(next, row(), tomorrow)?.checksum).not.toBe(factsOf(both, tomorrow)?.checksum);
  });

  it.each<[string, Partial<ReadingRows>]>([
    ['the instant', { createdOn: [ONE + 1n] }],
    ['the position', { businessAt: [ONE + 1n] }],
    ['no value', { value: [null] }],
    ['a value of 0', { value: [0] }],
    ['a register of 0', { register: [0] }],
    ['an estimate', { estimated: [true] }],
    ['no minutes offline', { offlineMinutes: [0] }],
    ['an excluded register', { registerExcluded: [true] }],
    ['when it was received', { receivedAt: [ONE + 1n] }],
  ])('differ by %s', (_, more) => {
    expect(factsOf(row(more))?.checksum).not.toBe(factsOf(row())?.checksum);
  });

  it('add values up as whole millionths, halves to the even neighbour; null adds nothing', () => {
    // 0.0000005 is half a millionth; 0.0000015 one and a half.
    expect(
      [0.0000005, 0.0000015, -0.0000015, 0.1 + 0.2, null].map((value) => factsOf(row({ value: [value] }))?.sum),
    ).toEqual(['0', '2', '-2', '300000', '0']);
  });

  it('of no rows are null', () => {
    expect(factsOf()).toBeNull();
  });
});
