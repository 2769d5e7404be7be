import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewIncident, RequestRecord } from '../../../src/alerts/rules/incident-record.ts';
import type { RuleDefinition } from '../../../src/alerts/rules/rule.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import {
  deleteRule,
  holdRule,
  insertRule,
  listRules,
  replaceRule,
  rulesByKey,
} from '../../../src/alerts/store/alert-rules.ts';
import {
  acknowledgeIncident,
  addIncident,
  addToRecord,
  addTransitions,
  closeIncidents,
  holdRequest,
  snoozeIncident,
  withdrawIncidents,
} from '../../../src/alerts/store/incident-writes.ts';
import { holdIncident, incidentsOfRules, openIncidents, transitionsOf } from '../../../src/alerts/store/incidents.ts';
import { unit, works } from '../../figures/processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

const RULE: RuleDefinition = {
  alertType: 'unit_threshold',
  title: 'Too much in a day',
  description: null,
  severity: 'high',
  scope: { kind: 'industry', ids: [] },
  settings: { limit: 10 },
  holdMinutes: 0,
  recoverMinutes: 0,
  lateAfterMinutes: 360,
  channels: {},
  schedule: { enabled: false, timezone: null, quietHours: null, holdCritical: false },
  escalation: [],
  isEnabled: true,
};

const incident = (more: Partial<NewIncident> = {}): NewIncident => ({
  incidentId: randomUUID(),
  ruleKey: null,
  origin: 'request',
  alertType: 'unit_threshold',
  type: 'threshold',
  unitKey: null,
  windowStart: null,
  severity: 'high',
  title: 'Too much',
  description: null,
  state: 'open',
  isLate: false,
  openedAt: NOON,
  detectedAt: NOON + HOUR,
  closedAt: null,
  value: 12.5,
  peak: 12.5,
  threshold: 10,
  unitText: 'KL',
  parameter: null,
  litres: 2500,
  evidence: { why: 'test' },
  requestCreatedOn: null,
  ...more,
});

let context: TestContext;
let industry: Industry;
let ruleKey: number;
beforeAll(async () => {
  context = await testContext();
  industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
  const stored = await insertRule(context.database, industry.industryKey, {
    ruleId: randomUUID(),
    rule: RULE,
    definition: { title: 'as sent' },
    by: 'u1',
    at: new Date(NOON),
  });
  ruleKey = stored.ruleKey;
});

const unitKey = (): number => industry.units.get('A')?.unitKey ?? 0;
const key = (): number => industry.industryKey;

