import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { dailyRuns } from '../../../src/figures/processing/daily-runs.ts';
import { readGranular } from '../../../src/figures/device-data/granular.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { explainFigure } from '../../../src/figures/explain/explain.ts';
import { rekeyReadings } from '../../../src/industries/clock/rekey.ts';
import { verifyRollups } from '../../../src/keeping/upkeep/verify-rollups.ts';
import type { TestContext } from '../../support/database.ts';
import {
  documents,
  process,
  requireIndustry,
  send,
  unit,
  works,
  type WorksOptions,
} from '../../figures/processing/works.ts';
import { stored } from '../../readings/works.ts';
import { ownContext } from '../../keeping/upkeep/own-database.ts';
import { AT_06, AT_07, AT_22, BERLIN, plant, readings, sums } from './plant.ts';

/* The clock changes at noon of 10 March 2026 in Kolkata; 11 March is the first day by the new one. */

const BEFORE = readings('2026-03-05T00:00Z', '2026-03-10T06:00Z');
const AFTER = readings('2026-03-10T06:00Z', '2026-03-14T00:00Z');
const ALL = [...BEFORE, ...AFTER];

let context: TestContext;
// Of its own: rollups of all industries are materialised together, and others' clocks are months ahead of this one.
beforeAll(async () => {
  context = await ownContext('2026-03-10T06:30:00Z');
});

async function changed(to: WorksOptions, first: WorksOptions = AT_06) {
  context.clock.set('2026-03-10T06:30:00Z');
  const before = await plant(context, first);
  await send(context, before, BEFORE);
  await process(context, before, '2026-03-04', '2026-03-09');
  return { before, industry: await plant(context, to, before) };
}

