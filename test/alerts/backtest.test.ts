import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { setInUse } from '../../src/industries/change-unit.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { runBacktest } from '../../src/alerts/run-backtest.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { process, requireIndustry, unit, works } from '../figures/processing/works.ts';
import { at, DAY_RULE, define, FLOW_RULE, incidentsOf, live, mintWorks, rowsOf, send } from './watch.ts';

const OF_COMMAND = { by: { actor: COMMAND, permissions: [] }, reason: null, expected: null, dryRun: false };
const DAY = businessDate('2026-11-20');
const MINUTE = 60_000;
const [LOW, HIGH] = [500, 1000];
const times = (count: number, litres: number): number[] => Array.from({ length: count }, () => litres);

let context: TestContext;
beforeAll(async () => {
  context = await testContext(new Date(at('00:00')).toISOString());
});

/** The day from midnight on, so many litres every five minutes. */
const DAY_OF_A = [
  ...times(30, LOW),
  ...times(7, HIGH),
  ...[HIGH + 200, 700, HIGH + 200, 700, HIGH, HIGH],
  ...times(40, LOW),
  ...times(4, HIGH),
  ...times(20, LOW),
  ...times(12, 2 * HIGH),
  ...times(50, 100),
];
const dayTwo = (industry: Industry, rule: object | string, more: object = {}) =>
  runBacktest(context, industry, {
    ...(typeof rule === 'string' ? { ruleId: rule } : { rule: rule as Record<string, unknown> }),
    from: DAY,
    to: DAY,
    suggest: false,
    series: false,
    ...more,
  });
const isoAt = (minutes: number): string => new Date(at('00:00') + minutes * MINUTE).toISOString();

describe('rates that only registers tell', () => {
  /** Every five minutes, twelve kilolitres an hour from 00:10 to 02:00 and six otherwise. */
  const litresAt = (slot: number): number => (slot >= 2 && slot < 24 ? HIGH : LOW);
  const registerAt = (slot: number): number =>
    Array.from({ length: slot + 1 }, (_, one) => litresAt(one)).reduce((sum, litres) => sum + litres, 0);
  const rowAt = (slot: number, withValue: boolean) => ({
    row: {
      unitId: 'A',
      createdOn: isoAt(slot * 5),
      value: withValue ? litresAt(slot) : null,
      summedValue: registerAt(slot),
    },
  });

  it.each([
    ['of a meter without values', false, 0, 10],
    // What passed in the pause is known at its end, at 01:10.
    ['behind silence', true, 12, 70],
  ])('are those of the registers: %s', async (_, withValue, silentSlots, sinceMinutes) => {
    const industry = await mintWorks(context);
    context.clock.set('2026-11-21T06:00:00Z');
    const slots = Array.from({ length: 36 }, (__, slot) => slot).filter((slot) => slot < 2 || slot >= 2 + silentSlots);
    await send(
      context,
      industry,
      slots.map((slot) => rowAt(slot, withValue)),
    );
    const found = await dayTwo(industry, FLOW_RULE);
    // It fires after a quarter of an hour.
    expect(found.incidents).toMatchObject([{ since: isoAt(sinceMinutes), from: isoAt(sinceMinutes + 15) }]);
  });
});

describe('a rule replayed over history', () => {
  const HOUR_RULE = { title: 'Hour', severity: 'low', alertType: 'hourly_threshold', settings: { limit: 11 } };
  const SILENCE_RULE = {
    title: 'Silent',
    severity: 'low',
    alertType: 'device_status',
    settings: { silenceMinutes: 30 },
  };
  it.each([
    ['rates', FLOW_RULE, MINUTE],
    ['a day', DAY_RULE, 60 * MINUTE],
    ['hours', HOUR_RULE, 60 * MINUTE],
    ['silence', SILENCE_RULE, MINUTE],
  ])('finds of %s what was found reading by reading', async (_, body, resolutionMs) => {
    const industry = await mintWorks(context);
    const rule = await define(context, industry, body);
    const sizes = [1, 3, 2, 7];
    // Without a pause nothing is silent.
    for (let sent = 0, turn = 0; sent < DAY_OF_A.length; turn += 1) {
      const part = DAY_OF_A.slice(sent, sent + (sizes[turn % sizes.length] ?? 1));
      const pauseMinutes = sent > 100 ? 45 : 0;
      await live(context, industry, at('00:00') + (sent * 5 + pauseMinutes) * MINUTE, part);
      sent += part.length;
    }
    context.clock.set('2026-11-21T06:00:00Z');
    await live(context, industry, Date.parse('2026-11-21T05:55:00Z'), [LOW]);
    const found = await dayTwo(industry, rule.ruleId);
    const seen = (await incidentsOf(context, industry)).filter(({ openedAt }) => openedAt < Date.parse('2026-11-21'));
    expect(found.count).toBeGreaterThan(0);
    const isOver = (closedAt: number | null): boolean => closedAt !== null && closedAt <= Date.parse('2026-11-21');
    const rounded = (instant: string | number | null): number | null =>
      instant === null ? null : Math.floor(new Date(instant).getTime() / resolutionMs);
    expect(found.incidents.map(({ from, to }) => [rounded(from), rounded(to)])).toEqual(
      // What is over after the day is open at its end.
      seen.map(({ openedAt, closedAt }) => [rounded(openedAt), rounded(isOver(closedAt) ? closedAt : null)]),
    );
    const over = seen.filter(({ closedAt }) => isOver(closedAt));
    expect(found.incidents.flatMap(({ to, peak }) => (to === null ? [] : peak))).toEqual(over.map(({ peak }) => peak));
  });
});

