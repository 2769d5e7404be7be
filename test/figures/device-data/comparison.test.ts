import { beforeAll, expect, it } from 'vitest';
import { compareFigures } from '../../../src/figures/device-data/comparison.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { buildReport } from '../../../src/reports/build-report.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { asked } from '../../reports/asked.ts';
import { at, send, unit, works } from '../processing/works.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-06-03T06:00:00Z');
});

const [BEFORE, DAY] = [businessDate('2026-06-01'), businessDate('2026-06-02')];

it('a parameter that has another unit of measure since is compared with no day before, nor in reports', async () => {
  const river = (siUnit: string, effectiveFrom?: string) =>
    unit('RIVER', 'QUALITY_CATEGORY', {
      params: { conductivity: { displayName: 'Conductivity', siUnit }, pH: { displayName: 'pH', siUnit: '' } },
      ...(effectiveFrom === undefined ? {} : { meta: { effectiveFrom } }),
    });
  const { industryId } = await works(context, [river('mS/cm')]);
  const industry = await works(context, [river('µS/cm', '02/06/2026')], { industryId });
  // The same water on both days: 1.2 mS/cm is 1,200 µS/cm.
  const rows = [
    [BEFORE, 1.2, 7],
    [DAY, 1200, 8],
  ] as const;
  await send(
    context,
    industry,
    rows.flatMap(([date, conductivity, pH]) =>
      Array.from({ length: 24 }, (_, hour) => ({
        unitId: 'RIVER',
        createdOn: at(industry, date, hour),
        value: { conductivity, pH },
      })),
    ),
  );
  const comparing = (parameter: string, first: { from: BusinessDate; to: BusinessDate }) =>
    compareFigures(context, industry, {
      unitIds: ['RIVER'],
      periods: [first, { from: BEFORE, to: BEFORE }],
      by: 'day',
      profile: true,
      parameter,
      divisionFactor: 1000,
    });
  const compared = async (parameter: string) => {
    const { sides } = await comparing(parameter, { from: DAY, to: DAY });
    return sides.map(({ value, siUnit, difference }) => [value, siUnit, difference]);
  };
  expect(await compared('conductivity')).toEqual([
    [1200, 'µS/cm', null],
    [1.2, 'mS/cm', { amount: null, share: null, why: 'other unit of measure' }],
  ]);
  expect(await compared('pH')).toEqual([
    [8, '', null],
    [7, '', { amount: 1, share: null, why: null }],
  ]);
  const both = await comparing('conductivity', { from: BEFORE, to: DAY });
  expect(both.sides[0]).toMatchObject({ value: null, mean: null });
  expect(both.sides[0]?.weekdays.filter(({ mean }) => mean !== null)).toEqual([]);
  expect(both.profile?.filter(({ sides: [first] }) => first?.mean != null)).toEqual([]);
  const { headlines } = await buildReport(context, industry, asked('quality', 'daily', DAY));
  const changes = new Map(headlines.map(({ title, change }) => [title, change]));
  expect(changes.get('Conductivity, Unit RIVER')).toBeNull();
  expect(changes.get('pH, Unit RIVER')).toMatchObject({ from: 7, difference: 1 });
});
