import { beforeEach, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { addDueDays, evaluationProgress } from '../../src/alerts/store/evaluations.ts';
import { spanOfIncident } from '../../src/alerts/rules/incident-facts.ts';
import { resolveAlert } from '../../src/alerts/handle-incident.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { testContext, type TestContext } from '../support/database.ts';
import type { StatementValues } from '../../src/platform/database/statements.ts';
import {
  at,
  DAY_RULE,
  define,
  FLOW_RULE,
  historyOf,
  incidentsOf,
  live,
  mintWorks,
  rowsOf,
  send,
  times,
} from './watch.ts';

/* Readings of the running day that come late, or are corrected, before the day settles. */

const [LOW, MARGIN, HIGH, SPIKE] = [500, 800, 1000, 100_000];
const DAY_MS = 24 * 3_600_000;
/** A single reading is enough. */
const SPIKE_RULE = { ...FLOW_RULE, holdMinutes: 0, recoverMinutes: 0 };

let context: TestContext;
beforeEach(async () => {
  context = await testContext(new Date(at('08:00')).toISOString());
});

const told = async (industry: Industry): Promise<number> => (await evaluateIndustry(context, industry.industryId)).told;

const shown = async (industry: Industry) =>
  Promise.all(
    (await incidentsOf(context, industry)).map(async (incident) => ({
      state: incident.state,
      openedAt: new Date(incident.openedAt).toISOString().slice(11, 16),
      history: await historyOf(context, industry, incident),
    })),
  );

/** Begin and end of each condition, as messages and reports tell them. */
const spans = async (industry: Industry) =>
  (await incidentsOf(context, industry)).map((incident) => {
    const { since, until } = spanOfIncident(incident, industry.clock, incident.lastedMinutes);
    return [since, until].map((instant) => new Date(instant ?? 0).toISOString().slice(11, 16));
  });

describe('a correction of the running day', () => {
  it('that removes the newest reading withdraws the incident that it opened, and that is told once', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SPIKE_RULE);
    expect(await live(context, industry, at('08:00'), [...times(6, LOW), SPIKE])).toBe(1);
    expect(await shown(industry)).toEqual([{ state: 'open', openedAt: '08:30', history: ['fired!'] }]);
    await send(context, industry, rowsOf('A', at('08:30'), [LOW]));
    expect(await told(industry)).toBe(1);
    const withdrawn = [{ state: 'withdrawn', openedAt: '08:30', history: ['fired!', 'withdrawn!'] }];
    expect(await shown(industry)).toEqual(withdrawn);
    expect(await told(industry)).toBe(0);
    expect(await live(context, industry, at('08:35'), times(3, LOW))).toBe(0);
    expect(await shown(industry)).toEqual(withdrawn);
    expect(await live(context, industry, at('08:50'), [SPIKE])).toBe(1);
  });

  it('of an older reading withdraws what has recovered meanwhile', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SPIKE_RULE);
    expect(await live(context, industry, at('08:00'), [...times(6, LOW), SPIKE, LOW, LOW])).toBe(2);
    await send(context, industry, rowsOf('A', at('08:30'), [LOW]));
    expect(await told(industry)).toBe(1);
    expect(await shown(industry)).toEqual([
      { state: 'withdrawn', openedAt: '08:30', history: ['fired!', 'recovered!', 'withdrawn!'] },
    ]);
  });

  it('withdraws a day that was above its limit by one reading alone', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, DAY_RULE);
    expect(await live(context, industry, at('08:00'), [...times(3, LOW), SPIKE])).toBe(1);
    await send(context, industry, rowsOf('A', at('08:15'), [LOW]));
    expect(await told(industry)).toBe(1);
    expect(await shown(industry)).toEqual([
      { state: 'withdrawn', openedAt: '08:15', history: ['fired!', 'withdrawn!'] },
    ]);
    // 2 kilolitres so far.
    expect(await live(context, industry, at('08:20'), times(3, HIGH))).toBe(0);
    expect(await live(context, industry, at('08:35'), [HIGH])).toBe(1);
  });

  it('leaves what lasted beside it open, and its first instant moves with the data', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    expect(await live(context, industry, at('08:00'), [...times(4, LOW), ...times(6, HIGH)])).toBe(1);
    await send(context, industry, rowsOf('A', at('08:20'), [LOW]));
    expect(await told(industry)).toBe(0);
    expect(await shown(industry)).toEqual([{ state: 'open', openedAt: '08:35', history: ['fired!'] }]);
    expect(await live(context, industry, at('08:50'), times(4, LOW))).toBe(1);
    expect(await shown(industry)).toMatchObject([{ state: 'recovered' }]);
    expect(await spans(industry)).toEqual([['08:25', '08:50']]);
  });

  it('that removes a peak is seen at once in the figures of what lasts', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SPIKE_RULE);
    await live(context, industry, at('08:00'), [...times(6, LOW), HIGH, SPIKE]);
    expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'open', value: 1200, peak: 1200 }]);
    await send(context, industry, rowsOf('A', at('08:35'), [HIGH]));
    expect(await told(industry)).toBe(0);
    expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'open', value: 12, peak: 12 }]);
  });

  it('that cuts an incident in two leaves it one, and nobody is told twice', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    expect(await live(context, industry, at('08:00'), [...times(2, LOW), ...times(16, HIGH)])).toBe(1);
    await send(context, industry, rowsOf('A', at('08:35'), times(5, LOW)));
    expect(await told(industry)).toBe(0);
    expect(await shown(industry)).toEqual([{ state: 'open', openedAt: '08:25', history: ['fired!'] }]);
    expect(await live(context, industry, at('09:30'), times(4, LOW))).toBe(1);
    expect(await spans(industry)).toEqual([['08:10', '09:30']]);
  });

  it('leaves open what began days ago and has been within its margin since', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    const began = at('00:00') - 3 * DAY_MS;
    // 9.6 KL/h is neither above 10 nor below 9.5.
    expect(await live(context, industry, began, times(6, HIGH))).toBe(1);
    expect(await live(context, industry, began + 30 * 60_000, times(3 * 288, MARGIN))).toBe(0);
    await send(context, industry, rowsOf('A', at('00:10'), [LOW]));
    expect(await told(industry)).toBe(0);
    expect(await shown(industry)).toMatchObject([{ state: 'open', history: ['fired!'] }]);
  });

  it('leaves open what its rule has held for days before it fired', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, { ...FLOW_RULE, holdMinutes: (2 * DAY_MS) / 60_000 });
    expect(await live(context, industry, at('08:00') - 3 * DAY_MS, times(3 * 288, HIGH))).toBe(1);
    await send(context, industry, rowsOf('A', at('00:10'), [HIGH + 1]));
    expect(await told(industry)).toBe(0);
    expect(await shown(industry)).toMatchObject([{ state: 'open', history: ['fired!'] }]);
  });

  it('is looked at once where its day waits besides', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SPIKE_RULE);
    await live(context, industry, at('08:00'), times(6, LOW));
    await send(context, industry, rowsOf('A', at('08:10'), [SPIKE]));
    const day = { date: businessDate('2026-11-20'), unitKeys: [industry.units.get('A')?.unitKey ?? 0] };
    await addDueDays(context.database, industry.industryKey, [day]);
    expect(await told(industry)).toBe(2);
    expect(await shown(industry)).toEqual([
      { state: 'recovered', openedAt: '08:10', history: ['fired!', 'recovered!'] },
    ]);
  });

  it('leaves what was resolved by hand resolved', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SPIKE_RULE);
    await live(context, industry, at('08:00'), [...times(6, LOW), SPIKE]);
    const [incident] = await incidentsOf(context, industry);
    await resolveAlert(context, industry, COMMAND, { alertId: incident?.incidentId ?? '', reason: null });
    await send(context, industry, rowsOf('A', at('08:10'), [HIGH / 2 + 1]));
    expect(await told(industry)).toBe(0);
    expect(await shown(industry)).toMatchObject([{ state: 'resolved' }]);
  });
});

