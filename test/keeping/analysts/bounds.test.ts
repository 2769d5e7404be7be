import { beforeAll, describe, expect, it } from 'vitest';
import {
  completenessOf,
  type MeasuredPart,
  natureOf,
  partOfDocument,
  partOfEntry,
  partsOfSpan,
} from '../../../src/kernel/document/completeness.ts';
import { partOfBucket } from '../../../src/figures/rules/figures/unit-span.ts';
import type { FigurePeriod } from '../../../src/figures/rules/figures/figure-rows.ts';
import { watchedDay, type DocumentDay } from '../../../src/alerts/rules/inputs.ts';
import { businessDate, eachDate } from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { explainFigure } from '../../../src/figures/explain/explain.ts';
import { readFigureRows } from '../../../src/figures/figure-files/figure-files.ts';
import { readHours } from '../../../src/figures/read-hours.ts';
import { readSpans } from '../../../src/figures/read-spans.ts';
import { shareOf } from '../../../src/kernel/document/provenance.ts';
import type { DailyDocument, ProcessedDocument } from '../../../src/kernel/document/types.ts';
import { estimatedShareOf } from '../../../src/kernel/document/entries.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import type { Period } from '../../../src/figures/store/document-rows.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, documents, process, type Row, send, unit, virtual, works } from '../../figures/processing/works.ts';
import { type Credentials, loginIssuer, rowsWhenServed } from './support.ts';

let context: TestContext;
let industry: Industry;
let login: Credentials;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = ['2026-03-30', '2026-03-31', '2026-04-01'];
const OTHERS = [
  'MIXED',
  'SILENT',
  'UNHEARD',
  'FINE',
  'PUMP',
  'TANK',
  'WELL',
  'RIVER',
  'SUM',
  'LESS',
  'HEARD',
  'DEEP',
  'BROKEN',
];
const METERS = {
  WHOLE: HOURS,
  PARTLY: HOURS.slice(0, 9),
  ESTIMATED: HOURS.slice(0, 3),
  MOSTLY: HOURS.slice(0, 23),
};

beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
  industry = await works(
    context,
    [
      ...Object.keys(METERS).map((name) => unit(name, 'FLOW_CATEGORY')),
      unit('MIXED', 'CONSUMPTION'),
      unit('SILENT', 'FLOW_CATEGORY'),
      unit('UNHEARD', 'FLOW_CATEGORY', { flowFactor: 1 }),
      unit('FINE', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
      unit('PUMP', 'ENERGY_CATEGORY', { siUnit: 'kWh', meta: { params: {} } }),
      unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 5000 }),
      unit('WELL', 'GROUND_WATER_LEVEL', { siUnit: 'm' }),
      unit('RIVER', 'QUALITY_CATEGORY', { siUnit: '', params: { pH: { displayName: 'Acidity', siUnit: '' } } }),
      virtual('SUM', '{WHOLE} + {PARTLY} + {SILENT}'),
      virtual('LESS', '{WHOLE} - {PARTLY}'),
      virtual('HEARD', '{WHOLE} - {UNHEARD}'),
      virtual('DEEP', '{SUM} + {MIXED}'),
      virtual('BROKEN', '{WHOLE} / ({PARTLY} - {PARTLY})'),
    ],
    { virtualNegativeCalc: true },
  );
  const rows = DAYS.flatMap((day): Row[] => [
    ...Object.entries(METERS).flatMap(([unitId, hours]) =>
      hours.map((hour) => ({
        unitId,
        createdOn: at(industry, day, hour + 0.5),
        value: 10,
        interpolated: unitId === 'ESTIMATED',
      })),
    ),
    ...HOURS.map((hour) => ({
      unitId: 'MIXED',
      createdOn: at(industry, day, hour + 0.5),
      value: 7,
      interpolated: hour % 3 === 0,
    })),
    ...HOURS.flatMap((hour) =>
      [0, 5, 10, 40, 45].map((minute) => ({
        unitId: 'FINE',
        createdOn: at(industry, day, hour + minute / 60 + 0.01),
        value: 1,
        interpolated: minute === 45 && hour % 2 === 0,
      })),
    ),
    { unitId: 'PUMP', createdOn: at(industry, day, 3), value: 5 },
    { unitId: 'TANK', createdOn: at(industry, day, 4), value: 50 },
    { unitId: 'WELL', createdOn: at(industry, day, 5), value: -2.5 },
    { unitId: 'RIVER', createdOn: at(industry, day, 6), value: { pH: 7 } },
  ]);
  await send(context, industry, [
    ...rows,
    { unitId: 'UNHEARD', createdOn: at(industry, '2026-03-30', 5), value: 10, summedValue: 110 },
    { unitId: 'UNHEARD', createdOn: at(industry, '2026-04-01', 10), value: 3, summedValue: 150 },
  ]);
  await process(context, industry, DAYS[0] ?? '', DAYS.at(-1) ?? '');
  login = await loginIssuer(context)(industry);
});

