import { beforeEach, describe, expect, it } from 'vitest';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { resolveAlert, snoozeAlert } from '../../src/alerts/handle-incident.ts';
import { evaluationProgress } from '../../src/alerts/store/evaluations.ts';
import { openIncidents } from '../../src/alerts/store/incidents.ts';
import { process as processDays } from '../figures/processing/works.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
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
  noting,
  rowsOf,
  send,
  shownIncidents,
  times,
} from './watch.ts';

const [LOW, HIGH] = [500, 1000];
const SILENCE_RULE = {
  title: 'Silent',
  severity: 'low',
  alertType: 'device_status',
  settings: { silenceMinutes: 30 },
};

let context: TestContext;
beforeEach(async () => {
  context = await testContext(new Date(at('08:00')).toISOString());
});

describe('a rule', () => {
  it('fires once its condition has lasted, and recovers with peak and litres, in event time', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    expect(await live(context, industry, at('08:00'), [...times(4, LOW), ...times(3, HIGH)])).toBe(0);
    expect(await live(context, industry, at('08:35'), [2 * HIGH])).toBe(1);
    // 12 KL/h at 08:20, 25 and 30, and 24 KL/h at 08:35.
    expect(await shownIncidents(context, industry)).toEqual([
      {
        state: 'open',
        openedAt: '08:35',
        closedAt: null,
        peak: 24,
        litres: expect.closeTo(1667, -1) as number,
        isLate: false,
      },
    ]);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await live(context, industry, at('08:40'), times(4, LOW))).toBe(1);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:35', closedAt: '08:55', peak: 24 },
    ]);
    const [incident] = await incidentsOf(context, industry);
    if (incident === undefined) throw new Error('It has fired.');
    expect(await historyOf(context, industry, incident)).toEqual(['fired!', 'recovered!']);
    expect(incident).toMatchObject({
      unitText: 'KL/h',
      threshold: 10,
      severity: 'high',
      type: 'rule',
      windowStart: null,
    });
  });

  it('writes nothing at a look at which nothing has happened, and something at the next that finds something', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    await live(context, industry, at('08:00'), times(4, LOW));
    const version = async () => (await evaluationProgress(context.database, industry.industryKey, 1)).version;
    const before = await version();
    for (const minute of ['08:21', '08:22']) {
      context.clock.set(new Date(at(minute)).toISOString());
      expect(await evaluateIndustry(context, industry.industryId)).toEqual({ told: 0, hasMore: false });
    }
    expect(await version()).toBe(before);
    await live(context, industry, at('08:25'), [HIGH]);
    expect(await version()).not.toBe(before);
  });

  it('asks the database four times at a look without news', async () => {
    const industry = await mintWorks(context);
    for (const rule of [FLOW_RULE, DAY_RULE, SILENCE_RULE]) await define(context, industry, rule);
    await live(context, industry, at('08:00'), times(4, LOW));
    const statements: string[] = [];
    context.clock.set(new Date(at('08:21')).toISOString());
    await evaluateIndustry(noting(context, statements), industry.industryId);
    expect(statements).toEqual(['industries.find', 'evaluations.progress', 'alert-rules.list', 'readings.latest']);
  });

  it('over a day fires when its sum passes the limit, and its incident ends with the day', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, DAY_RULE);
    expect(await live(context, industry, at('08:00'), times(5, HIGH))).toBe(0);
    expect(await live(context, industry, at('08:25'), [HIGH])).toBe(1);
    expect(await incidentsOf(context, industry)).toMatchObject([
      { state: 'open', windowStart: at('00:00'), value: 6, threshold: 5, litres: 1000, openedAt: at('08:25') },
    ]);
    context.clock.set('2026-11-21T00:04:00Z');
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    context.clock.set('2026-11-21T00:06:00Z');
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    expect(await incidentsOf(context, industry)).toMatchObject([
      { state: 'recovered', closedAt: Date.parse('2026-11-21T00:00:00Z') },
    ]);
  });

  it('that is defined late tells the newest value, the peak and the litres so far', async () => {
    const industry = await mintWorks(context);
    await live(context, industry, at('08:00'), times(8, HIGH));
    await define(context, industry, DAY_RULE);
    await define(context, industry, FLOW_RULE);
    await live(context, industry, at('08:40'), [4 * HIGH, HIGH + 200]);
    const [day, flow] = (await incidentsOf(context, industry)).toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
    // 13.2 kilolitres since midnight, and 14.4 an hour after 48.
    expect(flow).toMatchObject({ alertType: 'flow_rate_above_the_range', value: 14.4, peak: 48, threshold: 10 });
    expect(day).toMatchObject({ alertType: 'unit_threshold', value: 13.2, peak: 13.2, litres: 8200, threshold: 5 });
  });

  it('of silence fires without any reading, and recovers with the next one', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SILENCE_RULE);
    expect(await live(context, industry, at('08:00'), times(3, LOW))).toBe(0);
    context.clock.set(new Date(at('08:39')).toISOString());
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    context.clock.set(new Date(at('08:41')).toISOString());
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    expect(await live(context, industry, at('09:00'), [LOW])).toBe(1);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:40', closedAt: '09:00' },
    ]);
  });

  it('of silence tells of a device that had been silent for long when it was first looked at', async () => {
    const industry = await mintWorks(context);
    await live(context, industry, at('08:00'), times(3, LOW));
    // Ten hours later: longer than what is over may be told of.
    context.clock.set(new Date(at('18:10')).toISOString());
    await define(context, industry, SILENCE_RULE);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'open', openedAt: '08:40', isLate: false },
    ]);
    expect(await live(context, industry, at('18:30'), [LOW])).toBe(1);
  });

  it('of silence fires again when it is resolved by hand while the silence lasts', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SILENCE_RULE);
    await live(context, industry, at('08:00'), times(3, LOW));
    const evaluateAt = async (time: string): Promise<number> => {
      context.clock.set(new Date(at(time)).toISOString());
      return (await evaluateIndustry(context, industry.industryId)).told;
    };
    expect(await evaluateAt('08:41')).toBe(1);
    const [first] = await openIncidents(context.database, industry.industryKey);
    await resolveAlert(context, industry, COMMAND, { alertId: first?.incidentId ?? '', reason: null });
    expect(await evaluateAt('09:00')).toBe(1);
    expect(await evaluateAt('09:01')).toBe(0);
    expect(await live(context, industry, at('09:30'), [LOW])).toBe(1);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'resolved', openedAt: '08:40', closedAt: '08:41' },
      { state: 'recovered', openedAt: '09:00', closedAt: '09:30' },
    ]);
  });

  it('that two processes follow at once opens one incident', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    context.clock.set(new Date(at('08:40')).toISOString());
    await send(context, industry, rowsOf('A', at('08:00'), times(8, HIGH)));
    const told = await Promise.all(
      Array.from({ length: 4 }, () => evaluateIndustry({ ...context }, industry.industryId)),
    );
    expect(told.map((one) => one.told).sort()).toEqual([0, 0, 0, 1]);
    const found = await incidentsOf(context, industry);
    expect(found).toHaveLength(1);
    for (const incident of found) expect(await historyOf(context, industry, incident)).toEqual(['fired!']);
  });

  it('that ends and fires again before anybody looks has both incidents', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    expect(await live(context, industry, at('08:00'), times(6, HIGH))).toBe(1);
    expect(await live(context, industry, at('08:30'), [...times(5, LOW), ...times(5, HIGH)])).toBe(2);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:20', closedAt: '08:45' },
      { state: 'open', openedAt: '09:10', closedAt: null },
    ]);
  });

  it('fires again after its hold time when its incident is resolved while the condition lasts', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    await live(context, industry, at('08:00'), times(6, HIGH));
    const [first] = await openIncidents(context.database, industry.industryKey);
    await resolveAlert(context, industry, COMMAND, { alertId: first?.incidentId ?? '', reason: null });
    expect(await live(context, industry, at('08:30'), times(3, HIGH))).toBe(0);
    expect(await live(context, industry, at('08:45'), [HIGH])).toBe(1);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'resolved', openedAt: '08:20' },
      { state: 'open', openedAt: '08:45' },
    ]);
  });

  it('calls further people when nobody has acknowledged, and the same ones when a snooze is over', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, {
      ...FLOW_RULE,
      escalation: [
        { afterMinutes: 10, channels: {} },
        { afterMinutes: 20, channels: {} },
      ],
    });
    await live(context, industry, at('08:00'), times(6, HIGH));
    const [incident] = await openIncidents(context.database, industry.industryKey);
    if (incident === undefined) throw new Error('It has fired.');
    const evaluateAt = async (time: string): Promise<string[]> => {
      context.clock.set(new Date(at(time)).toISOString());
      await evaluateIndustry(context, industry.industryId);
      return historyOf(context, industry, incident);
    };
    expect(await evaluateAt('08:30')).toEqual(['fired!']);
    expect(await evaluateAt('08:36')).toEqual(['fired!', 'escalated!']);
    await snoozeAlert(context, industry, COMMAND, {
      alertId: incident.incidentId,
      until: context.clock.now() + 30 * 60_000,
    });
    expect(await evaluateAt('09:00')).toEqual(['fired!', 'escalated!', 'snoozed']);
    const reminded = ['fired!', 'escalated!', 'snoozed', 'reminded!', 'escalated!'];
    expect(await evaluateAt('09:10')).toEqual(reminded);
    expect(await evaluateAt('09:11')).toEqual(reminded);
  });
});

