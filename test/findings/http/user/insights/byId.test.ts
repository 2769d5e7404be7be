import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../../../src/kernel/time/business-date.ts';
import { findingsOnRecord } from '../../../../../src/findings/store/insights.ts';
import { disable } from '../../../../../src/platform/login/store/disabled.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { type Answer, auditOf, found, mintPerson, mintWorks, NOW, type Person } from './support.ts';

const NOBODYS = '3f0a6a4e-52c1-4d0e-9d8e-3f6f1f0a2c41';
let context: TestContext;
let app: TestApp;
let industry: Industry;
let manager: Person;
let colleague: Person;
let reader: Person;
let stranger: Person;
let id = '';

beforeAll(async () => {
  context = await testContext(NOW);
  app = testApp(context);
  stranger = await mintPerson(context, app, {
    industryId: (await mintWorks(context)).industryId,
    permissions: ['alerts:write'],
  });
});
beforeEach(async () => {
  industry = await mintWorks(context);
  const { industryId } = industry;
  manager = await mintPerson(context, app, { industryId, permissions: ['alerts:write'] });
  colleague = await mintPerson(context, app, { industryId, permissions: ['alerts:write'] });
  reader = await mintPerson(context, app, { industryId });
  id = await found(context, industry, 'M1');
});

const detail = async (): Promise<Record<string, unknown>> => (await reader.send('GET', `/${id}`)).data;
/** Acts of the finding, without their instants. */
const acts = async () => {
  const { acts: all } = (await detail()) as {
    acts: { userId: string; userName: string; act: string; detail: string | null; assigneeName: string | null }[];
  };
  // Minted users are named by their ids.
  return all.map(({ userName, act, detail: told, assigneeName }) => [userName, act, assigneeName ?? told]);
};
/** The acts of this path, each with a body that fits. */
const ACTS = (userId: string) =>
  [
    ['POST', `/${id}/acknowledge`, { note: 'Seen' }],
    ['PUT', `/${id}/assignee`, { userId }],
    ['POST', `/${id}/comments`, { text: 'It drips' }],
    ['POST', `/${id}`, { verdict: 'confirmed' }],
  ] as const;

