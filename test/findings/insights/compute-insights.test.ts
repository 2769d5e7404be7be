import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { plantFaults } from '../../../scripts/bench/insights/faults.ts';
import { finish, simulateSites } from '../../../scripts/bench/insights/sites.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { computeInsights, detectInPieces } from '../../../src/findings/insights/compute-insights.ts';
import { detectUnits, surroundingsOf } from '../../../src/findings/rules/detect.ts';
import { FINDINGS_VERSION } from '../../../src/findings/rules/version.ts';
import {
  beginJudgement,
  dueInsights,
  markInsightsDue,
  noteInsightFailed,
} from '../../../src/findings/store/insights.ts';
import { computeDueInsights, noteInsightsDue } from '../../../src/findings/insights/due-insights.ts';
import { giveVerdict } from '../../../src/findings/insights/handle-finding.ts';
import { readFindings, readInsightsOfDay } from '../../../src/findings/insights/read-findings.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, dates, process, requireIndustry, send, unit, works } from '../../figures/processing/works.ts';

const FIRST = '2026-01-01';
const LAST = '2026-02-28';
const LEAK = businessDate('2026-02-20');
const STOPPED = businessDate('2026-02-24');

let context: TestContext;
let industry: Industry;

/** Use from 08:00 to 18:00, 1,000 litres an hour with a little noise that is the same in every run. */
const use = (date: string, hour: number): number =>
  hour >= 8 && hour < 18 ? 1000 + ((Number(date.slice(8)) * 37 + hour * 11) % 90) : 0;
const leak = (date: string): number => (date >= LEAK ? 200 : 0);
const rowsOf = (unitId: string, from: string, to: string, valueAt: (date: string, hour: number) => number) =>
  dates(from, to).flatMap((date) =>
    Array.from({ length: 24 }, (_, hour) => ({
      unitId,
      createdOn: at(industry, date, hour),
      value: valueAt(date, hour),
    })),
  );
/** Findings but the silence of the running day, of which no reading is sent here. */
const findings = async (withSettled = false) =>
  (await readFindings(context, industry, { days: 60, withSettled })).findings.filter(({ kind }) => kind !== 'silence');
const summary = async (withSettled = false) =>
  (await findings(withSettled)).map(
    ({ kind, unitId, firstDay, lastDay, isOpen, fate }) =>
      `${kind} ${unitId} ${firstDay} ${lastDay} ${isOpen ? 'open' : 'over'} ${fate ?? '-'}`,
  );

beforeAll(async () => {
  context = await testContext('2026-03-01T02:30:00Z');
  industry = await works(context, [
    unit('LEAKY', 'FLOW_CATEGORY'),
    unit('STUCK', 'FLOW_CATEGORY'),
    unit('WELL', 'FLOW_CATEGORY'),
  ]);
  await send(context, industry, [
    ...rowsOf('LEAKY', FIRST, LAST, (date, hour) => use(date, hour) + leak(date)),
    ...rowsOf('STUCK', FIRST, LAST, (date, hour) => (date >= STOPPED ? 0 : use(date, hour))),
    ...rowsOf('WELL', FIRST, LAST, use),
  ]);
  await process(context, industry, FIRST, LAST);
  await computeInsights(context, industry);
});

