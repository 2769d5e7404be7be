import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { runBacktest } from '../../src/alerts/run-backtest.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { changeAlertRule } from '../../src/alerts/manage-rules.ts';
import { spanOfIncident } from '../../src/alerts/rules/incident-facts.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { transitionsOf } from '../../src/alerts/store/incidents.ts';
import { process as processDays } from '../figures/processing/works.ts';
import { testContext, type TestContext } from '../support/database.ts';
import {
  at,
  DAY_RULE,
  define,
  FLOW_RULE,
  hearOfSettled,
  historyOf,
  incidentsOf,
  live,
  mintWorks,
  rowsOf,
  send,
  shownIncidents,
  times,
} from './watch.ts';

const [LOW, HIGH] = [500, 1000];

let context: TestContext;
beforeEach(async () => {
  context = await testContext(new Date(at('08:00')).toISOString());
});

describe('history', () => {
  const day = (date: string, time: string): number => Date.parse(`${date}T${time}:00Z`);

  it('of last month that is sent now pages nobody, and its findings are listed', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    await define(context, industry, DAY_RULE);
    await send(context, industry, [
      ...rowsOf('A', day('2026-10-05', '10:00'), [...times(3, LOW), ...times(6, HIGH), ...times(6, LOW)]),
      ...rowsOf('A', day('2026-10-07', '10:00'), times(6, LOW)),
    ]);
    await processDays(context, industry, '2026-10-05', '2026-10-07');
    await hearOfSettled(context, industry);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    const found = await incidentsOf(context, industry);
    expect(
      found.map(({ alertType, state, isLate, openedAt, closedAt }) => [
        alertType,
        state,
        isLate,
        new Date(openedAt).toISOString().slice(5, 16),
        new Date(closedAt ?? 0).toISOString().slice(5, 16),
      ]),
    ).toEqual([
      ['flow_rate_above_the_range', 'recovered', true, '10-05T10:30', '10-05T11:00'],
      ['unit_threshold', 'recovered', true, expect.stringMatching('^10-05T1'), '10-06T00:00'],
    ]);
    for (const incident of found) expect(await historyOf(context, industry, incident)).toEqual(['fired', 'recovered']);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await incidentsOf(context, industry)).toHaveLength(2);
  });

  it('whose correction removes the cause withdraws the incident, and that is told once', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)]);
    const [incident] = await incidentsOf(context, industry);
    if (incident === undefined) throw new Error('It has fired.');
    expect(await historyOf(context, industry, incident)).toEqual(['fired!', 'recovered!']);
    context.clock.set('2026-11-21T06:00:00Z');
    await send(context, industry, rowsOf('A', at('08:00'), times(6, LOW)));
    await processDays(context, industry, '2026-11-20', '2026-11-20');
    await hearOfSettled(context, industry);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    expect(await shownIncidents(context, industry)).toMatchObject([{ state: 'withdrawn' }]);
    expect(await historyOf(context, industry, incident)).toEqual(['fired!', 'recovered!', 'withdrawn!']);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
  });

  it('that settles withdraws nothing that its rule had held for days before it fired', async () => {
    const industry = await mintWorks(context);
    const began = day('2026-11-17', '08:00');
    context.clock.set(new Date(began).toISOString());
    await define(context, industry, { ...FLOW_RULE, holdMinutes: 2 * 24 * 60 });
    expect(await live(context, industry, began, [...times(2 * 288 + 36, HIGH), ...times(6, LOW)])).toBe(2);
    context.clock.set('2026-11-20T06:00:00Z');
    await processDays(context, industry, '2026-11-19', '2026-11-19');
    await hearOfSettled(context, industry);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect((await shownIncidents(context, industry)).map(({ state }) => state)).toEqual(['recovered']);
  });

  it('that is corrected withdraws nothing of what an earlier definition of its rule found', async () => {
    const industry = await mintWorks(context);
    const { ruleId } = await define(context, industry, FLOW_RULE);
    await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)]);
    const [incident] = await incidentsOf(context, industry);
    if (incident === undefined) throw new Error('It has fired.');
    // The flow is 12 KL an hour, above the 10 of then and below the 20 of now.
    await changeAlertRule(
      context,
      noQueue,
      industry,
      { ...FLOW_RULE, settings: { high: 20 } },
      { ruleId, by: { ...COMMAND, userId: 'u1' }, expected: null },
    );
    context.clock.set('2026-11-21T06:00:00Z');
    await send(context, industry, rowsOf('A', at('08:45'), [LOW + 1]));
    await processDays(context, industry, '2026-11-20', '2026-11-20');
    await hearOfSettled(context, industry);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await historyOf(context, industry, incident)).toEqual(['fired!', 'recovered!']);
  });

  it('whose correction takes a spike away corrects what the incident came to, and tells nobody', async () => {
    const industry = await mintWorks(context);
    const { ruleId } = await define(context, industry, FLOW_RULE);
    await live(context, industry, at('08:00'), [...times(6, HIGH), 5 * HIGH, ...times(6, HIGH), ...times(6, LOW)]);
    const [before] = await incidentsOf(context, industry);
    // The spike is 60 KL an hour, so 50 above the limit for five minutes.
    expect(before).toMatchObject({ state: 'recovered', peak: 60 });
    // Another name and other people change nothing that it finds.
    await changeAlertRule(
      context,
      noQueue,
      industry,
      { ...FLOW_RULE, title: 'Renamed', severity: 'low' },
      { ruleId, by: { ...COMMAND, userId: 'u1' }, expected: null },
    );
    context.clock.set('2026-11-21T06:00:00Z');
    await send(context, industry, rowsOf('A', at('08:30'), [HIGH]));
    await processDays(context, industry, '2026-11-20', '2026-11-20');
    await hearOfSettled(context, industry);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    const [after] = await incidentsOf(context, industry);
    if (before === undefined || after === undefined) throw new Error('It has fired.');
    expect(after).toMatchObject({ state: 'recovered', peak: 12, openedAt: before.openedAt, closedAt: before.closedAt });
    // 4 KL less, which were 4000 of its litres.
    expect(after.litres).toBe((before.litres ?? 0) - 4000);
    expect(await historyOf(context, industry, after)).toEqual(['fired!', 'recovered!', 'corrected']);
    const told = await transitionsOf(context.database, industry.industryKey, after.incidentKey);
    expect(told.at(-1)?.detail['before']).toEqual({
      since: '2026-11-20T08:05:00.000Z',
      closedAt: new Date(before.closedAt ?? 0).toISOString(),
      peak: 60,
      litres: before.litres,
    });
    const day = businessDate('2026-11-20');
    const asked = { ruleId, from: day, to: day, suggest: false, series: false };
    expect((await runBacktest(context, industry, asked)).incidents).toMatchObject([{ peak: after.peak }]);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await historyOf(context, industry, after)).toHaveLength(3);
  });

  it('whose correction takes the beginning away moves the beginning, and the end stays where it was', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    await live(context, industry, at('08:00'), [...times(24, HIGH), ...times(6, LOW)]);
    const lasted = async () => {
      const [incident] = await incidentsOf(context, industry);
      if (incident === undefined) throw new Error('It has fired.');
      const { since, until } = spanOfIncident(incident, industry.clock, incident.lastedMinutes);
      return [since, until].map((instant) => new Date(instant ?? 0).toISOString().slice(11, 16));
    };
    expect(await lasted()).toEqual(['08:05', '10:00']);
    context.clock.set('2026-11-21T06:00:00Z');
    await send(context, industry, rowsOf('A', at('08:00'), times(6, LOW)));
    await processDays(context, industry, '2026-11-20', '2026-11-20');
    await hearOfSettled(context, industry);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await lasted()).toEqual(['08:30', '10:00']);
  });

  it('that settles as it was known changes nothing', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    await define(context, industry, DAY_RULE);
    await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)]);
    const before = await shownIncidents(context, industry);
    expect(before).toHaveLength(2);
    context.clock.set('2026-11-21T06:00:00Z');
    await processDays(context, industry, '2026-11-20', '2026-11-20');
    await evaluateIndustry(context, industry.industryId);
    await hearOfSettled(context, industry);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect((await shownIncidents(context, industry)).map(({ openedAt }) => openedAt)).toEqual(
      before.map(({ openedAt }) => openedAt),
    );
    expect((await shownIncidents(context, industry)).map(({ state }) => state)).toEqual(['recovered', 'recovered']);
    for (const incident of await incidentsOf(context, industry))
      expect(await historyOf(context, industry, incident)).toEqual(['fired!', 'recovered!']);
  });

  it('of the running day that comes late is found, although newer readings were looked at before', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    expect(await live(context, industry, at('08:00'), times(3, LOW))).toBe(0);
    expect(await live(context, industry, at('09:00'), times(3, LOW))).toBe(0);
    context.clock.set(new Date(at('09:15')).toISOString());
    await send(context, industry, rowsOf('A', at('08:15'), times(9, HIGH)));
    expect((await evaluateIndustry(context, industry.industryId)).told).toBeGreaterThan(0);
    expect(await shownIncidents(context, industry)).toMatchObject([{ openedAt: '08:30', isLate: false }]);
    expect(await live(context, industry, at('09:15'), times(3, LOW))).toBe(1);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:30', closedAt: '09:15' },
    ]);
  });
});