describe('many rules', () => {
  it('of many units ask the database no more often than one', async () => {
    const unitIds = ['A', 'B', 'C', 'D', 'E'];
    const statementsOf = async (rulesPerUnit: number): Promise<string[]> => {
      const industry = await mintWorks(context, unitIds);
      for (let rule = 0; rule < rulesPerUnit; rule += 1)
        for (const unitId of unitIds)
          await define(context, industry, {
            ...FLOW_RULE,
            settings: { high: 10 + rule },
            scope: { kind: 'unit', ids: [unitId] },
          });
      context.clock.set(new Date(at('08:40')).toISOString());
      await send(
        context,
        industry,
        unitIds.flatMap((unitId) => rowsOf(unitId, at('08:00'), times(8, HIGH))),
      );
      const statements: string[] = [];
      const { told } = await evaluateIndustry(noting(context, statements), industry.industryId);
      // 12 KL/h is above 10 and 11, and not above 12.
      expect(told).toBe(unitIds.length * Math.min(rulesPerUnit, 2));
      return statements;
    };
    const ofOne = await statementsOf(1);
    expect(ofOne).toContain('watched-readings.readings');
    expect(await statementsOf(20)).toEqual(ofOne);
  });
});

describe('an evaluation that dies', () => {
  it('at any of its statements leaves nothing behind, and the next one records everything once', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    context.clock.set(new Date(at('09:00')).toISOString());
    await send(context, industry, rowsOf('A', at('08:00'), [...times(6, HIGH), ...times(6, LOW)]));
    let deaths = 0;
    for (let left = 0; ; left += 1) {
      let alive = left;
      const dying = noting(context, {
        push: () => {
          alive -= 1;
          if (alive >= 0) return;
          deaths += 1;
          throw new Error('killed');
        },
      });
      const told = await evaluateIndustry(dying, industry.industryId).then(
        (evaluated) => evaluated.told,
        () => null,
      );
      if (told !== null) {
        expect(told).toBe(2);
        break;
      }
      expect(await incidentsOf(context, industry)).toEqual([]);
    }
    expect(deaths).toBeGreaterThan(10);
    const found = await incidentsOf(context, industry);
    expect(found).toHaveLength(1);
    for (const incident of found)
      expect(await historyOf(context, industry, incident)).toEqual(['fired!', 'recovered!']);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
  });
});

