import { beforeAll, describe, expect, it } from 'vitest';
import { completenessOf, partOfDocument, partsOfSpan } from '../../src/kernel/document/completeness.ts';
import type { MonthlyDocument, YearlyDocument } from '../../src/kernel/document/types.ts';
import { monthsOfYear, type Span } from '../../src/figures/rules/figures/span.ts';
import type { FigurePeriod } from '../../src/figures/rules/figures/figure-rows.ts';
import { partOfBucket } from '../../src/figures/rules/figures/unit-span.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate, eachDate } from '../../src/kernel/time/business-date.ts';
import { readFigureRows } from '../../src/figures/figure-files/figure-files.ts';
import { readSpans } from '../../src/figures/read-spans.ts';
import { readYears } from '../../src/figures/read-years.ts';
import type { Period } from '../../src/figures/store/document-rows.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { setInUse } from '../../src/industries/change-unit.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, documents, process, requireIndustry, send, unit, virtual, works } from './processing/works.ts';

let context: TestContext;
let industry: Industry;
const YEAR = businessDate('2025-01-01');

/** BORE sends every 6 hours to the end of June and WELL once a month; SILENT has never sent anything. */
beforeAll(async () => {
  context = await testContext('2026-02-01T00:00:00Z');
  const units = ['BORE', 'SILENT'].map((name) => unit(name, 'FLOW_CATEGORY', { dataUpdateFrequency: 21_600 }));
  industry = await works(context, [...units, unit('WELL', 'GROUND_WATER_LEVEL'), virtual('BOTH', '{BORE} + {SILENT}')]);
  await send(
    context,
    industry,
    Array.from({ length: 181 }, (_, day) => day).flatMap((day) =>
      [1, 7, 13, 19].map((hour) => ({
        unitId: 'BORE',
        createdOn: at(industry, '2025-01-01', 24 * day + hour),
        value: 10,
      })),
    ),
  );
  await send(
    context,
    industry,
    monthsOfYear(YEAR).map((month) => ({ unitId: 'WELL', createdOn: at(industry, month, 3), value: -2 })),
  );
  await process(context, industry, '2025-01-01', '2025-12-31');
}, 240_000);

describe('a settled year', () => {
  it('is its yearly document, of months that weigh and say what their documents do', async () => {
    const unitIds = [...industry.units.keys()];
    const settled = (await readYears(context, industry, unitIds, [YEAR])).get(YEAR);
    const byMonths = await readSpans(context, industry, unitIds, { kind: 'MONTHS', months: monthsOfYear(YEAR) });
    const years = await documents<YearlyDocument>(context, industry, 'YEARLY');
    expect(years.length).toBe(unitIds.length);
    for (const year of years) {
      const { unitId } = year;
      const [span, other] = [settled?.get(unitId), byMonths.get(unitId)];
      if (span === undefined || other === undefined) throw new Error(`no year of ${unitId}`);
      const own = { unitId, ...completenessOf([partOfDocument(year)]) };
      expect({ unitId, ...completenessOf(partsOfSpan(span)) }).toEqual(own);
      const entries = ({ unit: of, entries: all }: typeof span) =>
        all.map((entry) => completenessOf([partOfBucket(of, entry)]));
      expect(entries(span)).toEqual(entries(other));
      expect(span.entries).toEqual(other.entries);
      const { coverage, slotsExpected } = completenessOf(span.entries.map((entry) => partOfBucket(span.unit, entry)));
      expect({ coverage, slotsExpected }).toEqual({ coverage: own.coverage, slotsExpected: own.slotsExpected });
      expect(span.entries.map(({ y }) => y)).toEqual(year.monthly.map(({ y }) => y));
    }
    expect(settled?.get('BOTH')?.entries[0]).toMatchObject({ meters: 2, metersMeasured: 1 });
  });

  it.each<[FigurePeriod, Period]>([
    ['monthly', 'MONTHLY'],
    ['yearly', 'YEARLY'],
  ])(
    'says in the file of %s figures what its documents say, also where an earlier version sealed them',
    async (period, of) => {
      await context.database.execute(
        `UPDATE telemetry.document SET provenance = (provenance::jsonb || '{"coverageRatio": 0.01, "algorithmVersion": 5}')::json
       WHERE industry_key = $1 AND unit_key = $2 AND period = $3`,
        [industry.industryKey, industry.units.get('BOTH')?.unitKey, of],
      );
      const asked = {
        from: YEAR,
        to: businessDate('2025-12-31'),
        unitIds: [...industry.units.keys()],
        divisionFactor: 1,
      };
      const rows = (await Array.fromAsync(readFigureRows(context, industry, { ...asked, period }))).flat();
      const found = await documents(context, industry, of);
      const key = (row: object): string => JSON.stringify(row);
      expect(
        rows
          .map(({ unitId, value, coverage, bound, meters, metersMeasured }) =>
            key({ unitId, value, coverage, bound, meters, metersMeasured }),
          )
          .sort(),
      ).toEqual(
        found
          .map((document) => {
            const { coverage, bound, meters, metersMeasured } = completenessOf([partOfDocument(document)]);
            return key({ unitId: document.unitId, value: document.value, coverage, bound, meters, metersMeasured });
          })
          .sort(),
      );
    },
  );
});

