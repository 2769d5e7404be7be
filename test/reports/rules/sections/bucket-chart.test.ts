import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ChartSection } from '../../../../src/reports/rules/document.ts';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { reportInput, type Works } from '../support/works.ts';

const DAYS = 30;
const june = (figureOf: (day: number) => number | null): (number | null)[] =>
  Array.from({ length: DAYS }, (_, index) => figureOf(index + 1));

type Areas = Readonly<Record<string, readonly string[]>>;

const inputOf = (units: Works['units'], now: string, areas: Areas): ReportInput =>
  reportInput({
    request: { service: 'water', reportType: 'monthly' },
    now,
    units,
    categories: { ID_CONSUMPTION: areas },
  });

/** The picture of water in June 2026. */
function drawn(input: ReportInput): ChartSection {
  const { sections } = BUILDERS.water.build(input);
  const found = sections.find(({ kind }) => kind === 'chart');
  if (found?.kind !== 'chart') throw new Error('There is no picture.');
  return found;
}

/** The same where there may be words instead of a picture. */
function likelihoodOf(input: ReportInput): readonly [title: string, alternative: string] {
  const found = BUILDERS.water.build(input).sections.find(({ id }) => id.startsWith('chart-'));
  if (found?.kind === 'chart') return [found.title, found.alternative];
  if (found?.kind === 'paragraphs') return [found.title, found.sentences.map(({ text }) => text).join(' ')];
  throw new Error('Nothing is said.');
}

/** What is said of it, by these meters of consumption. */
function pictureOf(
  units: Works['units'],
  now = '2026-07-02T10:00:00Z',
  areas: Areas = { OUT: Object.keys(units) },
): readonly string[] {
  return likelihoodOf(inputOf(units, now, areas)).map((text) => text.replaceAll('\u00a0', ' '));
}

