import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aiSummaryReport } from '../../../../src/reports/rules/builders/ai-summary.ts';
import type { ReportDocument, Sentence } from '../../../../src/reports/rules/document.ts';
import type { ReportIncident } from '../../../../src/reports/rules/input.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { unbackedNumbers } from '../support/numbers.ts';
import { misfits } from '../support/read-document.ts';
import { reportInput, type Works } from '../support/works.ts';
import { runs } from '../../../support/property-runs.ts';

const sentencesOf = (document: ReportDocument): readonly Sentence[] =>
  document.sections.flatMap((section) => (section.kind === 'paragraphs' ? section.sentences : []));
const textOf = (document: ReportDocument): string =>
  sentencesOf(document)
    .map(({ text }) => text.replaceAll(/[\u202f\u00a0]/g, ' '))
    .join('\n');

/** 100 KL through the inlet: 2 KL in every hour but one, which has 54 KL. */
const HOURS = Array.from({ length: 24 }, (_, hour) => (hour === 14 ? 54_000 : 2_000));
const works = (more: Partial<Works> = {}): Works => ({
  request: { service: 'ai_summary', reportType: 'ai_summary', startDate: businessDate('2026-06-10') },
  now: '2026-06-11T08:00:00Z',
  units: {
    INLET: { displayName: 'Main inlet', days: [100_000], before: [80_000], yearAgo: [125_000], hours: HOURS },
    LINE: { displayName: 'Line 7', days: [60_000], before: [75_000], yearAgo: [60_000] },
    COOLING: { displayName: '<b>Cooling</b>', days: [30_000], before: [10_000], yearAgo: [null] },
    PUMP: { standardCategoryId: 'ENERGY_CATEGORY', displayName: 'Pumps', days: [45_000], changes: { siUnit: 'kWh' } },
    EXPORT: { standardCategoryId: 'ENERGY_CATEGORY', displayName: 'Solar export', days: [9_000] },
    SILENT: { displayName: 'Spare', days: [null] },
  },
  categories: {
    ID_SOURCE: { IN: ['INLET'] },
    ID_CONSUMPTION: { OUT: ['LINE', 'COOLING'] },
    energyCategory: { E: ['PUMP', 'EXPORT'] },
  },
  ...more,
});
const built = (given: Works = works()): ReportDocument => aiSummaryReport.build(reportInput(given));