describe('a back-test', () => {
  let industry: Industry;
  beforeAll(async () => {
    industry = await mintWorks(context, ['A', 'B']);
    context.clock.set('2026-11-22T00:00:00Z');
    await send(context, industry, [
      ...rowsOf('A', at('00:00'), DAY_OF_A),
      ...rowsOf('B', at('00:00'), times(280, 100)),
    ]);
  });

  it('says which incidents, how often and how long, whether days are processed or not', async () => {
    const before = await dayTwo(industry, FLOW_RULE);
    expect(before).toMatchObject({
      alertType: 'flow_rate_above_the_range',
      units: 2,
      count: 3,
      perWeek: 21,
      totalDurationMinutes: 65 + 20 + 60,
      incidentsLeftOut: 0,
      suggestion: null,
    });
    expect(before.incidents[0]).toMatchObject({
      unitId: 'A',
      unitName: 'Unit A',
      since: isoAt(150),
      from: isoAt(165),
      to: isoAt(230),
      durationMinutes: 65,
      limit: 10,
      peak: 14.4,
      // Of value, limit and peak, which are rates.
      siUnit: 'KL/h',
      windowStart: null,
    });
    await process(context, industry, DAY, DAY);
    expect(await dayTwo(industry, FLOW_RULE)).toEqual(before);
  });

  it('needs neither title nor severity, and takes the form of the specification', async () => {
    const { settings, alertType } = FLOW_RULE;
    expect(await dayTwo(industry, { settings, alertType })).toMatchObject({ count: 3, holdMinutes: 15 });
    const condition = { parameter: 'consumption', operator: '>', threshold: 5, unit: 'KL', aggregation: 'daily' };
    expect(await dayTwo(industry, { condition, units: ['A'] })).toMatchObject({
      alertType: 'unit_threshold',
      count: 1,
    });
  });

  it('suggests the threshold that would have fired about once a week', async () => {
    const { suggestion } = await dayTwo(industry, FLOW_RULE, { suggest: true });
    // A held 24 KL an hour for an hour, B never more than 1.2: the next episode after one.
    expect(suggestion).toEqual({
      parameter: 'high',
      value: 1.2,
      settings: { high: 1.2, leaveHigh: null },
      count: 1,
      perWeek: 7,
    });
    const days = await dayTwo(industry, DAY_RULE, { suggest: true });
    expect(days.suggestion).toMatchObject({ parameter: 'limit', value: 28, count: 1 });
  });

  it('of an industry is held against its balance', async () => {
    const rule = { alertType: 'water_balance_leakage', scope: { kind: 'industry' } };
    expect(await dayTwo(industry, rule)).toMatchObject({ units: null, count: 0 });
  });

  it.each([
    ['without a rule', {}, 'rule'],
    ['with two', { rule: FLOW_RULE, ruleId: '3f2b8c1e-6a52-4b0f-9c1d-2f4f6f0b7a11' }, 'rule'],
    ['that ends before it begins', { rule: FLOW_RULE, to: businessDate('2026-11-19') }, 'to'],
    ['of more than 400 days', { rule: FLOW_RULE, from: businessDate('2025-01-01') }, 'to'],
    ['that cannot suggest', { rule: { alertType: 'stable_flow_alert' }, suggest: true }, 'suggest'],
    ['with a rule that is none', { rule: { alertType: 'unit_threshold', settings: { limit: -1 } } }, 'limit'],
  ])('%s is refused', async (_, asked, field) => {
    const request = { from: DAY, to: DAY, suggest: false, series: false, ...asked };
    const refused = await runBacktest(context, industry, request).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ details: [{ field: expect.stringContaining(field) as string }] });
  });

  it('of a rule that is not there is refused', async () => {
    await expect(dayTwo(industry, '3f2b8c1e-6a52-4b0f-9c1d-2f4f6f0b7a11')).rejects.toMatchObject({ code: 404 });
  });
});

