import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { changeAlertRule, removeAlertRule } from '../../src/alerts/manage-rules.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { addDueDays } from '../../src/alerts/store/evaluations.ts';
import { transitionsOf } from '../../src/alerts/store/incidents.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import {
  at,
  DAY_RULE,
  define,
  FLOW_RULE,
  incidentsOf,
  live,
  mintWorks,
  rowsOf,
  send,
  shownIncidents,
  times,
} from './watch.ts';

const [LOW, HIGH] = [500, 1000];
const BY_ANYBODY = { by: { ...COMMAND, userId: 'u1' }, expected: null };

let context: TestContext;
beforeEach(async () => {
  context = await testContext(new Date(at('08:00')).toISOString());
});

describe('a new rule', () => {
  it('tells nobody of what was over before it was made, and records it', async () => {
    const industry = await mintWorks(context);
    await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)]);
    const { ruleId } = await define(context, industry, FLOW_RULE);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:20', isLate: true },
    ]);
    // The same, deleted and made again.
    await removeAlertRule(context, industry, { ruleId, by: { ...COMMAND, userId: 'u1' }, expected: null });
    await define(context, industry, FLOW_RULE);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
  });

  it('tells of what lasts while it is made', async () => {
    const industry = await mintWorks(context);
    await live(context, industry, at('08:00'), times(6, HIGH));
    await define(context, industry, FLOW_RULE);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    expect(await shownIncidents(context, industry)).toMatchObject([{ state: 'open', isLate: false }]);
  });

  it('dates what lasts to the day on which it began, and leaves out what was over before its first look', async () => {
    const industry = await mintWorks(context);
    const day = 24 * 60 * 60_000;
    await live(context, industry, at('08:00') - 12 * day, [...times(6, HIGH), ...times(6, LOW)]);
    await live(context, industry, at('08:00') - 3 * day, times(3 * 288, HIGH));
    await define(context, industry, FLOW_RULE);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    const incidents = await incidentsOf(context, industry);
    // Rates belong to the readings at their end, and the first one after a gap has none.
    expect(incidents.map(({ state, openedAt }) => [state, new Date(openedAt).toISOString()])).toEqual([
      ['open', '2026-11-17T08:20:00.000Z'],
    ]);
  });

  it('dates what lasts to its beginning also while readings of the running day come late', async () => {
    const industry = await mintWorks(context);
    const day = 24 * 60 * 60_000;
    await define(context, industry, { ...FLOW_RULE, settings: { high: 1000 } });
    await live(context, industry, at('08:00') - 3 * day, times(3 * 288, HIGH));
    await send(context, industry, rowsOf('A', at('00:10'), [HIGH + 1]));
    await define(context, industry, FLOW_RULE);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    const incidents = await incidentsOf(context, industry);
    expect(incidents.map(({ state, openedAt }) => [state, new Date(openedAt).toISOString()])).toEqual([
      ['open', '2026-11-17T08:20:00.000Z'],
    ]);
  });

  it('records what was over once, though its day has just settled', async () => {
    const industry = await mintWorks(context);
    await live(context, industry, at('20:00'), [...times(6, HIGH), ...times(6, LOW)]);
    await define(context, industry, FLOW_RULE);
    context.clock.set('2026-11-21T06:00:00Z');
    const changed = { date: businessDate('2026-11-20'), unitKeys: [industry.units.get('A')?.unitKey ?? 0] };
    await addDueDays(context.database, industry.industryKey, [changed]);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await shownIncidents(context, industry)).toMatchObject([{ state: 'recovered', isLate: true }]);
  });

  it('tells nobody either when readings of before come after it was made', async () => {
    const industry = await mintWorks(context);
    await live(context, industry, at('09:00'), times(3, LOW));
    await define(context, industry, FLOW_RULE);
    await live(context, industry, at('09:15'), times(3, LOW));
    await send(context, industry, rowsOf('A', at('08:00'), [...times(6, HIGH), ...times(6, LOW)]));
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:20', isLate: true },
    ]);
  });
});

