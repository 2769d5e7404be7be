import { beforeAll, describe, expect, it } from 'vitest';
import { addNotification } from '../../../src/alerts/store/notifications.ts';
import { mintUser } from '../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext();
});

describe('a notification', () => {
  const added = {
    incidentKey: null,
    words: () => ({ title: 'Bore 1 above its limit', message: '120 KL of 100 KL' }),
    type: 'unit_threshold',
    category: 'consumption',
    priority: 'high',
    data: { unitId: 'M1' },
    createdAt: new Date('2026-01-15T03:00:00Z'),
  } as const;

  it("is written unread, unresolved and nobody's", async () => {
    const { industryKey } = await mintUser(context);
    const id = await addNotification(context.database, industryKey, added);
    expect(
      await context.database.execute(
        `SELECT title, data, created_at, read_at, assignee_id, resolved_at FROM alerting.notification
         WHERE industry_key = $1 AND notification_id = $2`,
        [industryKey, id],
      ),
    ).toEqual([
      {
        title: 'Bore 1 above its limit',
        data: { unitId: 'M1' },
        created_at: '2026-01-15 03:00:00+00',
        read_at: null,
        assignee_id: null,
        resolved_at: null,
      },
    ]);
  });

  it('is not written when its transaction is rolled back', async () => {
    const { industryKey } = await mintUser(context);
    await context.database
      .transaction(async (transaction) => {
        await addNotification(transaction, industryKey, added);
        throw new Error('The dispatch failed.');
      })
      .catch(() => {});
    expect(
      await context.database.execute('SELECT FROM alerting.notification WHERE industry_key = $1', [industryKey]),
    ).toEqual([]);
  });
});
