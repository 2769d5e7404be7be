import { expect, it } from 'vitest';
import { computeInsights } from '../../../src/findings/insights/compute-insights.ts';
import { readFindings } from '../../../src/findings/insights/read-findings.ts';
import { at, dates, process, send, unit, works } from '../../figures/processing/works.ts';
import { testContext } from '../../support/database.ts';

/** Days after a day of much use on which it is judged. */
const LATER = ['2026-02-20', '2026-03-04', '2026-03-16'];

it('a day is judged by the same weeks before it, however many days ago it was', async () => {
  const context = await testContext('2026-03-16T02:00:00Z');
  const site = await works(context, [unit('METER', 'FLOW_CATEGORY')]);
  /** Two days of half as much again, 40 days apart. Of the first one three hours are missing, so it is not judged. */
  const times = (date: string): number => (date === '2026-01-10' || date === '2026-02-19' ? 1.5 : 1);
  await send(
    context,
    site,
    dates('2025-12-01', '2026-03-15').flatMap((date, day) =>
      Array.from({ length: date === '2026-01-10' ? 21 : 24 }, (_, hour) => ({
        unitId: 'METER',
        createdOn: at(site, date, hour),
        value: times(date) * (1000 + ((day * 37 + hour * 11) % 90)),
      })),
    ),
  );
  await process(context, site, '2025-12-01', '2026-03-15');
  const told: string[][] = [];
  for (const date of LATER) {
    const then = { ...context, clock: { now: () => Date.parse(`${date}T02:00:00Z`) } };
    await computeInsights(then, site);
    const { findings } = await readFindings(context, site, { days: 90, withSettled: true });
    told.push(findings.flatMap(({ kind, firstDay }) => (kind === 'silence' ? [] : [`${kind} ${firstDay}`])));
  }
  expect(told).toEqual(LATER.map(() => []));
});
