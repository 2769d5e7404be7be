import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewIncident } from '../../src/alerts/rules/incident-record.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { AlertType } from '../../src/alerts/rules/types.ts';
import { addDays, businessDate } from '../../src/kernel/time/business-date.ts';
import { dayWindow } from '../../src/kernel/time/business-clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/kernel/time/durations.ts';
import { incidentsOfReport } from '../../src/reports/load-figures.ts';
import { addIncident, addTransitions } from '../../src/alerts/store/incident-writes.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { unit, works } from '../figures/processing/works.ts';

const DAY = businessDate('2026-06-10');
const DAYS = { from: DAY, to: DAY };

let context: TestContext;
let industry: Industry;
let other: Industry;
let start: number;
let end: number;

const add = (more: Partial<NewIncident>): Promise<number | null> =>
  addIncident(context.database, industry.industryKey, {
    incidentId: randomUUID(),
    ruleKey: null,
    origin: 'request',
    alertType: 'unit_threshold',
    type: 'threshold',
    unitKey: industry.units.get('A')?.unitKey ?? 0,
    windowStart: null,
    severity: 'high',
    title: 'Daily limit',
    description: null,
    state: 'resolved',
    isLate: false,
    openedAt: start,
    detectedAt: start,
    closedAt: start + HOUR_MS,
    value: 12,
    peak: null,
    threshold: 10,
    unitText: 'KL',
    parameter: null,
    litres: null,
    evidence: {},
    requestCreatedOn: null,
    ...more,
  });

beforeAll(async () => {
  context = await testContext();
  industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
  other = await works(context, [unit('A', 'FLOW_CATEGORY')]);
  ({ startEpochMs: start, endEpochMs: end } = dayWindow(industry.clock, DAY));
  await add({ title: 'over before', openedAt: start - 2 * HOUR_MS, closedAt: start - 1 });
  await add({ title: 'over with the day before', openedAt: start - HOUR_MS, closedAt: start });
  await add({ title: 'from before', openedAt: start - 2 * HOUR_MS, closedAt: start + HOUR_MS, peak: 14 });
  await add({ title: 'of its first instant', openedAt: start, closedAt: start });
  await add({ title: 'open', openedAt: start + HOUR_MS, closedAt: null, state: 'open', unitKey: null, value: null });
  await add({ title: 'ended by its time', openedAt: start + 2 * HOUR_MS, closedAt: start + 26 * HOUR_MS });
  await add({ title: 'pH', parameter: 'pH', openedAt: end - 1, closedAt: end + HOUR_MS });
  await add({ title: 'after', openedAt: end, closedAt: null, state: 'open' });
});

describe('incidents of a report', () => {
  it('are those that were open on a day of it, with peak and limit', async () => {
    const found = await incidentsOfReport(context, industry, DAYS);
    expect(
      found.map(({ fact, place, unitId, amount, limit, state }) => [
        fact,
        place,
        unitId,
        amount?.value,
        limit?.value,
        state,
      ]),
    ).toEqual([
      ['from before', 'Unit A', 'A', 14, 10, 'resolved'],
      ['of its first instant', 'Unit A', 'A', 12, 10, 'resolved'],
      ['open', null, null, undefined, 10, 'open'],
      ['ended by its time', 'Unit A', 'A', 12, 10, 'expired'],
      ['pH (pH)', 'Unit A', 'A', 12, 10, 'resolved'],
    ]);
    expect(found[2]).toMatchObject({ fromEpochMs: start + HOUR_MS, toEpochMs: null, isAcknowledged: false });
  });

  it('that somebody reported are told as reported, in the language of the reader', async () => {
    const reported = (hours: number, verdict: string, more: Partial<NewIncident> = {}) => {
      const openedAt = start + 20 * DAY_MS + hours * HOUR_MS;
      const evidence = { reportedBy: 'gateway', checked: { verdict, at: new Date(openedAt).toISOString() } };
      return add({ alertType: 'device_status', openedAt, closedAt: openedAt + HOUR_MS, evidence, ...more });
    };
    await reported(1, 'confirmed', { title: 'Unit A: no readings' });
    await reported(2, 'unchecked', { title: 'Acid spilt', alertType: 'quality_threshold', parameter: 'pH' });
    await reported(3, 'denied', { title: 'Unit A: no readings (the readings say otherwise)' });
    const day = addDays(DAY, 20);
    const facts = async (language: 'en' | 'hi') =>
      (await incidentsOfReport(context, industry, { from: day, to: day }, { language }))
        .filter(({ state }) => state !== 'open')
        .map(({ fact }) => fact);
    expect(await facts('en')).toEqual([
      'Unit A: no readings',
      'Acid spilt (pH), as reported by gateway',
      'Unit A: no readings, as reported by gateway (the readings say otherwise)',
    ]);
    expect((await facts('hi')).at(-1)).toBe('Unit A: कोई रीडिंग नहीं, gateway के अनुसार (रीडिंग कुछ और कहती हैं)');
  });

  it('of a rule last from where the condition began to where it was over, as their messages say', async () => {
    const at = (hours: number): number => start + 9 * DAY_MS + hours * HOUR_MS;
    const recorded = async (
      alertType: AlertType,
      { since, opened, closed }: Record<'since' | 'opened' | 'closed', number>,
      more: Partial<NewIncident> & { readonly settings?: object } = {},
    ): Promise<void> => {
      const { settings = {}, ...fields } = more;
      const incidentKey = await add({
        ...{ title: alertType, origin: 'rule', alertType, state: 'recovered', ...fields },
        ...{ openedAt: at(opened), closedAt: at(closed) },
        evidence: { since: new Date(at(since)).toISOString(), settings },
      });
      await addTransitions(context.database, industry.industryKey, [
        {
          ...{ incidentKey: incidentKey ?? 0, kind: 'recovered', at: at(closed), recordedAt: at(closed) },
          ...{ actorUserId: null, isTold: true },
          // Levels are over an hour before the rule ends them.
          detail: { durationMinutes: (closed - since) * 60 - (alertType === 'level_exceed' ? 60 : 0) },
        },
      ]);
    };
    await recorded('device_status', { since: 9, opened: 9, closed: 12 }, { threshold: 60, value: 60, peak: 240 });
    await recorded('stable_flow_alert', { since: 10, opened: 10, closed: 11 }, { settings: { minutes: 360 } });
    await recorded('water_balance_leakage', { since: 11, opened: 11, closed: 35 }, { settings: { nights: 3 } });
    await recorded('level_exceed', { since: 12, opened: 13, closed: 15 });
    const day = addDays(DAY, 9);
    const found = await incidentsOfReport(context, industry, { from: day, to: day });
    expect(
      found
        .filter(({ state }) => state === 'recovered')
        .map(({ title, fromEpochMs, toEpochMs, amount }) => [
          title,
          (fromEpochMs - at(0)) / HOUR_MS,
          ((toEpochMs ?? 0) - fromEpochMs) / HOUR_MS,
          amount?.value,
        ]),
    ).toEqual([
      ['device_status', 8, 4, 240],
      ['stable_flow_alert', 4, 7, 12],
      ['water_balance_leakage', -37, 72, 12],
      ['level_exceed', 12, 2, 12],
    ]);
  });

  it("are the own industry's", async () => {
    expect(await incidentsOfReport(context, other, DAYS)).toEqual([]);
  });
});
