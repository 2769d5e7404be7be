import { beforeEach, describe, expect, it } from 'vitest';
import { resolveAlert } from '../../src/alerts/handle-incident.ts';
import { requestAlert } from '../../src/alerts/request-alert.ts';
import { claimDeliveries } from '../../src/alerts/store/deliveries.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { mintUser } from '../service/support/app-fixture.ts';
import { type AlertSite, alertSite } from './support/alert-site.ts';
import { incidentsOf } from './watch.ts';

let site: AlertSite;
beforeEach(async () => {
  site = await alertSite();
});

describe('a requested alert that is repeated', () => {
  let [asha, ravi] = ['', ''];
  beforeEach(async () => {
    [asha, ravi] = [await reachable('asha@works.example'), await reachable('ravi@works.example')];
  });

  async function reachable(mail: string): Promise<string> {
    const { userKey, userId } = await mintUser(site.context, { industryId: site.industry.industryId });
    await site.context.database.execute('UPDATE tenant.app_user SET email_ids = $2 WHERE user_key = $1', [
      userKey,
      [mail],
    ]);
    return userId;
  }

  const ask = (userIds: readonly string[], meta: object = { alertType: 'unit_threshold' }) =>
    requestAlert(
      { context: site.context, channels: { email: site.email, web: site.web } },
      noQueue,
      site.industry,
      {
        type: 'threshold',
        unitId: 'M1',
        createdOn: '2026-06-04T12:00:00Z',
        recipients: userIds.map((userId) => ({ userId })),
        meta,
      },
      COMMAND,
    );
  const told = (): string[] => site.email.sent.map(({ to }) => to);
  const web = (): string => `web:V2_${site.industry.industryId}`;

  async function resolve(): Promise<void> {
    const [{ incidentId = '' } = {}] = await incidentsOf(site.context, site.industry);
    await resolveAlert(site.context, site.industry, COMMAND, { alertId: incidentId, reason: null });
  }

  it('tells those who were not told', async () => {
    await ask([asha]);
    expect((await ask([asha, ravi])).success).toEqual(['email:asha@works.example', 'email:ravi@works.example', web()]);
    expect(told()).toEqual(['asha@works.example', 'ravi@works.example']);
  });

  it('tells nobody once the incident is resolved', async () => {
    const first = await ask([asha]);
    await resolve();
    expect(await ask([asha])).toEqual(first);
    expect(await ask([ravi, 'nobody'])).toMatchObject({
      success: [web()],
      problems: [
        { entry: 'user:nobody', problem: 'is not a user of this industry' },
        { entry: `user:${ravi}`, problem: 'is not told, because the alert is over' },
      ],
    });
    expect(told()).toEqual(['asha@works.example']);
  });

  it('names no message to open pages where none was sent before the incident was resolved', async () => {
    await ask([]);
    await resolve();
    expect(await ask([asha])).toMatchObject({ success: [], failed: [`user:${asha}`] });
    expect([told(), site.web.sent]).toEqual([[], []]);
  });

  it('tells nobody 24 hours after it began', async () => {
    await ask([asha]);
    site.after(24 * 60);
    expect((await ask([ravi])).failed).toEqual([`user:${ravi}`]);
    expect(told()).toEqual(['asha@works.example']);
  });

  it('tells nobody of a flow that was back in range in the second in which it left it', async () => {
    await ask([asha], { alertType: 'flow_rate_above_the_range' });
    await ask([asha], { alertType: 'flow_rate_back_in_range' });
    expect((await ask([ravi], { alertType: 'flow_rate_above_the_range' })).failed).toEqual([`user:${ravi}`]);
    expect(told()).toEqual(['asha@works.example', 'asha@works.example']);
  });

  it('gives the first answer of a user without an address, also once the incident is resolved', async () => {
    const { userKey, userId } = await mintUser(site.context, { industryId: site.industry.industryId });
    await site.context.database.execute(
      `UPDATE tenant.app_user SET email_ids = '{}', phone_no = NULL WHERE user_key = $1`,
      [userKey],
    );
    const first = await ask([asha, userId]);
    expect(first.failed).toEqual([]);
    await resolve();
    expect(await ask([asha, userId])).toEqual(first);
  });

  it('tells others of an end, because that is what the alert is about', async () => {
    const online = { alertType: 'device_status', status: 'online' };
    await ask([asha], online);
    await ask([ravi], online);
    expect(told()).toEqual(['asha@works.example', 'ravi@works.example']);
  });

  it('takes a user by a name that every object has for one whom nobody knows', async () => {
    const { failed } = await ask(['constructor', '__proto__']);
    expect(failed).toEqual(['user:constructor', 'user:__proto__']);
    expect((await ask(['constructor', '__proto__'])).failed).toEqual(failed);
  });
});

describe('a message', () => {
  it('whose operator is out of reach is tried again after pauses, and fails in the end', async () => {
    site.email.fail('unreachable');
    await site.fire(await site.rule());
    await site.dispatch();
    expect((await site.deliveries())[0]).toMatchObject({ state: 'queued', problem: 'The operator is unreachable' });
    await site.dispatch();
    site.email.fail(null);
    await site.dispatch();
    expect(site.email.sent).toEqual([]);
    site.after(1);
    await site.dispatch();
    expect(site.email.sent.length).toBe(1);

    site.email.fail('unreachable');
    await site.fire(await site.rule({ title: 'Another' }));
    for (let minutes = 0; minutes < 200; minutes += 1) {
      await site.dispatch();
      site.after(1);
    }
    expect((await site.deliveries()).at(-2)).toMatchObject({ channel: 'email', state: 'failed' });
  });

  it('that was refused, or of which nobody knows, is not tried again', async () => {
    site.email.fail('refused');
    site.sms.fail('unconfirmed');
    const channels = {
      email: { enabled: true, recipients: ['asha@works.example'] },
      sms: { enabled: true, phoneNumbers: ['+4930123456'] },
    };
    await site.fire(await site.rule({ channels }));
    await site.dispatch();
    site.email.fail(null);
    site.sms.fail(null);
    site.after(120);
    await site.dispatch();
    expect([site.email.sent, site.sms.sent]).toEqual([[], []]);
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(['failed', 'unconfirmed', 'sent']);
  });

  it('that a killed process was sending is given up after two minutes, and never sent again', async () => {
    await site.fire(await site.rule());
    site.email.fail('unreachable');
    await site.dispatch();
    site.after(1);
    const claim = { transition: null, leftAlone: [], limit: 1, pushLimit: 1, now: site.context.clock.now() };
    expect((await claimDeliveries(site.context.database, site.industry.industryKey, claim)).length).toBe(1);
    site.email.fail(null);
    const woken = await site.sweep();
    expect((await site.deliveries())[0]).toMatchObject({ state: 'sending' });
    site.after(3);
    woken.push(...(await site.sweep()));
    await site.dispatch();
    expect((await site.deliveries())[0]).toMatchObject({
      state: 'unconfirmed',
      problem: 'Sent, not confirmed: the process that sent it ended',
    });
    expect(site.email.sent).toEqual([]);
    expect(woken).not.toContainEqual({ industryId: site.industry.industryId });
  });
});
