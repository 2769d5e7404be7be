import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { readTrend } from '../../../src/figures/device-data/yearly-trend.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';
import { loginIssuer, rowsWhenServed } from '../../keeping/analysts/support.ts';
import { at, process, requireIndustry, send, unit } from '../processing/works.ts';

let context: TestContext;
let industry: Industry;

const MONTHS = ['2024', '2025', '2026'].flatMap((year) =>
  Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-02`),
);

/**
 * METER and RIVER send once a month, WELL in some months only. Two whole years are processed, and the next one as far
 * as it has come.
 */
beforeAll(async () => {
  context = await testContext('2026-01-03T00:00:00Z');
  const industryId = mintId('TREND');
  await provisionIndustry({
    context,
    markStale: async () => {},
    bundle: {
      industry: { industryId, industryName: 'Trend', meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
      units: [
        unit('METER', 'FLOW_CATEGORY'),
        unit('WELL', 'GROUND_WATER_LEVEL'),
        unit('RIVER', 'QUALITY_CATEGORY', { params: { pH: { displayName: 'pH', siUnit: '' } } }),
      ],
      categoriesV2: Object.fromEntries(
        [
          ['ID_SOURCE', 'FLOW_CATEGORY', 'METER'],
          ['ID_WELL', 'GROUND_WATER_LEVEL', 'WELL'],
          ['ID_RIVER', 'QUALITY_CATEGORY', 'RIVER'],
        ].map(([key, standardCategoryId, unitId]) => [
          key,
          { standardCategoryId, subCategories: [{ id: 'S', displayName: 'S', units: [unitId] }] },
        ]),
      ),
    },
  });
  industry = await requireIndustry(context, industryId);
  await send(
    context,
    industry,
    MONTHS.filter((date) => date < '2026-01-03').flatMap((date, index) => {
      const createdOn = at(industry, date, 3);
      return [
        {
          unitId: 'METER',
          createdOn,
          value: [2000.1, 1753.77, 10][Number(date.slice(0, 4)) - 2024],
          interpolated: index % 5 === 0,
        },
        { unitId: 'RIVER', createdOn, value: { pH: 7 } },
        ...(index % 7 === 0 ? [{ unitId: 'WELL', createdOn, value: 12 }] : []),
      ];
    }),
  );
  await process(context, industry, '2024-01-01', '2026-01-02');
}, 240_000);

describe('years side by side', () => {
  it('are in the view of analysts what they are in the answer', async () => {
    const login = await loginIssuer(context)(industry);
    const rows = await rowsWhenServed<{ unit_id: string } & Record<string, unknown>>(
      login,
      `
      SELECT unit_id, to_char(year_start, 'YYYY') AS year, value_display, state, months_with_figure::int, change_display, change_percent, coverage, slots_expected::int, slots_genuine::int, estimated_share
      FROM analytics.yearly_trend ORDER BY unit_id, year_start`,
    );
    const shown = await Promise.all(
      ['ID_SOURCE', 'ID_RIVER', 'ID_WELL'].map((category) =>
        readTrend(context, industry, {
          category,
          date: null,
          years: 10,
          divisionFactor: category === 'ID_SOURCE' ? 1000 : 1,
        }),
      ),
    );
    expect(rows).toEqual(
      shown
        .flatMap(({ subCategories }) =>
          subCategories.flatMap(({ units }) =>
            units.flatMap(({ unitId, years }) =>
              years.map((year) => ({
                unit_id: unitId,
                year: year.year,
                value_display: typeof year.value === 'number' ? year.value : null,
                state: year.state,
                months_with_figure: year.monthsWithFigure,
                change_display: year.change,
                change_percent: year.changePercent,
                coverage: year.coverage,
                slots_expected: year.slotsExpected,
                slots_genuine: year.slotsGenuine,
                estimated_share: year.estimatedShare,
              })),
            ),
          ),
        )
        .sort((a, b) => (a.unit_id < b.unit_id ? -1 : 1)),
    );
    expect(
      rows
        .filter(({ unit_id: unitId }) => unitId === 'METER')
        .map(({ year, value_display: value, state, change_percent: change }) => [year, value, state, change]),
    ).toEqual([
      ['2024', 24.0012, 'whole', null],
      ['2025', 21.04524, 'whole', -12.32],
      ['2026', 0.01, 'running', null],
    ]);
    expect(rows.filter(({ unit_id: unitId }) => unitId === 'WELL').map(({ state }) => state)).toEqual([
      'partial',
      'partial',
      'missing',
    ]);
  });
});
