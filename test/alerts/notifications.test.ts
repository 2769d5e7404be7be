import { beforeAll, expect, it } from 'vitest';
import { noQueue } from '../../src/platform/queue/client.ts';
import { dispatchIndustry } from '../../src/alerts/dispatch-messages.ts';
import { forgetOldNotifications } from '../../src/alerts/notifications.ts';
import { addRule, fire, happens, keptChannel } from './incidents.ts';
import { unit, works } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';

/* Upkeep is about a whole installation: on a database of this file alone. */

let context: OwnContext;
beforeAll(async () => {
  context = await ownContext('2026-06-04T12:10:00Z');
});

it('notifications and messages of ended incidents are known for 400 days, those of an open one longer', async () => {
  const industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
  const channels = { email: keptChannel('email') };
  const ruleKey = await addRule(context, industry);
  const ended = await fire(context, industry, ruleKey);
  await dispatchIndustry({ context, channels }, noQueue, industry.industryId);
  await happens(context, industry, ended, 'recovered');
  await dispatchIndustry({ context, channels }, noQueue, industry.industryId);
  const open = await fire(context, industry, ruleKey, { windowStart: context.clock.now() });
  await dispatchIndustry({ context, channels }, noQueue, industry.industryId);
  const left = async () => {
    const [counted] = await context.database.execute<{ notifications: number; ended: number; open: number }>(
      `SELECT (SELECT count(*)::int FROM alerting.notification WHERE industry_key = $1) AS notifications,
              count(*) FILTER (WHERE incident_key = $2)::int AS ended,
              count(*) FILTER (WHERE incident_key = $3)::int AS open
       FROM alerting.delivery WHERE industry_key = $1`,
      [industry.industryKey, ended, open],
    );
    return counted;
  };
  const before = await left();
  expect(before?.notifications).toBeGreaterThan(0);
  // Told by mail, the end too, and on pages.
  expect(before).toMatchObject({ ended: 3, open: 2 });

  context.clock.set('2027-07-09T12:09:00Z');
  await forgetOldNotifications(context);
  expect(await left()).toEqual(before);

  context.clock.set('2027-07-09T12:11:00Z');
  await forgetOldNotifications(context);
  expect(await left()).toEqual({ notifications: 0, ended: 0, open: 2 });
});
