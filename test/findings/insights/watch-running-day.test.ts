import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../src/findings/insights/change-settings.ts';
import { readUnits } from '../../../src/findings/insights/read-units.ts';
import { industriesOfMinute, watchRunningDay } from '../../../src/findings/insights/watch-running-day.ts';
import { readFindings } from '../../../src/findings/insights/read-findings.ts';
import { detectRunning } from '../../../src/findings/rules/detect.ts';
import { limitsInForce } from '../../../src/findings/rules/limits-in-force.ts';
import { findingSettings } from '../../../src/findings/store/settings.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { bornNode } from '../../readings/sources/edge-node.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { mintSource } from '../../readings/sources/support.ts';
import { at, dates, process, send, unit, works } from '../../figures/processing/works.ts';

const FIRST = '2026-02-20';
const YESTERDAY = '2026-02-28';
const TODAY = '2026-03-01';

let context: TestContext;
let industry: Industry;

const hours = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
const found = async () =>
  (await readFindings(context, industry, { days: 30, withSettled: true })).findings
    .map(
      ({ kind, unitId, isOpen, fate, severity }) =>
        `${kind} ${unitId} ${severity} ${isOpen ? 'open' : 'over'} ${fate ?? '-'}`,
    )
    .sort();

beforeAll(async () => {
  context = await testContext('2026-03-01T09:45:00Z');
  industry = await works(context, [
    unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 100_000, meta: {} }),
    unit('METER', 'FLOW_CATEGORY'),
    unit('NEVER', 'FLOW_CATEGORY'),
  ]);
  const rows = (unitId: string, date: string, some: number[], value: number) =>
    some.map((hour) => ({ unitId, createdOn: at(industry, date, hour), value }));
  await send(context, industry, [
    ...dates(FIRST, YESTERDAY).flatMap((date) => [
      ...rows('TANK', date, hours(0, 24), 60),
      ...rows('METER', date, hours(0, 24), 1000),
    ]),
    ...rows('TANK', TODAY, hours(0, 8), 60),
    ...rows('METER', TODAY, hours(0, 5), 1000),
  ]);
  await process(context, industry, FIRST, YESTERDAY);
});

