import { describe, expect, it } from 'vitest';
import { codeOf, retry } from '../../src/database/retry.ts';

const failure = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('work that may be run again', () => {
  it('is run until it succeeds, with the pause after each failure', async () => {
    const pauses: number[] = [];
    let runs = 0;
    const work = async (): Promise<string> => {
      runs += 1;
      if (runs < 3) throw failure('A');
      return 'done';
    };
    expect(
      await retry(work, {
        codes: ['A'],
        attempts: 5,
        pause: (attempt) => {
          pauses.push(attempt);
          return 0;
        },
      }),
    ).toBe('done');
    expect(pauses).toEqual([1, 2]);
  });

  it.each([
    ['B', 1],
    ['A', 5],
  ])('and one that keeps failing with %s is run %d times', async (code, expected) => {
    let runs = 0;
    await expect(
      retry(
        async () => {
          runs += 1;
          throw failure(code);
        },
        { codes: ['A'], attempts: 5, pause: () => 0 },
      ),
    ).rejects.toThrow('failed');
    expect(runs).toBe(expected);
  });
});

it('an error that is no Error, or has no text for a code, has no code', () => {
  expect(
    [failure('40001'), new Error('x'), Object.assign(new Error('x'), { code: 7 }), { code: '40001' }, null].map(codeOf),
  ).toEqual(['40001', null, null, null, null]);
});
