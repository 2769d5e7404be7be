import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { type AlertWorks, mintAlertWorks } from './support.ts';

let context: TestContext;
let app: TestApp;
let works: AlertWorks;
beforeAll(async () => {
  context = await testContext('2026-01-20T03:10:00Z');
  app = testApp(context);
  works = await mintAlertWorks(context, app);
});

describe('GET /api/user/alerts/{alertId}', () => {
  it('shows what happened to an alert, and what it rests on', async () => {
    const alertId = await works.add('2026-01-15T10:00:00Z', {
      evidence: { readings: 4 },
      windowStart: Date.parse('2026-01-15T00:30:00Z'),
      requestCreatedOn: Date.parse('2026-01-15T10:00:00Z'),
    });
    expect(await works.get(`alerts/${alertId}`)).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        data: {
          alertId,
          unitName: 'Unit M1',
          status: 'active',
          origin: 'request',
          type: 'threshold',
          ruleId: null,
          windowStart: '2026-01-15T00:30:00.000Z',
          detectedAt: '2026-01-15T10:01:00.000Z',
          evidence: { readings: 4 },
          transitions: [
            { kind: 'fired', at: '2026-01-15T10:00:00.000Z', recordedAt: '2026-01-15T10:01:00.000Z', by: null },
          ],
        },
      },
    });
  });

  it('shows what was sent, and to whom where the caller may write alerts', async () => {
    const alertId = await works.add('2026-01-15T12:00:00Z');
    await context.database.execute(
      `INSERT INTO alerting.delivery (industry_key, incident_key, ordinal, channel, position, recipient, state, is_limited, attempts, problem, queued_at, due_at, finished_at)
       SELECT industry_key, incident_key, 1, channel, position, recipient, d.state, true, 1, problem, detected_at, detected_at, detected_at
       FROM alerting.incident, (VALUES ('email', 0, 'a@works.example', 'failed', 'mailbox of a@works.example is full'), ('chat-space', 2, 'https://chat.example/hook?key=K', 'sent', NULL), ('push', 3, 'token-of-a', 'sent', NULL))
         AS d (channel, position, recipient, state, problem)
       WHERE incident_id = $1::uuid`,
      [alertId],
    );
    const shown = async () =>
      ((await works.get(`alerts/${alertId}`)).body['data'] as { deliveries: unknown }).deliveries;
    const at = { queuedAt: '2026-01-15T12:01:00.000Z', finishedAt: '2026-01-15T12:01:00.000Z' };
    const [email, chat, push] = [
      { transition: 1, channel: 'email', recipient: null, state: 'failed', attempts: 1, problem: null, ...at },
      { transition: 1, channel: 'chat-space', recipient: null, state: 'sent', attempts: 1, problem: null, ...at },
      { transition: 1, channel: 'push', recipient: null, state: 'sent', attempts: 1, problem: null, ...at },
    ];
    expect(await shown()).toEqual([email, chat, push]);
    await context.database.execute(
      `UPDATE tenant.app_user SET permissions = '{alerts:write}' WHERE industry_key = $1`,
      [works.industry.industryKey],
    );
    expect(await shown()).toEqual([
      { ...email, recipient: 'a@works.example', problem: 'mailbox of a@works.example is full' },
      // Without the key that its address holds.
      { ...chat, recipient: expect.stringMatching(/^https:\/\/chat\.example\/\.\.[0-9a-f]{8}$/) },
      push,
    ]);
  });

  it('still names a unit that was removed since', async () => {
    const alertId = await works.add('2026-01-15T11:00:00Z', { unitId: 'TANK', alertType: 'level_exceed' });
    await context.database.execute(
      `UPDATE tenant.unit SET removed_at = now() WHERE industry_key = $1 AND unit_id = 'TANK'`,
      [works.industry.industryKey],
    );
    expect((await works.get(`alerts/${alertId}`)).body['data']).toMatchObject({
      unitId: 'TANK',
      unitName: 'Unit TANK',
    });
  });

  it('of another industry is like one that there is not, and like what is no id', async () => {
    const other = await mintAlertWorks(context, app);
    const alertId = await other.add('2026-01-15T10:00:00Z');
    for (const id of [alertId, '00000000-0000-4000-8000-000000000000', 'x'])
      expect(await works.get(`alerts/${id}`)).toMatchObject({
        status: 404,
        body: { message: `Invalid alertId ${id} or you do not have permission to access this alert.` },
      });
  });
});
