import { beforeEach, describe, expect, it } from 'vitest';
import { acknowledgeAlert, resolveAlert, snoozeAlert } from '../../src/alerts/handle-incident.ts';
import { deliveriesOfAlert } from '../../src/alerts/store/alert-listings.ts';
import { incidentsByKey } from '../../src/alerts/store/incidents.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { type AlertSite, alertSite } from './support/alert-site.ts';

let site: AlertSite;
beforeEach(async () => {
  site = await alertSite();
});

const NIGHT = { enabled: true, timezone: null, quietHours: { start: '17:00', end: '06:00' }, holdCritical: false };

describe('quiet hours', () => {
  it('hold messages until they end, and tell them together, each incident by what holds then', async () => {
    const ruleKey = await site.rule({ schedule: NIGHT });
    const [first, taken] = [await site.fire(ruleKey), await site.fire(ruleKey, { windowStart: 1 })];
    await site.fire(ruleKey, { windowStart: 2, severity: 'low' });
    await site.dispatch();
    site.after(60);
    await site.happens(first, 'recovered');
    await site.happens(taken, 'withdrawn');
    await site.dispatch();
    expect(site.email.sent).toEqual([]);
    expect(site.web.sent.length).toBe(5);
    // 06:00 in Delhi.
    site.context.clock.set('2026-06-05T00:30:00Z');
    await site.dispatch();
    expect(site.subjects()).toEqual([expect.stringMatching(/: 2 messages since 17:40 on 04 Jun 2026$/)]);
    const [{ text = '' } = {}] = site.email.sent;
    expect(text).toContain('back within limits after 1 h');
    expect(text).not.toContain('withdrawn');
  });

  it('that hold what is critical, too, tell it once, by what holds when they end', async () => {
    const incident = await site.fire(await site.rule({ schedule: { ...NIGHT, holdCritical: true } }), {
      severity: 'critical',
    });
    await site.dispatch();
    site.after(60);
    await site.happens(incident, 'recovered');
    await site.dispatch();
    site.context.clock.set('2026-06-05T00:30:00Z');
    await site.dispatch();
    expect(site.subjects()).toEqual([expect.stringContaining('back within limits after 1 h')]);
  });

  it('do not hold what is critical', async () => {
    await site.fire(await site.rule({ schedule: NIGHT }), { severity: 'critical' });
    await site.dispatch();
    expect(site.email.sent.length).toBe(1);
  });

  it('hold a message that is still the only one, and it is sent as what it is', async () => {
    await site.fire(await site.rule({ schedule: NIGHT }));
    await site.dispatch();
    site.context.clock.set('2026-06-05T00:30:00Z');
    await site.dispatch();
    expect(site.subjects()).toEqual(['Main inlet: flow 14.2 KL/h above 12 KL/h since 17:40 on 04 Jun 2026']);
  });

  it('in which an incident came and was taken back send nothing', async () => {
    const incident = await site.fire(await site.rule({ schedule: NIGHT }));
    await site.dispatch();
    await site.happens(incident, 'withdrawn');
    await site.dispatch();
    site.context.clock.set('2026-06-05T00:30:00Z');
    await site.dispatch();
    expect(site.email.sent).toEqual([]);
    expect((await site.deliveries()).filter(({ channel }) => channel === 'email').map(({ state }) => state)).toEqual([
      'suppressed',
      'suppressed',
    ]);
  });
});

