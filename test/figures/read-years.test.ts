import { beforeAll, describe, expect, it } from 'vitest';
import { completenessOf, partOfDocument, partsOfSpan } from '../../src/kernel/document/completeness.ts';
import type { YearlyDocument } from '../../src/kernel/document/types.ts';
import { monthsOfYear } from '../../src/figures/rules/figures/span.ts';
import type { FigurePeriod } from '../../src/figures/rules/figures/figure-rows.ts';
import { partOfBucket } from '../../src/figures/rules/figures/unit-span.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { readFigureRows } from '../../src/figures/figure-files/figure-rows.ts';
import { readSpans } from '../../src/figures/read-spans.ts';
import { readYears } from '../../src/figures/read-years.ts';
import type { Period } from '../../src/figures/store/documents.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, documents, process, send, unit, virtual, works } from './processing/works.ts';

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
