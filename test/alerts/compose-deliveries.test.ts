import { beforeEach, describe, expect, it } from 'vitest';
import type { Querier } from '../../src/platform/database/database.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { dispatchIndustry } from '../../src/alerts/dispatch-messages.ts';
import { composeDeliveries } from '../../src/alerts/compose-deliveries.ts';
import { claimDeliveries, type TransitionKey } from '../../src/alerts/store/deliveries.ts';
import { databaseEnvironment } from '../support/database-environment.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { unit, works } from '../figures/processing/works.ts';
import type { StatementValues } from '../../src/platform/database/statements.ts';
import { addRule, fire, happens, keptChannel, type KeptChannel } from './incidents.ts';

/* What goes wrong, or goes on elsewhere, while messages are composed. */

let context: TestContext;
let industry: Industry;
let email: KeptChannel;
beforeEach(async () => {
  // 17:40 in Delhi.
  context = await testContext('2026-06-04T12:10:00Z');
  industry = await works(context, [unit('M1', 'FLOW_CATEGORY')], { timezone: 'Asia/Kolkata' });
  email = keptChannel('email');
});

const dispatch = (by: TestContext = context): Promise<void> =>
  dispatchIndustry({ context: by, channels: { email, web: keptChannel('web') } }, noQueue, industry.industryId);

/** A context in whose transactions something happens behind the statements of a name. */
const behind = (
  statement: string,
  happens: (transaction: Querier, values: StatementValues) => Promise<void>,
): TestContext => ({
  ...context,
  database: {
    ...context.database,
    transaction: (work) =>
      context.database.transaction((transaction) =>
        work({
          ...transaction,
          many: async <Row>(name: string, values: StatementValues = {}) => {
            const rows = await transaction.many<Row>(name, values);
            if (name === statement) await happens(transaction, values);
            return rows;
          },
        }),
      ),
  },
});

describe('a message that waits', () => {
  it('for the quiet hours of its rule holds no message of another rule', async () => {
    const NIGHT = { enabled: true, timezone: null, quietHours: { start: '17:00', end: '06:00' }, holdCritical: false };
    const [quiet, loud] = [await addRule(context, industry, { schedule: NIGHT }), await addRule(context, industry)];
    await fire(context, industry, quiet);
    await dispatch();
    expect(email.sent).toHaveLength(0);
    context.clock.set('2026-06-04T20:30:00Z');
    await fire(context, industry, loud);
    await dispatch();
    expect(email.sent).toHaveLength(1);
    // In the quiet hours of the first one, too, and told with it when they end.
    await fire(context, industry, quiet, { windowStart: 1 });
    await dispatch();
    expect(email.sent).toHaveLength(1);
    context.clock.set('2026-06-05T00:30:00Z');
    await dispatch();
    expect(email.sent).toHaveLength(2);
  });

  it('and is sent while another is composed tells nothing more, so that the other one goes by itself', async () => {
    const NIGHT = { enabled: true, timezone: null, quietHours: { start: '17:00', end: '06:00' }, holdCritical: false };
    const ruleKey = await addRule(context, industry, { schedule: NIGHT });
    await fire(context, industry, ruleKey);
    await dispatch();
    await fire(context, industry, ruleKey, { windowStart: 1 });
    const now = Date.parse('2026-06-05T00:30:00Z');
    await dispatch(
      behind('deliveries.loads', async (transaction) => {
        const all = { transition: null, leftAlone: [], limit: 9, pushLimit: 9, now };
        await claimDeliveries(transaction, industry.industryKey, all);
      }),
    );
    expect(
      await context.database.execute(
        "SELECT state, digest_delivery_key FROM alerting.delivery WHERE industry_key = $1 AND channel = 'email' ORDER BY delivery_key",
        [industry.industryKey],
      ),
    ).toEqual([
      { state: 'sending', digest_delivery_key: null },
      { state: 'queued', digest_delivery_key: null },
    ]);
  });
});

describe('what was found before a stop', () => {
  const STOPPED_UNTIL = '2026-06-07T12:10:00Z';
  const sentOf = async (isOver: boolean): Promise<number> => {
    const incident = await fire(context, industry, await addRule(context, industry));
    if (isOver) await happens(context, industry, incident, 'recovered');
    context.clock.set(STOPPED_UNTIL);
    await dispatch();
    return email.sent.length;
  };
  const notifications = async (): Promise<number> =>
    (
      await context.database.execute('SELECT FROM alerting.notification WHERE industry_key = $1', [
        industry.industryKey,
      ])
    ).length;

  it('rings nobody when it is over, and is shown within the application', async () => {
    expect(await sentOf(true)).toBe(0);
    expect(await notifications()).toBe(2);
  });

  it('is told when it lasts', async () => {
    expect(await sentOf(false)).toBe(1);
  });

  it('and was to leave before it is not sent, also before the sweep has failed it', async () => {
    email.fail('unreachable');
    await fire(context, industry, await addRule(context, industry));
    await dispatch();
    email.fail(null);
    context.clock.set(STOPPED_UNTIL);
    await dispatch();
    expect(email.sent).toEqual([]);
  });
});

