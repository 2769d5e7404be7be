import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportDocument } from '../../../../src/reports/rules/document.ts';
import type { ReportInput, ReportRequest, SpanSet } from '../../../../src/reports/rules/input.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { plainRows, tableOf } from '../support/read-document.ts';
import { reportInput, type Works } from '../support/works.ts';

const each = (days: number, figure: number | null): (number | null)[] => Array.from({ length: days }, () => figure);

const sentencesOf = ({ sections }: ReportDocument): readonly string[] =>
  sections.flatMap((section) =>
    section.kind === 'paragraphs' ? section.sentences.map(({ text }) => text.replaceAll(/[\u202f\u00a0]/g, ' ')) : [],
  );

/** Where so much of each unit of one period was measured. */
function measured(set: SpanSet | null, share: number): SpanSet | null {
  if (set === null) return null;
  const spans = [...set.spans].map(([unitId, span]) => {
    if (span.figures === null) return [unitId, span] as const;
    const { provenance } = span.figures;
    const part = { slotsGenuine: provenance.slotsExpected * share, coverageRatio: share };
    return [unitId, { ...span, figures: { ...span.figures, provenance: { ...provenance, ...part } } }] as const;
  });
  return { ...set, spans: new Map(spans) };
}

/** A day on which two meters counted 30 and 20 KL, as on the day before. */
const aDay = (more: Partial<ReportRequest> = {}, now = '2026-06-11T08:00:00Z'): ReportInput =>
  reportInput({
    request: { service: 'ai_summary', reportType: 'ai_summary', startDate: businessDate('2026-06-10'), ...more },
    now,
    units: {
      A: { days: [30_000], before: [30_000], yearAgo: [30_000] },
      B: { days: [20_000], before: [20_000], yearAgo: [20_000] },
      SOURCE: { days: [60_000] },
    },
    categories: { ID_SOURCE: { IN: ['SOURCE'] }, ID_CONSUMPTION: { OUT: ['A', 'B'] } },
  });

/** Days of one meter, of the period and before it. */
const month = (request: Works['request'], now: string, units: Works['units']): ReportInput =>
  reportInput({ request, now, units, categories: { ID_CONSUMPTION: { OUT: ['A'] } } });

describe('a total of which a part was measured', () => {
  const quarter = (service: 'ai_summary' | 'water' | 'executive'): ReportDocument => {
    const reportType = service === 'water' ? 'daily' : service === 'executive' ? 'custom' : service;
    const input = aDay({ service, reportType, endDate: service === 'executive' ? businessDate('2026-06-10') : null });
    return BUILDERS[service].build({ ...input, period: measured(input.period, 0.25) });
  };

  it('is "at least" in every report', () => {
    for (const [service, title] of [
      ['water', 'Consumption'],
      ['executive', 'Water used'],
      ['ai_summary', 'Water used'],
    ] as const)
      expect(quarter(service).headlines.find((headline) => headline.title === title)?.value).toMatchObject({
        value: 50,
        coverage: 0.25,
        bound: 'at least',
      });
  });

  it('is so in words, too', () => {
    expect(sentencesOf(quarter('ai_summary'))[0]).toBe(
      'On 10 Jun 2026 the site used at least 50.0 KL of water; 25.0 % of the readings are there.',
    );
  });
});

