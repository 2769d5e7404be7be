import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { alertWords } from '../../src/alerts/rules/content.ts';
import { factsOfIncident } from '../../src/alerts/rules/incident-facts.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { requestAlert } from '../../src/alerts/request-alert.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { unit, works } from '../figures/processing/works.ts';
import { at, incidentsOf, rowsOf, send, times } from './watch.ts';

const BY = { userId: 'gateway', industryId: 'X', address: null };

let context: TestContext;
let industry: Industry;
beforeAll(async () => {
  context = await testContext('2026-11-20T12:00:00Z');
  industry = await works(context, [
    unit('SENDS', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
    unit('SILENT', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
    unit('LIMIT', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
    unit('STILL', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
    unit('BACK', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
    unit('NEVER', 'FLOW_CATEGORY', { dataUpdateFrequency: 300 }),
  ]);
  await send(context, industry, [
    // 100 litres every five minutes up to 11:55, 28.7 kilolitres since midnight of the day before.
    ...rowsOf('SENDS', at('00:00') - 24 * 3_600_000, times(432, 100)),
    ...rowsOf('SILENT', at('00:00'), times(13, 100)),
    ...rowsOf('LIMIT', at('00:00'), times(13, 100)),
    // Up to 01:00, and again from 11:00.
    ...rowsOf('BACK', at('00:00'), times(13, 100)),
    ...rowsOf('BACK', at('11:00'), times(12, 100)),
    ...rowsOf('STILL', at('00:00') - 24 * 3_600_000, times(432, 0)),
  ]);
});

/** What is told of a request, and what it is called. */
async function told(unitId: string, alertType: string, meta: object = {}, createdOn = '2026-11-20T12:00:00Z') {
  await requestAlert(
    { context, channels: {} },
    noQueue,
    industry,
    { type: randomUUID(), unitId, recipients: [], createdOn, meta: { alertType, ...meta } },
    BY,
  );
  const { unitKey } = industry.units.get(unitId) ?? {};
  const incident = (await incidentsOf(context, industry)).findLast(
    (one) => one.unitKey === unitKey && one.alertType === alertType,
  );
  if (incident === undefined) throw new Error('It was not recorded.');
  const now = context.clock.now();
  const words = alertWords(factsOfIncident({ industry, incident, kind: 'fired', detail: {}, publicUrl: null, now }));
  return { ...words, fact: words.fact.replaceAll('\u00a0', ' '), title: incident.title };
}

describe('a request that claims silence', () => {
  it('which readings confirm is told with its last reading', async () => {
    expect(await told('SILENT', 'device_status')).toMatchObject({ fact: 'no readings since 01:00' });
  });

  it('which readings deny is told with the reading that denies it', async () => {
    expect(await told('SENDS', 'device_status')).toMatchObject({
      fact: 'reported silent by gateway, but a reading came at 11:55',
      action: 'Check who sent this alert: the readings say otherwise.',
      title: 'Unit SENDS: no readings (the readings say otherwise)',
    });
    const { rows } = await told('SENDS', 'device_status');
    expect(rows.map(({ name }) => name)).toEqual(['Place', 'Reported by', 'Severity']);
    expect(await told('SILENT', 'device_status', { status: 'online' })).toMatchObject({
      fact: 'reported to send again by gateway, but nothing has come since 01:00',
    });
  });

  it('of before now is held against the readings up to then, not against one that came after it', async () => {
    expect(await told('BACK', 'device_status', {}, '2026-11-20T09:00:00Z')).toMatchObject({
      fact: 'no readings since 01:00',
    });
  });

  it('is confirmed once no reading is newer than an hour', async () => {
    const before = await told('LIMIT', 'device_status', {}, '2026-11-20T01:59:59Z');
    expect(before.fact).toContain('a reading came at 01:00');
    expect((await told('LIMIT', 'device_status', {}, '2026-11-20T02:00:00Z')).fact).toBe('no readings since 01:00');
  });

  it('of a unit that has never sent is told as it was reported', async () => {
    const { fact, rows } = await told('NEVER', 'device_status');
    expect(fact).toBe('no readings since 12:00, as reported by gateway');
    expect(rows).toContainEqual({ name: 'Reported by', value: 'gateway' });
  });
});

describe('a request that claims days without flow', () => {
  it('is held against what has passed in them', async () => {
    // From 19 November, 12:00: 288 readings of 100 litres less the first, of which nobody knows since when it counts.
    expect(await told('SENDS', 'no_flow_n_days', { currentValue: 1 })).toMatchObject({
      fact: 'reported without flow by gateway, but 28.7 KL has passed since 12:00 on 19 Nov 2026',
    });
    expect(await told('STILL', 'no_flow_n_days', { currentValue: 1 })).toMatchObject({ fact: 'no flow for 1 day' });
    // Nobody knows what passed in the days before it was heard.
    expect(await told('STILL', 'no_flow_n_days', { currentValue: 9 })).toMatchObject({
      fact: 'no flow for 9 days, as reported by gateway',
    });
  });
});

describe('a request of anything else', () => {
  it('is told as it was reported', async () => {
    expect((await told('SENDS', 'unit_threshold', { currentValue: 12, threshold: 10 })).fact).toBe(
      '2 KL above the daily limit since 12:00, as reported by gateway',
    );
  });

  it('that names a leakage of a unit says nothing of its nights', async () => {
    const meta = { currentValue: 12, threshold: 10 };
    expect(await told('SENDS', 'water_balance_leakage', meta)).toMatchObject({
      fact: 'leakage of 12 KL, limit 10 KL, since 12:00, as reported by gateway',
      title: 'Unit SENDS: leakage',
    });
  });
});
