import { expect, it } from 'vitest';
import { previewedDaysOf } from '../../../../src/figures/http/schemas/previewedDays.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { testContext } from '../../../support/database.ts';
import { unit, works } from '../../processing/works.ts';

it('a previewed day tells flow in thousandths divided, and levels and quality as they are', async () => {
  const industry = await works(await testContext('2026-04-03T00:00:00Z'), [
    unit('METER', 'FLOW_CATEGORY'),
    unit('WELL', 'GROUND_WATER_LEVEL', { siUnit: 'm' }),
    unit('RIVER', 'QUALITY_CATEGORY', { siUnit: '' }),
  ]);
  const day = (unitId: string, was: number | Record<string, number>, is: number | Record<string, number>) => ({
    unitId,
    date: businessDate('2026-04-01'),
    before: { figure: was, unheard: 0 },
    after: { figure: is, unheard: 0 },
  });
  const told = previewedDaysOf(industry, [
    day('METER', 1500, 2500),
    day('WELL', 12.5, 12.6),
    day('RIVER', { pH: 7 }, { pH: 7.4 }),
  ]);
  expect(told.map(({ unitId, before, after }) => [unitId, before.figure, after.figure])).toEqual([
    ['METER', 1.5, 2.5],
    ['WELL', 12.5, 12.6],
    ['RIVER', { pH: 7 }, { pH: 7.4 }],
  ]);
});
