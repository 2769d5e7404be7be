import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { unit, works } from '../figures/processing/works.ts';
import { testApp } from './support/app-fixture.ts';
import { mintReader, NOBODYS } from '../alerts/http/user/notification/support.ts';
import { mintOperator, type Operator } from '../industries/http/admin/support/operator.ts';

interface Row {
  readonly verb: string;
  readonly subject: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

let context: TestContext;
let operator: Operator;
beforeAll(async () => {
  context = await testContext('2026-01-16T03:10:00Z');
  operator = await mintOperator(context);
});

/** An industry, requests of the operator to it, and what the audit says of them. */
async function mintTarget() {
  const industry: Industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
  const send = async (method: string, path: string, body?: unknown): Promise<{ status: number; data: unknown }> => {
    const response = await operator.app.request(`/api/${path}`, {
      method,
      headers: {
        ...operator.headers,
        targetIndustryId: industry.industryId,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, data: (Object(await response.json()) as { data?: unknown }).data };
  };
  const rows = (): Promise<Row[]> =>
    context.database.execute<Row & Record<string, unknown>>(
      `SELECT verb, subject, before, after FROM operations.audit
       WHERE industry_key = $1 AND verb <> 'industry.provision' AND actor_user_id = $2 AND actor_address = 'local' ORDER BY audit_key`,
      [industry.industryKey, operator.userId],
    );
  return { industry, send, rows };
}

describe('the audit', () => {
  it('has what differs of a record of water ratios, and no row where nothing was written', async () => {
    const { send, rows } = await mintTarget();
    const path = 'external/waterRatio?date=01/02/2026&time=06:00:00';
    await send('POST', path, { ratio: 0.8, produced: 12 });
    expect((await send('POST', path, { ratio: 0.9 })).status).toBe(400);
    await send('PUT', path, { ratio: 0.9, produced: 12 });
    await send('PUT', path, { ratio: 0.9 });
    const subject = '2026-02-01 06:00:00';
    expect(await rows()).toEqual([
      { verb: 'ratio.create', subject, before: null, after: { ratio: 0.8, produced: 12 } },
      { verb: 'ratio.change', subject, before: { ratio: 0.8 }, after: { ratio: 0.9 } },
    ]);
  });

  it('has versions of the water balance that were saved and restored', async () => {
    const { industry, send, rows } = await mintTarget();
    const graph = { nodes: [{ id: 'M1', position: { x: 1, y: 2 } }], edges: [] };
    const path = 'user/waterBalance/graphEditor';
    for (let save = 1; save <= 2; save += 1) expect((await send('POST', path, graph)).status).toBe(200);
    expect((await send('POST', `${path}/restore`, { version: 1 })).status).toBe(200);
    expect((await send('POST', `${path}/restore`, { version: 9 })).status).toBe(404);
    const subject = industry.industryId;
    expect(await rows()).toEqual([
      { verb: 'graph.save', subject, before: null, after: { version: 1 } },
      { verb: 'graph.save', subject, before: { version: 1 }, after: { version: 2 } },
      { verb: 'graph.restore', subject, before: { version: 2 }, after: { version: 3, restoredVersion: 1 } },
    ]);
  });

  it('has rules of alerts, how many addresses they tell, and none of them', async () => {
    const { send, rows } = await mintTarget();
    const rule = (threshold: number, recipient: string) => ({
      title: 'Takes too much',
      severity: 'high',
      condition: { parameter: 'consumption', operator: '>', threshold, unit: 'KL', aggregation: 'daily' },
      units: ['M1'],
      channels: {
        email: { enabled: true, recipients: [recipient] },
        chat: { enabled: true, webhookUrl: 'https://chat.example.com/hook/its-key' },
      },
    });
    const { data } = await send('POST', 'user/alerts', rule(25, 'one@works.example'));
    const { alertId } = data as { alertId: string };
    await send('PUT', `user/alerts/${alertId}`, rule(30, 'one@works.example'));
    await send('PUT', `user/alerts/${alertId}`, rule(30, 'two@works.example'));
    await send('DELETE', `user/alerts/${alertId}`);
    const [made, changed, retold, removed, ...more] = await rows();
    const channels = { email: { enabled: true, addresses: 1 }, chat: { enabled: true, addresses: 1 } };
    expect(made).toMatchObject({ verb: 'rule.create', subject: alertId, before: null, after: { channels } });
    expect(changed).toMatchObject({
      verb: 'rule.change',
      before: { settings: { limit: 25 } },
      after: { settings: { limit: 30 } },
    });
    expect(changed?.after).not.toHaveProperty('title');
    expect(retold).toEqual({ verb: 'rule.change', subject: alertId, before: {}, after: { addressesChanged: true } });
    expect(removed).toMatchObject({ verb: 'rule.remove', subject: alertId, before: { channels }, after: null });
    expect(more).toEqual([]);
    expect(JSON.stringify(await rows())).not.toMatch(/works\.example|chat\.example|its-key/);
  });

  it('has an alert that was sent, once for the same request', async () => {
    const { send, rows } = await mintTarget();
    const alert = {
      type: 'threshold',
      unitId: 'M1',
      recipients: [],
      createdOn: '2026-01-16T03:00:00Z',
      meta: { alertType: 'stable_flow_alert' },
    };
    for (let ask = 1; ask <= 2; ask += 1) expect((await send('POST', 'user/alerts', alert)).status).toBe(200);
    expect(await rows()).toMatchObject([{ verb: 'alert.dispatch', after: { unitId: 'M1', recipients: 0 } }]);
  });

  it('has days that were processed, and not those of a dry run or of a request that was refused', async () => {
    const { industry, send, rows } = await mintTarget();
    const path = 'user/batchProcess/range?startDate=14/01/2026&endDate=15/01/2026';
    expect((await send('GET', `${path}&updateData=false`)).status).toBe(200);
    expect((await send('GET', `${path}&unitIds=NO_SUCH`)).status).toBe(400);
    expect((await send('GET', path)).status).toBe(200);
    const after = { from: '14/01/2026', to: '15/01/2026', updateOnlyVirtual: false, unitIds: 'all' };
    expect(await rows()).toEqual([{ verb: 'batch.range', subject: industry.industryId, before: null, after }]);
  });

  it('has a day that was processed without a token but with the shared secret, and none of a stranger', async () => {
    const { industry, send, rows } = await mintTarget();
    const internalSecret = 'shared-by-the-network';
    const inside = testApp(context, { internalSecret });
    const path = `/api/user/batchProcess?industryId=${industry.industryId}&time=2026-01-16T06:00:00`;
    const headers = { 'x-internal-secret': internalSecret };
    expect((await operator.app.request(path)).status).toBe(200);
    expect((await inside.request(`${path}&updateData=false`, { headers })).status).toBe(200);
    expect((await inside.request(`${path}&unitIds=NO_SUCH`, { headers })).status).toBe(400);
    expect((await inside.request(`${path}&dailyOldDataEnabled=true`, { headers })).status).toBe(200);
    const after = { from: '15/01/2026', to: '15/01/2026', updateOnlyVirtual: false, unitIds: 'all' };
    const ofSecret = await context.database.execute(
      "SELECT verb, after FROM operations.audit WHERE industry_key = $1 AND actor_user_id = 'no token'",
      [industry.industryKey],
    );
    expect(ofSecret).toEqual([{ verb: 'batch.range', after: { ...after, oldData: true } }]);
    // Whoever shows a token is named.
    expect((await send('GET', path.slice('/api/'.length))).status).toBe(200);
    expect(await rows()).toEqual([{ verb: 'batch.range', subject: industry.industryId, before: null, after }]);
  });

  it('has a batch that somebody triggered who has shown who he is', async () => {
    const { industry, send, rows } = await mintTarget();
    const asked = { time: '2026-01-16T00:00:00Z', source: 'desk', purpose: 'late readings' };
    const path = `admin/bpTrigger/trigger?${new URLSearchParams({ industryId: industry.industryId, ...asked })}`;
    expect((await operator.app.request(`/api/${path}`)).status).toBe(200);
    expect((await send('GET', path.replace('2026-01-16T00', '2026-01-26T00'))).status).toBe(400);
    expect((await send('GET', path)).status).toBe(200);
    expect(await rows()).toEqual([{ verb: 'trigger.batch', subject: industry.industryId, before: null, after: asked }]);
  });

  it('has readings of an industry that an operator sent', async () => {
    const { industry, send, rows } = await mintTarget();
    const readings = [{ unitId: 'M1', createdOn: '2026-01-16T01:00:00Z', value: 1 }];
    expect((await send('POST', 'external/readings', { readings })).status).toBe(200);
    expect(await rows()).toEqual([{ verb: 'reading.send', subject: industry.industryId, before: null, after: null }]);
  });

  it('has insights that were computed for one industry in the rows of this industry', async () => {
    const { industry, send, rows } = await mintTarget();
    expect((await send('POST', 'admin/insights')).status).toBe(200);
    expect(await rows()).toMatchObject([{ verb: 'insights.compute', after: { asked: [industry.industryId] } }]);
  });

  it('has notifications of another industry that an operator marked, and none that its people read', async () => {
    const { industry, send, rows } = await mintTarget();
    const reader = await mintReader(context, operator.app, { industryId: industry.industryId });
    const [one, other] = [await reader.add('2026-01-16T01:00:00Z'), await reader.add('2026-01-16T01:01:00Z')];
    const asked = { notifications: [{ id: one, read: false }] };
    expect((await reader.send('PUT', `notifications/${one}/read`)).status).toBe(200);
    expect((await reader.send('PATCH', 'notification/updateRead', asked)).status).toBe(200);
    expect((await send('PUT', `user/notifications/${NOBODYS}/read`)).status).toBe(404);
    expect(await rows()).toEqual([]);
    expect((await send('PUT', `user/notifications/${one}/read`)).status).toBe(200);
    const both = {
      notifications: [
        { id: one, read: false },
        { id: other, read: true },
        { id: NOBODYS, read: true },
      ],
    };
    expect((await send('PATCH', 'user/notification/updateRead', both)).status).toBe(200);
    const row = { verb: 'notification.read', before: null };
    expect(await rows()).toEqual([
      { ...row, subject: one, after: { read: [one], unread: [] } },
      { ...row, subject: industry.industryId, after: { read: [other], unread: [one] } },
    ]);
  });

  it('has a notification that was handed on, taken away and resolved', async () => {
    const { industryId } = (await mintTarget()).industry;
    const manager = await mintReader(context, operator.app, { industryId, permissions: ['alerts:write'] });
    const notificationId = await manager.add('2026-01-16T01:00:00Z');
    const { userId: assigneeId, industryKey } = manager.user;
    const path = 'notification/assignee';
    await manager.send('POST', path, { assigneeId, notificationId });
    await manager.send('POST', path, { assigneeId: 'nobody', notificationId });
    await manager.send('DELETE', path, { notificationId });
    await manager.send('PATCH', path, { notificationId });
    const rows = await context.database.execute(
      `SELECT verb, subject, after, actor_user_id AS by FROM operations.audit WHERE industry_key = $1 AND verb LIKE 'notification.%' ORDER BY audit_key`,
      [industryKey],
    );
    const row = { subject: notificationId, by: assigneeId };
    expect(rows).toEqual([
      { ...row, verb: 'notification.assign', after: { assigneeId } },
      { ...row, verb: 'notification.unassign', after: null },
      { ...row, verb: 'notification.resolve', after: null },
    ]);
  });
});