describe('an industry without rules', () => {
  it('is not looked at, and nothing is kept for it', async () => {
    const industry = await mintWorks(context);
    const statements: string[] = [];
    await send(context, industry, rowsOf('A', at('07:00'), times(5, HIGH)));
    await evaluateIndustry(noting(context, statements), industry.industryId);
    expect(statements).toEqual(['industries.find', 'evaluations.progress', 'alert-rules.list']);
    await processDays(context, industry, '2026-11-19', '2026-11-19');
    await hearOfSettled(context, industry);
    expect(
      await context.database.execute('SELECT FROM alerting.due_day WHERE industry_key = $1', [industry.industryKey]),
    ).toEqual([]);
  });
});

describe('a batch of readings', () => {
  const HOUR_RULE = { title: 'Hour', severity: 'low', alertType: 'hourly_threshold', settings: { limit: 5 } };

  it('passes a limit of a day or of an hour with the first reading above it, not with its last one', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, DAY_RULE);
    await define(context, industry, HOUR_RULE);
    // 600 litres every five minutes from 08:00 to 10:10: 5.4 kilolitres by 08:40, of the day and of its hour.
    await live(context, industry, at('08:00'), times(27, 600));
    const found = (await incidentsOf(context, industry)).map(({ alertType, openedAt, evidence, value }) => ({
      alertType,
      openedAt,
      since: evidence['since'],
      value,
    }));
    const since = new Date(at('08:40')).toISOString();
    expect(found.slice(0, 2)).toEqual(
      expect.arrayContaining([
        { alertType: 'unit_threshold', openedAt: at('08:40'), since, value: 16.2 },
        { alertType: 'hourly_threshold', openedAt: at('08:40'), since, value: 5.4 },
      ]) as unknown,
    );
    expect(found[2]).toMatchObject({ alertType: 'hourly_threshold', openedAt: at('09:40') });
  });

  it('of a day that is over is told the same when it comes late', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, DAY_RULE);
    context.clock.set('2026-11-22T06:00:00Z');
    await evaluateIndustry(context, industry.industryId);
    await send(context, industry, rowsOf('A', at('08:00'), times(27, 600)));
    await processDays(context, industry, businessDate('2026-11-20'), businessDate('2026-11-20'));
    await hearOfSettled(context, industry);
    await evaluateIndustry(context, industry.industryId);
    expect(await shownIncidents(context, industry)).toMatchObject([{ openedAt: '08:40', peak: 16.2, isLate: true }]);
  });
});
