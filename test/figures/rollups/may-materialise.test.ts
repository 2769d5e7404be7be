import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { rekeyIndustry } from '../../../src/industries/clock/rekey-industry.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import { refreshRecentRollups, verifySampledDays } from '../../../src/keeping/upkeep/upkeep.ts';
import { verifyRollups } from '../../../src/keeping/upkeep/verify-rollups.ts';
import { at, process, requireIndustry, type Row, send, unit, works, type WorksOptions } from '../processing/works.ts';
import { analystRollups, materialisedDays } from '../../keeping/upkeep/analyst-rollups.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';

/*
 * Days begin at 06:00: in Kolkata at 00:30 UTC, in Berlin at 05:00 (winter), in New York at 10:00 (its summer began on
 * 8 March). At 00:40 UTC of 10 March the plant in Kolkata has just ended its 9 March, in New York 8 March ran until
 * 10:00 of the 9th.
 */
const KOLKATA: WorksOptions = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00' };
const NEW_YORK: WorksOptions = { timezone: 'America/New_York', shiftStartAt: '06:00:00' };
const JUST_ENDED = '2026-03-10T00:40:00Z';

const plant = (context: OwnContext, options: WorksOptions): Promise<Industry> =>
  works(context, [unit('M', 'FLOW_CATEGORY')], options);
/** A reading of 10 in each of these hours of a business day. */
const tens = (industry: Industry, date: string, ...hours: number[]): Row[] =>
  hours.map((hour) => ({ unitId: 'M', createdOn: at(industry, date, hour), value: 10 }));
const liveOf = async (context: OwnContext): Promise<string[]> =>
  (
    await context.database.execute<{ day: string }>(
      'SELECT from_date::text AS day FROM telemetry.unmaterialised_day ORDER BY unmaterialised_day_key',
    )
  ).map(({ day }) => day);
const sumsOf = async (context: OwnContext, industry: Industry) => {
  const seen = await analystRollups(context.database, industry, 'M');
  return Object.fromEntries(
    Object.entries(seen).map(([level, buckets]) => [
      level,
      buckets.map(([bucket, , sum]) => `${bucket.slice(0, level === 'hourly' ? 13 : 10)}: ${sum}`),
    ]),
  );
};

describe('a day that has ended for every industry', () => {
  let context: OwnContext;
  let east: Industry;
  beforeAll(async () => {
    context = await ownContext('2026-03-08T12:00:00Z');
    east = await plant(context, KOLKATA);
    await send(context, east, tens(east, '2026-03-08', 1));
    context.clock.set(JUST_ENDED);
    await send(context, east, tens(east, '2026-03-10', 0));
  });

  it('is materialised by its own batch; the running one is not, and shows', async () => {
    await process(context, east, '2026-03-08', '2026-03-09');
    expect(await materialisedDays(context.database, east, 'M')).toEqual(['2026-03-08']);
    expect((await sumsOf(context, east))['daily']).toEqual(['2026-03-08: 10', '2026-03-10: 10']);
  });

  it('is not materialised while it runs in another one that was there before', async () => {
    const west = await plant(context, NEW_YORK);
    context.clock.set('2026-03-11T00:40:00Z');
    await send(context, west, tens(west, '2026-03-10', 1));
    await process(context, east, '2026-03-10', '2026-03-10');
    await refreshRecentRollups(context);
    expect(await materialisedDays(context.database, east, 'M')).toEqual(['2026-03-08']);
    await send(context, west, tens(west, '2026-03-10', 2));
    expect((await sumsOf(context, west))['daily']).toEqual(['2026-03-10: 20']);
    context.clock.set('2026-03-11T10:10:00Z');
    await process(context, west, '2026-03-10', '2026-03-10');
    expect(await materialisedDays(context.database, east, 'M')).toEqual(['2026-03-08', '2026-03-10']);
    expect(await materialisedDays(context.database, west, 'M')).toEqual(['2026-03-10']);
  });

  it('is materialised with the days before it, which nobody has processed yet', async () => {
    for (const date of ['2026-03-11', '2026-03-12', '2026-03-13']) {
      context.clock.set(`${date}T12:00:00Z`);
      await send(context, east, tens(east, date, 1));
    }
    context.clock.set('2026-03-14T12:00:00Z');
    await process(context, east, '2026-03-13', '2026-03-13');
    expect((await sumsOf(context, east))['daily']?.slice(-3)).toEqual([
      '2026-03-11: 10',
      '2026-03-12: 10',
      '2026-03-13: 10',
    ]);
  });

  it('is the newest that the nightly proof recounts', async () => {
    expect(await verifySampledDays(context)).toEqual([
      { mismatches: [], unrepaired: [] },
      { mismatches: [], unrepaired: [] },
    ]);
  });
});

