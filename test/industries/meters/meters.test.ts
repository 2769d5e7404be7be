import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument, MonthlyDocument, YearlyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import type { InstalledMeter } from '../../../src/kernel/measure/meter.ts';
import { correctMeter, listMeters, registerMeter, withdrawMeter } from '../../../src/industries/meters/meters.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  documents,
  exported,
  jobsByHand,
  process,
  requireIndustry,
  type Row,
  send,
  shuffled,
  staleOf,
  unit,
  virtual,
  works,
} from '../../figures/processing/works.ts';
import type { WithQueue } from '../../../src/context.ts';

const BY = { userId: 'olga', industryId: 'INTERNAL', address: null };
let context: TestContext;
let jobs: ReturnType<typeof jobsByHand>;
let withQueue: TestContext & WithQueue;
beforeAll(async () => {
  context = await testContext('2026-03-20T12:00:00Z');
  jobs = jobsByHand(context);
  withQueue = { ...context, queue: jobs.queue };
});

/** Shift at 06:00 in Kolkata, readings every five minutes. */
const UNITS = [
  unit('M1', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
  unit('E1', 'ENERGY_CATEGORY', { dataUpdateFrequency: 300 }),
  virtual('TWICE', '{M1} * 2'),
];
const CLOCK = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00' };
const instantOf = (local: string): number => Date.parse(`${local}:00+05:30`);

/** A reading of 2 every five minutes from one local instant to before another, its register moved on by it. */
const run = (unitId: string, from: string, to: string, register: number): Row[] => {
  const rows: Row[] = [];
  for (let at = instantOf(from), count = 1; at < instantOf(to); at += 300_000, count += 1)
    rows.push({ unitId, createdOn: new Date(at).toISOString(), value: 2, summedValue: register + 2 * count });
  return rows;
};
const installed = (local: string, changes: Partial<InstalledMeter> = {}): InstalledMeter => ({
  installedAtEpochMs: instantOf(local),
  serial: null,
  initialRegister: null,
  finalRegisterOfOld: null,
  ...changes,
});
const install = (industry: Industry, meter: InstalledMeter, unitId = 'M1') =>
  registerMeter(withQueue, { industry, unitId, by: BY, meter, expected: null });

const valuesOf = async (industry: Industry, unitId: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await documents<DailyDocument>(context, industry, 'DAILY'))
      .filter((document) => document.unitId === unitId)
      .map(({ date, value }) => [date, value]),
  );

/** Three days of 576 each, the meter swapped at 14:20 of the second. */
const twoRuns = (unitId: string, second: number): Row[] => [
  ...run(unitId, '2026-03-02T06:00', '2026-03-03T14:20', 10_000),
  ...run(unitId, '2026-03-03T14:20', '2026-03-05T06:00', second),
];
const SWAP = '2026-03-03T14:20';
const THREE_DAYS = { '02/03/2026': 576, '03/03/2026': 576, '04/03/2026': 576 };

describe('a meter swapped at 14:20', () => {
  it.each([
    ['a lower register', 30],
    ['a higher register', 700_000],
  ])(
    'with %s leaves the day old tail plus new head, and so of units computed from it, month and year',
    async (_, second) => {
      const industry = await works(context, UNITS, CLOCK);
      await send(context, industry, [...twoRuns('M1', second), ...twoRuns('E1', second)]);
      await install(industry, installed(SWAP));
      await install(industry, installed(SWAP), 'E1');
      await process(context, await requireIndustry(context, industry.industryId), '2026-03-02', '2026-03-04');
      for (const unitId of ['M1', 'E1']) expect(await valuesOf(industry, unitId)).toEqual(THREE_DAYS);
      expect(await valuesOf(industry, 'TWICE')).toEqual({ '02/03/2026': 1152, '03/03/2026': 1152, '04/03/2026': 1152 });
      const month = await documents<MonthlyDocument>(context, industry, 'MONTHLY');
      const year = await documents<YearlyDocument>(context, industry, 'YEARLY');
      for (const periods of [month, year])
        expect(periods.find(({ unitId }) => unitId === 'M1')).toMatchObject({
          value: 1728,
          meta: { ir: 10_000, fr: second + 2 * 12 * 24 + 2 * 12 * 15 + 16 },
        });
      const day = (await documents<DailyDocument>(context, industry, 'DAILY')).find(
        ({ unitId, date }) => unitId === 'M1' && date === '03/03/2026',
      );
      expect(day?.hourly.reduce((sum, { y }) => sum + Number(y), 0)).toBe(576);
      expect(day?.meta.offlineValue).toBe(0);
    },
  );

  it('is seen at once by whoever reads the running day', async () => {
    const industry = await works(context, UNITS, CLOCK);
    await send(context, industry, [
      ...run('M1', '2026-03-20T06:00', '2026-03-20T14:20', 10_000),
      ...run('M1', '2026-03-20T14:20', '2026-03-20T17:30', 900_000),
    ]);
    expect((await install(industry, installed('2026-03-20T14:20'))).changedDates).toEqual([]);
    const today = businessDate('2026-03-20');
    const read = await readDays(context, {
      industry: await requireIndustry(context, industry.industryId),
      unitIds: new Set(['M1', 'TWICE']),
      dates: [today],
      withEntries: true,
    });
    // 11.5 hours of 12 slots of 2.
    expect(read.get(today)?.get('M1')?.value).toBe(276);
    expect(read.get(today)?.get('TWICE')?.value).toBe(552);
  });

  it('is told in the list of meters, with the registers that were sent around it', async () => {
    const industry = await works(context, UNITS, CLOCK);
    await send(context, industry, twoRuns('M1', 30));
    const { meter } = await install(
      industry,
      installed(SWAP, { serial: 'WM-2', initialRegister: 30, finalRegisterOfOld: 10_777 }),
    );
    expect((await listMeters(context, industry, 'M1')).meters).toMatchObject([
      {
        meterId: null,
        removedAt: '2026-03-03T08:50:00.000Z',
        finalRegister: 10_777,
        firstSentRegister: 10_002,
        lastSentRegister: 10_776,
      },
      {
        meterId: String(meter?.meterId),
        serial: 'WM-2',
        removedAt: null,
        initialRegister: 30,
        firstSentRegister: 32,
        lastSentRegister: 982,
        registeredBy: 'olga',
        version: 1,
      },
    ]);
  });
});

