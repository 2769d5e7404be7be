import { beforeAll, describe, expect, it } from 'vitest';
import type { MonthlyDocument, YearlyDocument } from '../../../src/kernel/document/types.ts';
import { completenessOf, partOfDocument, partsOfSpan } from '../../../src/kernel/document/completeness.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { readMonths } from '../../../src/figures/read-months.ts';
import { readYears } from '../../../src/figures/read-years.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, documents, process, send, unit, virtual, works } from './works.ts';

let context: TestContext;

beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const UNITS = [
  unit('A', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000, dataUpdateFrequency: 300 }),
  virtual('TWICE', '{A} * 2'),
];

describe('history of two days', () => {
  it('makes its month and its year no more complete than their days are, on every road', async () => {
    const industry = await works(context, UNITS);
    await send(
      context,
      industry,
      ['2025-09-10', '2025-09-11'].flatMap((date) =>
        [5, 6].map((hour) => ({ unitId: 'A', createdOn: at(industry, date, hour), value: 3 })),
      ),
    );
    await process(context, industry, '2025-09-10', '2025-09-11');
    const [month] = (await documents<MonthlyDocument>(context, industry, 'MONTHLY')).filter(
      ({ unitId }) => unitId === 'A',
    );
    const [year] = (await documents<YearlyDocument>(context, industry, 'YEARLY')).filter(
      ({ unitId }) => unitId === 'A',
    );
    // 288 slots a day: 8,640 in September and 105,120 in the year, of which four have a reading.
    expect(month).toMatchObject({ value: 12, provenance: { slotsGenuine: 4, slotsExpected: 8640 } });
    expect(year).toMatchObject({ value: 12, provenance: { slotsGenuine: 4, slotsExpected: 105_120 } });
    // 28 days without a reading, and of both days all but the two hours.
    expect(month?.meta.offlineDuration).toBeGreaterThanOrEqual(28 * 1440);

    const unitIds = UNITS.map(({ unitId }) => String(unitId));
    const [start, september] = [businessDate('2025-01-01'), businessDate('2025-09-01')];
    const months = await readMonths(context, { industry, unitIds: new Set(unitIds), months: [september] });
    for (const { unitId, value, meta, provenance } of await documents<MonthlyDocument>(context, industry, 'MONTHLY'))
      expect(months.get(september)?.get(unitId)).toMatchObject({ value, meta, provenance });
    const years = (await readYears(context, industry, unitIds, [start])).get(start);
    for (const stored of await documents<YearlyDocument>(context, industry, 'YEARLY')) {
      const span = years?.get(stored.unitId);
      expect(span?.figures?.value).toEqual(stored.value);
      expect(completenessOf(span === undefined ? [] : partsOfSpan(span))).toEqual(
        completenessOf([partOfDocument(stored)]),
      );
    }
  });
});
