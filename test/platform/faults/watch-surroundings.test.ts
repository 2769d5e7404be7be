import { expect, it } from 'vitest';
import { shortRoom } from '../../../src/platform/faults/watch-surroundings.ts';

const GB = 1_000_000_000;

it.each([
  ['a twentieth of a small disk', { free: 2 * GB, total: 40 * GB }, null],
  ['less than a twentieth', { free: 2 * GB - 1, total: 40 * GB }, 2 * GB - 1],
  ['5 GB of a large disk', { free: 5 * GB, total: 4000 * GB }, null],
  ['less than 5 GB', { free: 5 * GB - 1, total: 4000 * GB }, 5 * GB - 1],
])('%s is room enough or is told', (_, disk, short) => {
  expect(shortRoom(disk)).toBe(short);
});
