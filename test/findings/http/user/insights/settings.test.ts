import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../../../src/kernel/time/business-date.ts';
import { readInsightsOfDay } from '../../../../../src/findings/insights/read-findings.ts';
import { FINDING_KINDS } from '../../../../../src/findings/rules/kinds.ts';
import { dueInsightOf, storeInsight } from '../../../../../src/findings/store/insights.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { auditOf, found, mintPerson, mintWorks, NOW, type Person } from './support.ts';

interface Data {
  readonly kinds: readonly {
    readonly kind: string;
    readonly limit: { readonly default: number } | null;
    readonly value: number | null;
    readonly mutedUntil: string | null;
  }[];
  readonly settings: readonly Record<string, unknown>[];
}

let context: TestContext;
let app: TestApp;
let industry: Industry;
let manager: Person;
let reader: Person;

beforeAll(async () => {
  context = await testContext(NOW);
  app = testApp(context);
});
beforeEach(async () => {
  context.clock.set(NOW);
  industry = await mintWorks(context);
  await peopleAt(NOW);
});

/** People who log in then, because a token does not last for days. */
async function peopleAt(instant: string): Promise<void> {
  context.clock.set(instant);
  const { industryId } = industry;
  manager = await mintPerson(context, app, { industryId, permissions: ['alerts:write'] });
  reader = await mintPerson(context, app, { industryId });
}

const read = async (): Promise<Data> => (await reader.send('GET', '/settings')).data as unknown as Data;
const set = (body: unknown) => manager.send('PUT', '/settings', body);
const settings = async () =>
  (await read()).settings.map(({ kind, unitId, subCategoryId, limit, mutedUntil, reason }) => [
    kind,
    unitId ?? subCategoryId ?? 'industry',
    limit,
    mutedUntil,
    reason,
  ]);
const isDue = async (): Promise<boolean> =>
  (await dueInsightOf(context.database, industry.industryId, new Date(context.clock.now()))) !== null;
const listed = async (query = ''): Promise<[string, string | null][]> => {
  const { data } = await reader.send('GET', `?days=30${query}`);
  const { findings } = data as unknown as { findings: { unitName: string; mutedUntil: string | null }[] };
  return findings.map(({ unitName, mutedUntil }): [string, string | null] => [unitName, mutedUntil]).toSorted();
};