describe.each([
  ['an hour later', AT_07, 25],
  ['to Berlin', BERLIN, 28.5],
  ['to the evening before', AT_22, 16],
] as const)('a clock that moves %s', (_name, to, lastHours) => {
  it('keeps what was sent, and what is sent again, where it was', async () => {
    const { before, industry } = await changed(to);
    const places = await stored(context, industry);
    const documentsBefore = await documents(context, before, 'DAILY', true);
    expect(await send(context, industry, BEFORE)).toMatchObject({ inserted: 0, updated: 0, unchanged: BEFORE.length });
    expect(await stored(context, industry)).toEqual(places);
    await process(context, industry, '2026-03-04', '2026-03-09');
    expect(await documents(context, industry, 'DAILY', true)).toEqual(documentsBefore);
  });

  it('stores every reading once, whatever day it is sent again, and the days add up to them', async () => {
    const { industry } = await changed(to);
    context.clock.set('2026-03-14T12:00:00Z');
    const now = await requireIndustry(context, industry.industryId);
    expect(await send(context, now, AFTER)).toMatchObject({ inserted: AFTER.length });
    expect(await send(context, now, ALL)).toMatchObject({ inserted: 0, updated: 0, unchanged: ALL.length });
    expect((await stored(context, now)).readings).toHaveLength(ALL.length);
    // All days are read from the readings, then, as one stretch, from rollups where a rollup serves.
    for (const date of ['2026-03-10', '2026-03-11']) await process(context, now, date, date);
    const alone = (await documents<DailyDocument>(context, now, 'DAILY')).filter(
      ({ date }) => date === '10/03/2026' || date === '11/03/2026',
    );
    await process(context, now, '2026-03-04', '2026-03-14');
    const ended = await documents<DailyDocument>(context, now, 'DAILY');
    expect(ended.filter(({ date }) => date === '10/03/2026' || date === '11/03/2026')).toEqual(alone);
    const last = ended.find(({ date, unitId }) => date === '10/03/2026' && unitId === 'METER');
    expect(last?.hourly).toHaveLength(Math.ceil(lastHours));
    expect(last?.provenance.slotsExpected).toBe(Math.ceil(lastHours));
    expect((await verifyRollups(context, businessDate('2026-03-04'), businessDate('2026-03-14'))).mismatches).toEqual(
      [],
    );
    const today = await readDays(context, {
      industry: now,
      unitIds: new Set(['METER', 'PULSE', 'BOTH']),
      dates: [businessDate('2026-03-14'), businessDate('2026-03-15')],
      withEntries: false,
    });
    for (const unitId of ['METER', 'PULSE']) {
      const open = [...today.values()].reduce(
        (sum, day) =>
          sum + (ended.some(({ date }) => date === day.get(unitId)?.date) ? 0 : Number(day.get(unitId)?.value ?? 0)),
        0,
      );
      const { documents: closed, readings: sent } = await sums(context, now, unitId, ALL);
      expect(closed + open).toBe(sent);
    }
  });

  it('shows the last day before it whole: in the answer by minutes, in what explains it and in the virtual unit', async () => {
    const { industry } = await changed(to);
    context.clock.set('2026-03-14T12:00:00Z');
    await send(context, industry, AFTER);
    const granular = await readGranular(context, industry, {
      unitId: 'METER',
      startDate: businessDate('2026-03-10'),
      endDate: businessDate('2026-03-10'),
      intervalMinutes: 60,
      divisionFactor: 1,
    });
    expect(granular.readings.map(({ readings: count }) => count)).toEqual(
      Array.from({ length: Math.ceil(lastHours) }, (_, hour) => (hour < 28 ? 1 : expect.any(Number))),
    );
    const day = await explainFigure(context, industry, {
      unitId: 'METER',
      date: businessDate('2026-03-10'),
      hour: null,
      divisionFactor: 1,
    });
    expect(day).toMatchObject({
      window: { lengthHours: lastHours },
      clock: { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00' },
    });
    expect(day.readings?.used).toBe(granular.readings.reduce((sum, { readings: count }) => sum + count, 0));
    const lastHour = Math.ceil(lastHours) - 1;
    expect(
      (
        await explainFigure(context, industry, {
          unitId: 'METER',
          date: businessDate('2026-03-10'),
          hour: lastHour,
          divisionFactor: 1,
        })
      ).window.to,
    ).toBe(day.window.to);
    await expect(
      explainFigure(context, industry, {
        unitId: 'METER',
        date: businessDate('2026-03-10'),
        hour: lastHour + 1,
        divisionFactor: 1,
      }),
    ).rejects.toThrow(`hours 0 to ${lastHour}`);
    const both = await explainFigure(context, industry, {
      unitId: 'BOTH',
      date: businessDate('2026-03-10'),
      hour: null,
      divisionFactor: 1,
    });
    expect(both.figure.value).toBeGreaterThan(0);
  });
});

describe('the bundle of a changed clock', () => {
  it('touches no row when it is provisioned again, before its day and after', async () => {
    const { industry } = await changed(AT_07);
    const rows = () =>
      context.database.execute(
        'SELECT i.updated_at, (SELECT array_agg(k.xmin::text ORDER BY from_date) FROM tenant.industry_clock k WHERE k.industry_key = i.industry_key) AS clock FROM tenant.industry i WHERE industry_key = $1',
        [industry.industryKey],
      );
    const before = await rows();
    await plant(context, AT_07, industry);
    context.clock.set('2026-03-20T00:00:00Z');
    await plant(context, AT_07, industry);
    expect(await rows()).toEqual(before);
  });

  it('names a later day, but none that has begun', async () => {
    const { industry } = await changed({ ...AT_07, clockEffectiveFrom: '20/03/2026' });
    expect(industry.clock.history?.at(-1)).toMatchObject({ fromDate: '2026-03-20', shiftStartAt: '07:00:00' });
    await expect(plant(context, { ...AT_22, clockEffectiveFrom: '10/03/2026' }, industry)).rejects.toMatchObject({
      code: 1430,
      details: [
        {
          field: 'industry.meta.clockEffectiveFrom',
          problem: expect.stringContaining('allowed is a date from 11/03/2026 on'),
        },
      ],
    });
    expect((await requireIndustry(context, industry.industryId)).clock).toEqual(industry.clock);
  });
});

describe('a change taken back before its day', () => {
  it('leaves the clock as it was', async () => {
    const { before, industry } = await changed(AT_07);
    expect(industry.clock.history).toHaveLength(2);
    const back = await plant(context, AT_06, industry);
    expect(back.clock).toEqual(before.clock);
    expect(await send(context, back, BEFORE)).toMatchObject({ unchanged: BEFORE.length });
  });
});

describe('a change back after some days', () => {
  it('keeps every day by the rule of its time', async () => {
    const { industry } = await changed(AT_22);
    context.clock.set('2026-03-12T12:00:00Z');
    const during = await requireIndustry(context, industry.industryId);
    await send(context, during, readings('2026-03-10T06:00Z', '2026-03-12T12:00Z'));
    const back = await plant(context, AT_06, during);
    expect(back.clock.history?.map(({ fromDate, shiftStartAt }) => `${fromDate} ${shiftStartAt}`)).toEqual([
      '1900-01-01 06:00:00',
      '2026-03-11 22:00:00',
      '2026-03-13 06:00:00',
    ]);
    context.clock.set('2026-03-14T12:00:00Z');
    await send(context, back, readings('2026-03-12T12:00Z', '2026-03-14T00:00Z'));
    expect(await send(context, back, ALL)).toMatchObject({ unchanged: ALL.length });
    await process(context, back, '2026-03-04', '2026-03-13');
    const lengths = (await documents<DailyDocument>(context, back, 'DAILY'))
      .filter(({ unitId }) => unitId === 'METER')
      .map(({ date, hourly }) => `${date.slice(0, 2)}: ${hourly.length}`);
    expect(lengths.slice(-5)).toEqual(['09: 24', '10: 16', '11: 24', '12: 32', '13: 24']);
  });
});

describe('a process that still holds the clock before', () => {
  it('stores no reading by it and settles no day by it', async () => {
    const { before, industry } = await changed(AT_07);
    await expect(send(context, before, AFTER.slice(0, 4))).rejects.toThrow('The clock of the industry was changed');
    await expect(process(context, before, '2026-03-09', '2026-03-09')).rejects.toThrow(
      'The clock of the industry was changed',
    );
    expect((await stored(context, industry)).readings).toHaveLength(BEFORE.length);
    await rekeyReadings(context, industry, businessDate('2026-03-08'));
    await expect(send(context, industry, BEFORE.slice(0, 4))).rejects.toThrow('The clock of the industry was changed');
  });
});

describe('the daily run', () => {
  it('is due when the running day ends, which a change to come decides', async () => {
    const { industry } = await changed(AT_07);
    const run = async () =>
      (await dailyRuns(context)).find(({ industryId }) => industryId === industry.industryId)?.shiftStartAt;
    context.clock.set('2026-03-10T00:00:00Z');
    expect(await run()).toBe('06:00:00');
    context.clock.set('2026-03-10T06:30:00Z');
    expect(await run()).toBe('07:00:00');
  });
});

describe('a version of a unit that is declared for later', () => {
  it('is not the current one before its day', async () => {
    context.clock.set('2026-03-10T12:00:00Z');
    const industry = await works(context, [unit('M', 'FLOW_CATEGORY')], AT_06);
    await works(context, [unit('M', 'FLOW_CATEGORY', { flowFactor: 5, meta: { effectiveFrom: '12/03/2026' } })], {
      ...AT_06,
      industryId: industry.industryId,
    });
    const factor = async () => (await requireIndustry(context, industry.industryId)).units.get('M')?.current.flowFactor;
    expect(await factor()).toBe(1);
    context.clock.set('2026-03-12T00:29:59Z');
    expect(await factor()).toBe(1);
    context.clock.set('2026-03-12T00:30:00Z');
    expect(await factor()).toBe(5);
  });
});