describe('a message that was held', () => {
  const MORNING = '2026-06-05T00:30:00Z';
  const alertIdOf = async (incidentKey: number): Promise<string> => {
    const found = await incidentsByKey(site.context.database, site.industry.industryKey, [incidentKey]);
    return found.get(incidentKey)?.incidentId ?? '';
  };
  const sendInTheMorning = (): Promise<void> => {
    site.context.clock.set(MORNING);
    return site.dispatch();
  };

  /** Snoozes incidents until just after the messages of the morning. */
  const snoozeOverMorning = async (...incidentKeys: readonly number[]): Promise<void> => {
    const until = Date.parse(MORNING) + 1;
    for (const incidentKey of incidentKeys)
      await snoozeAlert(site.context, site.industry, COMMAND, { alertId: await alertIdOf(incidentKey), until });
  };
  const tellThat = async (...of: Parameters<AlertSite['happens']>): Promise<void> => {
    await site.happens(...of);
    await site.dispatch();
  };

  it('and told by another one is listed as that one is, and as held back where nobody was told', async () => {
    const ruleKey = await site.rule({ schedule: NIGHT });
    await site.fire(ruleKey);
    const [told, snoozed] = [
      await site.fire(ruleKey, { windowStart: 1 }),
      await site.fire(ruleKey, { windowStart: 2 }),
    ];
    await site.dispatch();
    const mailOf = async (incidentKey: number) =>
      (await deliveriesOfAlert(site.context.database, site.industry.industryKey, incidentKey)).find(
        ({ channel }) => channel === 'email',
      )?.state;
    expect([await mailOf(told), await mailOf(snoozed)]).toEqual(['queued', 'queued']);
    await snoozeOverMorning(snoozed);
    await sendInTheMorning();
    expect(site.email.sent).toHaveLength(1);
    expect([await mailOf(told), await mailOf(snoozed)]).toEqual(['sent', 'suppressed']);
  });

  it('calls nobody for an incident that was resolved by hand, or that is snoozed', async () => {
    const { context, industry } = site;
    const ruleKey = await site.rule({ schedule: NIGHT });
    const [resolved, snoozed] = [await site.fire(ruleKey), await site.fire(ruleKey, { windowStart: 1 })];
    await site.dispatch();
    await resolveAlert(context, industry, COMMAND, { alertId: await alertIdOf(resolved), reason: null });
    await snoozeOverMorning(snoozed);
    await sendInTheMorning();
    expect(site.email.sent).toEqual([]);
  });

  it('and told nothing leaves nobody to be told of the end, in a digest either', async () => {
    const ruleKey = await site.rule({ schedule: NIGHT });
    const [told, snoozed, also] = [
      await site.fire(ruleKey),
      await site.fire(ruleKey, { windowStart: 1 }),
      await site.fire(ruleKey, { windowStart: 2 }),
    ];
    await site.dispatch();
    await snoozeOverMorning(snoozed, also);
    await sendInTheMorning();
    expect(site.subjects()).toEqual(['Main inlet: flow 14.2 KL/h above 12 KL/h since 17:40 on 04 Jun 2026']);
    site.after(60);
    await site.happens(snoozed, 'recovered');
    await tellThat(also, 'withdrawn');
    expect(site.email.sent).toHaveLength(1);
    await tellThat(told, 'recovered');
    expect(site.email.sent).toHaveLength(2);
  });

  it('and told nothing by itself leaves nobody to be told of the end', async () => {
    const incident = await site.fire(await site.rule({ schedule: NIGHT }));
    await site.dispatch();
    await snoozeOverMorning(incident);
    await sendInTheMorning();
    site.after(60);
    await tellThat(incident, 'recovered');
    expect(site.email.sent).toEqual([]);
  });

  it('and told nothing because of a snooze is told when the snooze is over, and so is the end then', async () => {
    const incident = await site.fire(await site.rule({ schedule: NIGHT }));
    await site.dispatch();
    await snoozeOverMorning(incident);
    await sendInTheMorning();
    site.after(60);
    await tellThat(incident, 'reminded');
    site.after(60);
    await tellThat(incident, 'recovered');
    expect(site.subjects()).toEqual([
      expect.stringContaining('flow 14.2 KL/h above 12 KL/h'),
      expect.stringContaining('back within limits'),
    ]);
  });

  it('and withheld the incident of its own alert tells only the end of what it did tell', async () => {
    const ruleKey = await site.rule({ schedule: NIGHT });
    const [first, second] = [await site.fire(ruleKey), await site.fire(ruleKey, { windowStart: 1 })];
    await site.dispatch();
    await snoozeOverMorning(first);
    await sendInTheMorning();
    expect(site.email.sent).toHaveLength(1);
    site.after(60);
    await tellThat(first, 'recovered');
    expect(site.email.sent).toHaveLength(1);
    await tellThat(second, 'recovered');
    expect(site.email.sent).toHaveLength(2);
  });

  it('does not say that nobody has answered once somebody has, and tells the incident all the same', async () => {
    const { context, industry } = site;
    const sms = { enabled: true, phoneNumbers: ['+4930123456'] };
    const escalation = [{ afterMinutes: 30, channels: { sms, web: { enabled: false } } }];
    const incident = await site.fire(await site.rule({ schedule: NIGHT, escalation }));
    await site.dispatch();
    site.after(30);
    await site.happens(incident, 'escalated', { step: 0 });
    await site.dispatch();
    await acknowledgeAlert(context, industry, COMMAND, { alertId: await alertIdOf(incident), note: null });
    await sendInTheMorning();
    expect(site.sms.sent).toEqual([]);
    expect(site.subjects()).toEqual(['Main inlet: flow 14.2 KL/h above 12 KL/h since 17:40 on 04 Jun 2026']);
    site.after(60);
    for (const kind of ['reminded', 'recovered'] as const) await tellThat(incident, kind);
    expect([site.sms.sent.length, site.email.sent.length]).toEqual([0, 3]);
  });
});