describe('the summary in words', () => {
  it('says what keeps to business days where its own begin at midnight', () => {
    const methodOf = (useShift: boolean) => {
      const input = reportInput(works());
      const request = { ...input.request, useShift };
      return aiSummaryReport.build({
        ...input,
        request,
        yearToDate: { to: input.today, isRunning: false, spans: new Map() },
      }).method;
    };
    const kept = ['The balance keeps to business days.', 'The year to date keeps to business days.'];
    expect(methodOf(false).slice(-2)).toEqual(kept);
    expect(methodOf(true).filter((sentence) => kept.includes(sentence))).toEqual([]);
  });

  it('tells total, changes, best and worst, balance, energy, gaps and incidents', () => {
    expect(textOf(built())).toBe(
      [
        'On 10 Jun 2026 the site used 90.0 KL of water.',
        'That is 5.9 % more than the day before (85.0 KL).',
        'Counting only the 1 of 2 meters that were measured well enough both times, that is as much as the same day a year ago (60.0 KL against 60.0 KL).',
        'As much water passed in each hour: 3.75 KL.',
        'Of 100 KL that came in, 10.0 KL are not accounted for, give or take 2.73 KL.',
        'Worst against the day before was <b>Cooling</b> with 30.0 KL, 20.0 KL (200.0 %) more.',
        'Best against the day before was Line 7 with 60.0 KL, 15.0 KL (20.0 %) less.',
        'Energy meters counted 45.0 kWh, which is 0.50 kWh/KL of water.',
        'No incident was recorded.',
        'Nothing came from Spare.',
      ].join('\n'),
    );
  });

  it.each([
    // The tank had 500 KL; 100 KL came in.
    [{ used: 60_000, level: 700_000 }, 'More went out or into the tanks than'],
    [{ used: 0, level: 700_000 }, 'More went into the tanks than'],
    [{ used: 160_000, level: 500_000 }, 'More went out than'],
  ])('says of %j that %s the sources have counted', ({ used, level }, words) => {
    const tank = { standardCategoryId: 'STOCK_CATEGORY', displayName: 'Tank', changes: { maxCapacity: 1_000_000 } };
    const text = textOf(
      built(
        works({
          units: { INLET: { days: [100_000] }, LINE: { days: [used] }, TANK: { ...tank, days: [level] } },
          categories: {
            ID_SOURCE: { IN: ['INLET'] },
            ID_CONSUMPTION: { OUT: ['LINE'] },
            ID_RAW_WATER_STOCK: { TANKS: ['TANK'] },
          },
        }),
      ),
    );
    expect(text).toContain(`${words} the meters of sources have counted: `);
  });

  it('fits its tables and charts', () => {
    expect(misfits(built())).toEqual([]);
  });

  it('says how many incidents there were, and which open one is worst', () => {
    const incident = (changes: Partial<ReportIncident>): ReportIncident => ({
      alertId: 'a',
      alertType: 'unit_threshold',
      title: 'Limit',
      severity: 'high',
      state: 'open',
      isAcknowledged: false,
      unitId: 'LINE',
      place: 'Line 7',
      fromEpochMs: Date.parse('2026-06-10T07:30:00Z'),
      toEpochMs: null,
      fact: 'Above',
      amount: null,
      limit: null,
      ...changes,
    });
    const incidents = [
      incident({}),
      incident({ severity: 'critical', unitId: 'INLET', place: 'Main inlet' }),
      incident({ state: 'withdrawn' }),
    ];
    expect(textOf(built(works({ incidents })))).toContain(
      '2 incidents were recorded; 2 are open, the worst (critical) at Main inlet since 10 Jun 2026 07:30.',
    );
  });

  it('compares a day that runs up to its last whole hour', () => {
    const text = textOf(built(works({ now: '2026-06-10T12:30:00Z' })));
    // Twelve whole hours: 30 + 15 KL now, 37.5 + 5 KL the day before.
    expect(text).toContain('On 10 Jun 2026, so far, the site used');
    expect(text).toContain('5.9 % more than the same hours of the day before (45.0 KL against 42.5 KL).');
  });

  it('draws bars under what they tell, and none where there is one', () => {
    const pictureOf = (now: string, hours: readonly (number | null)[]): string | undefined => {
      const categories = { ID_CONSUMPTION: { OUT: ['LINE', 'COOLING'] } };
      const units = { LINE: { days: [60_000], hours }, COOLING: { days: [24_000] } };
      const chart = built(works({ now, units, categories })).sections.find(({ kind }) => kind === 'chart');
      return chart?.title.replaceAll('\u00a0', ' ');
    };
    // The other meter counted 1 KL in every hour.
    expect(pictureOf('2026-06-11T08:00:00Z', HOURS)).toBe('Water peaked between 14:00 and 15:00 at 55.0 KL');
    expect(pictureOf('2026-06-10T02:20:00Z', HOURS.slice(0, 2))).toBe('Water stayed at 3.00 KL');
    expect(pictureOf('2026-06-10T01:20:00Z', HOURS.slice(0, 2))).toBe('Water: 3.00 KL between 00:00 and 01:00');
    expect(pictureOf('2026-06-10T00:20:00Z', HOURS.slice(0, 1))).toBeUndefined();
  });

  it('says that nothing was measured instead of 0', () => {
    const text = textOf(
      built(
        works({
          units: { LINE: { days: [null] }, COOLING: { days: [null] } },
          categories: { ID_CONSUMPTION: { OUT: ['LINE', 'COOLING'] } },
        }),
      ),
    );
    expect(text).toContain('On 10 Jun 2026 nothing was measured of the water that the site used.');
    expect(text).toContain('Nothing came from Unit LINE and Unit COOLING.');
    expect(text).not.toMatch(/\b0\b/);
  });

  it('marks a total without one of its meters as the least it can be', () => {
    const { units, categories } = works();
    const text = textOf(
      built(works({ units, categories: { ...categories, ID_CONSUMPTION: { OUT: ['LINE', 'COOLING', 'SILENT'] } } })),
    );
    expect(text).toContain('the site used at least 90.0 KL of water, without 1 of 3 meters, which sent nothing.');
  });

  it('tells no energy for water of which a good part was not measured', () => {
    // 14 of 24 hours of the water: 58 %.
    const { units } = works();
    const [LINE, COOLING] = [
      { days: [60_000], genuine: 14 },
      { days: [30_000], genuine: 14 },
    ];
    const document = built(works({ units: { ...units, LINE, COOLING } }));
    expect(textOf(document)).toContain('Energy meters counted 45.0 kWh.');
    expect(document.headlines.map(({ title }) => title)).not.toContain('Energy for water');
  });

  it('holds no number that is not among the figures of its sentence', () => {
    const figure = fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: null, freq: 6 });
    fc.assert(
      fc.property(fc.array(figure, { minLength: 12, maxLength: 12 }), fc.integer({ min: 0, max: 30 }), (f, hour) => {
        const at = (index: number) => [f[index] ?? null];
        const document = built(
          works({
            now: new Date(Date.parse('2026-06-10T03:17:00Z') + hour * 3_600_000).toISOString(),
            units: {
              INLET: { displayName: 'Bore 12', days: at(0), before: at(1), yearAgo: at(2), genuine: 20 },
              LINE: { days: at(3), before: at(4), yearAgo: at(5), hours: f.slice(0, 12) },
              COOLING: { days: at(6), before: at(7), yearAgo: at(8) },
              PUMP: { standardCategoryId: 'ENERGY_CATEGORY', days: at(9), before: at(10), changes: { siUnit: 'kWh' } },
            },
          }),
        );
        for (const sentence of sentencesOf(document)) expect(unbackedNumbers(sentence), sentence.text).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  });
});
