import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { completenessOf, partsOfSpan } from '../../src/kernel/document/completeness.ts';
import { readCalendarSpans } from '../../src/figures/read-calendar-days.ts';
import { readSpans } from '../../src/figures/read-spans.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { process, type Row, send, unit, virtual, works } from './processing/works.ts';
import { asked } from '../reports/asked.ts';

/*
 * A quarter of an hour is one reading. In India the 10th of June begins at 18:30 UTC of the 9th: A counts 100 litres a
 * reading on the 9th and the 11th, and 300 on the 10th, so that a reading on the wrong side of midnight shows. The
 * tank stands at 40 % on the 9th, 50 % on the 10th; the pH is 7 and 8.
 */
let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-06-12T12:00:00Z');
});

const DATES = ['2026-06-09', '2026-06-10', '2026-06-11'];
const QUARTER_MS = 15 * 60_000;
const midnight = (date: string): number => Date.parse(`${date}T00:00:00+05:30`);

/** Rows of the three days; `skip` leaves some out, `estimate` has some interpolated. */
function rowsOf(skip: (epochMs: number) => boolean, estimate: (epochMs: number) => boolean): Row[] {
  const rows: Row[] = [];
  let register = 5_000;
  for (let at = midnight('2026-06-08'); at < midnight('2026-06-12'); at += QUARTER_MS) {
    const isTenth = at >= midnight('2026-06-10') && at < midnight('2026-06-11');
    const value = isTenth ? 300 : 100;
    register += value;
    if (skip(at)) continue;
    const createdOn = new Date(at).toISOString();
    const interpolated = estimate(at) ? { interpolated: true } : {};
    rows.push(
      { unitId: 'A', createdOn, value, summedValue: register, ...interpolated },
      { unitId: 'TANK', createdOn, value: isTenth ? 50 : 40 },
      { unitId: 'LAB', createdOn, value: { pH: isTenth ? 8 : 7 } },
    );
  }
  return rows;
}

async function plant(
  shiftStartAt: string,
  skip: (epochMs: number) => boolean = () => false,
  estimate: (epochMs: number) => boolean = () => false,
): Promise<Industry> {
  const often = { dataUpdateFrequency: 900 };
  const industry = await works(
    context,
    [
      unit('A', 'FLOW_CATEGORY', often),
      unit('TANK', 'STOCK_CATEGORY', { ...often, maxCapacity: 1000 }),
      unit('LAB', 'QUALITY_CATEGORY', { ...often, params: { pH: { displayName: 'pH', siUnit: 'pH' } } }),
      virtual('TWICE', '{A} + {A}'),
      virtual('NET', '{A} - 1000'),
      virtual('HELD', '{TANK}'),
      virtual('FILLED', '{TANK} - {TANK}#meta#openingStock'),
    ],
    { timezone: 'Asia/Kolkata', shiftStartAt, daysOffset: 0 },
  );
  await send(context, industry, rowsOf(skip, estimate));
  await process(context, industry, '2026-06-07', '2026-06-11');
  return industry;
}

/** What each of the three days says, from midnight to midnight. */
async function days(industry: Industry) {
  const shown: Record<string, unknown> = {};
  for (const date of DATES.map(businessDate)) {
    const spans = await readCalendarSpans(context, industry, ['A', 'TANK', 'LAB', 'TWICE'], {
      from: date,
      to: date,
      bucket: 'day',
    });
    for (const [unitId, { figures }] of spans) {
      const { meta, value, provenance } = figures ?? { meta: null, value: null, provenance: null };
      shown[`${date} ${unitId}`] = {
        value,
        registers: [meta?.ir, meta?.fr],
        slots: [provenance?.slotsExpected, provenance?.slotsGenuine],
        coverage: provenance?.coverageRatio,
        estimated: provenance?.readingsEstimated,
        offlineMinutes: meta?.offlineDuration,
        offlineValue: meta?.offlineValue,
        unheard: meta?.unheard,
        lastEpoch: provenance?.lastEpoch,
      };
    }
  }
  return shown;
}