describe('insights of an industry', () => {
  it('tell a leak and a meter that stands still, each once, with what they come to', async () => {
    expect((await summary()).sort()).toEqual([
      'leak LEAKY 2026-02-20 2026-02-28 open -',
      'standstill STUCK 2026-02-24 2026-02-28 open -',
    ]);
    const leaky = (await findings()).find(({ kind }) => kind === 'leak');
    expect(leaky?.litresPerDay).toBeCloseTo(4800, 0);
    expect(leaky?.litres).toBeCloseTo(9 * 4800, 0);
    // Nobody has said what water costs.
    expect([leaky?.money, leaky?.currency]).toEqual([null, null]);
    expect(leaky?.explain).toBe('/api/user/explain?unitId=LEAKY&date=28%2F02%2F2026');
    expect(leaky?.raisedOn).toBe(addDays(LEAK, 1));
  });

  it('say of each day what was used and who was online', async () => {
    const [yesterday] = await readInsightsOfDay(context, businessDate(LAST), industry);
    const litres = dates(LAST, LAST).flatMap((date) =>
      Array.from({ length: 24 }, (_, hour) => 2 * use(date, hour) + leak(date)),
    );
    expect(yesterday?.totalConsumption).toBeCloseTo(litres.reduce((sum, one) => sum + one, 0) / 1000, 6);
    expect([yesterday?.onlineUnits, yesterday?.offlineUnits]).toEqual([3, 0]);
    const [today] = await readInsightsOfDay(context, businessDate('2026-03-01'), industry);
    expect([today?.onlineUnits, today?.offlineUnits, today?.totalConsumption]).toEqual([0, 3, null]);
    expect(new Set(today?.findings.map(({ kind }) => kind))).toEqual(new Set(['leak', 'standstill', 'silence']));
  });

  it('stay as they are when they are computed again', async () => {
    const before = await findings();
    await computeInsights(context, industry);
    expect(await findings()).toEqual(before);
  });

  it('heal when corrected readings show that nothing was wrong, by the event of the settled days', async () => {
    await send(context, industry, rowsOf('STUCK', STOPPED, LAST, use));
    await process(context, industry, STOPPED, LAST);
    await context.database.transaction((transaction) =>
      noteInsightsDue(transaction, {
        eventKey: 0,
        industryKey: industry.industryKey,
        settledAt: new Date(context.clock.now() - 3_600_000),
        days: [],
        changedUnitKeys: [industry.units.get('STUCK')?.unitKey ?? 0],
        changedPeriods: { daily: [STOPPED], monthly: [], yearly: [] },
      }),
    );
    await computeDueInsights(context);
    expect(await summary()).toEqual(['leak LEAKY 2026-02-20 2026-02-28 open -']);
    expect(await summary(true)).toContain('standstill STUCK 2026-02-24 2026-02-28 over healed');
  });

  it('that began before the weeks that are looked at heal by the data, and end where nobody can look that far', async () => {
    const wellKey = industry.units.get('WELL')?.unitKey;
    await context.database.execute(
      `INSERT INTO operations.finding (industry_key, unit_key, kind, first_day, raised_on, last_day, is_open, severity, sentence, si_unit, confidence,
                                       evidence, found_at, judged_at, rule_version)
       SELECT $1, $2, 'leak', first_day, first_day, '2026-02-27', true, 'high', '', 'L', 0.9, '{}', now(), now(), 0
       FROM unnest('{2025-08-01,2026-01-20}'::date[]) AS f (first_day)`,
      [industry.industryKey, wellKey],
    );
    await computeInsights(context, industry);
    expect((await summary(true)).filter((line) => line.startsWith('leak WELL'))).toEqual([
      'leak WELL 2025-08-01 2026-02-27 over -',
      'leak WELL 2026-01-20 2026-02-27 over healed',
    ]);
    await context.database.execute('DELETE FROM operations.finding WHERE industry_key = $1 AND unit_key = $2', [
      industry.industryKey,
      wellKey,
    ]);
  });

  it('are confirmed or rejected by a person, counted by kind, and another industry cannot', async () => {
    const [leaky] = await findings();
    const word = { findingId: leaky?.findingId ?? '', verdict: 'confirmed' as const, reason: 'A cistern' };
    const other = await works(context, [unit('M', 'FLOW_CATEGORY')]);
    await expect(giveVerdict(context, other, COMMAND, word)).rejects.toMatchObject({ code: 404 });
    expect(await giveVerdict(context, industry, COMMAND, word)).toMatchObject({
      fate: 'confirmed',
      fateReason: 'A cistern',
    });
    const { precision } = await readFindings(context, industry, { days: 1, withSettled: false });
    expect(precision.find(({ kind }) => kind === 'leak')).toMatchObject({ confirmed: 1, rejected: 0, precision: 1 });
    const audit = await context.database.execute<{ verb: string; reason: string }>(
      "SELECT verb, reason FROM operations.audit WHERE industry_key = $1 AND verb LIKE 'finding.%'",
      [industry.industryKey],
    );
    expect(audit).toEqual([{ verb: 'finding.judge', reason: 'A cistern' }]);
  });

  it('are learnt anew from the first day of what a person has rejected', async () => {
    const [leaky] = await findings();
    await giveVerdict(context, industry, COMMAND, {
      findingId: leaky?.findingId ?? '',
      verdict: 'rejected',
      reason: 'A new night shift',
    });
    await computeInsights(context, industry);
    expect(await summary()).toEqual([]);
    expect((await summary(true)).filter((line) => line.startsWith('leak'))).toEqual([
      'leak LEAKY 2026-02-20 2026-02-28 open rejected',
    ]);
  });

  it('are none where the whole site stood still, also of a unit with an older finding', async () => {
    const stopped = '2026-02-21';
    const none = () => 0;
    await send(
      context,
      industry,
      ['LEAKY', 'STUCK', 'WELL'].flatMap((unitId) => rowsOf(unitId, stopped, LAST, none)),
    );
    await process(context, industry, stopped, LAST);
    await context.database.execute(
      `INSERT INTO operations.finding (industry_key, unit_key, kind, first_day, raised_on, last_day, is_open, severity, sentence, si_unit, confidence,
                                       evidence, found_at, judged_at, rule_version)
       VALUES ($1, $2, 'leak', '2026-01-20', '2026-01-20', '2026-02-27', true, 'high', '', 'L', 0.9, '{}', now(), now(), 0)`,
      [industry.industryKey, industry.units.get('WELL')?.unitKey],
    );
    await computeInsights(context, industry);
    expect(await summary()).toEqual([]);
    await context.database.execute('DELETE FROM operations.finding WHERE industry_key = $1 AND unit_key = $2', [
      industry.industryKey,
      industry.units.get('WELL')?.unitKey,
    ]);
  });

  it('of months ago are found when their days change, four weeks at a time, and are over', async () => {
    const old = await works(context, [unit('OLD', 'FLOW_CATEGORY'), unit('OTHER', 'FLOW_CATEGORY')]);
    const rows = (unitId: string, extra: (date: string) => number) =>
      dates('2025-10-01', '2026-02-28').flatMap((date) =>
        Array.from({ length: 24 }, (_, hour) => ({
          unitId,
          createdOn: at(old, date, hour),
          value: use(date, hour) + extra(date),
        })),
      );
    await send(context, old, [
      ...rows('OLD', (date) => (date >= '2025-11-20' && date < '2025-12-05' ? 200 : 0)),
      ...rows('OTHER', () => 0),
    ]);
    await process(context, old, '2025-10-01', '2026-02-28');
    const windows: string[] = [];
    for (let from: BusinessDate | null = businessDate('2025-10-01'); from !== null;) {
      windows.push(from);
      from = await computeInsights(context, old, from);
    }
    expect(windows).toEqual(['2025-10-01', '2025-10-29', '2025-11-26', '2025-12-24', '2026-01-21', '2026-02-18']);
    const { findings: all } = await readFindings(context, old, { days: 200, withSettled: true });
    const leaks = all.filter(({ kind }) => kind === 'leak');
    expect(
      leaks.map(({ unitId, firstDay, lastDay, isOpen, fate }) => [unitId, firstDay, lastDay, isOpen, fate]),
    ).toEqual([['OLD', '2025-11-20', '2025-12-04', false, null]]);
  });

  it('that could not be judged again by changed rules wait, and are not tried again at once', async () => {
    const { database, clock } = context;
    const failing = await works(context, [unit('M', 'FLOW_CATEGORY')]);
    const { industryKey } = failing;
    await markInsightsDue(database, { industryKey, dueAt: new Date(0), changedFrom: null });
    await computeDueInsights(context);
    await database.execute('UPDATE operations.insight_due SET judged_version = 0 WHERE industry_key = $1', [
      industryKey,
    ]);
    const now = new Date(clock.now());
    const due = async () => (await dueInsights(database, now)).find((one) => one.industryKey === industryKey);
    const first = await due();
    if (first === undefined) throw new Error('Other rules have judged the industry.');
    await beginJudgement(database, industryKey, { atLeastFrom: null, now });
    await noteInsightFailed(database, first, new Date(clock.now() + 1_800_000));
    expect(await due()).toBeUndefined();
  });

  it('of an inactive industry are not due for ever when the rules have changed', async () => {
    const { database } = context;
    const { industryKey } = await works(context, [unit('M', 'FLOW_CATEGORY')], { isActive: false });
    await markInsightsDue(database, { industryKey, dueAt: new Date(0), changedFrom: null });
    await computeDueInsights(context);
    await database.execute('UPDATE operations.insight_due SET judged_version = 0 WHERE industry_key = $1', [
      industryKey,
    ]);
    await computeDueInsights(context);
    const due = await dueInsights(database, new Date(context.clock.now()));
    expect(due.filter((one) => one.industryKey === industryKey)).toEqual([]);
  });

  it('of the last year are judged again when the rules have changed, once', async () => {
    const { database } = context;
    const changed = await works(context, [unit('M', 'FLOW_CATEGORY')]);
    await database.transaction((transaction) =>
      markInsightsDue(transaction, { industryKey: changed.industryKey, dueAt: new Date(0), changedFrom: null }),
    );
    await computeDueInsights(context);
    const standing = () =>
      database.execute<{ judged_version: number; due: boolean; judging_from: string | null }>(
        `SELECT judged_version, due_at IS NOT NULL AS due, judging_from::text AS judging_from
         FROM operations.insight_due WHERE industry_key = $1`,
        [changed.industryKey],
      );
    const done = [{ judged_version: FINDINGS_VERSION, due: false, judging_from: null }];
    expect(await standing()).toEqual(done);
    await database.execute('UPDATE operations.insight_due SET judged_version = 0 WHERE industry_key = $1', [
      changed.industryKey,
    ]);
    await computeDueInsights(context);
    expect(await standing()).toEqual(done);
  });

  it('that a person has confirmed go on no longer than their unit', async () => {
    const leaky = (await findings(true)).find(({ kind, unitId }) => kind === 'leak' && unitId === 'LEAKY');
    const word = { findingId: leaky?.findingId ?? '', verdict: 'confirmed' as const, reason: 'A cistern' };
    await giveVerdict(context, industry, COMMAND, word);
    await works(context, [unit('STUCK', 'FLOW_CATEGORY'), unit('WELL', 'FLOW_CATEGORY')], {
      industryId: industry.industryId,
    });
    await computeInsights(context, await requireIndustry(context, industry.industryId));
    expect((await summary(true)).filter((line) => line.startsWith('leak LEAKY') && line.endsWith('confirmed'))).toEqual(
      [expect.stringMatching(/ over confirmed$/)],
    );
  });
});

