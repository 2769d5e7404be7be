import { expect, it } from 'vitest';
import { RestartPauses } from '../../../../src/platform/database/embedded/restart-pauses.ts';

const MINUTE = 60_000;

it('the first death is answered at once, the following after pauses that double up to half a minute', () => {
  const pauses = new RestartPauses(() => 0);
  pauses.up();
  expect(Array.from({ length: 9 }, () => pauses.next())).toEqual([
    0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

it('a database that was up for ten minutes has recovered, one that was up for less has not', () => {
  let now = 0;
  const pauses = new RestartPauses(() => now);
  const diesAfter = (minutes: number): number => {
    pauses.up();
    now += minutes * MINUTE;
    return pauses.next();
  };
  expect([diesAfter(1), diesAfter(9), diesAfter(9), diesAfter(10), diesAfter(1)]).toEqual([0, 1000, 2000, 0, 1000]);
});

it('time in which it was not up does not count as recovery', () => {
  let now = 0;
  const pauses = new RestartPauses(() => now);
  pauses.up();
  pauses.next();
  now += 60 * MINUTE;
  expect(pauses.next()).toBe(1000);
});
