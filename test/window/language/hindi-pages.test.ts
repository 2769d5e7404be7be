import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../support/database.ts';
import { KINDS, leftOver, mintWalked } from './walk-pages.ts';

/* Whoever reads Hindi alone can read all of every page. */

let walked: Awaited<ReturnType<typeof mintWalked>>;
beforeAll(async () => {
  walked = await mintWalked(await testContext('2026-01-16T00:45:00Z'));
});

describe('a page in Hindi has no English', () => {
  it.each(KINDS)('for a person of the kind %s', { timeout: 240_000 }, async (kind) => {
    const { left, seen } = await leftOver(walked, 'hi', kind);
    expect(left).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
  });
});
