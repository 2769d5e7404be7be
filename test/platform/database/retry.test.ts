import { describe, expect, it } from 'vitest';
import { retry, retryGivenUp } from '../../../src/platform/database/retry.ts';

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

describe('a statement of its own', () => {
  const runUntilDone = async (code: string, failures: number): Promise<number> => {
    let runs = 0;
    await retryGivenUp(async () => {
      runs += 1;
      if (runs <= failures) throw failure(code);
    });
    return runs;
  };

  it.each(['40P01', '40001'])('runs again when the database gave it up (%s) for another transaction', async (code) => {
    expect(await runUntilDone(code, 3)).toBe(4);
    await expect(runUntilDone(code, 4)).rejects.toThrow('failed');
  });

  it('does not run again after any other error', async () => {
    await expect(runUntilDone('55P03', 1)).rejects.toThrow('failed');
  });
});
