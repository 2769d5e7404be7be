import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { AFTER_JUNE, inputOf, june, pictureOf } from '../support/june-chart.ts';
import { reportInput, type Works } from '../support/works.ts';

describe('an axis with nothing above it', () => {
  const kindOf = (days: (number | null)[]) =>
    BUILDERS.water
      .build(inputOf({ LINE: { days } }, AFTER_JUNE, { OUT: ['LINE'] }))
      .sections.find(({ id }) => id.startsWith('chart-'))?.kind;

  it('is not drawn: a single figure and amounts of nothing are said in words', () => {
    expect(kindOf(june(() => 0))).toBe('paragraphs');
    expect(kindOf(june((day) => (day === 4 ? 3000 : null)))).toBe('paragraphs');
    expect(kindOf(june((day) => (day <= 2 ? 3000 : null)))).toBe('chart');
  });
});

describe('the end of a course that is told', () => {
  const titleOf = (parameter: string, course: readonly number[]): string => {
    const document = BUILDERS.quality.build(
      reportInput({
        request: { service: 'quality', reportType: 'daily', startDate: businessDate('2026-06-10') },
        now: '2026-06-12T08:00:00Z',
        units: {
          Q: {
            standardCategoryId: 'QUALITY_CATEGORY',
            changes: { params: { p: { displayName: parameter, siUnit: 'mg/L', isLatest: false } } },
            days: [{ p: 1 }],
            hours: course.map((p) => ({ p })),
          },
        },
        categories: { qualityCategory: { POINTS: ['Q'] } },
      }),
    );
    return document.sections.find(({ kind }) => kind === 'chart')?.title.replaceAll('\u00a0', ' ') ?? '';
  };
  const COURSE = Array.from({ length: 24 }, (_, hour) => (hour === 3 ? 4.1 : hour === 9 ? 8.25 : 7));

  it.each([
    ['Dissolved oxygen', 'Dissolved oxygen was lowest between 03:00 and 04:00, at 4.10 mg/L'],
    ['Residual chlorine', 'Residual chlorine was lowest between 03:00 and 04:00, at 4.10 mg/L'],
    ['Chemical oxygen demand', 'Chemical oxygen demand peaked between 09:00 and 10:00 at 8.25 mg/L'],
    ['Turbidity', 'Turbidity peaked between 09:00 and 10:00 at 8.25 mg/L'],
    ['pH', 'pH ranged from 4.10 to 8.25 mg/L'],
  ])('of %s is the one that a reader has to know of', (parameter, title) => {
    expect(titleOf(parameter, COURSE)).toBe(title);
  });

  it('of a tank is how empty it was', () => {
    const document = BUILDERS.level.build(
      reportInput({
        request: { service: 'level', reportType: 'daily', startDate: businessDate('2026-06-10') },
        now: '2026-06-12T08:00:00Z',
        units: {
          T: {
            standardCategoryId: 'STOCK_CATEGORY',
            changes: { maxCapacity: 1_000_000 },
            days: [700_000],
            hours: COURSE.map((level) => level * 100_000),
          },
        },
        categories: { ID_RAW_WATER_STOCK: { TANKS: ['T'] } },
      }),
    );
    expect(document.sections.find(({ kind }) => kind === 'chart')?.title.replaceAll('\u00a0', ' ')).toMatch(
      /was lowest between 03:00 and 04:00, at 41\.0 %$/,
    );
  });
});

describe('a picture of more lines than it has room for', () => {
  /** Six units, of which the last is the one to know of. */
  const drawnOf = (service: 'level' | 'quality', units: Works['units'], categories: Works['categories'] = {}) => {
    const document = BUILDERS[service].build(
      reportInput({ request: { service, reportType: 'monthly' }, now: AFTER_JUNE, units, categories }),
    );
    const found = document.sections.find(({ kind }) => kind === 'chart');
    if (found?.kind !== 'chart') throw new Error('There is no picture.');
    return [found.title.replaceAll('\u00a0', ' '), found.chart.series.map(({ name }) => name)];
  };
  const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];
  const six = (of: (name: string) => Works['units'][string]): Works['units'] =>
    Object.fromEntries(NAMES.map((name) => [name, { displayName: name, ...of(name) }]));

  it('has the tanks that ran lowest, in their order, and names the lowest', () => {
    const tanks = six((name) => ({
      standardCategoryId: 'STOCK_CATEGORY',
      changes: { maxCapacity: 1_000_000, volumeCurve: [] },
      days: june((day) => (name === 'F' && day === 12 ? 20_000 : name === 'B' ? 900_000 : 800_000)),
    }));
    expect(drawnOf('level', tanks, { ID_RAW_WATER_STOCK: { TANKS: NAMES } })).toEqual([
      'Raw water stock of F was lowest on 12 Jun 2026, at 2.00 %',
      ['A', 'C', 'D', 'E', 'F'],
    ]);
  });

  it('has the wells that moved most', () => {
    const wells = six((name) => ({
      standardCategoryId: 'GROUND_WATER_LEVEL',
      changes: { siUnit: 'm' },
      days: june((day) => (name === 'F' ? 10 * day : name === 'E' ? 5 : day)),
    }));
    expect(drawnOf('level', wells)[1]).toEqual(['A', 'B', 'C', 'D', 'F']);
  });
});