describe('messages that cannot be composed', () => {
  it('keep nobody from what came behind them in the same run, however much it is', async () => {
    const [silent, told] = [await addRule(context, industry, { channels: {} }), await addRule(context, industry)];
    const broken = await fire(context, industry, told);
    for (let window = 1; window <= 60; window += 1)
      await fire(context, industry, silent, { windowStart: context.clock.now() - window * 3_600_000 });
    await fire(context, industry, told, { windowStart: 1 });
    const failing = behind('incidents.by_keys', async (_, values) => {
      if (String(values['incidentKeys']) === `{${broken}}`) throw new Error('its rule cannot be read');
    });
    await expect(dispatch(failing)).rejects.toThrow('its rule cannot be read');
    expect(email.sent).toHaveLength(1);
    await dispatch();
    expect(email.sent).toHaveLength(2);
  });

  it('leave the end of their alert to be told after them', async () => {
    const incident = await fire(context, industry, await addRule(context, industry));
    await happens(context, industry, incident, 'recovered');
    const failing = behind('browsers.to_tell', () => Promise.reject(new Error('its audience cannot be read')));
    await expect(dispatch(failing)).rejects.toThrow('its audience cannot be read');
    expect(email.sent).toEqual([]);
    await dispatch();
    expect(email.sent.map(({ title }) => title)).toEqual([
      expect.stringContaining('above 12'),
      expect.stringContaining('back within limits'),
    ]);
  });
});

describe('messages that are composed at once', () => {
  it('leave no more to a recipient within an hour than are allowed', async () => {
    const ruleKey = await addRule(context, industry);
    const keys: TransitionKey[] = [];
    for (let windowStart = 0; windowStart < 6; windowStart += 1)
      keys.push({ incidentKey: await fire(context, industry, ruleKey, { windowStart }), ordinal: 1 });
    const one = { ...context, config: { ...context.config, alertMessagesPerHour: 1 } };
    await Promise.all(keys.map((key) => composeDeliveries(one, industry, key)));
    const mails = await context.database.execute<{ is_due: boolean; is_carried: boolean }>(
      `SELECT due_at <= $2 AS is_due, digest_delivery_key IS NOT NULL AS is_carried FROM alerting.delivery
       WHERE industry_key = $1 AND channel = 'email' ORDER BY is_carried, due_at`,
      [industry.industryKey, new Date(context.clock.now())],
    );
    expect(mails.filter(({ is_carried: isCarried }) => !isCarried)).toEqual([
      { is_due: true, is_carried: false },
      { is_due: false, is_carried: false },
    ]);
    expect(mails).toHaveLength(6);
  });
});

// The embedded engine is one session: while somebody claims, everybody waits.
it.runIf(databaseEnvironment()['DATABASE_URL'] !== undefined)(
  'messages that somebody else is claiming keep nobody from those of other alerts',
  async () => {
    const ruleKey = await addRule(context, industry);
    for (let windowStart = 0; windowStart < 2; windowStart += 1)
      await composeDeliveries(context, industry, {
        incidentKey: await fire(context, industry, ruleKey, { windowStart }),
        ordinal: 1,
      });
    const now = context.clock.now();
    const all = { transition: null, leftAlone: [], limit: 9, pushLimit: 9, now };
    await context.database.transaction(async (transaction) => {
      const [held] = await claimDeliveries(transaction, industry.industryKey, all);
      const others = new Set<number>();
      for (let claims = 0; claims < 3; claims += 1)
        for (const { incidentKey } of await claimDeliveries(context.database, industry.industryKey, all))
          others.add(incidentKey);
      others.delete(held?.incidentKey ?? 0);
      expect(others.size).toBe(1);
    });
  },
);

describe('more than a recipient gets in an hour', () => {
  const two = (): TestContext => ({ ...context, config: { ...context.config, alertMessagesPerHour: 2 } });
  const fireAll = async (peaks: readonly number[]): Promise<void> => {
    for (const peak of peaks) await fire(context, industry, await addRule(context, industry), { value: peak, peak });
  };
  const values = (): (string | undefined)[] =>
    email.sent.map(({ title }) => /flow (\S+)\u00a0KL/.exec(title ?? '')?.[1] ?? title?.replaceAll('\u00a0', ' '));

  it('leaves the strongest to go at once, and the digest lists the strongest of the others first', async () => {
    await fireAll([13, 14, 40, 15, 30]);
    await dispatch(two());
    expect(values()).toEqual(['40', '30']);
    context.clock.set('2026-06-04T13:11:00Z');
    await dispatch(two());
    expect(email.sent[2]?.text?.match(/flow (\d+)\u00a0KL/g)).toEqual([
      'flow 15\u00a0KL',
      'flow 14\u00a0KL',
      'flow 13\u00a0KL',
    ]);
  });

  it('does not hold back what is worse than all that was told', async () => {
    await fireAll([13, 14, 15]);
    await dispatch(two());
    expect(email.sent).toHaveLength(2);
    await fireAll([80]);
    await dispatch(two());
    expect(values().at(-1)).toBe('80');
    await fireAll([70]);
    await dispatch(two());
    expect(email.sent).toHaveLength(3);
  });
});
