import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HourRollup } from '../../src/figures/rules/processors/types.ts';
import { dayWindow } from '../../src/kernel/time/business-clock.ts';
import { addDays, businessDate } from '../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { hoursOf, parametersOf } from '../../src/figures/store/rollups.ts';
import { refreshRollups } from '../../src/figures/store/upkeep.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { rollUpHours } from '../support/roll-up-oracle.ts';
import { at, dates, type Row, send, unit, works } from './processing/works.ts';
import { runs } from '../support/property-runs.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

// Berlin repeats an hour inside the day of the 25th, which has 25 hours.
const DAYS = dates('2025-10-24', '2025-10-27').map((date) => businessDate(date));
const CLOCK = { timezone: 'Europe/Berlin', shiftStartAt: '06:30:00' } as const;
const [FIRST, LAST] = [businessDate('2025-10-24'), businessDate('2025-10-27')];
const LONG_DAY = businessDate('2025-10-25');
const EVERYTHING_MATERIALISED = businessDate('2026-01-01');

interface Drawn {
  readonly second: number;
  readonly value: number | null;
  readonly register: number;
  readonly estimated: boolean;
}
const drawn: fc.Arbitrary<Drawn> = fc.record({
  second: fc.integer({ min: 0, max: DAYS.length * 86_400 + 3599 }),
  value: fc.option(fc.integer({ min: -50, max: 950 }).map((value) => value / 10)),
  register: fc.integer({ min: 0, max: 9999 }),
  estimated: fc.boolean(),
});
const history = fc.uniqueArray(drawn, { minLength: 30, maxLength: 200, selector: ({ second }) => second });

describe('an hour', () => {
  it('is the same materialised, live, and added up by hand from its readings, the 25th one too', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (readings) => {
        const industry = await works(context, [unit('M', 'FLOW_CATEGORY')], CLOCK);
        const unitKey = industry.units.get('M')?.unitKey ?? 0;
        const rows = readings.map((reading): Row => ({
          unitId: 'M',
          createdOn: at(industry, FIRST, reading.second / 3600),
          summedValue: reading.register,
          interpolated: reading.estimated,
          ...(reading.value === null ? {} : { value: reading.value }),
        }));
        await send(context, industry, rows);

        const byHand = new Map(
          DAYS.map((date) => {
            const { startEpochMs, endEpochMs } = dayWindow(industry.clock, date);
            const samples = readings
              .map((reading) => ({
                ...reading,
                offline: false,
                epochMs: Date.parse(at(industry, FIRST, reading.second / 3600)),
              }))
              .filter(({ epochMs }) => epochMs >= startEpochMs && epochMs < endEpochMs)
              .map((sample) => ({ ...sample, minute: Math.floor((sample.epochMs - startEpochMs) / 60_000) }))
              .sort((a, b) => a.epochMs - b.epochMs);
            return [date, rollUpHours(samples, 0)] as const;
          }).filter(([, hours]) => hours.length > 0),
        );

        const read = async (materialisedBefore: BusinessDate): Promise<ReadonlyMap<string, readonly HourRollup[]>> => {
          const longDays = [{ date: LONG_DAY, startEpochMs: dayWindow(industry.clock, LONG_DAY).startEpochMs }];
          const found = await hoursOf(context.database, {
            unitKeys: [unitKey],
            from: FIRST,
            to: LAST,
            materialisedBefore,
            longDays,
          });
          return new Map(
            found.map(({ date, rows: hours }) => [date, hours] as const).sort(([a], [b]) => a.localeCompare(b)),
          );
        };
        expect(await read(FIRST)).toEqual(byHand);
        // Where no day is long a statement of its own reads what is not materialised.
        for (const [from, to] of [
          [FIRST, FIRST],
          [addDays(LONG_DAY, 1), LAST],
        ] as const) {
          const live = await hoursOf(context.database, {
            unitKeys: [unitKey],
            from,
            to,
            materialisedBefore: from,
            longDays: [],
          });
          expect(live.map(({ date, rows: hours }) => [date, hours]).sort()).toEqual(
            [...byHand].filter(([date]) => date >= from && date <= to),
          );
        }
        await refreshRollups(context.database, FIRST, LAST, EVERYTHING_MATERIALISED);
        expect(await read(EVERYTHING_MATERIALISED)).toEqual(byHand);
        expect(await read(businessDate('2025-10-26'))).toEqual(byHand);
      }),
      { numRuns: runs(15), endOnFailure: true },
    );
  });
});

describe('the parameters of an hour', () => {
  it('are the same by the statement of days that are not materialised as by that of all days', async () => {
    const industry = await works(context, [unit('Q', 'QUALITY_CATEGORY')], CLOCK);
    const unitKeys = [industry.units.get('Q')?.unitKey ?? 0];
    const rows = Array.from({ length: 40 }, (_, index): Row => ({
      unitId: 'Q',
      createdOn: at(industry, LAST, index * 0.55),
      paramValue: { ph: 7 + (index % 5) / 10, ...(index % 3 === 0 ? { turbidity: index } : {}) },
    }));
    await send(context, industry, rows);
    const wanted = { unitKeys, from: LAST, to: LAST, materialisedBefore: LAST };
    const live = await parametersOf(context.database, { ...wanted, longDays: [] });
    const longDays = [{ date: LONG_DAY, startEpochMs: dayWindow(industry.clock, LONG_DAY).startEpochMs }];
    expect(live).toEqual(await parametersOf(context.database, { ...wanted, longDays }));
    expect(live).toHaveLength(1);
  });
});
