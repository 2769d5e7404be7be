import { describe, expect, it } from 'vitest';
import { createReportTurns } from '../../src/reports/report-thread.ts';

/** Turns whose work ends when the test says so; `begun` is what has had its turn, in order. */
function turnsInHand() {
  const takeTurn = createReportTurns();
  const begun: string[] = [];
  const endings: PromiseWithResolvers<void>[] = [];
  const ask = (name: string): Promise<void> =>
    takeTurn(name.slice(0, 1), async () => {
      begun.push(name);
      const ending = Promise.withResolvers<void>();
      endings.push(ending);
      await ending.promise;
    });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Ends what is being done, as many times as there is work. */
  const endAll = async (): Promise<void> => {
    await settle();
    for (let ending = endings.shift(); ending !== undefined; ending = endings.shift()) {
      ending.resolve();
      await settle();
    }
  };
  return { takeTurn, begun, ask, endAll, settle, endings };
}

describe('reports that wait to be written', () => {
  it('take turns between industries, and are in order within one', async () => {
    const { ask, begun, endAll } = turnsInHand();
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name));
    await endAll();
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('are done one at a time', async () => {
    const { ask, begun, endAll, settle } = turnsInHand();
    const all = [ask('a1'), ask('b1')];
    await settle();
    expect(begun).toEqual(['a1']);
    await endAll();
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('go on when one fails', async () => {
    const { takeTurn } = turnsInHand();
    const failed = takeTurn('a', () => Promise.reject(new Error('broken')));
    const next = takeTurn('a', () => Promise.resolve('written'));
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('written');
    expect(await takeTurn('b', () => Promise.resolve('also'))).toBe('also');
  });
});
