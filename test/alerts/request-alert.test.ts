import { beforeEach, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { requestAlert } from '../../src/alerts/request-alert.ts';
import { resolveAlert } from '../../src/alerts/handle-incident.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { unit, works } from '../figures/processing/works.ts';
import { sweepOf } from './own-sweep.ts';
import { historyOf, incidentsOf } from './watch.ts';

let context: TestContext;
let industry: Industry;
beforeEach(async () => {
  context = await testContext('2026-11-20T12:00:00Z');
  industry = await works(context, [
    unit('M1', 'FLOW_CATEGORY', { displayName: 'Main inlet' }),
    unit('M2', 'FLOW_CATEGORY', { displayName: 'Canteen' }),
  ]);
});

const ask = (alertType: string, createdOn: string, more: { unitId?: string; meta?: object; title?: string } = {}) =>
  requestAlert(
    { context, channels: {} },
    noQueue,
    industry,
    {
      type: 'threshold',
      unitId: more.unitId ?? 'M1',
      recipients: [],
      createdOn,
      ...(more.title === undefined ? {} : { title: more.title }),
      meta: { alertType, ...more.meta },
    },
    COMMAND,
  );
const sweep = (): Promise<void> => sweepOf({ context, channels: {} }, industry);
const instantText = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();
const standing = async () =>
  (await incidentsOf(context, industry)).map(({ alertType, state, closedAt }) => [
    alertType,
    state,
    instantText(closedAt),
  ]);

describe('an alert that came by request', () => {
  it('is called by its unit and what it is about, and keeps its type; a title that was sent stays', async () => {
    await ask('unit_threshold', '2026-11-20T10:00:00Z');
    await ask('flow_rate_below_the_range', '2026-11-20T10:01:00Z', { unitId: 'M2' });
    await ask('device_status', '2026-11-20T10:02:00Z', { meta: { status: 'online' } });
    await ask('hourly_threshold', '2026-11-20T10:03:00Z', { title: 'Too much at lunch' });
    expect((await incidentsOf(context, industry)).map(({ title, type }) => [title, type])).toEqual([
      ['Main inlet: use above the daily limit', 'threshold'],
      ['Canteen: flow below its limit', 'threshold'],
      ['Main inlet: sends again', 'threshold'],
      ['Too much at lunch', 'threshold'],
    ]);
  });

  it('is active for 24 hours after its createdOn, and then resolved at that instant', async () => {
    await ask('hourly_threshold', '2026-11-20T10:00:00Z');
    context.clock.set('2026-11-21T09:59:59Z');
    await sweep();
    expect(await standing()).toEqual([['hourly_threshold', 'open', null]]);
    context.clock.set('2026-11-21T10:03:00Z');
    await sweep();
    await sweep();
    expect(await standing()).toEqual([['hourly_threshold', 'resolved', '2026-11-21T10:00:00.000Z']]);
    const [incident] = await incidentsOf(context, industry);
    if (incident === undefined) throw new Error('It was recorded.');
    expect(await historyOf(context, industry, incident)).toEqual(['fired', 'resolved']);
  });

  it('and is older than that is resolved as it is written', async () => {
    await ask('hourly_threshold', '2026-01-15T10:00:00Z');
    expect(await standing()).toEqual([['hourly_threshold', 'resolved', '2026-01-16T10:00:00.000Z']]);
  });

  it('ends when a later request says that the device is online, or the flow in range, and for its unit alone', async () => {
    await ask('device_status', '2026-11-20T10:00:00Z', { meta: { status: 'offline' } });
    await ask('flow_rate_above_the_range', '2026-11-20T10:01:00Z');
    await ask('flow_rate_below_the_range', '2026-11-20T10:02:00Z', { unitId: 'M2' });
    await ask('hourly_threshold', '2026-11-20T10:03:00Z');
    await ask('device_status', '2026-11-20T11:00:00Z', { meta: { status: 'online' } });
    await ask('flow_rate_back_in_range', '2026-11-20T11:10:00Z');
    expect(await standing()).toEqual([
      ['device_status', 'recovered', '2026-11-20T11:00:00.000Z'],
      ['flow_rate_above_the_range', 'recovered', '2026-11-20T11:10:00.000Z'],
      ['flow_rate_below_the_range', 'open', null],
      ['hourly_threshold', 'open', null],
      ['device_status', 'recovered', '2026-11-20T11:00:00.000Z'],
      ['flow_rate_back_in_range', 'recovered', '2026-11-20T11:10:00.000Z'],
    ]);
  });

  it('does not end by what was told before it', async () => {
    await ask('device_status', '2026-11-20T11:00:00Z', { meta: { status: 'online' } });
    await ask('device_status', '2026-11-20T11:30:00Z', { meta: { status: 'offline' } });
    await sweep();
    expect((await standing())[1]).toEqual(['device_status', 'open', null]);
  });

  it('that somebody resolved stays as it was resolved', async () => {
    await ask('hourly_threshold', '2026-11-20T10:00:00Z');
    const [{ incidentId = '' } = {}] = await incidentsOf(context, industry);
    await resolveAlert(context, industry, COMMAND, { alertId: incidentId, reason: null });
    context.clock.set('2026-11-22T12:00:00Z');
    await sweep();
    expect(await standing()).toEqual([['hourly_threshold', 'resolved', '2026-11-20T12:00:00.000Z']]);
  });
});
