import { describe, expect, it } from 'vitest';
import { askAgain } from '../../../src/window/islands/poll-job.ts';

type Found = 'goes on' | 'done' | 'failed' | 'over';

/** What was told, and how long each look was waited for. */
async function asked(...found: readonly (Found | Error)[]) {
  const told: string[] = [];
  const waits: number[] = [];
  let looks = 0;
  await askAgain({
    look: async () => {
      const next = found[looks];
      looks += 1;
      if (next === undefined) throw new Error('It was looked for too often.');
      if (next instanceof Error) throw next;
      return next;
    },
    tell: (said) => told.push(said),
    rest: async (milliseconds) => {
      waits.push(Math.round(milliseconds));
    },
  });
  return { told, waits };
}

describe('what goes on in the background', () => {
  it('is looked for ever more seldom until it is done, and then no more', async () => {
    expect(await asked('goes on', 'goes on', 'done')).toEqual({ told: [], waits: [1500, 1950, 2535] });
    const { waits } = await asked(...Array.from({ length: 30 }, () => 'goes on' as const), 'done');
    expect(waits.at(-1)).toBe(30_000);
  });

  it('is looked for again when a look failed, which is said once', async () => {
    const away = new Error('no network');
    expect((await asked(away, 'failed', 'goes on', away, 'done')).told).toEqual(['failed', 'failed']);
  });

  it('is left alone when nobody is logged in any more', async () => {
    expect(await asked('goes on', 'over', 'goes on')).toEqual({ told: ['over'], waits: [1500, 1950] });
  });
});
