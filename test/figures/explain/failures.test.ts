import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { explainFigure } from '../../../src/figures/explain/explain.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, documents, process, send, unit, virtual, works } from '../processing/works.ts';

let context: TestContext;
let industry: Industry;
const DATE = businessDate('2026-03-01');

beforeAll(async () => {
  context = await testContext('2026-03-03T12:00:00Z');
  industry = await works(context, [
    unit('A', 'FLOW_CATEGORY'),
    unit('B', 'FLOW_CATEGORY'),
    unit('RIVER', 'QUALITY_CATEGORY'),
    unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
    virtual('RATIO', '{A} / {B}'),
    virtual('OVER', '{RATIO} + {A}'),
    virtual('MIXED', '{A} + {RIVER}'),
    virtual('SELF', '{OTHER} + 1'),
    virtual('OTHER', '{SELF} + {A}'),
    virtual('ABOVE', '{A} + {OTHER}'),
    virtual('STOCKED', '{B} + {TANK}#meta#openingStock'),
  ]);
  // B is silent; the tank sends, and held 50 % the day before.
  await send(context, industry, [
    { unitId: 'A', createdOn: at(industry, DATE, 1), value: 5 },
    { unitId: 'TANK', createdOn: at(industry, '2026-02-28', 1), value: 50 },
    { unitId: 'TANK', createdOn: at(industry, DATE, 1), value: 40 },
    { unitId: 'RIVER', createdOn: at(industry, DATE, 1), value: { pH: 7 } },
  ]);
});

const NULL_UNITS = ['RATIO', 'OVER', 'MIXED', 'SELF', 'OTHER', 'ABOVE', 'STOCKED'];
const explained = async (unitId: string) =>
  (await explainFigure(context, industry, { unitId, date: DATE, hour: null, divisionFactor: 1 })).formula;

describe('a virtual unit that has failed', () => {
  it('has no figure, nor has what uses it: stored and computed on the fly', async () => {
    const onTheFly = (
      await readDays(context, { industry, unitIds: new Set(NULL_UNITS), dates: [DATE], withEntries: true })
    ).get(DATE);
    expect(
      NULL_UNITS.map((unitId) => [unitId, onTheFly?.get(unitId)?.value, onTheFly?.get(unitId)?.hourly[1]?.y]),
    ).toEqual(NULL_UNITS.map((unitId) => [unitId, null, null]));
    await process(context, industry, DATE, DATE);
    const stored = (await documents<DailyDocument>(context, industry, 'DAILY')).filter(({ unitId }) =>
      NULL_UNITS.includes(unitId),
    );
    expect(stored.map(({ unitId, value }) => [unitId, value])).toEqual(NULL_UNITS.map((unitId) => [unitId, null]));
  });

  it.each([
    ['RATIO', 'RATIO', 'the formula divides by zero or gives a number that is not finite'],
    [
      'OVER',
      'RATIO',
      'RATIO, which it uses directly or through others, has failed: the formula divides by zero or gives a number that is not finite',
    ],
    ['MIXED', 'MIXED', 'the formula names quality unit RIVER, whose figures are no number'],
    ['SELF', 'SELF', 'the formula uses its own unit, directly or through others'],
    [
      'ABOVE',
      'OTHER',
      'OTHER, which it uses directly or through others, has failed: the formula uses its own unit, directly or through others',
    ],
    ['STOCKED', null, 'none of its operands has data'],
  ])('says whose failure it is: %s', async (unitId, failedUnitId, reasonForNull) => {
    expect(await explained(unitId)).toMatchObject({ failedUnitId, reasonForNull, result: null });
  });
});
