import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { dayWindow } from '../../../src/kernel/time/business-clock.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { registerMeter, withdrawMeter } from '../../../src/industries/meters/meters.ts';
import { listRegisters } from '../../../src/figures/register-checks/register-checks.ts';
import { proveDocuments } from '../../../src/keeping/upkeep/prove-documents.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import {
  documents,
  jobsByHand,
  process,
  requireIndustry,
  type Row,
  send,
  staleOf,
  unit,
  works,
} from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';
import type { WithQueue } from '../../../src/context.ts';

const BY = { userId: 'olga', industryId: 'INTERNAL', address: null };
let context: OwnContext;
let jobs: ReturnType<typeof jobsByHand>;
let withQueue: OwnContext & WithQueue;
beforeAll(async () => {
  context = await ownContext('2026-11-21T00:00:00Z');
  jobs = jobsByHand(context);
  withQueue = { ...context, queue: jobs.queue };
});

/** A reading of 2 every half hour from one instant to before another, its register moved on by it. */
const run = (fromMs: number, toMs: number, register: number): Row[] => {
  const rows: Row[] = [];
  for (let at = fromMs, count = 1; at < toMs; at += 1_800_000, count += 1)
    rows.push({ unitId: 'M1', createdOn: new Date(at).toISOString(), value: 2, summedValue: register + 2 * count });
  return rows;
};
const install = (industry: Industry, at: number, registers: { initial?: number; final?: number } = {}) =>
  registerMeter(withQueue, {
    industry,
    unitId: 'M1',
    by: BY,
    expected: null,
    meter: {
      installedAtEpochMs: at,
      serial: null,
      initialRegister: registers.initial ?? null,
      finalRegisterOfOld: registers.final ?? null,
    },
  });
const ofDay = async (industry: Industry, date: string): Promise<DailyDocument> => {
  const wanted = date.split('-').toReversed().join('/');
  const found = (await documents<DailyDocument>(context, industry, 'DAILY')).find(
    (document) => document.date === wanted,
  );
  if (found === undefined) throw new Error(`no document of ${date}`);
  return found;
};
const HOUR = 3_600_000;

describe('a meter that is exchanged on a day of another length', () => {
  it.each([
    // 25 hours: in hour 23, in hour 24, which the rollup folds into hour 23, and between the two.
    ['2026-10-25', 25, 23.5],
    ['2026-10-25', 25, 24.5],
    ['2026-10-25', 25, 24],
    ['2026-10-25', 25, 3.5],
    ['2026-03-29', 23, 3.5],
    ['2026-03-29', 23, 22.5],
  ])('%s, of %d hours, leaves old tail and new head (after %d hours)', async (date, hours, after) => {
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY', { dataUpdateFrequency: 1800 })], {
      timezone: 'Europe/Berlin',
    });
    const { startEpochMs, endEpochMs } = dayWindow(industry.clock, businessDate(date));
    const swap = startEpochMs + after * HOUR;
    await send(context, industry, [
      ...run(startEpochMs - 24 * HOUR, swap, 10_000),
      ...run(swap, endEpochMs + 24 * HOUR, 500_000),
    ]);
    await install(industry, swap);
    await process(context, await requireIndustry(context, industry.industryId), date, date);
    const { value, hourly } = await ofDay(industry, date);
    expect(hourly.map(({ y }) => y)).toEqual(new Array(hours).fill(4));
    expect(value).toBe(4 * hours);
  });
});

