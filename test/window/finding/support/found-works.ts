import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { computeInsights } from '../../../../src/findings/insights/compute-insights.ts';
import { readFindings } from '../../../../src/findings/insights/read-findings.ts';
import { watchRunningDay } from '../../../../src/findings/insights/watch-running-day.ts';
import { at, dates, process, send, unit, works } from '../../../figures/processing/works.ts';
import type { TestContext } from '../../../support/database.ts';

/*
 * Works in which something is wrong with most units, found by the rules themselves: a leak, a standstill, a burst, a
 * tank that runs low, a parameter outside its bounds and a unit that is silent.
 */

const FIRST = '2026-01-01';
const LAST = '2026-02-28';
const TODAY = '2026-03-01';
/** The ninth hour of 01/03/2026. */
export const NOW = '2026-03-01T09:10:00Z';
export const EVIL = '<i>Leaky</i>';

const LEAK = '2026-02-20';
const STOPPED = '2026-02-24';
const BURST = '2026-02-27';

/** Use from 08:00 to 18:00, 1,000 litres an hour with a little noise that is the same in every run. */
const use = (date: string, hour: number): number =>
  hour >= 8 && hour < 18 ? 1000 + ((Number(date.slice(8)) * 37 + hour * 11) % 90) : 0;
const isAfter = (date: string, since: string): boolean => businessDate(date) >= businessDate(since);

type At = (date: string, hour: number) => number;
const VALUES: Readonly<Record<string, At>> = {
  LEAKY: (date, hour) => use(date, hour) + (isAfter(date, LEAK) ? 200 : 0),
  STUCK: (date, hour) => (isAfter(date, STOPPED) ? 0 : use(date, hour)),
  BOILER: (date, hour) => (date === BURST && hour >= 9 && hour < 15 ? 4000 : use(date, hour)),
  TANK: (date, hour) => (date === TODAY && hour > 3 ? 6 : 60 + ((hour * 3) % 20)),
  QUIET: use,
};

/** @param context its clock stands at NOW */
export async function foundWorks(context: TestContext): Promise<Industry> {
  const industry = await works(context, [
    unit('LEAKY', 'FLOW_CATEGORY', { displayName: EVIL }),
    unit('STUCK', 'FLOW_CATEGORY'),
    unit('BOILER', 'FLOW_CATEGORY', { displayName: 'Boiler' }),
    unit('TANK', 'STOCK_CATEGORY', { displayName: 'Roof tank', maxCapacity: 100_000, meta: {} }),
    unit('QUIET', 'FLOW_CATEGORY', { displayName: 'Quiet meter' }),
    unit('RIVER', 'QUALITY_CATEGORY', {
      displayName: 'River intake',
      siUnit: '',
      params: { ph: { displayName: 'pH', siUnit: '', isLatest: true } },
      meta: { parameterBounds: { ph: { min: 6.5, max: 8.5 } } },
    }),
  ]);
  const upTo = (date: string, unitId: string): number => (date === TODAY ? (unitId === 'QUIET' ? 4 : 9) : 24);
  const rows = dates(FIRST, TODAY).flatMap((date) => [
    ...Object.entries(VALUES).flatMap(([unitId, value]) =>
      Array.from({ length: upTo(date, unitId) }, (_, hour) => ({
        unitId,
        createdOn: at(industry, date, hour),
        value: value(date, hour),
      })),
    ),
    ...Array.from({ length: upTo(date, 'RIVER') }, (_, hour) => ({
      unitId: 'RIVER',
      createdOn: at(industry, date, hour),
      paramValue: { ph: isAfter(date, BURST) ? 9.1 : 7.2 },
    })),
  ]);
  await send(context, industry, rows);
  await process(context, industry, FIRST, LAST);
  await computeInsights(context, industry);
  await watchRunningDay(context, industry);
  return industry;
}

/** Ids of the works' findings by kind. */
export async function findingIds(context: TestContext, industry: Industry): Promise<ReadonlyMap<string, string>> {
  const { findings } = await readFindings(context, industry, { days: 60, withSettled: true });
  return new Map(findings.map(({ kind, findingId }) => [kind, findingId]));
}
