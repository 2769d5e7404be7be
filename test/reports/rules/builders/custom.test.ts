import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import { CUSTOM_COLUMNS, CUSTOM_SERVICES, type CustomService } from '../../../../src/reports/rules/custom-columns.ts';
import type { ReportDocument } from '../../../../src/reports/rules/document.ts';
import { SERVICES_OF_TYPE } from '../../../../src/reports/rules/services-of-type.ts';
import { REPORT_TYPES } from '../../../../src/reports/rules/terms.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { misfits, plain, plainRows, tableOf } from '../support/read-document.ts';
import { png } from '../support/pictures.ts';
import { reportInput, type Works } from '../support/works.ts';

const each = (figure: number): number[] => Array.from({ length: 30 }, () => figure);
const hours = (figure: number, peak: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => (hour === 9 ? peak : figure));

const works = (service: CustomService, body: unknown, more: Partial<Works['request']> = {}): Works => ({
  request: { service, reportType: 'monthly', body, ...more },
  now: '2026-07-02T10:00:00Z',
  units: {
    BORE: {
      days: each(90_000),
      // May has a day more, on which nothing was used.
      before: [...each(80_000), 0],
      yearAgo: each(45_000),
      displayName: 'Bore 1',
      hours: hours(1000, 5000),
    },
    INLET: { days: each(10_000), before: [...each(10_000), 0], displayName: '<img src=x>', hours: hours(500, 600) },
    TANK: {
      standardCategoryId: 'STOCK_CATEGORY',
      days: each(750_000),
      changes: { maxCapacity: 1_000_000 },
      hours: hours(750_000, 900_000),
    },
    PUMP: { standardCategoryId: 'ENERGY_CATEGORY', days: each(50_000), changes: { siUnit: 'kWh' } },
    LAB: {
      standardCategoryId: 'QUALITY_CATEGORY',
      displayName: 'Outfall',
      days: [{ pH: 7.5 }],
      hours: Array.from({ length: 24 }, (_, hour) => ({ pH: hour < 3 ? 9.1 : 7.2 })),
      changes: { siUnit: '', params: { pH: { displayName: 'pH', siUnit: '', isLatest: false } } },
    },
  },
  categories: {
    ID_SOURCE: { Bores: ['BORE'], Town: ['INLET'] },
    ID_RAW_WATER_STOCK: { TANKS: ['TANK'] },
    energyCategory: { E: ['PUMP'] },
    qualityCategory: { Q: ['LAB'] },
  },
});
const built = (service: CustomService, body: unknown, more: Partial<Works['request']> = {}): ReportDocument =>
  BUILDERS[service].build(reportInput(works(service, body, more)));
const firstTable = (document: ReportDocument) => {
  const table = document.sections.find(({ kind }) => kind === 'table');
  return tableOf(document, table?.id ?? '');
};