describe('figures that are compared although a part was not measured', () => {
  /** 60 KL against 50 KL, with these shares measured of both meters. */
  const document = (now: number, before: number): ReportDocument => {
    const input = reportInput({
      request: { service: 'ai_summary', reportType: 'ai_summary', startDate: businessDate('2026-06-10') },
      now: '2026-06-11T08:00:00Z',
      units: { A: { days: [40_000], before: [30_000] }, B: { days: [20_000], before: [20_000] } },
      categories: { ID_CONSUMPTION: { OUT: ['A', 'B'] } },
    });
    const [period, previous] = [measured(input.period, now), measured(input.previous, before)];
    return BUILDERS.ai_summary.build({ ...input, period, previous });
  };
  const MOST = 23 / 24;

  it.each([
    [1, 1, '(50.0 KL)', 'with 40.0 KL, 10.0 KL (33.3 %) more'],
    [MOST, 1, '(50.0 KL)', 'with at least 40.0 KL, at least 10.0 KL (33.3 %) more'],
    [1, MOST, '(at least 50.0 KL)', 'with 40.0 KL, at most 10.0 KL (33.3 %) more'],
    [MOST, MOST, '(at least 50.0 KL)', 'with at least 40.0 KL, 10.0 KL (33.3 %) more'],
  ])('are bounds in sentences: %d of this day, %d of that', (now, before, total, moved) => {
    const text = sentencesOf(document(now, before));
    expect(text[1]).toBe(`That is 20.0 % more than the day before ${total}.`);
    expect(text.find((sentence) => sentence.startsWith('Worst'))).toBe(
      `Worst against the day before was Unit A ${moved}.`,
    );
  });

  it('are bounds in the column of the other day, each row with its own', () => {
    const cellsOf = (before: number) => {
      const { columns, rows } = tableOf(document(1, before), 'units');
      return rows.map(({ cells }) => cells[columns.findIndex(({ id }) => id === 'previous')]);
    };
    const part = { bound: 'at least', coverage: 0.9583 };
    expect(cellsOf(MOST)).toMatchObject([30, 20, 50].map((value) => ({ value, ...part })));
    expect(cellsOf(1)).toMatchObject([30, 20, 50].map((value) => ({ value, bound: null, coverage: 1 })));
  });
});

describe('what cannot be compared', () => {
  const told = (input: ReportInput) => sentencesOf(BUILDERS.ai_summary.build(input))[1];
  const noteOf = (input: ReportInput) => tableOf(BUILDERS.ai_summary.build(input), 'units').note;

  it('is told with the side that lacks', () => {
    const input = aDay();
    const [thin, thinBefore] = [measured(input.period, 0.25), measured(input.previous, 0.25)];
    expect(told({ ...input, previous: thinBefore })).toBe(
      'It cannot be compared with the day before, because too little of that was measured.',
    );
    expect(told({ ...input, period: thin })).toBe(
      'It cannot be compared with the day before, because too little of this day was measured.',
    );
    expect(noteOf({ ...input, period: thin })).toContain(
      'There is no comparison with the day before, because too little of this day was measured.',
    );
    expect(told({ ...input, period: thin, previous: thinBefore })).toBe(
      'It cannot be compared with the day before, because too little of either was measured.',
    );
  });

  it('is told of the first hour of a day by that none has ended', () => {
    expect(told(aDay({}, '2026-06-10T00:20:00Z'))).toBe(
      'It cannot be compared with the same hours of the day before, because no hour of this one has ended yet.',
    );
  });
});

describe('the words of a comparison', () => {
  it('call a month what has all its days', () => {
    // The first half of June against the last half of May: 150 KL against 75 KL.
    const dates = { startDate: businessDate('2026-06-01'), endDate: businessDate('2026-06-15') };
    const half = month({ service: 'executive', reportType: 'custom', ...dates }, '2026-07-02T10:00:00Z', {
      A: { days: each(15, 10_000), before: each(15, 5000), yearAgo: each(15, 10_000) },
    });
    const document = BUILDERS.executive.build(half);
    expect(document.headlines[0]?.comparedWith).toBe('the period before');
    expect(sentencesOf(document).slice(1, 3)).toEqual([
      'That is 100.0 % more than the period before (75.0 KL).',
      'That is as much as the same period a year ago (150 KL).',
    ]);
    const whole = month({ service: 'executive', reportType: 'monthly' }, '2026-07-02T10:00:00Z', {
      A: { days: each(30, 10_000), before: each(31, 10_000) },
    });
    expect(BUILDERS.executive.build(whole).headlines[0]?.comparedWith).toBe('the month before');
  });

  it('are of chosen units where units were chosen, and tell no balance of the site as theirs', () => {
    const input = aDay({ unitIds: ['A'] });
    const only = (set: SpanSet | null) =>
      set === null ? null : { ...set, spans: new Map([...set.spans].filter(([unitId]) => unitId === 'A')) };
    const document = BUILDERS.ai_summary.build({
      ...input,
      units: input.units.filter(({ unitId }) => unitId === 'A'),
      period: only(input.period),
      previous: only(input.previous),
      lastYear: only(input.lastYear),
    });
    const text = sentencesOf(document);
    expect(text[0]).toBe('On 10 Jun 2026 the chosen units used 30.0 KL of water.');
    expect(text.filter((sentence) => sentence.includes('accounted for'))).toEqual([]);
    expect(sentencesOf(BUILDERS.ai_summary.build(aDay())).join()).toContain('accounted for');
    expect(document.headlines[0]?.title).toBe('Water used by chosen units');
  });
});

