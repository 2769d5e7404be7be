import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp, type TestApp } from '../../support/app-fixture.ts';
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