describe('a custom report', () => {
  it.each(
    CUSTOM_SERVICES.flatMap((service) =>
      REPORT_TYPES.filter((type) => SERVICES_OF_TYPE[type].includes(service)).map((type) => [service, type] as const),
    ),
  )('%s %s has every column that may be asked for, and as many cells', (service, reportType) => {
    const columns = [...CUSTOM_COLUMNS[service].allowed];
    for (const layout of ['v1', 'v2'] as const) {
      const document = built(service, { columns }, { reportType, layout, endDate: businessDate('2026-06-01') });
      expect(misfits(document)).toEqual([]);
      expect(document.empty).toBeNull();
    }
    const ids = firstTable(built(service, { columns }, { reportType, endDate: businessDate('2026-06-01') })).columns;
    expect(ids.length).toBeGreaterThanOrEqual(columns.length);
  });

  it('shows the columns of its body in their order', () => {
    const table = firstTable(
      built('custom_water', { columns: ['coverage', 'value', 'previous', 'change', 'share'], breakdown: false }),
    );
    expect(table.columns.map(({ title }) => title)).toEqual([
      'Unit',
      'Area',
      'Measured',
      'Volume',
      'Period before',
      'Change',
      'Share',
    ]);
    expect(plainRows(table)).toEqual(
      [
        { name: 'Bore 1', area: 'Sub Bores', measured: 1, total: 2700, previous: 2400, change: 0.125, share: 0.9 },
        { name: '<img src=x>', area: 'Sub Town', measured: 1, total: 300, previous: 300, change: 0, share: 0.1 },
        { name: 'Total', area: '', measured: 1, total: 3000, previous: 2700, change: 1 / 9, share: 1 },
      ].map((row) => ({ ...row, change: Math.round(row.change * 1e9) / 1e9 })),
    );
  });

  it('adds up what it compares with, and the sum is "at least" where a unit has nothing to compare with', () => {
    const given = works('custom_water', { columns: ['previous', 'lastYear'], groupBy: 'none', breakdown: false });
    const { rows } = firstTable(BUILDERS['custom_water'].build(reportInput(given)));
    const total = rows.at(-1)?.cells.slice(1);
    expect(total).toMatchObject([
      { value: 2700, bound: null },
      { value: 1350, bound: 'at least' },
    ]);
  });

  it('of tanks adds up what they held, gained and can hold', () => {
    const given = works('custom_level', { columns: ['opening', 'change', 'capacity'] }, { reportType: 'daily' });
    const tank = given.units['TANK'];
    if (tank === undefined) throw new Error('There is a tank');
    const two = {
      ...given,
      units: { ...given.units, TANK_2: tank },
      categories: { ...given.categories, ID_RAW_WATER_STOCK: { TANKS: ['TANK', 'TANK_2'] } },
    };
    const table = firstTable(BUILDERS['custom_level'].build(reportInput(two)));
    expect(plainRows(table).at(-1)).toMatchObject({ name: 'Total', opening: 1000, change: 500, capacity: 2000 });
  });

  it('of intervals, which are compared with no other period, has no column of another period', () => {
    const columns = ['value', 'previous', 'change', 'lastYear', 'changeLastYear', 'coverage'];
    const granular = (body: unknown) => {
      const input = reportInput(
        works('custom_water', body, { reportType: 'granular', endDate: businessDate('2026-06-01') }),
      );
      // What the builder does not need is not loaded.
      expect(BUILDERS['custom_water'].needs(input.request)).toEqual([]);
      return BUILDERS['custom_water'].build({ ...input, previous: null, lastYear: null });
    };
    const ids = (document: ReportDocument) => firstTable(document).columns.map(({ id }) => id);
    expect(ids(granular({ columns }))).toEqual(['name', 'area', 'total', 'measured']);
    expect(granular({ columns }).method.join(' ')).toContain('Intervals are not compared');
    const usual = ids(granular(null));
    expect(usual).not.toContain('previous');
    expect(usual).not.toContain('change');
    const none = granular({ columns: ['previous'] });
    expect(firstTable(none).id).toContain('matrix');
  });

  it('leaves out a usual column in which no unit has a figure, and keeps one that was asked for', () => {
    const { units, ...more } = works('custom_water', null);
    const alone = { ...more, units: { ...units, BORE: { days: each(90_000) }, INLET: { days: each(10_000) } } };
    const idsOf = (given: Works) =>
      firstTable(BUILDERS['custom_water'].build(reportInput(given))).columns.map(({ id }) => id);
    expect(idsOf(alone)).not.toContain('previous');
    const asked = { ...alone, request: { ...alone.request, body: { columns: ['value', 'previous'] } } };
    expect(idsOf(asked)).toContain('previous');
  });

  it('tells the units of its body alone, in its order, ungrouped, with its title and logo', () => {
    const logo = { mime: 'image/png', base64: png(10, 10) };
    const document = built('custom_water', {
      title: 'Permit',
      units: ['INLET', 'BORE'],
      groupBy: 'none',
      columns: ['value'],
      logo,
    });
    expect([document.title, document.logo]).toEqual(['Permit', logo]);
    expect(plainRows(firstTable(document)).map(({ name, total }) => [name, total])).toEqual([
      ['<img src=x>', 300],
      ['Bore 1', 2700],
      ['Total', 3000],
    ]);
  });

  it('orders by value, most first', () => {
    const document = built('custom_water', { groupBy: 'none', orderBy: 'value', columns: ['value'] });
    expect(plainRows(firstTable(document)).map(({ name }) => name)).toEqual(['Bore 1', '<img src=x>', 'Total']);
  });

  it('holds figures against thresholds: the one of a unit before the one for all', () => {
    const document = built('custom_withdrawal', {
      thresholds: [
        { above: 100, severity: 'low' },
        { unitId: 'BORE', above: 2000, severity: 'critical' },
      ],
      columns: ['value', 'limit', 'ofLimit'],
    });
    expect(document.attention.find(({ place }) => place === 'Bore 1')).toMatchObject({
      severity: 'critical',
      fact: 'Is above its limit',
      look: 'The limit is 2\u202f000\u00a0KL',
    });
    const [bore] = plainRows(firstTable(document));
    expect([bore?.['limit'], bore?.['ofLimit']]).toEqual([2000, 1.35]);
    expect(firstTable(document).rows[0]?.severity).toBe('critical');
    expect(document.headlines.find(({ title }) => title === 'Beyond their limit')).toMatchObject({
      comparedWith: 'of 1',
    });
  });

  it('tells the highest hour and when it began', () => {
    const document = built('custom_water', { columns: ['peak', 'peakAt'], units: ['BORE'] }, { reportType: 'daily' });
    expect(plainRows(firstTable(document))[0]).toMatchObject({ peak: 5, peakAt: '2026-06-01T09:00:00.000Z' });
  });

  it('of levels tells what was gained and how full it stands', () => {
    const document = built(
      'custom_level',
      { columns: ['opening', 'value', 'change', 'percentage', 'capacity'] },
      { reportType: 'daily' },
    );
    expect(plainRows(firstTable(document))[0]).toMatchObject({
      opening: 500,
      total: 750,
      change: 250,
      percentage: 0.5,
      capacity: 1000,
    });
  });

  it('of quality counts the intervals outside its limits', () => {
    const input = reportInput(
      works('custom_quality', { thresholds: [{ parameter: 'pH', above: 8.5, below: 6.5 }] }, { reportType: 'daily' }),
    );
    const document = BUILDERS['custom_quality'].build(input);
    expect(misfits(document)).toEqual([]);
    // The answer stands on the first page, before the pictures.
    expect(document.sections[0]?.kind).toBe('table');
    const [line] = plainRows(firstTable(document));
    expect(line).toMatchObject({ name: 'Outfall', parameter: 'pH', value: 7.5, highest: 9.1, outside: 3 });
    expect(document.attention[0]).toMatchObject({
      fact: 'pH was outside its limits in 3 of 24 hours',
      look: 'not below 6.5, not above 8.5',
    });
    expect(document.headlines.find(({ title }) => title === 'Parameters outside')).toMatchObject({
      value: { value: 1 },
      comparedWith: 'of 1 with a limit',
    });
    const without = built('custom_quality', {}, { reportType: 'daily' });
    expect(without.headlines.map(({ title }) => title)).not.toContain('Parameters outside');
  });

  it('of quality has a matrix of each point where it is asked for, and in the newer layout', () => {
    const matrices = (body: object, layout: 'v1' | 'v2') =>
      built('custom_quality', body, { reportType: 'daily', layout }).sections.filter(({ id }) =>
        id.startsWith('matrix'),
      );
    expect(matrices({ breakdown: false }, 'v1')).toEqual([]);
    expect(matrices({ breakdown: true }, 'v1')).toHaveLength(1);
    expect(matrices({ breakdown: false }, 'v2')).toHaveLength(1);
  });

  it('of quality draws a parameter by its own limit, whatever limit stands first', () => {
    const [own, other] = [
      { parameter: 'pH', above: 8.5 },
      { parameter: 'TDS', below: 5 },
    ];
    const charts = (...thresholds: object[]) =>
      built('custom_quality', { thresholds }, { reportType: 'daily' }).sections.filter(({ kind }) => kind === 'chart');
    expect(charts(other, own).length).toBeGreaterThan(0);
    expect(charts(other, own)).toEqual(charts(own, other));
  });

  it('of quality says that a limit is of a parameter that there is none of', () => {
    const thresholds = [{ parameter: 'ph', above: 8.5, severity: 'medium' }];
    const document = built('custom_quality', { thresholds }, { reportType: 'daily' });
    expect(document.attention.find(({ place }) => place === 'Limits of the request')).toMatchObject({
      severity: 'medium',
      fact: "There is no parameter 'ph', so nothing was held against its limit",
      look: 'The parameters are pH',
    });
  });

  it('of quality says that nothing is held against limits of a point that sent nothing, and of one left out', () => {
    const thresholds = [
      { parameter: 'pH', above: 8.5 },
      { unitId: 'MUTE', parameter: 'TDS', above: 500 },
      { unitId: 'LAB', parameter: 'pH', above: 9 },
    ];
    const given = works('custom_quality', { units: ['MUTE'], thresholds }, { reportType: 'daily' });
    const mute = { standardCategoryId: 'QUALITY_CATEGORY', displayName: 'Drain', days: [], changes: { params: {} } };
    const input = reportInput({
      ...given,
      units: { ...given.units, MUTE: mute },
      categories: { ...given.categories, qualityCategory: { Q: ['LAB', 'MUTE'] } },
    });
    const told = BUILDERS.custom_quality.build(input).attention.filter(({ fact }) => fact.includes('nothing was held'));
    expect(told.map(({ place, fact, look }) => [place, fact.slice(0, 23), look])).toEqual([
      ['Limits of the request', "There is no parameter '", null],
      ['Drain', "There is no parameter '", null],
      ['LAB', "There is no parameter '", null],
    ]);
  });

  it('shows of two bounds the one that a figure is beyond', () => {
    // 2,700 KL of the bore and 300 KL of the inlet.
    const columns = ['value', 'limit', 'ofLimit'];
    const document = built('custom_water', { columns, thresholds: [{ above: 2000, below: 600 }] });
    expect(plainRows(firstTable(document)).slice(0, 2)).toMatchObject([
      { limit: 2000, ofLimit: 1.35 },
      { limit: 600, ofLimit: 0.5 },
    ]);
  });

  it('marks figures of another period by what was measured of that one', () => {
    const input = reportInput(works('custom_water', { groupBy: 'none', columns: ['value', 'previous'] }));
    // Of the bore a quarter of the period before, and half of its readings are estimates.
    const spans = new Map(
      [...(input.previous?.spans ?? [])].map(([unitId, span]) => {
        if (unitId !== 'BORE' || span.figures === null) return [unitId, span] as const;
        const { provenance } = span.figures;
        const { slotsExpected } = provenance;
        const part = {
          slotsGenuine: slotsExpected / 4,
          coverageRatio: 0.25,
          readingsUsed: slotsExpected / 2,
          readingsEstimated: slotsExpected / 4,
        };
        return [unitId, { ...span, figures: { ...span.figures, provenance: { ...provenance, ...part } } }] as const;
      }),
    );
    const previous = input.previous === null ? null : { ...input.previous, spans };
    const { columns, rows } = firstTable(BUILDERS['custom_water'].build({ ...input, previous }));
    const at = columns.findIndex(({ id }) => id === 'previous');
    expect(rows.map(({ cells }) => cells[at])).toMatchObject([
      { value: 2400, coverage: 0.25, estimatedShare: 0.5, bound: 'at least' },
      { value: 300, coverage: 1, bound: null },
      { value: 2700, coverage: 0.625, bound: 'at least' },
    ]);
  });

  it('marks figures of another period by its first days alone while this one runs', () => {
    // Nine days of June have ended. The bore sent nothing from 22 May on, the inlet on two of the first nine days.
    const dark = (day: number, from: number, to: number) => (day >= from && day < to ? null : 1000);
    const days = Array.from({ length: 31 }, (_, day) => day);
    const given = works('custom_water', { groupBy: 'none', columns: ['value', 'previous'] });
    const input = reportInput({
      ...given,
      now: '2026-06-10T05:00:00Z',
      units: {
        BORE: { days: each(1000), before: days.map((day) => dark(day, 21, 31)) },
        INLET: { days: each(1000), before: days.map((day) => dark(day, 0, 2)) },
      },
      categories: { ID_SOURCE: { Bores: ['BORE'], Town: ['INLET'] } },
    });
    const { columns, rows } = firstTable(BUILDERS.custom_water.build(input));
    const at = columns.findIndex(({ id }) => id === 'previous');
    expect(rows.map(({ cells }) => cells[at])).toMatchObject([
      { value: 9, coverage: 1, bound: null },
      { value: 7, coverage: 0.7778 },
      { value: 16, coverage: 0.8889, bound: 'at least' },
    ]);
  });

  it('is refused before anything is read when its body has a mistake', () => {
    const { industry, request } = reportInput(works('custom_water', { units: ['TANK'] }));
    expect(() => BUILDERS['custom_water'].unitsOf(industry, request)).toThrow('is "TANK", allowed is the id of a unit');
  });
});

describe('without a body', () => {
  it.each(CUSTOM_SERVICES)('%s tells what its usual reader needs', (service) => {
    const document = built(service, null, { reportType: 'daily' });
    expect(firstTable(document).rows.length).toBeGreaterThan(0);
    expect(plain(document.headlines.at(-1)?.value)).toBe(1);
  });
});