describe('settings of findings', () => {
  it('name every kind with its limit, as it is by default', async () => {
    const { kinds, settings: none } = await read();
    expect(kinds.map(({ kind }) => kind)).toEqual(FINDING_KINDS);
    expect(none).toEqual([]);
    expect(kinds.find(({ kind }) => kind === 'tank-low')).toEqual({
      kind: 'tank-low',
      title: 'Tank low',
      meaning: 'A tank is nearly empty, which it seldom is',
      severity: 'high',
      isMailed: true,
      limit: {
        default: 10,
        unit: '%',
        least: 0,
        most: 100,
        meaning: 'content at or below which a tank is low',
      },
      value: 10,
      mutedUntil: null,
    });
    expect(kinds.find(({ kind }) => kind === 'leak')).toMatchObject({ limit: null, value: null });
  });

  it('keep what a change does not name, and lose what it takes back', async () => {
    expect((await set({ kind: 'tank-low', limit: 15, reason: 'Small tanks' })).status).toBe(200);
    await set({ kind: 'tank-low', mutedUntil: '20/03/2026' });
    await set({ kind: 'tank-low', unitId: 'TANK', limit: 20 });
    expect(await settings()).toEqual([
      ['tank-low', 'industry', 15, '20/03/2026', 'Small tanks'],
      ['tank-low', 'TANK', 20, null, null],
    ]);
    const { kinds } = await read();
    expect(kinds.find(({ kind }) => kind === 'tank-low')).toMatchObject({ value: 15, mutedUntil: '20/03/2026' });
    await set({ kind: 'tank-low', limit: null, reason: null });
    expect(await settings()).toEqual([
      ['tank-low', 'industry', null, '20/03/2026', null],
      ['tank-low', 'TANK', 20, null, null],
    ]);
    await set({ kind: 'tank-low', mutedUntil: null });
    await set({ kind: 'tank-low', unitId: 'TANK', limit: null });
    expect(await settings()).toEqual([]);
  });

  it('have the last four weeks judged again after another limit, and not after anything else', async () => {
    expect(await isDue()).toBe(false);
    await set({ kind: 'tank-low', mutedUntil: '20/03/2026' });
    await set({ kind: 'tank-low', limit: null, reason: 'Nothing' });
    expect(await isDue()).toBe(false);
    await set({ kind: 'tank-low', limit: 15 });
    expect(await isDue()).toBe(true);
  });

  it('leave one row of the audit a change, and none where nothing changes', async () => {
    await set({ kind: 'tank-low', unitId: 'TANK', limit: 15, mutedUntil: 'never', reason: 'Old tank' });
    await set({ kind: 'tank-low', unitId: 'TANK', limit: 15 });
    await set({ kind: 'tank-low', unitId: 'TANK', mutedUntil: '31/12/9999' });
    await set({ kind: 'tank-low', unitId: 'TANK', limit: 1000 });
    await set({ kind: 'tank-low', reason: 'Nothing is set' });
    expect(await auditOf(context, industry)).toEqual([
      {
        verb: 'finding.setting',
        subject: 'tank-low',
        reason: 'Old tank',
        before: { limit: null, mutedUntil: null },
        after: { unitId: 'TANK', subCategoryId: null, limit: 15, mutedUntil: 'never' },
      },
    ]);
  });

  it('of two people who set at once hold both', async () => {
    await Promise.all([
      set({ kind: 'tank-low', unitId: 'TANK', limit: 15 }),
      set({ kind: 'tank-low', unitId: 'TANK', mutedUntil: 'never' }),
      set({ kind: 'tank-low', limit: 5 }),
    ]);
    expect(await settings()).toEqual([
      ['tank-low', 'industry', 5, null, null],
      ['tank-low', 'TANK', 15, '31/12/9999', null],
    ]);
  });

  it.each([
    [{ kind: 'tank-low', limit: 100.01 }, "'limit' is 100.01, allowed is a number from 0 to 100 (%)"],
    [{ kind: 'silence', limit: 0 }, "'limit' is 0, allowed is a whole number from 1 to 43200 (minutes)"],
    [{ kind: 'leak', limit: 1 }, "'limit' is 1, allowed is null, because leak has no limit"],
    [{ kind: 'leak', unitId: 'NO_SUCH' }, `'unitId' is \\"NO_SUCH\\", allowed is the id of a unit of the industry`],
    [{ kind: 'leak', mutedUntil: '01/03/2026' }, 'allowed is a day after 01/03/2026, or never'],
    [{ kind: 'leak', mutedUntil: 'always' }, 'mutedUntil'],
    [{ kind: 'leak', mutedUntil: '31/02/2026' }, 'mutedUntil'],
    [{ kind: 'leak', reason: 'a\u0007b' }, 'reason'],
    [{ kind: 'drought' }, 'kind'],
    [{ limit: 5 }, 'kind'],
    [{ kind: 'tank-low', limit: '5' }, 'limit'],
    [{ kind: 'tank-low', until: 'never' }, 'until'],
  ])('refuse %j with what is allowed', async (body, words) => {
    const { status, text } = await set(body);
    expect([status, text]).toEqual([400, expect.stringContaining(words)]);
    expect(await settings()).toEqual([]);
  });

  it('are set by people who may write alert rules, for their own industry', async () => {
    expect((await reader.send('PUT', '/settings', { kind: 'leak', mutedUntil: 'never' })).status).toBe(401);
    const other = await mintWorks(context);
    const stranger = await mintPerson(context, app, { industryId: other.industryId, permissions: ['alerts:write'] });
    await stranger.send('PUT', '/settings', { kind: 'leak', mutedUntil: 'never' });
    expect(await settings()).toEqual([]);
  });
});

