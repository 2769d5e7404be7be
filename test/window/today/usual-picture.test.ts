import { expect, it } from 'vitest';
import type { Visit } from '../../../src/window/page.ts';
import { textsOf } from '../../../src/window/texts.ts';
import { type UsualHours, usualPicture } from '../../../src/window/today/usual-picture.ts';

const visit = {
  texts: textsOf('en'),
  language: 'en',
  clock: { timezone: 'UTC' },
} as unknown as Visit; // the parts that the picture asks

const none = { low: null, middle: null, high: null, days: 0 };
const hourOf = (hour: number, of: Pick<UsualHours['hours'][number], 'y' | 'coverage' | 'bound'>) => ({
  ...{ ...none, ...of, x: new Date(Date.UTC(2026, 5, 11, hour)).toISOString() },
  // Each meter has some figure.
  ...{ measuredShare: 1, estimatedShare: 0 },
});

it('an hour of which one of twelve readings came is at least its figure, 8 % measured and hatched', async () => {
  const usual: UsualHours = {
    ...{ date: '11/06/2026', running: true, wholeHours: 2, siUnit: 'KL' },
    ...{ categoryId: 'ID_CONSUMPTION', standardCategoryId: 'FLOW_CATEGORY', side: 'out' },
    total: { ...none, y: 1300, bound: 'at least', estimatedShare: 0 },
    hours: [
      hourOf(6, { y: 1200, coverage: 1, bound: null }),
      hourOf(7, { y: 100, coverage: 0.0833, bound: 'at least' }),
      hourOf(8, { y: null, coverage: null, bound: null }),
    ],
  };
  const page = String(await usualPicture(visit, { name: 'Went out', usual }));
  const titles = [...page.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => title.replaceAll(/\s/g, ' '));
  expect(titles.slice(0, 3)).toEqual([
    '06:00: 1 200 KL, 100 % measured',
    '07:00: at least 100 KL, 8 % measured',
    expect.stringMatching(/^08:00: /),
  ]);
  const rows = page
    .slice(page.indexOf('id="usual-hours"'))
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .replaceAll(/\s+/g, ' ');
  expect(rows).toMatch(/07:00 at least 100 8.%/);
  expect(page).toContain('1 hour was not or not wholly measured');
  // No day is known for a band.
  expect(page).toContain('Bars: this day.');
  expect(page).not.toContain('Band:');
});
