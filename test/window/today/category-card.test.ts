import { expect, it } from 'vitest';
import { textsOf } from '../../../src/window/texts.ts';
import { courseWords } from '../../../src/window/today/category-card.ts';

type Hours = Parameters<typeof courseWords>[0]['hours'];

const told = (...hours: readonly (readonly [number | null, Hours[number]['bound']])[]): string =>
  courseWords({ siUnit: 'KL', hours: hours.map(([y, bound]) => ({ x: '', y, bound })) }, '06:00', textsOf('en'));

it('the lowest hour is one that was measured in full', () => {
  expect(told([5, null], [1, 'at least'], [null, null], [8, null])).toBe(
    'By the hour since 06:00: lowest 5.00 KL, highest 8.00 KL, last 8.00 KL.',
  );
});

it('no hour is the lowest where hardly one was measured in full, and the others have their bound', () => {
  expect(told([5, null], [1, 'at least'], [9, 'at least'])).toBe(
    'By the hour since 06:00: highest at least 9.00 KL, last at least 9.00 KL.',
  );
});