const ALL = {
  from: businessDate('2026-03-30'),
  to: businessDate('2026-04-01'),
  unitIds: [...Object.keys(METERS), ...OTHERS],
  divisionFactor: 1,
};
const MARCH = [...eachDate(businessDate('2026-03-01'), businessDate('2026-03-31'))];

const told = ({ coverage, bound, meters, metersMeasured }: ReturnType<typeof completenessOf>) => ({
  coverage,
  bound,
  meters,
  meters_measured: metersMeasured,
});
const byDocument = <D extends ProcessedDocument, T>(found: readonly D[], tell: (document: D) => T) =>
  found
    .map((document) => ({ document_id: document.id, ...tell(document) }))
    .sort((a, b) => a.document_id.localeCompare(b.document_id, 'en'));

describe('what analysts are told of what is missing', () => {
  it.each<[Period, string, string]>([
    ['DAILY', 'daily_figures', 'at most'],
    // Most days of March were never sent, so a difference lacks what is added and what is subtracted.
    ['MONTHLY', 'monthly_figures', 'open'],
    ['YEARLY', 'yearly_figures', 'open'],
  ])('is what the %s document says by the rule of every other surface', async (period, view, ofDifference) => {
    const found = await documents(context, industry, period);
    const rows = await rowsWhenServed<{ document_id: string }>(
      login,
      `SELECT document_id, coverage, bound, meters, meters_measured FROM analytics.${view}`,
    );
    expect(rows.sort((a, b) => a.document_id.localeCompare(b.document_id, 'en'))).toEqual(
      byDocument(found, (document) => told(completenessOf([partOfDocument(document)]))),
    );
    const bounds = new Set(rows.map((row) => (row as { bound?: unknown }).bound));
    expect(bounds).toEqual(new Set([null, 'at least', ofDifference]));
  });

  it('is the same of a year among others', async () => {
    const rows = await rowsWhenServed(
      login,
      'SELECT unit_id, coverage, bound, meters, meters_measured FROM analytics.yearly_trend ORDER BY unit_id',
    );
    expect(rows).toEqual(
      await rowsWhenServed(
        login,
        'SELECT unit_id, coverage, bound, meters, meters_measured FROM analytics.yearly_figures ORDER BY unit_id',
      ),
    );
  });

  it('of an hour is its bound by the same rule', async () => {
    const found = await documents<DailyDocument>(context, industry, 'DAILY');
    const rows = await rowsWhenServed<{ hour: number }>(
      login,
      `SELECT unit_id, business_date::text AS date, hour, bound FROM analytics.hourly_figures ORDER BY 1, 2, 3`,
    );
    const expected = found.flatMap((document) =>
      document.hourly.map((hour, index) => ({
        unit_id: document.unitId,
        date: document.date.split('/').toReversed().join('-'),
        hour: index,
        bound: completenessOf([
          partOfEntry(
            document.unitId,
            natureOf(document.meta),
            { ...hour, estimatedShare: estimatedShareOf(document, hour) },
            1,
          ),
        ]).bound,
      })),
    );
    const key = (row: object): string => JSON.stringify(row);
    expect(rows.map(key).sort()).toEqual(expected.map(key).sort());
    expect(new Set(expected.map(({ bound }) => bound))).toEqual(new Set([null, 'at least', 'at most']));
  });

  it.each<[FigurePeriod, string, string]>([
    ['hourly', 'hourly_figures', 'starts_at'],
    ['daily', 'daily_figures', 'business_date'],
  ])('is what the file of %s figures says', async (period, view, at) => {
    const inFile = (await Array.fromAsync(readFigureRows(context, industry, { ...ALL, period })))
      .flat()
      .filter(({ parameter, date }) => parameter === null && DAYS.includes(date));
    const counts = period === 'hourly' ? '' : ', coverage, meters, meters_measured';
    const rows = await rowsWhenServed<{ unit_id: string; at: string }>(
      login,
      `SELECT unit_id, ${period === 'hourly' ? `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : `${at}::text`} AS at, bound${counts}
       FROM analytics.${view} WHERE unit_group <> 'QUALITY'`,
    );
    const key = (row: object): string => JSON.stringify(row);
    expect(rows.map(key).sort()).toEqual(
      inFile
        .filter(({ unitId }) => unitId !== 'RIVER')
        .map(({ unitId, date, start, bound, coverage, meters, metersMeasured }) =>
          key({
            unit_id: unitId,
            at: period === 'hourly' ? start : date,
            bound,
            ...(period === 'hourly' ? {} : { coverage, meters, meters_measured: metersMeasured }),
          }),
        )
        .sort(),
    );
    const meters = (unitId: string) => inFile.find((row) => row.unitId === unitId);
    expect(meters('WHOLE')).toMatchObject({ meters: 1 });
    expect(meters('SUM')).toMatchObject(
      period === 'hourly' ? { meters: null, metersMeasured: null } : { meters: 3, metersMeasured: 2 },
    );
  });

  it('of a day is the same as its document, as a day of its month and as a span of its own', async () => {
    const [date] = [businessDate('2026-03-31')];
    const days = (await documents<DailyDocument>(context, industry, 'DAILY')).filter(
      (day) => day.date === '31/03/2026',
    );
    const spanOf = (dates: readonly BusinessDate[]) =>
      readSpans(context, industry, [...industry.units.keys()], { kind: 'DAYS', dates });
    const [inMonth, alone] = [await spanOf(MARCH), await spanOf([date])];
    expect(days.length).toBe(industry.units.size);
    for (const document of days) {
      const { unitId } = document;
      const [month, day] = [inMonth.get(unitId), alone.get(unitId)];
      const entry = month?.entries.at(-1);
      if (month === undefined || entry === undefined) throw new Error(`no March of ${unitId}`);
      const own = completenessOf([partOfDocument(document)]);
      expect({ unitId, ...completenessOf([partOfBucket(month.unit, entry)]) }).toEqual({ unitId, ...own });
      expect({ unitId, ...completenessOf(partsOfSpan(day)) }).toEqual({ unitId, ...own });
    }
    const few = days.find(({ unitId }) => unitId === 'ESTIMATED');
    expect(few?.provenance).toMatchObject({ slotsGenuine: 0, readingsEstimated: 3 });
    expect(few && completenessOf([partOfDocument(few)]).bound).toBe('at least');
  });

  it('of a document that an earlier version sealed is computed from its slots', async () => {
    await context.database.execute(
      `UPDATE telemetry.document SET provenance = (provenance::jsonb || '{"coverageRatio": 0.01, "algorithmVersion": 5}')::json
       WHERE industry_key = $1 AND unit_key = $2`,
      [industry.industryKey, industry.units.get('SUM')?.unitKey],
    );
    const found = await documents<DailyDocument>(context, industry, 'DAILY');
    const { provenance } = found.find(({ unitId }) => unitId === 'SUM') ?? {};
    expect(provenance).toMatchObject({ coverageRatio: 0.01, slotsExpected: 72, slotsGenuine: 33 });
    const coverage = 0.4583;
    expect(
      await rowsWhenServed(login, "SELECT DISTINCT coverage FROM analytics.daily_figures WHERE unit_id = 'SUM'"),
    ).toEqual([{ coverage }]);
    const rows = (
      await Array.fromAsync(readFigureRows(context, industry, { ...ALL, unitIds: ['SUM'], period: 'daily' }))
    ).flat();
    expect(rows.map((row) => row.coverage)).toEqual([coverage, coverage, coverage]);
    const asked = { unitId: 'SUM', date: businessDate('2026-03-31'), hour: null, divisionFactor: 1000 };
    expect((await explainFigure(context, industry, asked)).figure).toMatchObject({ coverage });
    const hours = await readHours(context, industry, [...industry.units.values()], [businessDate('2026-03-31')]);
    expect([...(hours.get(industry.units.get('SUM')?.unitKey ?? 0)?.values() ?? [])]).toMatchObject([{ coverage }]);
    const day = (await documents<DailyDocument>(context, industry, 'DAILY')).find(({ unitId }) => unitId === 'SUM');
    const stored = industry.units.get('SUM');
    if (day === undefined || stored === undefined) throw new Error('no day of SUM');
    expect(watchedDay(stored.current, { startEpochMs: 0, endEpochMs: 1, document: day } as DocumentDay).coverage).toBe(
      coverage,
    );
  });

  it('is the same rule for any counts, amounts and signs', async () => {
    const cases = [...anyParts()];
    const column = (of: (part: MeasuredPart) => unknown): string => JSON.stringify(cases.map(of));
    const answers = await context.database.execute<{ bound: string | null; coverage: string | null }>(
      `SELECT analytics_private.bound(n, v::float8, e::float8, g::float8, r::float8, t,
                analytics_private.bound_of_unheard(v::float8, u::float8, s::int)) AS bound,
              analytics_private.share(g::float8, e::float8)::text AS coverage
       FROM ROWS FROM (${['$1', '$2', '$3', '$4', '$5', '$6', '$7', '$8'].map((name) => `json_array_elements_text(${name}::json)`).join(', ')})
         WITH ORDINALITY AS c (n, v, e, g, r, t, u, s, at) ORDER BY at`,
      [
        column(({ nature }) => nature),
        column(({ value }) => value),
        column(({ slotsExpected }) => slotsExpected),
        column(({ slotsGenuine }) => slotsGenuine),
        column(({ readingsEstimated }) => readingsEstimated),
        column(({ bound }) => bound ?? null),
        column(({ unheard }) => unheard?.value ?? null),
        column(({ unheard }) => unheard?.silences ?? null),
      ],
    );
    expect(cases.length).toBe(2560);
    expect(
      answers.map(({ bound, coverage }) => ({ bound, coverage: coverage === null ? null : Number(coverage) })),
    ).toEqual(
      cases.map((part) => ({
        bound: completenessOf([part]).bound,
        coverage: shareOf(part.slotsGenuine, part.slotsExpected),
      })),
    );
  });
});

const UNHEARD = [null, [0, 0], [0.009, 0], [0.01, 0], [0.5, 1], [-0.009, 0], [-4, 0], [-0.5, 1]] as const;

/** Parts on both sides of every border of the rule. */
function* anyParts(): Generator<MeasuredPart> {
  for (const nature of ['amount', 'state', 'formula'] as const)
    for (const value of [null, 0, 10, -10])
      for (const [slotsExpected, slotsGenuine] of [
        [0, 0],
        [24, 0],
        [24, 23],
        [100, 98],
        [100, 97],
        [50, 49],
        [288, 282],
        [288, 283],
        [1, 1],
        [160, 3],
      ] as const)
        for (const readingsEstimated of nature === 'amount' ? [0, 1, 24] : [0])
          for (const bound of nature === 'formula' ? ([null, 'at least', 'at most', 'open'] as const) : [null])
            for (const unheard of UNHEARD)
              yield {
                unitId: 'M1',
                nature,
                value,
                slotsExpected,
                slotsGenuine,
                readingsUsed: slotsGenuine + readingsEstimated,
                readingsEstimated,
                lastEpoch: null,
                unheard:
                  unheard === null
                    ? null
                    : {
                        value: unheard[0],
                        silences: unheard[1],
                        times: 1,
                        from: '2026-01-01T00:00:00.000Z',
                        to: '2026-01-02T00:00:00.000Z',
                      },
                ...(bound === null ? {} : { bound }),
              };
}