describe('a meter that is exchanged where days meet', () => {
  const DAY = Date.UTC(2026, 2, 10);
  it('counts on the day of the instant, and what was written down joins the two', async () => {
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY', { dataUpdateFrequency: 1800 })]);
    // Registers alone: without the two that were written down, the steps over midnight belong to no hour.
    const sent = [...run(DAY - 24 * HOUR, DAY, 100), ...run(DAY, DAY + 24 * HOUR, 10)];
    await send(
      context,
      industry,
      sent.map(({ value: _, ...row }) => row),
    );
    await install(industry, DAY, { final: 199, initial: 11 });
    await process(context, await requireIndustry(context, industry.industryId), '2026-03-09', '2026-03-10');
    // Each hour has two readings and counts the 2 between them.
    expect((await ofDay(industry, '2026-03-09')).value).toBe(48);
    // 196 to 199, and 11 to 12.
    const day = await ofDay(industry, '2026-03-10');
    expect(day.hourly[0]).toMatchObject({ ir: 196, fr: 14, y: 3 + 3 });
    expect(day.value).toBe(48 + 3 + 1);
  });
});

describe('the nightly proof', () => {
  const DAY = Date.UTC(2026, 4, 10);
  it('leaves days, months and years out in which a meter was exchanged, and no others', async () => {
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY', { dataUpdateFrequency: 1800 })]);
    const swap = DAY + 14 * HOUR;
    await send(context, industry, [...run(DAY - 48 * HOUR, swap, 100), ...run(DAY + 36 * HOUR, DAY + 72 * HOUR, 600)]);
    // Silent from 14:00 to noon of the next day.
    await install(industry, swap, { final: 350, initial: 590 });
    const current = await requireIndustry(context, industry.industryId);
    await process(context, current, '2026-05-08', '2026-05-12');
    await refreshDueRollups(context);
    expect((await ofDay(industry, '2026-05-10')).value).toBe(58);
    expect((await ofDay(industry, '2026-05-11')).value).toBe(58);
    const days = ['2026-05-08', '2026-05-09', '2026-05-10', '2026-05-11', '2026-05-12'].map((day) => businessDate(day));
    expect(await proveDocuments(context, days)).toEqual([]);
    expect(await staleOf(context, industry)).toEqual([]);
    // The day after is compared again.
    await context.database.execute(
      `UPDATE telemetry.document SET value = 1 WHERE industry_key = $1 AND period = 'DAILY' AND period_start = '2026-05-12'`,
      [industry.industryKey],
    );
    expect((await proveDocuments(context, days)).map(({ periodStart }) => periodStart)).toEqual(['2026-05-12']);
  });
});

describe('register checks', () => {
  const DAY = Date.UTC(2026, 6, 10);
  const units = [
    unit('M1', 'FLOW_CATEGORY', {
      dataUpdateFrequency: 1800,
      meta: { registerChecks: { dropout: 'exclude', glitch: 'exclude', spike: 'exclude' } },
    }),
  ];
  it('take back what they said of registers once the exchange is known, and say it again when it is taken back', async () => {
    const industry = await works(context, units);
    const swap = DAY + 14 * HOUR;
    const two = run(swap, swap + HOUR, 0).map((row, index) => ({ ...row, value: 0, summedValue: index === 0 ? 0 : 0 }));
    await send(context, industry, [...run(DAY, swap, 100), ...two, ...run(swap + HOUR, DAY + 24 * HOUR, 0)]);
    await process(context, industry, '2026-07-10', '2026-07-10');
    await jobs.work();
    const listed = async () =>
      (
        await listRegisters(
          context,
          await requireIndustry(context, industry.industryId),
          'M1',
          businessDate('2026-07-10'),
          businessDate('2026-07-10'),
        )
      ).events.map(({ kind, registerBefore, registerAfter }) => [kind, registerBefore, registerAfter]);
    expect(await listed()).toEqual([['reset', 156, 2]]);
    const { meter } = await install(industry, swap, { initial: 0 });
    expect(await listed()).toEqual([['exchange', 156, 0]]);
    await jobs.work();
    expect((await ofDay(industry, '2026-07-10')).value).toBe(28 * 2 + 18 * 2);
    await withdrawMeter(withQueue, { industry, unitId: 'M1', by: BY, meterId: String(meter?.meterId), expected: null });
    expect(await listed()).toEqual([['reset', 156, 2]]);
  });
});