it('judging an industry lets others have their turn after each unit that took its time, and finds the same', async () => {
  const { units: sites, chance } = simulateSites(1, { days: 70, units: 12 });
  plantFaults(chance, sites, { leaks: 3, stuck: 2, reversed: 1 });
  const units = finish(chance, sites);
  let milliseconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += 10));
  onTestFinished(() => void vi.restoreAllMocks());
  let [turns, isOver] = [0, false];
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const found = await detectInPieces(units, surroundingsOf(units));
  isOver = true;
  expect(found).not.toEqual([]);
  expect(found).toEqual(detectUnits(units));
  expect(turns).toBeGreaterThanOrEqual(units.length);
});

it('water is held against its bounds by the days that were measured in their unit of measure', async () => {
  const river = (siUnit: string, meta: object = {}) =>
    unit('RIVER', 'QUALITY_CATEGORY', {
      siUnit: '',
      params: { temperature: { displayName: 'Temperature', siUnit } },
      meta: { parameterBounds: { temperature: { min: 0, max: 40 } }, ...meta },
    });
  const { industryId } = await works(context, [river('°F')]);
  await works(context, [river('°C', { effectiveFrom: '20/02/2026' })], { industryId });
  const site = await requireIndustry(context, industryId);
  const told = async () =>
    (await readFindings(context, site, { days: 60, withSettled: true })).findings
      .filter(({ kind }) => kind === 'quality-outside')
      .map(({ firstDay, evidence }) => [firstDay, evidence['value'], evidence['parameterUnit']]);
  const sample = (date: string, temperature: number) => ({
    unitId: 'RIVER',
    createdOn: at(site, date, 10),
    value: { temperature },
  });
  await send(
    context,
    site,
    dates('2026-02-05', LAST).map((date) => sample(date, date < '2026-02-20' ? 68 : 20)),
  );
  await process(context, site, '2026-02-05', LAST);
  await computeInsights(context, site);
  expect(await told()).toEqual([]);
  await send(context, site, [sample('2026-02-27', 45)]);
  await process(context, site, '2026-02-27', '2026-02-27');
  await computeInsights(context, site);
  expect(await told()).toEqual([['2026-02-27', 45, '°C']]);
});