describe('an industry that comes later, from farther west', () => {
  let context: OwnContext;
  let east: Industry;
  let west: Industry;
  beforeAll(async () => {
    context = await ownContext('2026-12-31T12:00:00Z');
    east = await plant(context, KOLKATA);
    await send(context, east, tens(east, '2026-12-31', 1));
    context.clock.set('2027-01-01T00:40:00Z');
    await process(context, east, '2026-12-31', '2026-12-31');
    west = await plant(context, NEW_YORK);
  });

  it('sees every reading of its running day at once, in hour, day, month and year, though others ended that day, month and year', async () => {
    expect(await materialisedDays(context.database, east, 'M')).toEqual(['2026-12-31']);
    await send(context, west, [...tens(west, '2026-12-30', 3), ...tens(west, '2026-12-31', 1, 2)]);
    // 30 December has ended in New York: it is late there, and shows once its day has been rebuilt.
    await process(context, west, '2026-12-30', '2026-12-30');
    const expected = {
      hourly: ['2026-12-30 03: 10', '2026-12-31 01: 10', '2026-12-31 02: 10'],
      daily: ['2026-12-30: 10', '2026-12-31: 20'],
      monthly: ['2026-12-01: 30'],
      yearly: ['2026-01-01: 30'],
    };
    expect(await sumsOf(context, west)).toEqual(expected);
    await refreshRecentRollups(context);
    await send(context, west, tens(west, '2026-12-31', 9.5));
    expect(await sumsOf(context, west)).toEqual({
      hourly: [...expected.hourly, '2026-12-31 09: 10'],
      daily: ['2026-12-30: 10', '2026-12-31: 30'],
      monthly: ['2026-12-01: 40'],
      yearly: ['2026-01-01: 40'],
    });
    expect(await sumsOf(context, east)).toEqual({
      hourly: ['2026-12-31 01: 10'],
      daily: ['2026-12-31: 10'],
      monthly: ['2026-12-01: 10'],
      yearly: ['2026-01-01: 10'],
    });
  });

  it('does not keep the others from seeing their late readings rebuilt and materialised', async () => {
    await send(context, east, tens(east, '2026-12-31', 2));
    await process(context, east, '2026-12-31', '2026-12-31');
    expect(await sumsOf(context, east)).toMatchObject({
      daily: ['2026-12-31: 20'],
      monthly: ['2026-12-01: 20'],
      yearly: ['2026-01-01: 20'],
    });
  });

  it('is no mismatch to the proof while its day runs', async () => {
    expect(await verifyRollups(context, businessDate('2026-12-30'), businessDate('2026-12-31'))).toEqual({
      mismatches: [],
      unrepaired: [],
    });
  });

  it('is read as everyone once that day has ended and was materialised', async () => {
    expect(await liveOf(context)).toEqual(['2026-12-31']);
    await refreshDueRollups(context);
    expect(await liveOf(context)).toEqual(['2026-12-31']);
    const before = await sumsOf(context, west);
    context.clock.set('2027-01-01T11:05:00Z');
    expect(await sumsOf(context, west)).toEqual(before);
    await refreshDueRollups(context);
    expect(await liveOf(context)).toEqual([]);
    expect(await sumsOf(context, west)).toEqual(before);
    expect(await materialisedDays(context.database, west, 'M')).toEqual(['2026-12-30', '2026-12-31']);
  });

  it('sees its running day also when it comes while others are refreshing', async () => {
    context.clock.set('2027-01-02T11:05:00Z');
    let latecomer: Industry | null = null;
    const many: Database['many'] = async (name, parameters) => {
      if (name === 'upkeep.refresh_hourly')
        latecomer ??= await plant(context, { timezone: 'Pacific/Honolulu', shiftStartAt: '06:00:00' });
      return context.database.many(name, parameters);
    };
    await refreshRecentRollups({ ...context, database: { ...context.database, many } });
    const late = await requireIndustry(context, (latecomer as Industry | null)?.industryId ?? '');
    expect(await liveOf(context)).toEqual(['2027-01-01']);
    await send(context, late, tens(late, '2027-01-01', 4));
    expect(await sumsOf(context, late)).toEqual({
      hourly: ['2027-01-01 04: 10'],
      daily: ['2027-01-01: 10'],
      monthly: ['2027-01-01: 10'],
      yearly: ['2027-01-01: 10'],
    });
  });
});