describe('a swap that is registered days later', () => {
  it('marks the closed days concerned and has them rebuilt, and so do its correction and its withdrawal', async () => {
    const industry = await works(context, UNITS, CLOCK);
    await send(context, industry, twoRuns('M1', 700_000));
    await process(context, industry, '2026-03-02', '2026-03-04');
    await jobs.work();
    const wrong = await valuesOf(industry, 'M1');
    expect(wrong['03/03/2026']).toBeGreaterThan(600_000);

    const { meter, changedDates } = await install(industry, installed(SWAP));
    expect(changedDates).toEqual(['2026-03-03']);
    expect(await staleOf(context, industry)).toEqual(['2026-03-03: M1: meter exchange']);
    await jobs.work();
    expect(await valuesOf(industry, 'M1')).toEqual(THREE_DAYS);
    expect((await valuesOf(industry, 'TWICE'))['03/03/2026']).toBe(1152);

    // Nothing has to be added: what passed between the last reading and the exchange was 3.
    const meterId = String(meter?.meterId);
    const change = { industry, unitId: 'M1', by: BY, meterId, expected: null };
    const written = { finalRegisterOfOld: 10_779, initialRegister: 700_000 };
    const corrected = await correctMeter(withQueue, { ...change, changes: written });
    expect(corrected).toMatchObject({ meter: { version: 2, ...written }, changedDates: ['2026-03-03'], warnings: [] });
    await jobs.work();
    expect((await valuesOf(industry, 'M1'))['03/03/2026']).toBe(579);

    // Again the same is nothing new.
    expect(await correctMeter(withQueue, { ...change, changes: written })).toMatchObject({
      meter: { version: 2 },
      changedDates: [],
    });

    await withdrawMeter(withQueue, { ...change, expected: [2] });
    await jobs.work();
    expect(await valuesOf(industry, 'M1')).toEqual(wrong);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('marks the day on which the new meter sends its first register, too', async () => {
    const industry = await works(context, UNITS, CLOCK);
    await send(context, industry, [
      ...run('M1', '2026-03-02T06:00', '2026-03-03T14:20', 10_000),
      { unitId: 'M1', createdOn: '2026-03-05T06:00:00Z', summedValue: 75 },
    ]);
    await process(context, industry, '2026-03-02', '2026-03-06');
    const { changedDates } = await install(
      industry,
      installed(SWAP, { initialRegister: 5, finalRegisterOfOld: 10_800 }),
    );
    expect(changedDates).toEqual(['2026-03-03', '2026-03-05']);
    await jobs.work();
    // 8 hours 20 minutes are 200, and 24 up to where the old meter was taken out.
    expect(await valuesOf(industry, 'M1')).toMatchObject({ '03/03/2026': 224, '04/03/2026': null, '05/03/2026': 70 });
    // A reading between the two takes over: it is the first one then.
    await send(context, industry, [{ unitId: 'M1', createdOn: '2026-03-04T06:00:00Z', summedValue: 25 }]);
    await rebuild(industry);
    expect(await valuesOf(industry, 'M1')).toMatchObject({ '04/03/2026': 20, '05/03/2026': 0 });
  });
});

/** Does what the sweep would ask for. */
async function rebuild(industry: Industry): Promise<void> {
  await jobs.queue.send('rebuild-industry', { industryId: industry.industryId }, { singletonKey: industry.industryId });
  await jobs.work();
}

describe('whatever the order', () => {
  it.each([1, 2, 3])('in which readings, exchanges and runs come, documents end the same (%d)', async (seed) => {
    const rows = [...twoRuns('M1', 30), ...run('M1', '2026-03-05T06:00', '2026-03-06T06:00', 5000)];
    const swaps = [
      installed(SWAP, { initialRegister: 28, finalRegisterOfOld: 10_777 }),
      installed('2026-03-05T06:00', { initialRegister: 4999, finalRegisterOfOld: 2000 }),
    ];
    const inOrder = await works(context, UNITS, CLOCK);
    await send(context, inOrder, rows);
    for (const swap of swaps) await install(inOrder, swap);
    await process(context, await requireIndustry(context, inOrder.industryId), '2026-03-02', '2026-03-06');
    await rebuild(inOrder);

    const mixed = await works(context, UNITS, CLOCK);
    const [first, ...others] = rows;
    if (first !== undefined) await send(context, mixed, [first]);
    await process(context, mixed, '2026-03-02', '2026-03-06');
    const late = shuffled(others, seed);
    const quarter = Math.ceil(late.length / 4);
    for (const [index, swap] of shuffled([...swaps, null, null], seed).entries()) {
      await send(context, mixed, late.slice(index * quarter, (index + 1) * quarter));
      if (swap !== null) await install(mixed, swap);
      await rebuild(mixed);
    }
    expect(await staleOf(context, mixed)).toEqual([]);
    expect(await exported(context, mixed)).toBe(await exported(context, inOrder));
  });
});
