import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHoursCache, type ReadHours } from '../../../src/figures/store/hours-cache.ts';
import { setExcluded } from '../../../src/figures/store/register-events.ts';
import { type HoursWanted, hoursOf } from '../../../src/figures/store/rollups.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import { editReading, removeReading } from '../../../src/readings/edits/reading-edits.ts';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { takingReadings } from '../../support/intake.ts';
import { runs } from '../../support/property-runs.ts';
import { ingest } from '../../readings/works.ts';
import { jobsByHand, unit, works } from '../processing/works.ts';

const TODAY = businessDate('2026-03-05');
let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-05T12:00:00Z');
});

const site = (): Promise<Industry> =>
  works(
    context,
    ['A', 'B', 'C'].map((unitId) => unit(unitId, 'FLOW_CATEGORY')),
  );
const keysOf = ({ units }: Industry): number[] => [...units.values()].map(({ unitKey }) => unitKey);
const wanted = (industry: Industry, days = 1): HoursWanted => {
  const from = addDays(TODAY, 1 - days);
  return { unitKeys: keysOf(industry), from, to: TODAY, materialisedBefore: from, longDays: [] };
};
const instantOf = (slot: number): number => Date.parse('2026-03-05T02:00:00Z') + slot * 900_000;
const reading = (unitId: string, slot: number, value: number) => ({
  unitId,
  createdOn: new Date(instantOf(slot)).toISOString(),
  value,
  summedValue: 1000 + 10 * slot,
});

const inOrder = <T extends { readonly unitKey: number; readonly date: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => a.date.localeCompare(b.date) || a.unitKey - b.unitKey);
const both = async (kept: ReadHours, asked: HoursWanted) => [
  inOrder(await kept(context.database, asked)),
  inOrder(await hoursOf(context.database, asked)),
];

/** A change of readings, whoever makes it. */
const changes = fc.record({
  by: fc.constantFrom('device', 'edit', 'removal', 'register check'),
  unitId: fc.constantFrom('A', 'B', 'C'),
  slot: fc.integer({ min: 0, max: 5 }),
  value: fc.integer({ min: 0, max: 3 }),
});

describe('kept hours', () => {
  it('are those of the readings at every moment, whatever has changed these', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 12 }), async (made) => {
        const [industry, kept] = [await site(), createHoursCache()];
        const taking = takingReadings(context, jobsByHand(context).queue);
        for (const { by, unitId, slot, value } of made) {
          const unitKey = industry.units.get(unitId)?.unitKey ?? 0;
          const decision = { industry, unitId, reason: 'Read off by hand', by: { ...COMMAND, userId: 'asha' } };
          const epochMs = instantOf(slot);
          // Of a reading that is not there nothing can be edited or removed.
          const ifThere = (error: unknown): void => expect(String(error)).toMatch(/has no reading|no reading/);
          if (by === 'device') await ingest(context, industry, [reading(unitId, slot, value)]);
          else if (by === 'edit') await editReading(taking, decision, epochMs, { value }).catch(ifThere);
          else if (by === 'removal') await removeReading(taking, decision, epochMs).catch(ifThere);
          else await setExcluded(context.database, unitKey, [{ epochMs, excluded: value > 1, date: TODAY }]);
          const [mine, fresh] = await both(kept, wanted(industry));
          expect(mine).toEqual(fresh);
        }
      }),
      { numRuns: runs(20) },
    );
  });

  it('of several days and of units that have never sent are those of the readings', async () => {
    const [industry, kept] = [await site(), createHoursCache()];
    await ingest(context, industry, [reading('A', -96, 1), reading('A', 0, 2), reading('B', 1, 3)]);
    for (const days of [1, 3, 1]) {
      const [mine, fresh] = await both(kept, wanted(industry, days));
      expect(mine).toEqual(fresh);
      expect(mine).toHaveLength(days === 1 ? 2 : 3);
    }
  });

  it('are asked of the database only of units that have sent since, and never of more than the memory holds', async () => {
    const [industry, kept] = [await site(), createHoursCache(6)];
    await ingest(
      context,
      industry,
      ['A', 'B', 'C'].map((unitId) => reading(unitId, 0, 1)),
    );
    const [first] = await both(kept, wanted(industry));
    await ingest(context, industry, [reading('B', 1, 1)]);
    const again = inOrder(await kept(context.database, wanted(industry)));
    expect(again.map(({ rows }, at) => rows === first?.[at]?.rows)).toEqual([true, false, true]);
    const [mine, fresh] = await both(kept, wanted(industry, 2));
    expect(mine).toEqual(fresh);
  });

  it('stay the same where a reading is sent again unchanged', async () => {
    const [industry, kept] = [await site(), createHoursCache()];
    await ingest(context, industry, [reading('A', 0, 1)]);
    const [before] = await kept(context.database, wanted(industry));
    await ingest(context, industry, [reading('A', 0, 1)]);
    const [after] = await kept(context.database, wanted(industry));
    expect(after?.rows).toBe(before?.rows);
  });
});