describe('a finding', () => {
  it('is read with its meaning, the limit in force, and the rule that a person would make of it', async () => {
    const tankId = await found(context, industry, 'TANK', 'tank-low', {
      evidence: { worstPercent: 4, limitPercent: 12 },
    });
    await manager.send('PUT', '/settings', { kind: 'tank-low', unitId: 'TANK', limit: 12 });
    expect((await reader.send('GET', `/${tankId}`)).data).toMatchObject({
      finding: { id: tankId, kind: 'tank-low', unitId: 'TANK', rank: 1, mutedUntil: null },
      meaning: 'A tank is nearly empty, which it seldom is',
      acts: [],
      precision: { kind: 'tank-low', unjudged: 1, precision: null },
      limit: { value: 12, unit: '%', by: 'unit' },
      rule: { alertType: 'level_exceed', settings: { low: 12 } },
    });
    expect(await detail()).toMatchObject({ limit: null, rule: { alertType: 'water_balance_leakage' } });
  });

  it('keeps what people did in order, each act once in its history and once in the audit', async () => {
    for (const [method, path, body] of ACTS(colleague.userId))
      expect((await manager.send(method, path, body)).status).toBe(200);
    expect((await manager.send('PUT', `/${id}/assignee`, { userId: null })).data).toMatchObject({ assigneeId: null });
    expect((await manager.send('POST', `/${id}`, { verdict: 'none' })).data).toMatchObject({ fate: null });
    const by = manager.userId;
    expect(await acts()).toEqual([
      [by, 'acknowledged', 'Seen'],
      [by, 'assigned', colleague.userId],
      [by, 'commented', 'It drips'],
      [by, 'confirmed', null],
      [by, 'unassigned', colleague.userId],
      [by, 'verdict withdrawn', null],
    ]);
    const row = { subject: id, reason: null };
    expect(await auditOf(context, industry)).toEqual([
      { ...row, verb: 'finding.acknowledge', reason: 'Seen', before: null, after: null },
      {
        ...row,
        verb: 'finding.assign',
        before: { assigneeId: null },
        after: { assigneeId: colleague.userId },
      },
      { ...row, verb: 'finding.comment', before: null, after: { comment: 'It drips' } },
      { ...row, verb: 'finding.judge', before: { fate: null }, after: { fate: 'confirmed' } },
      {
        ...row,
        verb: 'finding.assign',
        before: { assigneeId: colleague.userId },
        after: { assigneeId: null },
      },
      { ...row, verb: 'finding.judge', before: { fate: 'confirmed' }, after: { fate: null } },
    ]);
  });

  it('keeps no verdict that says nothing new, and is not un-healed by taking none back', async () => {
    const say = async (verdict: string, reason?: string) =>
      (await manager.send('POST', `/${id}`, { verdict, ...(reason === undefined ? {} : { reason }) })).data['fate'];
    expect(await say('none')).toBeNull();
    await context.database.execute(`UPDATE operations.finding SET fate = 'healed' WHERE finding_id = $1`, [id]);
    expect(await say('none')).toBe('healed');
    expect(await acts()).toEqual([]);
    expect(await say('confirmed', 'It drips')).toBe('confirmed');
    expect(await say('confirmed', 'It drips')).toBe('confirmed');
    expect(await say('confirmed', 'The cistern')).toBe('confirmed');
    const by = manager.userId;
    expect(await acts()).toEqual([
      [by, 'confirmed', 'It drips'],
      [by, 'confirmed', 'The cistern'],
    ]);
    expect(await auditOf(context, industry)).toHaveLength(2);
  });

  it('is acknowledged by the first of several, and a later note is a comment', async () => {
    const answers = await Promise.all(
      [manager, colleague].map((person) => person.send('POST', `/${id}/acknowledge`, {})),
    );
    const [first] = await acts();
    expect(answers.map(({ status, data }) => [status, data['acknowledgedBy']])).toEqual([
      [200, first?.[0]],
      [200, first?.[0]],
    ]);
    expect(await acts()).toEqual([[first?.[0], 'acknowledged', null]]);
    await colleague.send('POST', `/${id}/acknowledge`, { note: 'Me, too' });
    expect((await acts())[1]).toEqual([colleague.userId, 'commented', 'Me, too']);
    expect((await auditOf(context, industry)).map(({ verb }) => verb)).toEqual([
      'finding.acknowledge',
      'finding.comment',
    ]);
  });

  it('has every act of two people who act at once', async () => {
    await Promise.all([
      manager.send('POST', `/${id}/comments`, { text: 'one' }),
      colleague.send('POST', `/${id}/comments`, { text: 'other' }),
      manager.send('PUT', `/${id}/assignee`, { userId: colleague.userId }),
      colleague.send('PUT', `/${id}/assignee`, { userId: colleague.userId }),
    ]);
    const all = await acts();
    expect(all.map(([, act]) => act).toSorted()).toEqual(['assigned', 'commented', 'commented']);
    expect(await auditOf(context, industry)).toHaveLength(3);
  });

  it('is handed to nobody who is of another industry, gone, disabled or unknown', async () => {
    const assign = (userId: unknown) => manager.send('PUT', `/${id}/assignee`, { userId });
    const refused = ({ status, text }: Answer) => [status, text.includes("'userId'") || text.includes('"userId"')];
    const disabled = await mintUser(context, { industryId: industry.industryId });
    await disable(context.database, industry.industryId, disabled.userId, context.clock.now());
    const gone = await mintUser(context, { industryId: industry.industryId });
    await context.database.execute('UPDATE tenant.app_user SET removed_at = now() WHERE user_key = $1', [gone.userKey]);
    expect(refused(await assign(stranger.userId))).toEqual([404, true]);
    expect(refused(await assign('nobody'))).toEqual([404, true]);
    expect(refused(await assign(gone.userId))).toEqual([404, true]);
    expect(refused(await assign(disabled.userId))).toEqual([400, true]);
    for (const wrong of ['', 7, undefined]) expect(refused(await assign(wrong))).toEqual([400, true]);
    expect((await assign('nobody')).text).toBe(
      (await assign(stranger.userId)).text.replaceAll(stranger.userId, 'nobody'),
    );
    expect(await acts()).toEqual([]);
    expect(await auditOf(context, industry)).toEqual([]);
  });

  it('tells open pages of the industry who did what', async () => {
    const told: unknown[] = [];
    const stop = await context.database.listen('web_event', (payload) => {
      if (payload.includes(industry.industryId)) told.push(JSON.parse(payload));
    });
    await manager.send('PUT', `/${id}/assignee`, { userId: 'nobody' });
    await manager.send('PUT', `/${id}/assignee`, { userId: colleague.userId });
    await expect
      .poll(() => told)
      .toEqual([
        {
          channel: `V2_${industry.industryId}`,
          name: 'finding',
          payload: { findingId: id, act: 'assigned', userId: manager.userId, assigneeId: colleague.userId },
        },
      ]);
    await stop();
  });

  it('keeps what people did when the data are judged again', async () => {
    for (const [method, path, body] of ACTS(colleague.userId)) await manager.send(method, path, body);
    const before = await detail();
    const since = businessDate('2026-02-01');
    const [known] = await findingsOnRecord(context.database, industry.industryKey, since);
    const seenAgain = { findingKey: known?.findingKey ?? null, isOpen: false, sentence: 'Less is wrong' };
    expect(await found(context, industry, 'M1', 'leak', seenAgain)).toBe(id);
    const after = await detail();
    expect(after).toMatchObject({
      finding: {
        says: 'Less is wrong',
        isOpen: false,
        fate: 'confirmed',
        acknowledgedBy: manager.userId,
        assigneeId: colleague.userId,
      },
    });
    expect(after['acts']).toEqual(before['acts']);
  });
});

