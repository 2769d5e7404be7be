import { describe, expect, it } from 'vitest';
import { retryConflict } from '../../src/readings/store-rows-with-retry.ts';

const failure = (code: string): Error => Object.assign(new Error('lost'), { code });

describe('a transaction that lost to another one', () => {
  it.each(['40P01', '40001'])('is run again, whatever it returns then (%s)', async (code) => {
    let runs = 0;
    expect(
      await retryConflict(async () => {
        runs += 1;
        if (runs < 3) throw failure(code);
        return runs;
      }),
    ).toBe(3);
  });

  it('is given up in the end, with the error of the database', async () => {
    let runs = 0;
    await expect(
      retryConflict(async () => {
        runs += 1;
        throw failure('40P01');
      }),
    ).rejects.toMatchObject({ code: '40P01' });
    expect(runs).toBeGreaterThan(3);
  });

  it('and one that fails for another reason is not run again', async () => {
    let runs = 0;
    await expect(
      retryConflict(async () => {
        runs += 1;
        throw failure('23505');
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(1);
  });
});