describe('what was going on when the range began', () => {
  const DAYS_OF_RANGE = { from: businessDate('2026-11-22'), to: businessDate('2026-11-24') };
  const HOUR = 60 * MINUTE;
  const SILENCE = { alertType: 'device_status', settings: { silenceMinutes: 60 } };
  const LEVEL = { alertType: 'level_exceed', settings: { high: 95 } };
  let industry: Industry;
  const replay = (rule: object, unitId: string, more: object = {}) =>
    dayTwo(industry, { ...rule, scope: { kind: 'unit', ids: [unitId] } }, { ...DAYS_OF_RANGE, ...more });

  beforeAll(async () => {
    industry = await works(context, [
      unit('A', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
      unit('NEVER', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
      unit('LATER', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
      unit('TANK', 'STOCK_CATEGORY', { dataUpdateFrequency: 300, maxCapacity: 1000 }),
    ]);
    context.clock.set('2026-11-25T00:00:00Z');
    await send(context, industry, [
      // Silent from 20 November, 03:00, to 24 November, 12:00: 105 hours, of which 60 lie in the range.
      ...rowsOf('A', at('00:00'), times(37, 100)),
      ...rowsOf('A', at('12:00') + 96 * HOUR, times(144, 100)),
      ...rowsOf('LATER', at('12:00') + 96 * HOUR, times(144, 100)),
      // Too full when it was heard last, and not looked at for longer than the rule looks back.
      ...rowsOf('TANK', at('00:00'), times(6, 97)),
      ...rowsOf('TANK', at('12:00') + 96 * HOUR, times(12, 50)),
    ]);
  });

  it('is counted, said to have begun before, and lasts as far as the range goes', async () => {
    const found = await replay(SILENCE, 'A');
    expect(found).toMatchObject({ count: 1, countBegunBefore: 1, totalDurationMinutes: 60 * 60 });
    expect(found.incidents).toMatchObject([
      {
        begunBefore: true,
        since: new Date(at('04:00')).toISOString(),
        to: '2026-11-24T12:00:00.000Z',
        // The silence itself, of which its limit is the first hour.
        peak: 105 * 60,
        limit: 60,
      },
    ]);
  });

  it('is open at the end where it has not ended by then', async () => {
    const found = await replay(SILENCE, 'A', { to: businessDate('2026-11-23') });
    expect(found).toMatchObject({ count: 1, countBegunBefore: 1, totalDurationMinutes: 2 * 24 * 60 });
    // From 20 November, 03:00, to 24 November, 00:00.
    expect(found.incidents).toMatchObject([{ to: null, peak: 93 * 60 }]);
  });

  it('may be of a unit that has never sent, and not of one that began to send later', async () => {
    expect(await replay(SILENCE, 'NEVER')).toMatchObject({
      count: 1,
      countBegunBefore: 1,
      totalDurationMinutes: 3 * 24 * 60,
      incidents: [{ to: null }],
    });
    expect(await replay(SILENCE, 'LATER')).toMatchObject({ count: 0 });
  });

  it('goes on while nothing is heard, as an evaluation has it', async () => {
    const found = await replay(LEVEL, 'TANK');
    expect(found.incidents).toMatchObject([
      { begunBefore: true, since: isoAt(0), peak: 97, to: '2026-11-24T12:10:00.000Z' },
    ]);
    expect(found.totalDurationMinutes).toBe(60 * 60);
  });

  it('is a total that was above its limit before', async () => {
    const rule = { alertType: 'monthly_threshold', settings: { limit: 3 } };
    expect(await replay(rule, 'A')).toMatchObject({ count: 1, countBegunBefore: 1 });
  });

  it('is drawn from the first instant of the range to the last one, of the units that fired', async () => {
    const found = await dayTwo(industry, SILENCE, { ...DAYS_OF_RANGE, series: true });
    expect(found).toMatchObject({ begins: '2026-11-22T00:00:00.000Z', ends: '2026-11-25T00:00:00.000Z' });
    // The tank was silent twice, and of the others what never sent was silent longest.
    expect(found.series?.map(({ unitId }) => unitId)).toEqual(['TANK', 'NEVER', 'A', 'LATER']);
    const ofA = found.series?.find(({ unitId }) => unitId === 'A')?.points ?? [];
    expect(ofA[0]).toMatchObject({ from: '2026-11-22T00:00:00.000Z', highest: 45 * 60 });
    expect(Math.max(...ofA.map(({ highest }) => highest ?? 0))).toBe(105 * 60);
    const silent = await replay(SILENCE, 'A', { to: businessDate('2026-11-23'), series: true });
    expect(silent.series?.[0]?.points.map(({ from, highest }) => [from.slice(0, 10), highest])).toEqual([
      ['2026-11-22', 45 * 60],
      ['2026-11-23', 93 * 60],
    ]);
  });
});

describe('a unit that was retired since', () => {
  const SILENCE = { alertType: 'device_status', settings: { silenceMinutes: 60 } };
  const NEXT_DAY = businessDate('2026-11-21');
  let industry: Industry;
  let inUse: Awaited<ReturnType<typeof dayTwo>>;
  beforeAll(async () => {
    industry = await mintWorks(context, ['A', 'B']);
    // A sends too much until 02:00 and nothing afterwards, and is retired at 18:00.
    context.clock.set('2026-11-20T18:00:00Z');
    await send(context, industry, [
      ...rowsOf('A', at('00:00'), times(25, HIGH)),
      ...rowsOf('B', at('00:00'), times(216, 100)),
    ]);
    inUse = await dayTwo(industry, FLOW_RULE);
    await setInUse(
      { ...context, queue: noQueue },
      { ...OF_COMMAND, industryId: industry.industryId, unitId: 'A' },
      false,
    );
    industry = await requireIndustry(context, industry.industryId);
    context.clock.set('2026-11-22T00:00:00Z');
    await send(context, industry, rowsOf('B', at('18:00'), times(360, 100)));
  });

  it('is looked at on the days on which it counted, and on no later one', async () => {
    expect(industry.units.has('A')).toBe(false);
    const found = await dayTwo(industry, FLOW_RULE);
    expect(inUse.incidents).toMatchObject([{ unitId: 'A', since: isoAt(5), from: isoAt(20) }]);
    expect(found).toMatchObject({ units: 2, count: 1, incidents: [{ unitId: 'A', since: isoAt(5), from: isoAt(20) }] });
    const later = await dayTwo(industry, FLOW_RULE, { from: NEXT_DAY, to: NEXT_DAY });
    expect(later).toMatchObject({ units: 1, count: 0 });
    const named = { ...FLOW_RULE, scope: { kind: 'unit', ids: ['A'] } };
    expect(await dayTwo(industry, named)).toMatchObject({ units: 1, count: 1 });
    expect(await dayTwo(industry, named, { from: NEXT_DAY, to: NEXT_DAY })).toMatchObject({ units: 0, count: 0 });
  });

  it.each([
    ['on the day', DAY],
    ['over two days', NEXT_DAY],
  ])('is silent up to its retirement, which ends the incident: %s', async (_, to) => {
    // Silent from 02:00 to 18:00, of which an hour is allowed.
    expect(await dayTwo(industry, SILENCE, { to })).toMatchObject({
      count: 1,
      totalDurationMinutes: 15 * 60,
      incidents: [{ unitId: 'A', from: isoAt(180), to: isoAt(18 * 60), durationMinutes: 15 * 60, peak: 16 * 60 }],
    });
  });

  it('is looked at by a rule of the industry that no unit in use suits', async () => {
    const TANK = { dataUpdateFrequency: 300, maxCapacity: 1000 };
    const tanks = await works(context, [unit('A', 'FLOW_CATEGORY'), unit('TANK', 'STOCK_CATEGORY', TANK)]);
    context.clock.set('2026-11-20T18:00:00Z');
    await send(context, tanks, rowsOf('TANK', at('00:00'), times(6, 97)));
    const request = { ...OF_COMMAND, industryId: tanks.industryId, unitId: 'TANK' };
    await setInUse({ ...context, queue: noQueue }, request, false);
    const left = await requireIndustry(context, tanks.industryId);
    const tooFull = { alertType: 'level_exceed', settings: { high: 95 }, scope: { kind: 'industry' } };
    expect(await dayTwo(left, tooFull)).toMatchObject({ units: 1, incidents: [{ unitId: 'TANK' }] });
  });
});
