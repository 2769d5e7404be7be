import { beforeAll, expect, it } from 'vitest';
import type { Querier } from '../../../src/platform/database/database.ts';
import { requireUnit } from '../../../src/kernel/industry/industry.ts';
import { findGaps } from '../../../src/readings/edits/find-gaps.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, send, unit, works } from '../../figures/processing/works.ts';

const DAY = '2026-03-02';
let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-05T12:00:00Z');
});

it('of short slots gaps are found by the readings next to them, not by all of the week around', async () => {
  const industry = await works(context, [unit('M', 'FLOW_CATEGORY', { dataUpdateFrequency: 5 })]);
  const start = Date.parse(at(industry, DAY, 6));
  // Two hours of a reading every 5 s, and a minute of them is missing: slots 601 to 611 are.
  const slots = Array.from({ length: 1440 }, (_, slot) => slot).filter((slot) => slot <= 600 || slot >= 612);
  await send(
    context,
    industry,
    slots.map((slot) => ({
      unitId: 'M',
      createdOn: new Date(start + slot * 5000).toISOString(),
      value: 1,
      summedValue: slot,
    })),
  );
  let rowsRead = 0;
  const counted: Querier = {
    ...context.database,
    many: async (name, parameters) => {
      const rows = await context.database.many(name, parameters);
      if (name === 'reading-edits.readings') rowsRead += rows.length;
      return rows as never[]; // the rows that the caller asked for
    },
  };
  const span = { fromEpochMs: start + 602 * 5000, toEpochMs: start + 609 * 5000 };
  const { changes } = await findGaps(counted, industry, requireUnit(industry, 'M'), span, context.clock.now());
  expect(changes.map(({ after }) => after?.register)).toEqual([602, 603, 604, 605, 606, 607, 608]);
  expect(rowsRead).toBe(2);
});

// 500 between the registers, of which the spike and the reading behind it count 1 each: 498 in three slots.
it('that end at a register which is left out of figures go on to the next one that counts', async () => {
  const industry = await works(context, [unit('M', 'FLOW_CATEGORY')]);
  const spike = at(industry, DAY, 4);
  await send(
    context,
    industry,
    [
      { createdOn: at(industry, DAY, 0), summedValue: 1000 },
      { createdOn: spike, summedValue: 9_000_000 },
      { createdOn: at(industry, DAY, 5), summedValue: 1500 },
    ].map((row) => ({ unitId: 'M', value: 1, ...row })),
  );
  const { unitKey } = requireUnit(industry, 'M');
  await context.database.execute(
    'UPDATE telemetry.reading SET register_excluded = true WHERE unit_key = $1 AND created_on = $2',
    [unitKey, spike],
  );
  const span = { fromEpochMs: Date.parse(at(industry, DAY, 1)), toEpochMs: Date.parse(at(industry, DAY, 4)) };
  const { changes } = await findGaps(context.database, industry, requireUnit(industry, 'M'), span, context.clock.now());
  expect(changes.map(({ after }) => after?.register)).toEqual([1166, 1332, 1498]);
});