describe('a unit that was added after days were settled', () => {
  it('has the same completeness by its days, by its month and in its year', async () => {
    const before = await works(context, [unit('OLD', 'FLOW_CATEGORY')]);
    await process(context, before, '2025-01-01', '2025-02-15');
    const { industryId } = before;
    const after = await works(context, [unit('OLD', 'FLOW_CATEGORY'), unit('NEW', 'FLOW_CATEGORY')], { industryId });
    const dates = [...eachDate(businessDate('2025-02-16'), businessDate('2025-02-28'))];
    await send(
      context,
      after,
      dates.flatMap((date) =>
        Array.from({ length: 24 }, (_, hour) => ({
          unitId: 'NEW',
          createdOn: at(after, date, hour + 0.5),
          value: 1,
        })),
      ),
    );
    await process(context, after, '2025-02-16', '2025-12-31');
    const told = async (span: Span) => {
      const read = (await readSpans(context, after, ['NEW'], span)).get('NEW');
      return read === undefined ? null : completenessOf(partsOfSpan(read));
    };
    const february = businessDate('2025-02-01');
    const days = await told({ kind: 'DAYS', dates: [...eachDate(february, businessDate('2025-02-28'))] });
    expect(days).toMatchObject({ coverage: 0.4643, bound: 'at least' });
    expect(await told({ kind: 'MONTHS', months: [february] })).toEqual(days);
    const byMonths = await told({ kind: 'MONTHS', months: monthsOfYear(YEAR) });
    const year = (await readYears(context, after, ['NEW'], [YEAR])).get(YEAR)?.get('NEW');
    expect(year === undefined ? null : completenessOf(partsOfSpan(year))).toEqual(byMonths);
    const stored = (await documents<YearlyDocument>(context, after, 'YEARLY')).find(({ unitId }) => unitId === 'NEW');
    expect(stored === undefined ? null : completenessOf([partOfDocument(stored)])).toEqual(byMonths);
  });
});

describe('a unit that was retired before days of which documents are stored', () => {
  it('has the figures up to its last day, by months, in its year and in what is composed anew', async () => {
    const { industryId } = industry;
    const by = { actor: COMMAND, permissions: [] };
    await setInUse(
      { ...context, clock: { now: () => Date.parse('2025-03-15T23:30:00Z') }, queue: noQueue },
      { industryId, unitId: 'BORE', by, reason: null, expected: null, dryRun: false },
      false,
    );
    const retired = await requireIndustry(context, industryId);
    // Four readings of 10 a day: 31, 28 and 15 days.
    const months = [1240, 1120, 600];
    await process(context, retired, '2025-03-15', '2025-12-31');
    const inMonths = { kind: 'MONTHS', months: monthsOfYear(YEAR) } as const;
    const byMonths = (await readSpans(context, retired, ['BORE'], inMonths)).get('BORE');
    const year = (await readYears(context, retired, ['BORE'], [YEAR])).get(YEAR)?.get('BORE');
    for (const span of [byMonths, year])
      expect([span?.figures?.value, span?.entries.flatMap(({ y }) => (y === null ? [] : [y]))]).toEqual([2960, months]);
    const stored = async (period: Period) =>
      (await documents<MonthlyDocument | YearlyDocument>(context, industry, period)).filter(
        ({ unitId }) => unitId === 'BORE',
      );
    expect((await stored('MONTHLY')).slice(0, 3).map(({ value }) => value)).toEqual(months);
    expect((await stored('YEARLY')).map(({ value }) => value)).toEqual([2960]);
  });
});