describe('days from midnight to midnight', () => {
  it('are of the readings between the two midnights with a shift at half past: 96 readings of 300 litres', async () => {
    const industry = await plant('06:30:00');
    const shown = await days(industry);
    const lastEpoch = midnight('2026-06-11') - QUARTER_MS;
    // 5,000 and two days of 96 readings of 100 litres.
    expect(shown['2026-06-10 A']).toEqual({
      value: 28_800,
      registers: [24_200, 53_000],
      slots: [96, 96],
      coverage: 1,
      estimated: 0,
      offlineMinutes: 0,
      offlineValue: 0,
      unheard: undefined,
      lastEpoch,
    });
    expect(shown['2026-06-10 TANK']).toMatchObject({ value: 500, coverage: 1 });
    expect(shown['2026-06-10 LAB']).toMatchObject({ value: { pH: 8 } });
    expect(shown['2026-06-10 TWICE']).toMatchObject({ value: 57_600 });
    expect(shown['2026-06-09 A']).toMatchObject({ value: 9_600, registers: [14_600, 24_200] });
    const ofDay = await buildReport(context, industry, asked('water', 'daily', '2026-06-10', { useShift: false }));
    expect(ofDay.headlines[0]?.value).toMatchObject({ value: 28.8, coverage: 1 });
    expect(ofDay.industry.shiftStartAt).toBe('00:00:00');
    const hours = await readCalendarSpans(context, industry, ['A'], {
      from: businessDate('2026-06-10'),
      to: businessDate('2026-06-10'),
      bucket: 'hour',
    });
    const entries = hours.get('A')?.entries ?? [];
    // Half an hour, 23 whole ones, half an hour.
    expect(
      entries.map(({ x, y }) => [x.slice(11, 16), y]).filter((_, index) => [0, 1, 23, 24].includes(index)),
    ).toEqual([
      ['18:30', 600],
      ['19:00', 1200],
      ['17:00', 1200],
      ['18:00', 600],
    ]);
    expect(entries.length).toBe(25);
  });

  it.each(['06:30:00', '05:45:00', '18:15:00'])(
    'of a shift at %s are those of an industry whose days begin at midnight, gaps and estimates included',
    async (shiftStartAt) => {
      // Nothing from 00:00 to 00:30 of the 10th, nor from 23:45 on the 10th; estimated from 00:00 to 00:45 of the 11th.
      const skip = (at: number): boolean =>
        (at >= midnight('2026-06-10') && at < midnight('2026-06-10') + 2 * QUARTER_MS)
        || at === midnight('2026-06-11') - QUARTER_MS;
      const estimate = (at: number): boolean =>
        at >= midnight('2026-06-11') && at < midnight('2026-06-11') + 3 * QUARTER_MS;
      const [industry, atMidnight] = [
        await plant(shiftStartAt, skip, estimate),
        await plant('00:00:00', skip, estimate),
      ];
      const [shown, expected] = [await days(industry), await days(atMidnight)];
      for (const [day, figures] of Object.entries(shown)) expect([day, figures]).toEqual([day, expected[day]]);
      expect(expected['2026-06-10 A']).toMatchObject({ slots: [96, 93] });
      // What the register counted at the quarter of an hour that was not sent.
      expect(shown['2026-06-11 A']).toMatchObject({ value: 9_600, unheard: { value: 300 } });
    },
  );

  it.each([
    { shiftStartAt: '06:00:00', hasGaps: true },
    // A register's step over a gap belongs to the hours that a gap lies in, which are others here.
    { shiftStartAt: '06:30:00', hasGaps: false },
  ])(
    'of a shift at $shiftStartAt are the days that a plant with days from midnight has: formulas, tanks and estimates',
    async ({ shiftStartAt, hasGaps }) => {
      // Of each hour of the 10th until noon one quarter is missing and two are estimated.
      const inMorning = (at: number): boolean =>
        at >= midnight('2026-06-10') && at < midnight('2026-06-10') + 48 * QUARTER_MS;
      const quarter = (at: number): number => (at - midnight('2026-06-10')) / QUARTER_MS;
      const skip = (at: number): boolean => hasGaps && inMorning(at) && quarter(at) % 4 === 3;
      const estimate = (at: number): boolean => inMorning(at) && [1, 2].includes(quarter(at) % 4);
      const asked = ['A', 'TANK', 'NET', 'HELD', 'FILLED', 'TWICE'];
      const from = businessDate('2026-06-10');
      const [shifted, atMidnight] = [
        await readCalendarSpans(context, await plant(shiftStartAt, skip, estimate), asked, {
          from,
          to: from,
          bucket: 'day',
        }),
        await readSpans(context, await plant('00:00:00', skip, estimate), asked, { kind: 'DAYS', dates: [from] }),
      ];
      const told = (spans: typeof shifted) =>
        Object.fromEntries(
          asked.map((unitId) => {
            const span = spans.get(unitId);
            const { slotsExpected, slotsGenuine, readingsEstimated, estimatedShare } = span?.figures?.provenance ?? {};
            const { value, meta } = span?.figures ?? {};
            const { bound } = completenessOf(partsOfSpan(span));
            const slots = { slotsExpected, slotsGenuine, readingsEstimated, estimatedShare };
            return [unitId, { value, opening: meta?.openingStock, percentage: meta?.percentage, bound, ...slots }];
          }),
        );
      expect(told(shifted)).toEqual(told(atMidnight));
      expect(told(atMidnight)).toMatchObject({
        TANK: { value: 500, opening: 400 },
        HELD: { value: 500 },
        FILLED: { value: 100 },
        A: { readingsEstimated: 24, slotsGenuine: hasGaps ? 60 : 72 },
      });
    },
  );

  it('of a running hour that midnight has cut say what came since midnight', async () => {
    const industry = await plant('06:30:00');
    // 00:20 of the 11th: two readings since midnight.
    const early = { ...context, clock: { now: () => midnight('2026-06-11') + 20 * 60_000 } };
    const spans = await readCalendarSpans(early, industry, ['A'], {
      from: businessDate('2026-06-10'),
      to: businessDate('2026-06-11'),
      bucket: 'day',
    });
    expect(spans.get('A')?.entries.map(({ y }) => y)[0]).toBe(28_800);
  });
});