describe('readings that come while an evaluation reads', () => {
  it('and are older than what it has seen are found by the next one', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SPIKE_RULE);
    context.clock.set(new Date(at('08:31')).toISOString());
    await send(context, industry, rowsOf('A', at('08:00'), times(3, LOW)));
    await told(industry);
    // It reads 08:25 as the newest, and does not see the spike of 08:20 any more, which is stored behind its back.
    await send(context, industry, rowsOf('A', at('08:25'), [LOW]));
    const interrupted = meanwhile('watched-readings.readings', () =>
      send(context, industry, rowsOf('A', at('08:20'), [SPIKE])),
    );
    await evaluateIndustry(interrupted, industry.industryId);
    expect(await told(industry)).toBe(2);
    expect(await shown(industry)).toEqual([
      { state: 'recovered', openedAt: '08:20', history: ['fired!', 'recovered!'] },
    ]);
    expect(await news(industry)).toEqual([]);
  });

  it('are not forgotten where the same day of the same unit is being looked at', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SPIKE_RULE);
    await live(context, industry, at('08:00'), times(6, LOW));
    const day = { date: businessDate('2026-11-20'), unitKeys: [industry.units.get('A')?.unitKey ?? 0] };
    await addDueDays(context.database, industry.industryKey, [day]);
    const interrupted = meanwhile('incidents.of_rules', () =>
      addDueDays(context.database, industry.industryKey, [day]),
    );
    await evaluateIndustry(interrupted, industry.industryId);
    expect((await progress(industry)).dueDays).toMatchObject([day]);
    await evaluateIndustry(context, industry.industryId);
    expect((await progress(industry)).dueDays).toEqual([]);
  });
});

describe('a day that is sent again with one reading more', () => {
  it('is not looked at anew', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    await live(context, industry, at('08:00'), times(6, LOW));
    context.clock.set(new Date(at('08:31')).toISOString());
    await send(context, industry, rowsOf('A', at('08:00'), times(7, LOW)));
    expect(await news(industry)).toMatchObject([{ changed: [{ afterEpochMs: at('08:30') }] }]);
    await told(industry);
    expect(await news(industry)).toEqual([]);
  });
});

const progress = ({ industryKey }: Industry) => evaluationProgress(context.database, industryKey, 9);
const news = async (industry: Industry) => (await progress(industry)).news;

/** A context in which something else happens once, behind a statement of this name. */
function meanwhile(statement: string, happens: () => Promise<void>): TestContext {
  let isOver = false;
  const { database } = context;
  return {
    ...context,
    database: {
      ...database,
      many: async <Row>(name: string, values?: StatementValues) => {
        const rows = await database.many<Row>(name, values);
        if (name !== statement || isOver) return rows;
        isOver = true;
        await happens();
        return rows;
      },
    },
  };
}