describe('a tank that was enlarged in the period', () => {
  /** 80 KL of 100 KL until the 14th, 160 KL of 200 KL since. */
  const shares = (percentage: number | null, curve: object = {}): readonly (number | null)[] => {
    const input = reportInput({
      request: { service: 'level', reportType: 'monthly' },
      now: AFTER_JUNE,
      units: {
        T: {
          standardCategoryId: 'STOCK_CATEGORY',
          changes: { maxCapacity: 200_000, ...curve },
          days: june((day) => (day < 15 ? 80_000 : 160_000)),
        },
      },
      categories: { ID_RAW_WATER_STOCK: { TANKS: ['T'] } },
    });
    const [stored, span] = [input.industry.units.get('T'), input.period?.spans.get('T')];
    if (stored === undefined || span === undefined || input.period === null) throw new Error('There is a tank.');
    const versions = [
      { effectiveFrom: businessDate('2026-01-01'), unit: { ...stored.current, maxCapacity: 100_000 }, meta: {} },
      { effectiveFrom: businessDate('2026-06-15'), unit: stored.current, meta: {} },
    ];
    const entries = span.entries.map((entry) => ({ ...entry, percentage }));
    const document = BUILDERS.level.build({
      ...input,
      industry: { ...input.industry, units: new Map([['T', { ...stored, versions }]]) },
      period: { ...input.period, spans: new Map([['T', { ...span, entries }]]) },
    });
    const found = document.sections.find(({ kind }) => kind === 'chart');
    if (found?.kind !== 'chart') throw new Error('There is no picture.');
    return found.chart.series[0]?.values ?? [];
  };

  it('is drawn as full as it was each day, by its readings or else by the capacity of the day', () => {
    const volumeCurve = [
      { elevationMetres: 0, volumeCubicMetres: 0 },
      { elevationMetres: 5, volumeCubicMetres: 200 },
    ];
    expect(shares(80)).toEqual(june(() => 80));
    expect(shares(null)).toEqual(june(() => 80));
    // A surveyed tank is as full as what it holds, not as its water stands high.
    expect(shares(30, { volumeCurve })).toEqual(june(() => 80));
  });
});

describe('the title of a picture', () => {
  it('says that a figure stayed only where all of it was measured', () => {
    expect(pictureOf({ LINE: { days: june(() => 5000) } })).toEqual([
      'Consumption stayed at 5.00 KL',
      'Consumption per day: 5.00 KL in each of 30.',
    ]);
  });

  it('says on how many days there is a figure, where some have none', () => {
    expect(pictureOf({ LINE: { days: june((day) => (day <= 7 ? 0 : null)) } })).toEqual([
      'Consumption: 0 KL on the 7 days that have a figure',
      'Consumption per day: 0 KL in each of 7. 23 days have no figure.',
    ]);
  });

  it('says of a single figure when it was', () => {
    expect(pictureOf({ LINE: { days: june((day) => (day === 4 ? 3000 : null)) } })).toEqual([
      'Consumption: 3.00 KL on 04 Jun 2026, the only day that has a figure',
      'Consumption per day: 3.00 KL on 04 Jun 2026. 29 days have no figure.',
    ]);
    expect(pictureOf({ LINE: { days: june((day) => (day <= 2 ? 3000 : null)) } }, '2026-06-02T10:00:00Z')[0]).toBe(
      'Consumption: 3.00 KL on 01 Jun 2026',
    );
  });

  it('says that more may have been used, where a meter sent nothing or a part', () => {
    const line = { days: june(() => 0) };
    for (const other of [{ days: june(() => null) }, { days: june(() => 0), genuine: 12 }])
      expect(pictureOf({ LINE: line, OTHER: other })).toEqual([
        'Consumption: 0 KL as far as measured',
        'Consumption per day: 0 KL in each of 30. 30 days were measured in part.',
      ]);
    expect(pictureOf({ LINE: { days: june((day) => (day <= 7 ? 0 : null)), genuine: 12 } })[0]).toBe(
      'Consumption: 0 KL on the 7 days that have a figure, as far as measured',
    );
  });

  it('says where a figure that moves was highest and lowest', () => {
    expect(pictureOf({ LINE: { days: june((day) => (day > 28 ? null : day * 1000)) } })).toEqual([
      'Consumption peaked on 28 Jun 2026 at 28.0 KL',
      'Consumption per day: highest 28.0 KL on 28 Jun 2026, lowest 1.00 KL on 01 Jun 2026. Hatched: 2 days have no figure.',
    ]);
  });
});