it('a month that has come further than the other is long is compared over the days that both have', () => {
  // 10 KL a day: on the 31st of March 30 days have ended, and February has 28.
  const units = { A: { displayName: 'Main', days: each(31, 10_000), before: each(28, 10_000) } };
  const march = { startDate: businessDate('2026-03-01') };
  const now = '2026-03-31T12:00:00Z';
  const executive = month({ service: 'executive', reportType: 'monthly', ...march }, now, units);
  expect(sentencesOf(BUILDERS.executive.build(executive))[1]).toBe(
    'That is as much as the same days of the month before (280 KL against 280 KL).',
  );
  const water = BUILDERS.water.build(month({ service: 'water', reportType: 'monthly', ...march }, now, units));
  expect(water.headlines[0]?.change).toMatchObject({ kind: 'change', share: 0, from: 280 });
  const request = {
    service: 'custom_water',
    reportType: 'monthly',
    body: { columns: ['previous'] },
    ...march,
  } as const;
  const custom = BUILDERS.custom_water.build(month(request, now, units));
  const [table] = custom.sections.filter(({ kind }) => kind === 'table');
  expect(plainRows(tableOf(custom, table?.id ?? ''))[0]).toMatchObject({ previous: 280 });
});

describe('a period that runs', () => {
  // Three days of June have ended, of 10 KL each.
  const dates = { startDate: businessDate('2026-06-01') };
  const now = '2026-06-04T12:00:00Z';
  const against = (before: readonly (number | null)[]) => {
    const units = { A: { displayName: 'Main', days: each(30, 10_000), before } };
    const water = BUILDERS.water.build(month({ service: 'water', reportType: 'monthly', ...dates }, now, units));
    const director = month({ service: 'executive', reportType: 'monthly', ...dates }, now, units);
    return [water.headlines[0]?.change ?? null, sentencesOf(BUILDERS.executive.build(director))[1]];
  };

  it('is not compared with days that were hardly measured, however well the rest of the month was', () => {
    expect(against([null, null, 10_000, ...each(28, 10_000)])).toEqual([
      null,
      'It cannot be compared with the same days of the month before, because too little of that was measured.',
    ]);
  });

  it('is compared with days that were measured, whatever the rest of the month was', () => {
    expect(against([...each(3, 10_000), ...each(28, null)])).toEqual([
      expect.objectContaining({ kind: 'change', share: 0, from: 30 }),
      'That is as much as the same days of the month before (30.0 KL against 30.0 KL).',
    ]);
  });
});

describe('units of a category with different units of measure', () => {
  const document = BUILDERS.ai_summary.build(
    reportInput({
      request: { service: 'ai_summary', reportType: 'ai_summary', startDate: businessDate('2026-06-10') },
      now: '2026-06-11T08:00:00Z',
      units: {
        A: { days: [30_000], before: [20_000] },
        B: { days: [24_000_000], before: [12_000_000], changes: { siUnit: 'L' } },
      },
      categories: { ID_CONSUMPTION: { OUT: ['A', 'B'] } },
    }),
  );
  const { columns, rows } = tableOf(document, 'units');
  const cellsOf = (column: string) => rows.map(({ cells }) => cells[columns.findIndex(({ id }) => id === column)]);

  it('have figures of either period each in its own unit', () => {
    expect(cellsOf('previous').slice(0, 2)).toMatchObject([
      { value: 12_000, unit: 'L' },
      { value: 20, unit: 'KL' },
    ]);
    expect(cellsOf('change-previous').slice(0, 2)).toMatchObject([{ unit: 'L' }, { unit: 'KL' }]);
  });

  it('have no total for that reason, and not because nothing was measured', () => {
    const none = { kind: 'missing', why: 'different units' };
    expect([document.headlines[0]?.value, cellsOf('value').at(-1)]).toEqual([none, none]);
  });

  it('are not ranked, because their numbers say nothing beside one another', () => {
    expect(sentencesOf(document).filter((text) => /^(?:Worst|Best)/.test(text))).toEqual([]);
  });
});

