import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { documents, process, type Row, send, unit, works } from './works.ts';

let context: TestContext;

beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

const dayOf = async (industry: Industry, unitId: string, date: string): Promise<DailyDocument> => {
  const found = (await documents<DailyDocument>(context, industry, 'DAILY')).find(
    (document) => document.unitId === unitId && document.date === date,
  );
  if (found === undefined) throw new Error(`no document of ${unitId} on ${date}`);
  return found;
};

const figures = (document: DailyDocument) => document.hourly.map((hour) => hour.y);

describe('clocks', () => {
  const hourly = [unit('M1', 'FLOW_CATEGORY')];

  it('08:00 in America/New_York: the day of the lost hour has 23 hours, that of the repeated hour 25', async () => {
    const industry = await works(context, hourly, { timezone: 'America/New_York', shiftStartAt: '08:00:00' });
    // Clocks go forward on 2026-03-08 at 02:00 and back on 2026-11-01 at 02:00, inside the days that began on the 7th
    // of March and the 31st of October at 08:00 local: 13:00 UTC (EST) to 12:00 UTC (EDT), and 12:00 UTC (EDT) to 13:00
    // UTC (EST). 1 litre every half hour.
    const everyHalfHour = (from: string, to: string): Row[] => {
      const rows: Row[] = [];
      for (let instant = Date.parse(from); instant < Date.parse(to); instant += 1_800_000)
        rows.push({ unitId: 'M1', createdOn: new Date(instant).toISOString(), value: 1 });
      return rows;
    };
    await send(context, industry, everyHalfHour('2026-03-06T13:00:00Z', '2026-03-09T12:00:00Z'));
    await send(context, industry, everyHalfHour('2026-10-30T12:00:00Z', '2026-11-02T13:00:00Z'));
    await process(context, industry, '2026-03-06', '2026-03-08');
    await process(context, industry, '2026-10-30', '2026-11-01');
    const days = await documents<DailyDocument>(context, industry, 'DAILY');
    expect(days.map((day) => [day.date, day.value, day.hourly.length, day.hourly[0]?.x, day.hourly.at(-1)?.x])).toEqual(
      [
        ['06/03/2026', 48, 24, '2026-03-06T13:00:00.000Z', '2026-03-07T12:00:00.000Z'],
        ['07/03/2026', 46, 23, '2026-03-07T13:00:00.000Z', '2026-03-08T11:00:00.000Z'],
        ['08/03/2026', 48, 24, '2026-03-08T12:00:00.000Z', '2026-03-09T11:00:00.000Z'],
        ['30/10/2026', 48, 24, '2026-10-30T12:00:00.000Z', '2026-10-31T11:00:00.000Z'],
        ['31/10/2026', 50, 25, '2026-10-31T12:00:00.000Z', '2026-11-01T12:00:00.000Z'],
        ['01/11/2026', 48, 24, '2026-11-01T13:00:00.000Z', '2026-11-02T12:00:00.000Z'],
      ],
    );
    for (const day of days)
      expect(
        figures(day).every((litres) => litres === 2),
        day.date,
      ).toBe(true);
    for (const day of days)
      expect(day.provenance).toMatchObject({
        slotsExpected: day.hourly.length,
        slotsGenuine: day.hourly.length,
        coverageRatio: 1,
      });
  });

  it('Asia/Kathmandu, 06:00: days and hours begin at the quarter', async () => {
    const industry = await works(context, hourly, { timezone: 'Asia/Kathmandu', shiftStartAt: '06:00:00' });
    // 06:00 +05:45 is 00:15 UTC. 00:14:59.999 is the last instant of the day before.
    await send(context, industry, [
      { unitId: 'M1', createdOn: '2026-01-15T00:14:59.999Z', value: 1 },
      { unitId: 'M1', createdOn: '2026-01-15T00:15:00.000Z', value: 2 },
      { unitId: 'M1', createdOn: '2026-01-15T01:14:59.999Z', value: 4 },
      { unitId: 'M1', createdOn: '2026-01-15T01:15:00.000Z', value: 8 },
      { unitId: 'M1', createdOn: '2026-01-16T00:14:59.999Z', value: 16 },
      { unitId: 'M1', createdOn: '2026-01-16T00:15:00Z', value: 32 },
    ]);
    await process(context, industry, '2026-01-14', '2026-01-16');
    const days = await documents<DailyDocument>(context, industry, 'DAILY');
    expect(days.map((day) => [day.date, day.value, day.hourly[0]?.x])).toEqual([
      ['14/01/2026', 1, '2026-01-14T00:15:00.000Z'],
      ['15/01/2026', 30, '2026-01-15T00:15:00.000Z'],
      ['16/01/2026', 32, '2026-01-16T00:15:00.000Z'],
    ]);
    expect(figures(days[1] ?? (await dayOf(industry, 'M1', '15/01/2026')))).toEqual([
      6,
      8,
      ...new Array<null>(21).fill(null),
      16,
    ]);
  });

  it('Australia/Lord_Howe: a change by half an hour makes days of 23.5 and 24.5 hours', async () => {
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY', { dataUpdateFrequency: 1800 })], {
      timezone: 'Australia/Lord_Howe',
      shiftStartAt: '06:00:00',
    });
    // 2026-04-05 02:00 +11 becomes 01:30 +10:30: the day of 2026-04-04 lasts from 19:00 UTC on the 3rd (06:00 +11) to
    // 19:30 UTC on the 4th. 2026-10-04 02:00 +10:30 becomes 02:30 +11: the day of 2026-10-03 lasts from 19:30 UTC on
    // the 2nd to 19:00 UTC on the 3rd.
    const rows = (from: string, halfHours: number): Row[] =>
      Array.from({ length: halfHours }, (_, index) => ({
        unitId: 'M1',
        createdOn: new Date(Date.parse(from) + index * 1_800_000).toISOString(),
        value: 1,
      }));
    await send(context, industry, rows('2026-04-03T19:00:00Z', 49 + 48));
    await send(context, industry, rows('2026-10-02T19:30:00Z', 47 + 48));
    await process(context, industry, '2026-04-04', '2026-04-05');
    await process(context, industry, '2026-10-03', '2026-10-04');
    const days = await documents<DailyDocument>(context, industry, 'DAILY');
    expect(
      days.map((day) => [
        day.date,
        day.value,
        day.hourly.length,
        day.hourly.at(-1)?.y,
        day.provenance.slotsExpected,
        day.provenance.slotsGenuine,
      ]),
    ).toEqual([
      ['04/04/2026', 49, 25, 1, 49, 49],
      ['05/04/2026', 48, 24, 2, 48, 48],
      ['03/10/2026', 47, 24, 1, 47, 47],
      ['04/10/2026', 48, 24, 2, 48, 48],
    ]);
    expect((days[0]?.hourly ?? []).slice(0, 24).every((hour) => hour.y === 2)).toBe(true);
  });

  it('an evening shift counts its day by the date on which it ends', async () => {
    // 18:00 and no declared offset: daysOffset is 1, so request date 10/02 runs from the 9th 18:00 to the 10th 18:00.
    const industry = await works(context, hourly, { timezone: 'Asia/Kolkata', shiftStartAt: '18:00:00' });
    expect(industry.clock.daysOffset).toBe(1);
    await send(context, industry, [
      { unitId: 'M1', createdOn: '2026-02-09T17:59:59+05:30', value: 1 },
      { unitId: 'M1', createdOn: '2026-02-09T18:00:00+05:30', value: 2 },
      { unitId: 'M1', createdOn: '2026-02-10T17:59:59+05:30', value: 4 },
      { unitId: 'M1', createdOn: '2026-02-10T18:00:00+05:30', value: 8 },
    ]);
    await process(context, industry, '2026-02-09', '2026-02-11');
    expect((await documents<DailyDocument>(context, industry, 'DAILY')).map((day) => day.value)).toEqual([1, 6, 8]);
  });
});
