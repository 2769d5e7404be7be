import { describe, expect, it } from 'vitest';
import { retryRefresh } from '../../../src/figures/store/upkeep.ts';

const refusal = (code: string): Error => Object.assign(new Error('refused'), { code });

describe('refreshing a rollup', () => {
  it('waits until nobody else refreshes an overlapping window, and is done once', async () => {
    const calls: string[] = [];
    await retryRefresh(async () => {
      calls.push('asked');
      if (calls.length < 4) throw refusal('55P03');
    });
    expect(calls).toHaveLength(4);
  });

  it('does not hide another error', async () => {
    let calls = 0;
    await expect(
      retryRefresh(async () => {
        calls += 1;
        throw refusal('53100');
      }),
    ).rejects.toThrow('refused');
    expect(calls).toBe(1);
  });
});
