import { beforeAll, describe, expect, it } from 'vitest';
import { readLatestOfUnit } from '../../../src/figures/latest/latest.ts';
import { computeInsights } from '../../../src/findings/insights/compute-insights.ts';
import { readFindings } from '../../../src/findings/insights/read-findings.ts';
import { readTanks } from '../../../src/findings/insights/read-tanks.ts';
import { watchRunningDay } from '../../../src/findings/insights/watch-running-day.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { at, dates, type Json, process, send, unit, works } from '../../figures/processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';

/*
 * A tank in kilolitres that is another one from 01/03/2026 on: enlarged, or surveyed. Its earlier days stay what they
 * were.
 */

const [FIRST, YESTERDAY, TODAY] = ['2026-01-20', '2026-02-28', '2026-03-01'];

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-01T09:10:00Z');
});

/** A vessel of this volume, as high as it is wide. */
const curve = (volumeCubicMetres: number) => ({
  siUnit: 'KL',
  meta: {
    volumeCurve: [
      { elevationMetres: 0, volumeCubicMetres: 0 },
      { elevationMetres: 10, volumeCubicMetres },
    ],
  },
});
const capacity = (kilolitres: number) => ({ siUnit: 'KL', maxCapacity: kilolitres * 1000, meta: {} });

/** @param percentOn the reading of each hour of a day; null: none is sent */
async function changed(before: Json, after: Json, percentOn: (date: string) => number | null): Promise<Industry> {
  const site = await works(context, [unit('TANK', 'STOCK_CATEGORY', before)]);
  const rows = (from: string, to: string, hours: number) =>
    dates(from, to).flatMap((date) => {
      const value = percentOn(date);
      return value === null
        ? []
        : Array.from({ length: hours }, (_, hour) => ({ unitId: 'TANK', createdOn: at(site, date, hour), value }));
    });
  await send(context, site, rows(FIRST, YESTERDAY, 24));
  await process(context, site, FIRST, YESTERDAY);
  const other = await works(context, [unit('TANK', 'STOCK_CATEGORY', after)], { industryId: site.industryId });
  await send(context, other, rows(TODAY, TODAY, 9));
  return other;
}

async function toldOf(site: Industry): Promise<string[]> {
  await computeInsights(context, site);
  await watchRunningDay(context, site);
  const { findings } = await readFindings(context, site, { days: 30, withSettled: true });
  return findings.flatMap(({ kind, firstDay }) => (kind === 'silence' ? [] : [`${kind} ${firstDay}`]));
}

describe('a tank that has become another one', () => {
  it('was not low on days of which the survey of a larger one would say so', async () => {
    const site = await changed(capacity(10_000), curve(20_000), (date) =>
      date === TODAY ? 30 : date >= '2026-02-27' ? 15 : 60,
    );
    expect(await toldOf(site)).toEqual([]);
  });

  it('was not full on days of which the survey of a smaller one would say so', async () => {
    const site = await changed(curve(20_000), curve(10_000), (date) => (date === '2026-02-25' ? 55 : 40));
    expect(await toldOf(site)).toEqual([]);
  });

  it('was low on days on which it was, whatever it holds since', async () => {
    const site = await changed(curve(20_000), capacity(10_000), (date) => (date >= '2026-02-27' ? 8 : 60));
    expect(await toldOf(site)).toEqual(['tank-low 2026-02-27']);
  });

  it('holds what it held when it was read, and that is the share of what it can hold now', async () => {
    const site = await changed(capacity(10_000), capacity(20_000), (date) => (date === TODAY ? null : 50));
    const [standing] = await readTanks(context, site, { unitIds: null, divisionFactor: 1000 });
    const latest = await readLatestOfUnit(context, site, 'TANK', 1000);
    expect(standing).toMatchObject({ level: latest.value, capacity: 20_000, percent: 25, outlook: null });
    expect(latest.value).toBe(5000);
  });

  it('holds what it held when it was read, also where a survey has found another shape', async () => {
    const site = await changed(capacity(10_000), curve(10_000), (date) => (date === TODAY ? null : 50));
    const [standing] = await readTanks(context, site, { unitIds: null, divisionFactor: 1000 });
    expect(standing).toMatchObject({ level: 5000, capacity: 10_000, percent: 50 });
  });
});
