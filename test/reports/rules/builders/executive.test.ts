import { describe, expect, it } from 'vitest';
import { executiveReport } from '../../../../src/reports/rules/builders/executive.ts';
import { consolidatedReport } from '../../../../src/reports/rules/builders/consolidated.ts';
import type { ReportDocument } from '../../../../src/reports/rules/document.ts';
import { misfits, plain, plainRows, tableOf } from '../support/read-document.ts';
import { unbackedNumbers } from '../support/numbers.ts';
import { reportInput, type Works } from '../support/works.ts';

const each = (days: number, figure: number | null): (number | null)[] => Array.from({ length: days }, () => figure);

/** June: 100 KL a day come in, 99 go out, against 110 out in May; 50 kWh a day for it. */
const works = (more: Partial<Works> = {}): Works => ({
  request: { service: 'executive', reportType: 'monthly' },
  now: '2026-07-02T10:00:00Z',
  units: {
    INLET: { days: each(30, 100_000), before: each(31, 110_000) },
    LINE: { days: each(30, 60_000), before: each(31, 70_000), displayName: '=HYPERLINK("http://x")' },
    COOLING: { days: each(30, 39_000), before: each(31, 40_000), yearAgo: each(30, 20_000) },
    TANK: { standardCategoryId: 'STOCK_CATEGORY', days: each(30, 500_000), changes: { maxCapacity: 1_000_000 } },
    PUMP: { standardCategoryId: 'ENERGY_CATEGORY', days: each(30, 50_000), changes: { siUnit: 'kWh' } },
    LAB: {
      standardCategoryId: 'QUALITY_CATEGORY',
      days: Array.from({ length: 30 }, () => ({ pH: 7.2 })),
      changes: { siUnit: '', params: { pH: { displayName: 'pH', siUnit: '', isLatest: false } } },
    },
  },
  categories: {
    ID_SOURCE: { IN: ['INLET'] },
    ID_CONSUMPTION: { OUT: ['LINE', 'COOLING'] },
    ID_RAW_WATER_STOCK: { TANKS: ['TANK'] },
    energyCategory: { E: ['PUMP'] },
    qualityCategory: { Q: ['LAB'] },
  },
  ...more,
});
const built = (given: Works = works()): ReportDocument => executiveReport.build(reportInput(given));
const headlinesOf = ({ headlines }: ReportDocument) => headlines.map(({ title, value }) => [title, plain(value)]);
const chartOf = ({ sections }: ReportDocument) => sections.find(({ kind }) => kind === 'chart')?.title;