describe('acts on a finding', () => {
  it('are for people who may write alert rules', async () => {
    for (const [method, path, body] of ACTS(reader.userId))
      expect((await reader.send(method, path, body)).status).toBe(401);
    expect(await acts()).toEqual([]);
  });

  it('of another industry find nothing, and tell nothing of it', async () => {
    const asked = [['GET', `/${id}`, undefined] as const, ...ACTS(stranger.userId)];
    for (const [method, path, body] of asked) {
      const { status, text } = await stranger.send(method, path, body);
      const nobodys = await stranger.send(method, path.replace(id, NOBODYS), body);
      expect([status, text]).toEqual([404, nobodys.text.replaceAll(NOBODYS, id)]);
    }
    expect(await acts()).toEqual([]);
  });

  it.each([
    ['acknowledge', { note: 'a\u0007b' }, 'note'],
    ['acknowledge', { note: '' }, 'note'],
    ['acknowledge', { note: 'x'.repeat(501) }, 'note'],
    ['acknowledge', { notes: 'x' }, 'notes'],
    ['comments', { text: 'a\u202eb' }, 'text'],
    ['comments', { text: '' }, 'text'],
    ['comments', { text: 'x'.repeat(2001) }, 'text'],
    ['comments', {}, 'text'],
    ['comments', { text: null }, 'text'],
  ])('refuse %s with %j by the name of the field', async (path, body, field) => {
    const { status, text } = await manager.send('POST', `/${id}/${path}`, body);
    expect([status, text]).toEqual([400, expect.stringContaining(field)]);
    expect(await acts()).toEqual([]);
  });

  it('take texts of the longest', async () => {
    expect((await manager.send('POST', `/${id}/acknowledge`, { note: 'x'.repeat(500) })).status).toBe(200);
    expect((await manager.send('POST', `/${id}/comments`, { text: 'x'.repeat(2000) })).status).toBe(200);
    expect((await manager.send('GET', '/not-an-id')).status).toBe(400);
  });
});

describe('the list of findings', () => {
  it('is narrowed by unit, by openness and by who works on them', async () => {
    const closed = await found(context, industry, 'M2', 'burst', { isOpen: false });
    const swapped = await found(context, industry, 'M2', 'swapped-meters', { evidence: { swappedWith: 'M1' } });
    await manager.send('PUT', `/${id}/assignee`, { userId: colleague.userId });
    const listed = async (query: string): Promise<string[]> => {
      const { findings } = (await colleague.send('GET', query)).data as { findings: { id: string }[] };
      return findings.map((one) => one.id).toSorted();
    };
    const all = [id, closed, swapped].toSorted();
    expect(await listed('')).toEqual(all);
    expect(await listed('?unitId=M1')).toEqual([id, swapped].toSorted());
    expect(await listed('?unitId=M2')).toEqual([closed, swapped].toSorted());
    expect(await listed('?unitId=NO_SUCH')).toEqual([]);
    expect(await listed('?open=true')).toEqual([id, swapped].toSorted());
    expect(await listed('?open=false')).toEqual(all);
    expect(await listed('?assignee=me')).toEqual([id]);
    expect(await listed(`?assignee=${colleague.userId}`)).toEqual([id]);
    expect(await listed(`?assignee=${manager.userId}`)).toEqual([]);
    expect(await listed('?assignee=none')).toEqual([closed, swapped].toSorted());
    expect(await listed('?assignee=none&open=true&unitId=M2')).toEqual([swapped]);
    expect((await colleague.send('GET', '?open=perhaps')).status).toBe(400);
  });
});
