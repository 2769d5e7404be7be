import { describe, expect, it } from 'vitest';
import type { Incident } from '../../src/alerts/rules/incident-record.ts';
import type { AlertRule } from '../../src/alerts/rules/rule.ts';
import type { AlertType } from '../../src/alerts/rules/types.ts';
import { dueEscalations } from '../../src/alerts/escalate.ts';
import { RULE as DEFINITION } from './incidents.ts';

const NOON = Date.parse('2026-06-05T12:00:00Z');
const HOUR = 3_600_000;
const AT = { now: NOON, timezone: 'Asia/Kolkata' };

const RULE: AlertRule = {
  ...DEFINITION,
  ruleKey: 7,
  ruleId: '3f2b8c1e-6a52-4b0f-9c1d-2f4f6f0b7a11',
  version: 1,
  definition: {},
  createdBy: 'asha',
  createdAt: new Date(NOON),
  updatedBy: 'asha',
  updatedAt: new Date(NOON),
  escalation: [{ afterMinutes: 60, channels: {} }],
};
const incident = (alertType: AlertType): Incident => ({
  incidentKey: 1,
  incidentId: '8d1c7e52-0b34-4f6a-a7d9-5c2e9b8f4a31',
  ruleKey: RULE.ruleKey,
  origin: 'rule',
  alertType,
  type: 'rule',
  unitKey: 1,
  windowStart: null,
  severity: 'high',
  title: 'Flow',
  description: null,
  state: 'open',
  isLate: false,
  openedAt: NOON - HOUR,
  detectedAt: NOON - HOUR,
  closedAt: null,
  value: 20,
  peak: 20,
  threshold: 12,
  unitText: 'KL/h',
  parameter: null,
  litres: null,
  evidence: {},
  requestCreatedOn: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  assigneeId: null,
  snoozedUntil: NOON - 1,
});
const kinds = (alertType: AlertType) =>
  dueEscalations([incident(alertType)], [RULE], new Map(), AT).map(({ kind }) => kind);

describe('an open alert', () => {
  it('that somebody has answered and snoozed calls when the snooze is over, and nobody else', () => {
    const answered = { ...incident('level_exceed'), acknowledgedAt: NOON - HOUR / 2 };
    expect(dueEscalations([answered], [RULE], new Map(), AT).map(({ kind }) => kind)).toEqual(['reminded']);
  });

  it('that somebody has answered while it was snoozed reminds nobody', () => {
    const answered = { ...incident('level_exceed'), acknowledgedAt: NOON - HOUR / 2 };
    const called = { incidentKey: 1, escalations: 0, lastRemindedAt: null, isAnsweredSince: true, isUnreached: false };
    expect(dueEscalations([answered], [RULE], new Map([[1, called]]), AT)).toEqual([]);
  });

  it('calls again when its snooze is over, and further people when nobody has answered', () => {
    expect(kinds('flow_rate_above_the_range')).toEqual(['reminded', 'escalated']);
  });

  it('that is found in quiet hours waits for their end before further people are called', () => {
    // In Delhi it was found at 16:30, and it is 17:30.
    const quiet = (end: string) => ({
      enabled: true,
      timezone: null,
      quietHours: { start: '16:00', end },
      holdCritical: false,
    });
    const callsWith = (end: string, severity: Incident['severity'] = 'high') =>
      dueEscalations(
        [{ ...incident('level_exceed'), snoozedUntil: null, severity }],
        [{ ...RULE, schedule: quiet(end) }],
        new Map(),
        AT,
      ).map(({ kind, detail }) => [kind, detail]);
    expect(callsWith('16:31')).toEqual([]);
    expect(callsWith('16:30')).toEqual([['escalated', { step: 0, toldAt: new Date(NOON - HOUR).toISOString() }]]);
    expect(callsWith('17:00', 'critical')).toHaveLength(1);
  });

  it('that is told by its end alone calls nobody while flow is still out of range', () => {
    expect(kinds('flow_rate_back_in_range')).toEqual([]);
  });
});