describe('a rule that was changed', () => {
  it('tells nobody of what was over before, and records it once', async () => {
    const industry = await mintWorks(context);
    const { ruleId } = await define(context, industry, FLOW_RULE);
    expect(await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)])).toBe(2);
    const change = (high: number) =>
      changeAlertRule(
        context,
        noQueue,
        industry,
        { ...FLOW_RULE, settings: { high } },
        { ruleId, by: { ...COMMAND, userId: 'u1' }, expected: null },
      );
    for (const high of [9, 8]) {
      await change(high);
      expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    }
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:20', isLate: false },
    ]);
    // 6 KL/h of the low readings pass 5, and last.
    await change(5);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    expect((await shownIncidents(context, industry)).map(({ state }) => state)).toEqual(['recovered', 'open']);
  });

  it('records what only its new bounds find in the past, and tells nobody', async () => {
    const industry = await mintWorks(context);
    const { ruleId } = await define(context, industry, { ...FLOW_RULE, settings: { high: 20 } });
    expect(await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)])).toBe(0);
    await changeAlertRule(context, noQueue, industry, FLOW_RULE, {
      ruleId,
      by: { ...COMMAND, userId: 'u1' },
      expected: null,
    });
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:20', isLate: true },
    ]);
    expect(await live(context, industry, at('09:00'), times(5, HIGH))).toBe(1);
  });
});

describe('an incident that nothing watches any more', () => {
  const ESCALATED = { ...FLOW_RULE, escalation: [{ afterMinutes: 10, channels: {} }] };
  const OWN_RULE = { ...FLOW_RULE, settings: { high: 20 }, scope: { kind: 'unit', ids: ['A'] } };

  it('is resolved once its unit has a rule of its own, and nobody is called again', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, ESCALATED);
    expect(await live(context, industry, at('08:00'), times(6, HIGH))).toBe(1);
    const { ruleId } = await define(context, industry, OWN_RULE);
    expect(await live(context, industry, at('08:30'), times(3, HIGH))).toBe(0);
    const [incident] = await incidentsOf(context, industry);
    if (incident === undefined) throw new Error('It has fired.');
    const transitions = await transitionsOf(context.database, industry.industryKey, incident.incidentKey);
    expect(transitions.map(({ kind }) => kind)).toEqual(['fired', 'resolved']);
    expect(transitions.at(-1)).toMatchObject({ detail: { because: 'no longer watched' }, actorUserId: null });
    // Without its own rule the unit is watched by the industry's again.
    await removeAlertRule(context, industry, { ruleId, ...BY_ANYBODY });
    expect(await live(context, industry, at('08:45'), times(2, HIGH))).toBe(1);
    expect((await incidentsOf(context, industry)).map(({ state }) => state)).toEqual(['resolved', 'open']);
  });

  it('is told once though its unit comes back to the rule after it was over', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    expect(await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(4, LOW)])).toBe(2);
    const { ruleId } = await define(context, industry, OWN_RULE);
    expect(await live(context, industry, at('08:50'), times(2, LOW))).toBe(0);
    await removeAlertRule(context, industry, { ruleId, ...BY_ANYBODY });
    expect(await live(context, industry, at('09:00'), times(2, LOW))).toBe(0);
    expect(await incidentsOf(context, industry)).toHaveLength(1);
  });

  it('is resolved when its unit was removed', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, ESCALATED);
    expect(await live(context, industry, at('08:00'), times(6, HIGH))).toBe(1);
    await context.database.execute('UPDATE tenant.unit SET removed_at = now() WHERE industry_key = $1', [
      industry.industryKey,
    ]);
    context.clock.set(new Date(at('09:00')).toISOString());
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await shownIncidents(context, industry)).toMatchObject([{ state: 'resolved', closedAt: '09:00' }]);
  });
});

describe('a rule that is deleted while it is held against readings', () => {
  it('finds nothing any more', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, DAY_RULE);
    const { ruleId } = await define(context, industry, FLOW_RULE);
    context.clock.set(new Date(at('08:25')).toISOString());
    await send(context, industry, rowsOf('A', at('08:00'), times(5, HIGH)));
    let isDeleted = false;
    const { database } = context;
    const many: typeof database.many = async (name, parameters) => {
      const rows = await database.many<never>(name, parameters);
      if (name === 'alert-rules.list' && !isDeleted) {
        isDeleted = true;
        await removeAlertRule(context, industry, { ruleId, ...BY_ANYBODY });
      }
      return rows;
    };
    const { told } = await evaluateIndustry({ ...context, database: { ...database, many } }, industry.industryId);
    expect([isDeleted, told]).toEqual([true, 0]);
    expect(await incidentsOf(context, industry)).toEqual([]);
  });
});