describe('an axis with nothing above it', () => {
  const kindOf = (days: (number | null)[]) =>
    BUILDERS.water
      .build(inputOf({ LINE: { days } }, '2026-07-02T10:00:00Z', { OUT: ['LINE'] }))
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
      reportInput({ request: { service, reportType: 'monthly' }, now: '2026-07-02T10:00:00Z', units, categories }),
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

describe('a state of which a part was not measured', () => {
  /** What is said of a well that stands a metre deeper each day in June 2026. */
  const toldOf = (isPartly: (day: number) => boolean): readonly unknown[] => {
    const input = reportInput({
      request: { service: 'borewell', reportType: 'monthly' },
      now: '2026-07-02T10:00:00Z',
      units: { WELL: { standardCategoryId: 'GROUND_WATER_LEVEL', changes: { siUnit: 'm' }, days: june((day) => day) } },
      categories: {},
    });
    const document = BUILDERS.borewell.build(halfMeasured('WELL', isPartly, input));
    const found = document.sections.find(({ kind }) => kind === 'chart');
    if (found?.kind !== 'chart') throw new Error('There is no picture.');
    return [found.title.replaceAll('\u00a0', ' '), found.alternative.split('. ')[1], found.chart.lacking];
  };

  it('is neither the highest nor the lowest, and is hatched', () => {
    expect(toldOf((day) => day === 1 || day === 30)).toEqual([
      expect.stringMatching(/ ranged from 2\.0 to 29\.0 m$/),
      'Hatched: 2 days were measured in part.',
      [0, 29],
    ]);
  });

  it('is told as far as measured where fewer than two days are whole', () => {
    expect(toldOf((day) => day !== 7)[0]).toMatch(/ ranged from 1\.0 to 30\.0 m, as far as measured$/);
  });
});

describe('a tank that was enlarged in the period', () => {
  /** 80 KL of 100 KL until the 14th, 160 KL of 200 KL since. */
  const shares = (percentage: number | null, curve: object = {}): readonly (number | null)[] => {
    const input = reportInput({
      request: { service: 'level', reportType: 'monthly' },
      now: '2026-07-02T10:00:00Z',
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

describe('a day that was measured in part', () => {
  const whole = (day: number): number => (day + 10) * 1000;
  const HATCHED = 'Hatched: 1 day was measured in part.';
  const noUnit = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));
  /** The same days; of those that are named only half arrived. */
  const partlyMeasured = (isPartly: (day: number) => boolean, figureOf: (day: number) => number): readonly string[] => {
    const input = inputOf({ LINE: { days: june(figureOf) } }, '2026-07-02T10:00:00Z', { OUT: ['LINE'] });
    return noUnit(likelihoodOf(halfMeasured('LINE', isPartly, input)));
  };

  it('is never called the lowest, because it may have been more', () => {
    expect(
      partlyMeasured(
        (day) => day === 7,
        (day) => (day === 7 ? 0 : whole(day)),
      ),
    ).toEqual([
      'Consumption peaked on 30 Jun 2026 at 40.0 KL',
      `Consumption per day: highest 40.0 KL on 30 Jun 2026, lowest 11.0 KL on 01 Jun 2026. ${HATCHED}`,
    ]);
  });

  it('is hatched, also in bars of one colour', () => {
    const input = inputOf({ LINE: { days: june(whole) } }, '2026-07-02T10:00:00Z', { OUT: ['LINE'] });
    const { lacking } = drawn(halfMeasured('LINE', (day) => day === 7 || day === 30, input)).chart;
    expect([drawn(input).chart.lacking, lacking]).toEqual([[], [6, 29]]);
  });

  it('is the highest with "at least"', () => {
    expect(partlyMeasured((day) => day === 30, whole)).toEqual([
      'Consumption peaked on 30 Jun 2026 with at least 40.0 KL',
      `Consumption per day: highest at least 40.0 KL on 30 Jun 2026, lowest 11.0 KL on 01 Jun 2026. ${HATCHED}`,
    ]);
  });

  it('leaves no lowest where no other day stands below the highest', () => {
    expect(partlyMeasured(() => true, whole)).toEqual([
      'Consumption peaked on 30 Jun 2026 with at least 40.0 KL',
      'Consumption per day: highest at least 40.0 KL on 30 Jun 2026. Hatched: 30 days were measured in part.',
    ]);
    expect(
      partlyMeasured(
        (day) => day === 7,
        (day) => (day === 7 ? 0 : 5000),
      ),
    ).toEqual([
      'Consumption peaked on 01 Jun 2026 at 5.00 KL',
      `Consumption per day: highest 5.00 KL on 01 Jun 2026. ${HATCHED}`,
    ]);
  });

  it('is not the lowest of the column that one may ask for', () => {
    const input = reportInput({
      request: { service: 'custom_water', reportType: 'monthly', body: { columns: ['value', 'lowest'] } },
      now: '2026-07-02T10:00:00Z',
      units: { LINE: { days: june((day) => (day === 7 ? 0 : whole(day))) } },
      categories: { ID_CONSUMPTION: { OUT: ['LINE'] } },
    });
    const lowest = (isPartly: (day: number) => boolean): unknown => {
      const { sections } = BUILDERS.custom_water.build(halfMeasured('LINE', isPartly, input));
      const table = sections.find(({ id }) => id === 'meters-consumption');
      if (table?.kind !== 'table') throw new Error('There is no table.');
      return table.rows[0]?.cells[table.columns.findIndex(({ id }) => id === 'lowest')];
    };
    expect(lowest(() => false)).toMatchObject({ value: 0 });
    expect(lowest((day) => day === 7)).toMatchObject({ value: 11 });
    expect(lowest(() => true)).toMatchObject({ kind: 'missing' });
  });

  it('is told with "at least" where the summary in words and the page of the director tell the highest day', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => whole(hour));
    const works = { now: '2026-07-02T10:00:00Z', categories: { ID_CONSUMPTION: { OUT: ['LINE'] } } };
    const month = reportInput({
      ...works,
      request: { service: 'executive', reportType: 'monthly' },
      units: { LINE: { days: june(whole) } },
    });
    const day = reportInput({
      ...works,
      request: { service: 'ai_summary', reportType: 'ai_summary', startDate: businessDate('2026-06-10') },
      units: { LINE: { days: [516_000], hours } },
    });
    const said = (input: ReportInput, isPartly: (bucket: number) => boolean): readonly string[] =>
      noUnit(
        BUILDERS[input.request.service]
          .build(halfMeasured('LINE', isPartly, input))
          .sections.flatMap((section) => (section.kind === 'paragraphs' ? section.sentences : []))
          .flatMap(({ text }) => (text.includes(' with most water ') ? text : [])),
      );
    expect(said(month, (at) => at === 30)).toEqual(['The day with most water was 30 Jun 2026: at least 40.0 KL.']);
    expect(said(month, (at) => at === 7)).toEqual(['The day with most water was 30 Jun 2026: 40.0 KL.']);
    expect(said(day, (at) => at === 24)).toEqual([
      'The hour with most water began at 10 Jun 2026 23:00: at least 33.0 KL.',
    ]);
    expect(said(day, (at) => at === 7)).toEqual(['The hour with most water began at 10 Jun 2026 23:00: 33.0 KL.']);
  });
});

describe('the words beneath a picture', () => {
  it('say on how many days a part of the bars was not measured', () => {
    const units = { LINE: { days: june(() => 5000) }, OTHER: { days: june((day) => (day <= 2 ? null : 1000)) } };
    for (const areas of [{ A: ['LINE'], B: ['OTHER'] }, { OUT: ['LINE', 'OTHER'] }])
      expect(pictureOf(units, undefined, areas)[1]).toMatch(/\. Hatched: 2 days were measured in part\.$/);
    expect(pictureOf({ LINE: units.LINE })[1]).not.toContain('Hatched');
  });

  it('count no day that runs, and none on which nothing was expected', () => {
    const units = { LINE: { days: june(() => 5000) }, OTHER: { days: june((day) => (day === 2 ? null : 1000)) } };
    const areas = { A: ['LINE'], B: ['OTHER'] };
    expect(pictureOf(units, '2026-06-03T10:00:00Z', areas)[1]).toContain(' Hatched: 1 day was');
    expect(pictureOf(units, '2026-06-02T10:00:00Z', areas)[1]).not.toContain('Hatched');
    const lackingOf = (input: ReportInput) => drawn(input).chart.lacking;
    expect(lackingOf(inputOf(units, '2026-06-02T10:00:00Z', areas))).toEqual([]);
    const later = inputOf(units, '2026-06-03T10:00:00Z', areas);
    expect(lackingOf(later)).toEqual([1]);
    expect(lackingOf(expectingNothingOf('OTHER', later))).toEqual([]);
  });
});

/** The same, if the unit had not been expected to send where it did not. */
function expectingNothingOf(unitId: string, input: ReportInput): ReportInput {
  const { period } = input;
  const span = period?.spans.get(unitId);
  if (period === null || span === undefined) throw new Error('The unit is in the report.');
  const entries = span.entries.map((entry) => (entry.y === null ? { ...entry, coverage: null } : entry));
  return { ...input, period: { ...period, spans: new Map([...period.spans, [unitId, { ...span, entries }]]) } };
}

/** The same, if half the readings of these days had not come. */
function halfMeasured(unitId: string, isPartly: (day: number) => boolean, input: ReportInput): ReportInput {
  const { period } = input;
  const span = period?.spans.get(unitId);
  if (period === null || span === undefined) throw new Error('The unit is in the report.');
  const entries = span.entries.map((entry, index) => {
    const { readings: _whole, ...rest } = entry;
    return isPartly(index + 1) ? { ...rest, coverage: 0.5 } : entry;
  });
  return { ...input, period: { ...period, spans: new Map([...period.spans, [unitId, { ...span, entries }]]) } };
}