describe('an industry that changes its clock', () => {
  let context: OwnContext;
  let industry: Industry;
  beforeAll(async () => {
    context = await ownContext('2026-03-09T12:00:00Z');
    industry = await plant(context, KOLKATA);
    await send(context, industry, tens(industry, '2026-03-09', 1, 11));
    context.clock.set(JUST_ENDED);
    await process(context, industry, '2026-03-09', '2026-03-09');
    await send(context, industry, tens(industry, '2026-03-10', 0));
  });

  it('never goes back to a day that ran before: its last day only lasts longer', async () => {
    const changed = await works(context, [unit('M', 'FLOW_CATEGORY')], {
      ...NEW_YORK,
      industryId: industry.industryId,
    });
    context.clock.set('2026-03-11T09:00:00Z');
    await send(context, changed, [{ unitId: 'M', createdOn: '2026-03-11T08:00:00Z', value: 10 }]);
    expect(await liveOf(context)).toEqual([]);
    expect((await sumsOf(context, changed))['daily']).toEqual(['2026-03-09: 20', '2026-03-10: 20']);
  });

  it('sees the day that runs again once its readings were moved to a clock farther west', async () => {
    context.clock.set('2026-03-11T12:00:00Z');
    const kolkata = await plant(context, KOLKATA);
    await send(context, kolkata, tens(kolkata, '2026-03-10', 1));
    context.clock.set('2026-03-12T01:00:00Z');
    await process(context, kolkata, '2026-03-10', '2026-03-11');
    await send(context, kolkata, [{ unitId: 'M', createdOn: '2026-03-12T00:50:00Z', value: 10 }]);
    // The first industry is in New York by now, where 11 March runs until 10:00 UTC: it is moved east, and nothing of
    // it runs there.
    await works(context, [unit('M', 'FLOW_CATEGORY')], { ...KOLKATA, industryId: industry.industryId });
    await rekeyIndustry(context, await requireIndustry(context, industry.industryId), businessDate('2026-03-10'));
    await refreshRecentRollups(context);
    expect(await materialisedDays(context.database, kolkata, 'M')).toEqual(['2026-03-10']);
    expect(await liveOf(context)).toEqual([]);
    await works(context, [unit('M', 'FLOW_CATEGORY')], { ...NEW_YORK, industryId: kolkata.industryId });
    await rekeyIndustry(context, await requireIndustry(context, kolkata.industryId), businessDate('2026-03-09'));
    const moved = await requireIndustry(context, kolkata.industryId);
    expect(await liveOf(context)).toEqual(['2026-03-11']);
    await send(context, moved, [{ unitId: 'M', createdOn: '2026-03-12T00:55:00Z', value: 5 }]);
    expect((await sumsOf(context, moved))['daily']).toEqual(['2026-03-09: 10', '2026-03-11: 15']);
  });
});