describe('incidents', () => {
  it('are read as they were written', async () => {
    const written = incident({ unitKey: unitKey(), windowStart: NOON - HOUR });
    const incidentKey = await addIncident(context.database, key(), written);
    expect(await holdIncident(context.database, key(), written.incidentId)).toEqual({
      ...written,
      incidentKey,
      acknowledgedAt: null,
      acknowledgedBy: null,
      assigneeId: null,
      snoozedUntil: null,
    });
    expect(await holdIncident(context.database, key() + 1, written.incidentId)).toBeNull();
  });

  it('of one rule, unit and window are open once, and may open again once they are over', async () => {
    const of = (more: Partial<NewIncident>) => incident({ ruleKey, origin: 'rule', type: 'rule', ...more });
    const first = await addIncident(context.database, key(), of({ unitKey: unitKey() }));
    expect(first).not.toBeNull();
    expect(await addIncident(context.database, key(), of({ unitKey: unitKey() }))).toBeNull();
    expect(await addIncident(context.database, key(), of({ unitKey: null }))).not.toBeNull();
    expect(await addIncident(context.database, key(), of({ unitKey: null }))).toBeNull();
    expect(await addIncident(context.database, key(), of({ unitKey: unitKey(), windowStart: NOON }))).not.toBeNull();
    expect(await openIncidents(context.database, key())).toHaveLength(3);
    const closed = [
      { incidentKey: first ?? 0, state: 'recovered', closedAt: NOON + HOUR, peak: 14, litres: null },
    ] as const;
    expect(await closeIncidents(context.database, key(), closed)).toEqual([first]);
    expect(await closeIncidents(context.database, key(), closed)).toEqual([]);
    expect(await addIncident(context.database, key(), of({ unitKey: unitKey() }))).not.toBeNull();
    const span = { from: NOON + HOUR, to: NOON + 2 * HOUR };
    const ofRule = await incidentsOfRules(context.database, key(), [ruleKey], span);
    expect(ofRule.map(({ state, peak, litres }) => ({ state, peak, litres }))).toContainEqual({
      state: 'recovered',
      peak: 14,
      litres: 2500,
    });
    expect(ofRule).toHaveLength(4);
  });

  it('of the same request are recorded once, with whom it told and what became of that first', async () => {
    const request = incident({ unitKey: unitKey(), requestCreatedOn: NOON - HOUR });
    const incidentKey = await addIncident(context.database, key(), request);
    expect(await addIncident(context.database, key(), { ...request, incidentId: randomUUID() })).toBeNull();
    const add = (told: RequestRecord['told'], outcomes: RequestRecord['outcomes']) =>
      addToRecord(context.database, key(), incidentKey ?? 0, { told, outcomes });
    expect(await add({ asha: ['sms:1'] }, {})).toEqual({ told: { asha: ['sms:1'] }, outcomes: {} });
    await add({ asha: ['sms:2'], ravi: ['sms:3'] }, { 'sms:1': null });
    const record = { told: { asha: ['sms:1'], ravi: ['sms:3'] }, outcomes: { 'sms:1': null, 'sms:3': 'Not sent' } };
    expect(await add({}, { 'sms:1': 'Not sent', 'sms:3': 'Not sent' })).toEqual(record);
    const identity = {
      type: 'threshold',
      unitKey: unitKey(),
      alertType: 'unit_threshold',
      createdOn: NOON - HOUR,
    } as const;
    expect(await holdRequest(context.database, key(), identity)).toEqual({ incidentKey, record });
    expect(await holdRequest(context.database, key(), { ...identity, unitKey: null })).toBeNull();
  });

  it('tell what happened to them in order, and what nobody is told of counts as dispatched', async () => {
    const late = incident({ isLate: true, state: 'recovered', closedAt: NOON + 1 });
    const told = incident();
    const lateKey = (await addIncident(context.database, key(), late)) ?? 0;
    const toldKey = (await addIncident(context.database, key(), told)) ?? 0;
    const next = { at: NOON + HOUR, recordedAt: NOON + HOUR, detail: {} };
    await addTransitions(context.database, key(), [
      { ...next, incidentKey: toldKey, kind: 'acknowledged', actorUserId: 'u1', isTold: false },
      { ...next, incidentKey: toldKey, kind: 'resolved', actorUserId: 'u1', isTold: true, at: NOON + 2 * HOUR },
    ]);
    const shown = async (incidentKey: number) =>
      (await transitionsOf(context.database, key(), incidentKey)).map(({ ordinal, kind, dispatchedAt }) => ({
        ordinal,
        kind,
        isWaiting: dispatchedAt === null,
      }));
    expect(await shown(lateKey)).toEqual([{ ordinal: 1, kind: 'fired', isWaiting: false }]);
    expect(await shown(toldKey)).toEqual([
      { ordinal: 1, kind: 'fired', isWaiting: true },
      { ordinal: 2, kind: 'acknowledged', isWaiting: false },
      { ordinal: 3, kind: 'resolved', isWaiting: true },
    ]);
  });

  it('are acknowledged, snoozed and withdrawn, the last of them once', async () => {
    const written = incident();
    await addIncident(context.database, key(), written);
    await context.database.transaction(async (transaction) => {
      const held = await holdIncident(transaction, key(), written.incidentId);
      const incidentKey = held?.incidentKey ?? 0;
      await acknowledgeIncident(transaction, key(), incidentKey, { at: NOON, by: 'u1' });
      await snoozeIncident(transaction, key(), incidentKey, NOON + HOUR);
      expect(await withdrawIncidents(transaction, key(), [incidentKey], NOON + HOUR)).toEqual([incidentKey]);
      expect(await withdrawIncidents(transaction, key(), [incidentKey], NOON + HOUR)).toEqual([]);
    });
    expect(await holdIncident(context.database, key(), written.incidentId)).toMatchObject({
      state: 'withdrawn',
      closedAt: NOON + HOUR,
      acknowledgedAt: NOON,
      acknowledgedBy: 'u1',
      snoozedUntil: NOON + HOUR,
    });
  });
});

describe('rules', () => {
  it('are read as they were written, count their versions, and are known to their incidents once deleted', async () => {
    const ruleId = randomUUID();
    const write = { ruleId, rule: RULE, definition: { a: 1 }, by: 'u1', at: new Date(NOON) };
    const { ruleKey: own } = await insertRule(context.database, key(), write);
    const changed = { ...RULE, title: 'Far too much', isEnabled: false };
    await context.database.transaction(async (transaction) => {
      expect(await holdRule(transaction, key() + 1, ruleId)).toBeNull();
      expect(await holdRule(transaction, key(), ruleId)).toMatchObject({ ...RULE, version: 1, definition: { a: 1 } });
      await replaceRule(transaction, key(), { ...write, rule: changed, by: 'u2', at: new Date(NOON + HOUR) });
    });
    const found = (await listRules(context.database, key())).find((rule) => rule.ruleId === ruleId);
    expect(found).toEqual({
      ...changed,
      ruleId,
      ruleKey: own,
      version: 2,
      definition: { a: 1 },
      createdBy: 'u1',
      createdAt: new Date(NOON),
      updatedBy: 'u2',
      updatedAt: new Date(NOON + HOUR),
    });
    await deleteRule(context.database, key(), { ruleId, by: 'u1', at: new Date(NOON) });
    expect((await listRules(context.database, key())).map((rule) => rule.ruleId)).not.toContain(ruleId);
    expect((await rulesByKey(context.database, key(), [own])).get(own)?.title).toBe('Far too much');
  });
});