describe('a unit that was retired since', () => {
  /** 50 KL of two meters on either day, and 50 KL of a third one on the day before, which was its last. */
  const after = (request: Works['request'], gone: Partial<Works['units'][string]> = {}): ReportDocument => {
    const input = reportInput({
      request: { startDate: businessDate('2026-06-10'), ...request },
      now: '2026-06-11T08:00:00Z',
      units: {
        A: { displayName: 'Bore 1', days: [30_000], before: [30_000] },
        B: { displayName: 'Bore 2', days: [20_000], before: [20_000] },
        GONE: { displayName: 'Bore 3', days: [null], before: [50_000], ...gone },
      },
      categories: { ID_CONSUMPTION: { OUT: ['A', 'B'], OLD: ['GONE'] } },
    });
    const isThere = ([unitId]: readonly [string, unknown]): boolean => unitId !== 'GONE';
    const { period, industry } = input;
    return BUILDERS[request.service].build({
      ...input,
      units: input.units.filter(({ unitId }) => unitId !== 'GONE'),
      industry: { ...industry, units: new Map([...industry.units].filter(isThere)) },
      period: period && { ...period, spans: new Map([...period.spans].filter(isThere)) },
    });
  };
  const totalsIn = (document: ReportDocument, id: string, wanted: readonly string[]) => {
    const { columns, rows } = tableOf(document, id);
    const total = rows.find(({ role }) => role === 'total');
    return wanted.map((name) => total?.cells[columns.findIndex((column) => column.id === name)]);
  };

  it.each([
    [{ service: 'water', reportType: 'daily' }, 'Consumption'],
    [{ service: 'borewell', reportType: 'daily' }, 'Bores'],
    [{ service: 'custom_withdrawal', reportType: 'daily' }, 'Bores'],
    [{ service: 'summary', reportType: 'daily' }, 'Consumption'],
    [{ service: 'ai_summary', reportType: 'ai_summary' }, 'Water used'],
  ] as const)('leaves the total of %j without a change, because that would be of other meters', (request, title) => {
    const headline = after(request).headlines.find((one) => one.title === title);
    expect(headline).toMatchObject({ value: { value: 50 }, change: null, comparedWith: null });
  });

  it('leaves the change of bores alone where it was an observation well, whose level is in no volume', () => {
    const well = { displayName: 'Observation well', standardCategoryId: 'GROUND_WATER_LEVEL' };
    const { headlines } = after({ service: 'borewell', reportType: 'daily' }, well);
    const bores = headlines.find(({ title }) => title === 'Bores');
    expect(bores).toMatchObject({ value: { value: 50 }, change: { kind: 'change', share: 0 } });
  });

  it('is told in words and by "at least" beside what the others had', () => {
    const document = after({ service: 'ai_summary', reportType: 'ai_summary' });
    expect(sentencesOf(document)[1]).toBe(
      'Counting only the 2 of 3 meters that were measured well enough both times, '
        + 'that is as much as the day before (50.0 KL against 50.0 KL).',
    );
    const least = { value: 50, bound: 'at least' };
    expect(totalsIn(document, 'units', ['previous', 'change-previous'])).toMatchObject([least, { kind: 'missing' }]);
    const body = { columns: ['previous', 'change'] };
    const custom = after({ service: 'custom_water', reportType: 'daily', body });
    expect(totalsIn(custom, 'meters-consumption', ['previous', 'change'])).toMatchObject([least, { kind: 'missing' }]);
  });
});