describe('a message whose operator is out of reach', () => {
  it('is not told after the end, which it tells when it is tried again', async () => {
    const incident = await site.fire(await site.rule());
    site.email.fail('unreachable');
    await site.dispatch();
    site.after(1);
    await site.dispatch();
    site.email.fail(null);
    site.after(1);
    await site.happens(incident, 'recovered');
    await site.dispatch();
    expect(site.email.sent).toEqual([]);
    site.after(1);
    await site.dispatch();
    site.after(60);
    await site.dispatch();
    expect(site.subjects()).toEqual([expect.stringContaining('back within limits after 2 min')]);
  });

  it('is not told after an end that was found just before it is tried again in vain', async () => {
    const incident = await site.fire(await site.rule());
    site.email.fail('unreachable');
    await site.dispatch();
    site.after(1);
    await site.happens(incident, 'recovered');
    await site.dispatch();
    site.email.fail(null);
    site.after(1);
    await site.dispatch();
    expect(site.email.sent).toEqual([]);
    site.after(1);
    await site.dispatch();
    expect(site.subjects()).toEqual([expect.stringContaining('back within limits after 1 min')]);
  });

  it('is told before an end that was found together with it', async () => {
    const incident = await site.fire(await site.rule());
    await site.happens(incident, 'recovered');
    site.email.fail('unreachable');
    await site.dispatch();
    site.email.fail(null);
    await site.dispatch();
    expect(site.email.sent).toEqual([]);
    site.after(1);
    await site.dispatch();
    expect(site.subjects()).toEqual([
      expect.stringContaining('flow 14.2 KL/h above 12 KL/h'),
      expect.stringContaining('back within limits'),
    ]);
  });
});

describe('a recipient', () => {
  it('gets ten messages an hour, and the others in one', async () => {
    const ruleKey = await site.rule();
    for (let index = 0; index < 14; index += 1) {
      await site.fire(ruleKey, { windowStart: index });
      await site.dispatch();
      site.after(1);
    }
    expect(site.email.sent.length).toBe(10);
    expect(site.web.sent.length).toBe(14);
    site.after(46);
    await site.dispatch();
    expect(site.subjects().slice(10)).toEqual([expect.stringMatching(/: 4 messages since 17:50$/)]);
    site.after(1);
    await site.fire(ruleKey, { windowStart: 99 });
    await site.dispatch();
    expect(site.email.sent.length).toBe(12);
  });

  it('gets what is critical beyond that', async () => {
    const ruleKey = await site.rule();
    for (let index = 0; index < 12; index += 1) await site.fire(ruleKey, { windowStart: index });
    await site.dispatch();
    await site.fire(ruleKey, { windowStart: 99, severity: 'critical' });
    await site.dispatch();
    expect(site.email.sent.length).toBe(11);
  });
});

describe('a message', () => {
  it('that waits for its time wakes its industry then', async () => {
    await site.fire(await site.rule({ schedule: NIGHT }));
    await site.dispatch();
    expect(await site.sweep()).not.toContainEqual({ industryId: site.industry.industryId });
    site.context.clock.set('2026-06-05T00:30:00Z');
    expect(await site.sweep()).toContainEqual({ industryId: site.industry.industryId });
  });
});
