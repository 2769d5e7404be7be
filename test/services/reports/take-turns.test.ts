import { describe, expect, it } from 'vitest';
import { createReportTurns } from '../../../src/services/reports/take-turns.ts';

/** Turns whose work ends when the test says so; `begun` is what has had its turn, in order. */
function turnsInHand() {
  const turns = createReportTurns();
  const begun: string[] = [];
  const endings: PromiseWithResolvers<void>[] = [];
  const ask = (name: string, isPatient = false): Promise<void> =>
    turns.take({ industryId: name.slice(0, 1), isPatient }, async () => {
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
  return { turns, begun, ask, endAll, settle, endings };
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

  it('are four of an industry at most beside the one being written; the next is refused, and nobody else', async () => {
    const { ask, begun, endAll } = turnsInHand();
    const accepted = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(name));
    await expect(ask('a6')).rejects.toMatchObject({
      code: 503,
      message: expect.stringMatching(/^4 reports of your industry wait .* async=true\.$/),
    });
    const other = ask('b1');
    await endAll();
    await Promise.all([...accepted, other]);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('of jobs and mails are never refused, and take no place from those that somebody waits for', async () => {
    const { ask, begun, endAll } = turnsInHand();
    const patient = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'].map((name) => ask(name, true));
    const asked = ask('a8');
    await endAll();
    await Promise.all([...patient, asked]);
    expect(begun).toHaveLength(8);
  });

  it('go on when one fails, and an industry that was refused may ask again', async () => {
    const { turns } = turnsInHand();
    const failed = turns.take({ industryId: 'a', isPatient: false }, () => Promise.reject(new Error('broken')));
    const next = turns.take({ industryId: 'a', isPatient: false }, () => Promise.resolve('written'));
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('written');
    expect(await turns.take({ industryId: 'b', isPatient: false }, () => Promise.resolve('also'))).toBe('also');
  });
});