describe('the running day', () => {
  it('tells a meter that is silent and one that never sent, while the tank is as usual', async () => {
    await watchRunningDay(context, industry);
    expect(await found()).toEqual(['silence METER high open -', 'silence NEVER low open -']);
    await watchRunningDay(context, industry);
    expect(await found()).toEqual(['silence METER high open -', 'silence NEVER low open -']);
  });

  it('of an industry with nothing to tell takes no lock, and writes nothing', async () => {
    const quiet = await works(context, [unit('HEARD', 'FLOW_CATEGORY')]);
    await send(
      context,
      quiet,
      hours(0, 10).map((hour) => ({ unitId: 'HEARD', createdOn: at(quiet, TODAY, hour), value: 1 })),
    );
    let transactions = 0;
    const { database } = context;
    const counted: typeof database.transaction = (work) => {
      transactions += 1;
      return database.transaction(work);
    };
    const counting = { ...context, database: { ...database, transaction: counted } };
    await watchRunningDay(counting, quiet);
    expect(transactions).toBe(0);
    await watchRunningDay(counting, industry);
    expect(transactions).toBe(1);
  });

  it('ends a silence with the next reading, and keeps it on record', async () => {
    await send(context, industry, [
      { unitId: 'METER', createdOn: at(industry, TODAY, 9.5), value: 1000 },
      { unitId: 'TANK', createdOn: at(industry, TODAY, 8), value: 5 },
      { unitId: 'TANK', createdOn: at(industry, TODAY, 9), value: 4 },
    ]);
    await watchRunningDay(context, industry);
    expect(await found()).toEqual([
      'silence METER low over -',
      'silence NEVER low open -',
      'tank-low TANK high open -',
    ]);
  });

  it('tells a unit as silent at once when its network tells that its device has died, until the device lives', async () => {
    const site = await works(
      context,
      ['DEAD', 'ALIVE'].map((id) => unit(id, 'FLOW_CATEGORY')),
    );
    const sent = hours(0, 10).map((hour) => at(site, TODAY, hour));
    await send(
      context,
      site,
      ['DEAD', 'ALIVE'].flatMap((unitId) => sent.map((createdOn) => ({ unitId, createdOn, value: 1 }))),
    );
    const tell = await bornNode(context, site, { '/1': 'DEAD', '/2': 'ALIVE' });
    const silent = async () => {
      await watchRunningDay(context, site);
      const { findings } = await readFindings(context, site, { days: 30, withSettled: true });
      return findings.map(({ kind, unitId, isOpen }) => `${kind} ${unitId} ${isOpen ? 'open' : 'over'}`);
    };
    expect(await silent()).toEqual([]);
    await tell('DDEATH', '/1');
    expect(await silent()).toEqual(['silence DEAD open']);
    expect(await silent()).toEqual(['silence DEAD open']);
    await tell('DBIRTH', '/1');
    expect(await silent()).toEqual(['silence DEAD over']);
  });

  it('tells the death of a device whose clock is ahead, until a reading has come since by another way', async () => {
    const site = await works(context, [unit('AHEAD', 'FLOW_CATEGORY')]);
    const clockAt = (hour: number) => ({ ...context, clock: { now: () => Date.parse(at(site, TODAY, hour)) } });
    await send(
      clockAt(9.5),
      site,
      [...hours(0, 10), 14].map((hour) => ({ unitId: 'AHEAD', createdOn: at(site, TODAY, hour), value: 1 })),
    );
    const tell = await bornNode(context, site, { '/1': 'AHEAD' });
    await tell('DDEATH', '/1');
    const silentAt = async (hour: number) => {
      const then = clockAt(hour);
      await watchRunningDay(then, site);
      const { findings } = await readFindings(then, site, { days: 30, withSettled: true });
      return findings.map(({ kind, isOpen, evidence }) => [kind, isOpen, evidence['silentSince']]);
    };
    const death = ['silence', true, '2026-03-01T09:45:00.000Z'];
    expect(await silentAt(9.75)).toEqual([death]);
    expect(await silentAt(14.5)).toEqual([death]);
    await send(clockAt(15), site, [{ unitId: 'AHEAD', createdOn: at(site, TODAY, 14.9), value: 1 }]);
    expect((await silentAt(15)).map(([, isOpen]) => isOpen)).toEqual([false]);
  });

  it('tells a tank that holds nothing as critical, and a surveyed one by what it holds', async () => {
    const volumeCurve = [
      { elevationMetres: 0, volumeCubicMetres: 0 },
      { elevationMetres: 3, volumeCubicMetres: 5 },
      { elevationMetres: 10, volumeCubicMetres: 100 },
    ];
    const tanks = await works(context, [
      unit('DRY', 'STOCK_CATEGORY', { maxCapacity: 100_000, meta: {} }),
      unit('SURVEYED', 'STOCK_CATEGORY', { maxCapacity: 100_000, siUnit: 'KL', meta: { volumeCurve } }),
    ]);
    const rows = (unitId: string, date: string, some: number[], value: number) =>
      some.map((hour) => ({ unitId, createdOn: at(tanks, date, hour), value }));
    await send(context, tanks, [
      ...dates(FIRST, YESTERDAY).flatMap((date) =>
        ['DRY', 'SURVEYED'].flatMap((unitId) => rows(unitId, date, hours(0, 24), 60)),
      ),
      ...rows('DRY', TODAY, hours(0, 10), 0),
      // 30 % of its height is 5 % of its content.
      ...rows('SURVEYED', TODAY, hours(0, 10), 30),
    ]);
    await process(context, tanks, FIRST, YESTERDAY);
    await watchRunningDay(context, tanks);
    const { findings } = await readFindings(context, tanks, { days: 30, withSettled: true });
    const told = findings.map(({ unitId, kind, severity, evidence }) => [
      unitId,
      kind,
      severity,
      evidence['worstPercent'],
    ]);
    expect(told.sort()).toEqual([
      ['DRY', 'tank-low', 'critical', 0],
      ['SURVEYED', 'tank-low', 'high', 5],
    ]);
  });

  it('judges units whose hours were all heard by this alone, and tells the same as their figures do', async () => {
    const frequencies = [300, 900, 1500, 3600, 7200];
    const units = hours(0, 40).map((index) => `M${index}`);
    const metered = await works(context, [
      ...units.map((unitId, index) =>
        unit(unitId, 'FLOW_CATEGORY', { dataUpdateFrequency: frequencies[index % frequencies.length] }),
      ),
    ]);
    // Of five units each hour is heard, of the others most; a reading in five is an estimate. M0 is heard late in each.
    const drawn = fc.sample(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 48, maxLength: 48 }), 40);
    const readings = units.flatMap((unitId, index) =>
      hours(0, 48).flatMap((hour) => {
        const share = drawn[index]?.[hour] ?? 0;
        const sentAt = hour + (unitId === 'M0' ? 0.9 : share / 100);
        const interpolated = index >= 5 && share % 5 === 0;
        return index < 5 || share >= 15 ? [{ unitId, sentAt, interpolated }] : [];
      }),
    );
    const sendHours = (from: number, to: number) =>
      send(
        context,
        metered,
        readings
          .filter(({ sentAt }) => sentAt >= from && sentAt < to)
          .map(({ sentAt, ...row }) => ({ ...row, createdOn: at(metered, YESTERDAY, sentAt), value: 10 })),
      );
    await sendHours(0, 24);
    await process(context, metered, YESTERDAY, YESTERDAY);
    const actor = { userId: 'duty', industryId: metered.industryId, address: null };
    await changeSetting(context, metered, actor, { kind: 'silence', unitId: 'M0', subCategoryId: null, limit: 30 });
    const told = new Set<string>();
    let sentUntil = 0;
    for (const hour of [0.3, 1.1, 3.2, 9.75, 20, 23.9]) {
      await sendHours(24 + sentUntil, 24 + hour);
      sentUntil = hour;
      const then = { ...context, clock: { now: () => Date.parse(at(metered, TODAY, hour)) } };
      await watchRunningDay(then, metered);
      const { findings } = await readFindings(then, metered, { days: 2, withSettled: true });
      const onRecord = findings.filter(({ isOpen }) => isOpen).map(({ unitId }) => unitId);
      const limitsOf = limitsInForce(metered, await findingSettings(context.database, metered.industryKey));
      const all = await readUnits(then, metered, {
        units: [...metered.units.values()],
        from: businessDate(YESTERDAY),
        to: businessDate(YESTERDAY),
        runningDay: businessDate(TODAY),
        learnFrom: new Map(),
        limitsOf,
      });
      const byFigures = all
        .flatMap((one) => detectRunning(one, { isIdle: () => false }))
        .filter(({ isOpen }) => isOpen)
        .map(({ unitId }) => unitId);
      expect([hour, onRecord.toSorted()]).toEqual([hour, byFigures.toSorted()]);
      for (const unitId of byFigures) told.add(unitId ?? '');
    }
    expect(told.size).toBeGreaterThan(5);
    expect(told.size).toBeLessThan(units.length);
  });

  it('tells a low battery of a unit that is heard as usual, as one finding until a device tells more', async () => {
    const radio = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
    const { sourceId } = await mintSource(context, radio, 'chirpstack');
    const everyHour = (date: string) =>
      send(
        context,
        radio,
        hours(0, 24).map((hour) => ({ unitId: 'M1', createdOn: at(radio, date, hour), value: 5 })),
      );
    const toldAt = async (date: string, percent: number): Promise<string[]> => {
      const then = { ...context, clock: { now: () => Date.parse(at(radio, date, 23.5)) } };
      await context.database.execute(
        `UPDATE tenant.source_device d SET battery_percent = $2, last_heard_at = $3
         FROM tenant.source s WHERE s.source_key = d.source_key AND s.source_id = $1`,
        [sourceId, percent, new Date(then.clock.now())],
      );
      await watchRunningDay(then, radio);
      const { findings } = await readFindings(then, radio, { days: 5, withSettled: true });
      return findings.map(({ kind, firstDay, lastDay, isOpen, evidence }) =>
        [kind, firstDay, lastDay, isOpen ? 'open' : 'over', evidence['batteryPercent']].join(' '),
      );
    };
    await everyHour(YESTERDAY);
    await everyHour(TODAY);
    expect(await toldAt(YESTERDAY, 21)).toEqual([]);
    expect(await toldAt(YESTERDAY, 20)).toEqual([`battery-low ${YESTERDAY} ${YESTERDAY} open 20`]);
    expect(await toldAt(TODAY, 12)).toEqual([`battery-low ${YESTERDAY} ${TODAY} open 12`]);
    expect(await toldAt(TODAY, 100)).toEqual([`battery-low ${YESTERDAY} ${TODAY} over 12`]);
  });
});

describe('turns of industries', () => {
  const START = Date.parse('2026-03-01T09:45:20Z');
  const industries = (count: number) => Array.from({ length: count }, (_, index) => ({ industryKey: index * 3 + 1 }));
  const turns = (count: number, minutes: number): number[][] =>
    Array.from({ length: minutes }, (_, minute) =>
      industriesOfMinute(industries(count), START + minute * 60_000).map(({ industryKey }) => industryKey),
    );
  const all = (count: number): number[] => industries(count).map(({ industryKey }) => industryKey);

  it.each([
    [1, 1],
    [100, 1],
    [101, 2],
    [450, 5],
    [1000, 10],
    [10_000, 10],
  ])('%i industries have a turn each in %i minutes, whenever these begin', (count, minutes) => {
    for (const begin of [0, 1, 7]) {
      const told = turns(count, begin + minutes)
        .slice(begin)
        .flat();
      expect(told.toSorted((a, b) => a - b)).toEqual(all(count));
    }
  });

  it('spreads a thousand industries evenly over ten minutes', () => {
    expect(turns(1000, 10).map((turn) => turn.length)).toEqual(Array.from({ length: 10 }, () => 100));
  });
});
