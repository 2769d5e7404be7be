import { describe, expect, it } from 'vitest';
import { createAdmission } from '../../src/reports/make-report.ts';

describe('reports that somebody waits for', () => {
  it('are five of an industry at most, one being made; the next is refused before anything is done for it', async () => {
    const admit = createAdmission();
    const ending = Promise.withResolvers<void>();
    const begun: string[] = [];
    const ask = (name: string): Promise<void> =>
      admit(name.slice(0, 1), async () => {
        begun.push(name);
        await ending.promise;
      });
    const accepted = ['a1', 'a2', 'a3', 'a4', 'a5'].map(ask);
    await expect(ask('a6')).rejects.toMatchObject({
      code: 503,
      message: expect.stringMatching(/^4 reports of your industry wait .* async=true\.$/),
    });
    const other = ask('b1');
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1']);
    ending.resolve();
    await Promise.all([...accepted, other]);
  });

  it('leave room for others when they are done, also when they fail', async () => {
    const admit = createAdmission();
    const failing = Array.from({ length: 5 }, () => admit('a', () => Promise.reject(new Error('broken'))));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(await admit('a', () => Promise.resolve('made'))).toBe('made');
  });
});
