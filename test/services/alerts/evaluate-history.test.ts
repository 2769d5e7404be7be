import { beforeEach, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/domain/industry/industry.ts';
import { evaluateIndustry } from '../../../src/services/alerts/evaluate.ts';
import { process as processDays } from '../processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';
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
} from './watch.ts';

const [LOW, HIGH] = [500, 1000];

const times = (count: number, litres: number): number[] => Array.from({ length: count }, () => litres);

let context: TestContext;

beforeEach(async () => {
  context = await testContext(new Date(at('08:00')).toISOString());
});

const shown = async (industry: Industry) =>
  (await incidentsOf(context, industry)).map(({ state, openedAt, closedAt, peak, litres, isLate }) => ({
    state,
    openedAt: new Date(openedAt).toISOString().slice(11, 16),
    closedAt: closedAt === null ? null : new Date(closedAt).toISOString().slice(11, 16),
    peak,
    litres,
    isLate,
  }));

/** A context that notes the names of statements. */
function noting(statements: { push(name: string): unknown }): TestContext {
  const { database } = context;
  const noted = <Q extends Pick<typeof database, 'many' | 'one' | 'maybeOne'>>(querier: Q): Q => ({
    ...querier,
    many: (name, parameters) => {
      statements.push(name);
      return querier.many(name, parameters);
    },
    one: (name, parameters) => {
      statements.push(name);
      return querier.one(name, parameters);
    },
    maybeOne: (name, parameters) => {
      statements.push(name);
      return querier.maybeOne(name, parameters);
    },
  });
  return {
    ...context,
    database: {
      ...noted(database),
      transaction: (work) => database.transaction((transaction) => work(noted(transaction))),
    },
  };
}

describe('an industry without rules', () => {
  it('is not looked at, and nothing is kept for it', async () => {
    const industry = await mintWorks(context);
    const statements: string[] = [];
    await send(context, industry, rowsOf('A', at('07:00'), times(5, HIGH)));
    await evaluateIndustry(noting(statements), industry.industryId);
    expect(statements).toEqual(['industries.find', 'alert-rules.list']);
    await processDays(context, industry, '2026-11-19', '2026-11-19');
    await hearOfSettled(context, industry);
    expect(
      await context.database.execute('SELECT FROM alerting.due_day WHERE industry_key = $1', [industry.industryKey]),
    ).toEqual([]);
  });
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
    expect(await shown(industry)).toMatchObject([{ state: 'withdrawn' }]);
    expect(await historyOf(context, industry, incident)).toEqual(['fired!', 'recovered!', 'withdrawn!']);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
  });

  it('that settles as it was known changes nothing', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    await define(context, industry, DAY_RULE);
    await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)]);
    const before = await shown(industry);
    expect(before).toHaveLength(2);
    context.clock.set('2026-11-21T06:00:00Z');
    await processDays(context, industry, '2026-11-20', '2026-11-20');
    await evaluateIndustry(context, industry.industryId);
    await hearOfSettled(context, industry);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect((await shown(industry)).map(({ openedAt }) => openedAt)).toEqual(before.map(({ openedAt }) => openedAt));
    expect((await shown(industry)).map(({ state }) => state)).toEqual(['recovered', 'recovered']);
  });

  it('of the running day that comes late is found, although newer readings were looked at before', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, FLOW_RULE);
    expect(await live(context, industry, at('08:00'), times(3, LOW))).toBe(0);
    expect(await live(context, industry, at('09:00'), times(3, LOW))).toBe(0);
    context.clock.set(new Date(at('09:15')).toISOString());
    await send(context, industry, rowsOf('A', at('08:15'), times(9, HIGH)));
    expect((await evaluateIndustry(context, industry.industryId)).told).toBeGreaterThan(0);
    expect(await shown(industry)).toMatchObject([{ openedAt: '08:30', isLate: false }]);
    expect(await live(context, industry, at('09:15'), times(3, LOW))).toBe(1);
    expect(await shown(industry)).toMatchObject([{ state: 'recovered', openedAt: '08:30', closedAt: '09:15' }]);
  });
});