describe('the page a director reads', () => {
  it('begins with at most five figures', () => {
    expect(headlinesOf(built())).toEqual([
      ['Water used', 2970],
      ['Water losses', 30],
      ['Energy', 1500],
      ['Energy for water', 1500 / 2970].map((value) =>
        typeof value === 'number' ? Math.round(value * 1e9) / 1e9 : value,
      ),
    ]);
  });

  it('says in its chart what moved, unless the balance is open', () => {
    expect(chartOf(built())).toBe('Water use fell by 12.9\u00a0% against the month before, to 2\u202f970 KL');
    const { units } = works();
    const open = works({ units: { ...units, LINE: { days: each(30, 20_000), before: each(31, 20_000) } } });
    expect(chartOf(built(open))).toBe('1\u202f230 KL (41.0\u00a0%) came in and are not accounted for');
    // Without two of 24 readings of each day, some of the 1,230 KL may have been used.
    const partly = { days: each(30, 20_000), before: each(31, 20_000), genuine: 22 };
    expect(chartOf(built(works({ units: { ...units, LINE: partly } })))).toMatch(
      /^At most 1\u202f230 KL \(41\.0\u00a0%\) came in and are not accounted for/,
    );
    const still = works({ units: { ...units, COOLING: { days: each(30, 39_000), before: each(31, 40_290) } } });
    const steady = {
      ...still.units,
      LINE: { days: each(30, 60_000), before: each(31, 55_500) },
    };
    expect(chartOf(built(works({ units: steady })))).toBe('Water use is as in the month before: 2\u202f970 KL');
  });

  it('has a table for each side, tanks and quality, with figures of deviceDataV2', () => {
    const document = built();
    const use = plainRows(tableOf(document, 'use'));
    expect(use.map(({ unit, value, previous, lastYear }) => [unit, value, previous, lastYear])).toEqual([
      ['=HYPERLINK("http://x")', 1800, 2170, null],
      ['Unit COOLING', 1170, 1240, 600],
      ['Total', 2970, 3410, 600],
    ]);
    expect(document.sections.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['flows', 'short', 'iwa', 'supply', 'use', 'energy']),
    );
    expect(misfits(document)).toEqual([]);
  });

  it('backs every number of its sentences', () => {
    const sentences = built().sections.flatMap((section) => (section.kind === 'paragraphs' ? section.sentences : []));
    expect(sentences.length).toBeGreaterThan(4);
    for (const sentence of sentences) expect(unbackedNumbers(sentence), sentence.text).toEqual([]);
  });

  it('compares a month in progress with as many days of the month before', () => {
    const document = built(works({ now: '2026-06-11T10:00:00Z' }));
    const [water] = document.headlines;
    // Ten days have ended: 990 KL against 1,100.
    expect(water?.change).toEqual({ kind: 'change', share: -0.1, from: 1100, unit: 'KL' });
    expect(water?.comparedWith).toBe('the same days of the month before');
    expect(water?.value).toMatchObject({ provisional: true });
  });

  it('names no amount in the title of the chart while it runs, because the headline has gone further', () => {
    expect(chartOf(built(works({ now: '2026-06-11T10:00:00Z' })))).toBe(
      'Water use fell by 10.0\u00a0% against the same days of the month before',
    );
  });

  it('shows no change beside a total of which a meter cannot be compared', () => {
    const { units } = works();
    const document = built(works({ units: { ...units, COOLING: { days: each(30, 39_000) } } }));
    const [water] = document.headlines;
    expect(plain(water?.value ?? { kind: 'missing', why: null })).toBe(2970);
    expect([water?.change, water?.comparedWith]).toEqual([null, null]);
    expect(chartOf(document)).not.toContain('Water use');
    const [line, , total] = plainRows(tableOf(document, 'use'));
    expect(line).toMatchObject({ previous: 2170, 'change-previous': expect.any(Number) });
    expect(total).toMatchObject({ value: 2970, previous: 2170, 'change-previous': null });
  });

  it('compares a total without its meters that sent nothing, because they are not in it', () => {
    const { units } = works();
    const document = built(works({ units: { ...units, COOLING: { days: each(30, null), before: each(31, 40_000) } } }));
    // 1,800 KL against 2,170 KL of the one meter.
    expect(document.headlines[0]?.change).toMatchObject({ kind: 'change', from: 2170 });
  });

  it.each([
    // 27 of 48 hours of the water are 56 %, 21 of 24 hours of the energy 87.5 %.
    ['water', 'LINE', 60_000, 3],
    ['energy', 'PUMP', 50_000, 21],
  ])('gives no energy for water where less than 90 %% of the %s was measured', (_, unitId, figure, genuine) => {
    const { units } = works();
    const document = built(
      works({ units: { ...units, [unitId]: { ...units[unitId], days: each(30, figure), genuine } } }),
    );
    expect(document.headlines.find(({ title }) => title === 'Energy for water')?.value).toEqual({
      kind: 'missing',
      why: 'too little measured',
    });
    const sentences = document.sections.flatMap((section) => (section.kind === 'paragraphs' ? section.sentences : []));
    const [told] = sentences.filter(({ text }) => text.startsWith('Energy meters'));
    expect(told?.text).not.toContain('of water');
  });

  it('gives energy for water where 90 % of both were measured, with the lesser share', () => {
    const { units } = works();
    const PUMP = { ...units['PUMP'], days: each(30, 50_000), genuine: 22 };
    const document = built(works({ units: { ...units, PUMP } }));
    // 1,500 kWh / 2,970 KL; 22 of 24 hours.
    expect(document.headlines.find(({ title }) => title === 'Energy for water')?.value).toMatchObject({
      value: 0.505050505,
      coverage: 0.9167,
    });
  });

  it('marks energy for water as estimated and provisional where one of both is', () => {
    const input = reportInput(works());
    const spans = [...(input.period?.spans ?? [])].map(([unitId, span]) => {
      if (unitId !== 'LINE' || span.figures === null) return [unitId, span] as const;
      const { provenance } = span.figures;
      // A quarter of one of two meters.
      const part = { readingsEstimated: provenance.readingsUsed / 4, provisional: true as const };
      return [unitId, { ...span, figures: { ...span.figures, provenance: { ...provenance, ...part } } }] as const;
    });
    const period = input.period && { ...input.period, spans: new Map(spans) };
    const document = executiveReport.build({ ...input, period });
    expect(document.headlines.find(({ title }) => title === 'Energy for water')?.value).toMatchObject({
      estimatedShare: 0.125,
      provisional: true,
    });
  });

  it('holds without balance, energy, quality and incidents', () => {
    const document = built(works({ units: { ALONE: { days: each(30, 1000) } }, categories: {} }));
    expect(misfits(document)).toEqual([]);
    expect(headlinesOf(document)).toEqual([]);
  });
});

describe('the consolidated report', () => {
  const consolidated = (given: Works) =>
    consolidatedReport.build(reportInput({ ...given, request: { service: 'consolidated', reportType: 'monthly' } }));

  it('has a table for every category of the site, and fits', () => {
    const document = consolidated(works());
    const titles = document.sections.filter(({ kind }) => kind === 'table').map(({ title }) => title);
    expect(titles).toEqual([
      'Source',
      'Consumption',
      'Energy',
      'Raw water stock',
      'Quality',
      'Balance in standard terms',
      'Every day',
    ]);
    expect(misfits(document)).toEqual([]);
  });

  it('takes the same figures in the second layout', () => {
    const request = { service: 'consolidated', reportType: 'monthly', layout: 'v2' } as const;
    const document = consolidatedReport.build(reportInput({ ...works(), request }));
    const matrix = tableOf(document, 'matrix-consumption');
    expect(plainRows(matrix).at(-1)).toEqual({ bucket: 'Total', LINE: 1800, COOLING: 1170 });
    expect(misfits(document)).toEqual([]);
  });
});