describe('a mute', () => {
  it('of a kind of one unit leaves its findings out, until its last day has passed', async () => {
    const id = await found(context, industry, 'M1');
    await found(context, industry, 'M2');
    await set({ kind: 'leak', unitId: 'M1', mutedUntil: '03/03/2026' });
    expect(await listed()).toEqual([['Unit M2', null]]);
    expect(await listed('&all=true')).toEqual([
      ['Unit M1', '03/03/2026'],
      ['Unit M2', null],
    ]);
    const { data } = await reader.send('GET', `/${id}`);
    expect(data).toMatchObject({
      finding: { mutedUntil: '03/03/2026' },
      acts: [{ act: 'muted', detail: '03/03/2026', userId: manager.userId }],
    });
    // What the day's insights say is what mails and reports have.
    const day = businessDate('2026-03-01');
    await storeInsight(
      context.database,
      industry.industryKey,
      { date: day, totalConsumption: null, onlineUnits: 0, offlineUnits: 3 },
      new Date(context.clock.now()),
    );
    const [ofDay] = await readInsightsOfDay(context, day, industry);
    expect(ofDay?.findings.map(({ unitId }) => unitId)).toEqual(['M2']);
    await peopleAt('2026-03-02T23:00:00Z');
    expect(await listed()).toEqual([['Unit M2', null]]);
    await peopleAt('2026-03-03T00:30:00Z');
    expect(await listed()).toEqual([
      ['Unit M1', null],
      ['Unit M2', null],
    ]);
  });

  it('of the industry is every unit, but for one that is told again earlier', async () => {
    await found(context, industry, 'M1');
    await found(context, industry, 'M2');
    await set({ kind: 'leak', mutedUntil: 'never' });
    expect(await listed()).toEqual([]);
    expect(await listed('&all=true')).toEqual([
      ['Unit M1', '31/12/9999'],
      ['Unit M2', '31/12/9999'],
    ]);
    await set({ kind: 'leak', unitId: 'M1', mutedUntil: '03/03/2026' });
    await peopleAt('2026-03-04T02:00:00Z');
    expect(await listed()).toEqual([['Unit M1', null]]);
    await set({ kind: 'leak', unitId: 'M2', mutedUntil: '05/03/2026' });
    expect(await listed()).toEqual([['Unit M1', null]]);
    // Whoever switches the kind off again means all units, but for mutes that go on.
    await set({ kind: 'leak', mutedUntil: null });
    await set({ kind: 'leak', mutedUntil: 'never' });
    expect(await listed()).toEqual([]);
    expect(await settings()).toEqual([
      ['leak', 'industry', null, '31/12/9999', null],
      ['leak', 'M2', null, '05/03/2026', null],
    ]);
  });

  it('does not reach another kind, and is gone when it is taken back', async () => {
    await found(context, industry, 'M1', 'burst');
    await set({ kind: 'leak', unitId: 'M1', mutedUntil: 'never' });
    expect(await listed()).toEqual([['Unit M1', null]]);
    await set({ kind: 'burst', unitId: 'M1', mutedUntil: 'never' });
    expect(await listed()).toEqual([]);
    await set({ kind: 'burst', unitId: 'M1', mutedUntil: null });
    expect(await listed()).toEqual([['Unit M1', null]]);
  });

  it('and its end are acts of a finding, but not the end of one that is over', async () => {
    const id = await found(context, industry, 'M1');
    await set({ kind: 'leak', unitId: 'M1', mutedUntil: 'never' });
    await set({ kind: 'leak', unitId: 'M1', mutedUntil: null });
    await set({ kind: 'leak', unitId: 'M1', mutedUntil: '03/03/2026' });
    await peopleAt('2026-03-03T12:00:00Z');
    await set({ kind: 'leak', unitId: 'M1', mutedUntil: null });
    const { acts } = (await reader.send('GET', `/${id}`)).data as unknown as {
      acts: { act: string; detail: string }[];
    };
    expect(acts.map(({ act, detail }) => [act, detail])).toEqual([
      ['muted', 'never'],
      ['unmuted', null],
      ['muted', '03/03/2026'],
    ]);
  });
});
