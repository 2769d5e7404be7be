import { describe, expect, it } from 'vitest';
import { type AlertWords, alertWords } from '../../../src/alerts/rules/content.ts';
import type { ToldKind } from '../../../src/alerts/rules/facts.ts';
import { factsOfIncident } from '../../../src/alerts/rules/incident-facts.ts';
import type { Incident } from '../../../src/alerts/rules/incident-record.ts';
import { STILL } from './facts.ts';

const AT = Date.parse('2026-06-10T06:00:00Z');
const INDUSTRY = {
  industryId: 'PLAINS',
  industryName: 'Plains Water',
  clock: { timezone: 'UTC', shiftStartAt: '06:00:00', daysOffset: 0 },
  units: new Map(),
};
const wordsOf = (incident: Incident, kind: ToldKind = 'fired', detail: Record<string, unknown> = {}): AlertWords =>
  alertWords(factsOfIncident({ industry: INDUSTRY, incident, kind, detail, publicUrl: null, now: AT }));
const subjectOf = (incident: Incident): string => wordsOf(incident).subject;

describe('a level that has not moved', () => {
  it('is told with the days of its rule, and not with how far it moved', () => {
    expect(subjectOf(STILL)).toBe('Plains Water: unchanged level for 3 days');
  });

  it('of a request is told with the days that the request says', () => {
    expect(subjectOf({ ...STILL, origin: 'request', value: 5, peak: null, threshold: 3, evidence: {} })).toBe(
      'Plains Water: unchanged level for 5 days',
    );
  });
});

it('an incident of a unit that was removed is not told as one of the industry', () => {
  expect(subjectOf({ ...STILL, unitKey: 7 })).toBe('A unit that was removed: unchanged level for 3 days');
});

describe('how long it lasted', () => {
  const minutesAgo = (minutes: number): number => AT - minutes * 60_000;
  const level: Incident = {
    ...STILL,
    alertType: 'level_exceed',
    value: 95,
    peak: 95,
    threshold: 90,
    // Out of range from 03:50 to 05:50. The rule waits an hour before it tells, and ten minutes before it ends.
    openedAt: minutesAgo(70),
    evidence: { since: new Date(minutesAgo(130)).toISOString(), settings: { high: 90 } },
  };

  it('is counted from when it began, not from when it was told', () => {
    expect(subjectOf(level)).toBe('Plains Water: level 95\u00a0% above 90\u00a0% since 03:50');
  });

  it('ends where the value came back, not where the time of recovery was over', () => {
    const over: Incident = { ...level, state: 'recovered', closedAt: AT };
    const { subject, rows } = wordsOf(over, 'recovered', { durationMinutes: 120 });
    expect(subject).toBe('Plains Water: level back within limits after 2 h, at worst 95\u00a0%');
    expect(rows).toContainEqual({ name: 'Until', value: '10 Jun 2026, 05:50 (UTC)' });
  });

  it('ends where somebody ended it, when nobody wrote down how long it lasted', () => {
    const rows = wordsOf({ ...level, state: 'resolved', closedAt: AT }, 'recovered').rows;
    expect(rows).toContainEqual({ name: 'Until', value: '10 Jun 2026, 06:00 (UTC)' });
  });

  it('of an unvarying flow has the length that was looked at in it, and no limit of nothing', () => {
    const flow: Incident = {
      ...level,
      alertType: 'stable_flow_alert',
      value: 1,
      threshold: 0,
      unitText: 'KL/h',
      openedAt: AT,
      evidence: { since: new Date(AT).toISOString(), settings: { minutes: 360 } },
    };
    expect(subjectOf(flow)).toBe('Plains Water: unvarying flow at 1\u00a0KL/h for 6 h');
    expect(wordsOf(flow).rows.map(({ name }) => name)).not.toContain('Limit');
  });

  it('of silence has the limit in it, by which it was found', () => {
    const silent: Incident = { ...level, alertType: 'device_status', value: 60, threshold: 60 };
    expect(subjectOf(silent)).toBe('Plains Water: no readings since 02:50');
    expect(
      wordsOf({ ...silent, state: 'recovered', closedAt: AT }, 'recovered', { durationMinutes: 130 }).subject,
    ).toBe('Plains Water: sends again after 3 h 10 min without readings');
  });

  it('of a balance is told in days, which are those that lost the water', () => {
    // The day of 9 June ends at 06:00 on the 10th.
    const found = AT - 1;
    const leak: Incident = {
      ...level,
      alertType: 'water_balance_leakage',
      value: 300,
      peak: 300,
      threshold: 100,
      unitText: 'KL',
      openedAt: found,
      evidence: { since: new Date(found).toISOString(), limitKind: 'tolerance' },
    };
    expect(subjectOf(leak)).toBe('Plains Water: 300\u00a0KL unaccounted for, 100\u00a0KL tolerated, since 09 Jun 2026');
    expect(wordsOf(leak).rows).toContainEqual({ name: 'For', value: '1 day' });
    const over: Incident = { ...leak, state: 'recovered', closedAt: found + 2 * 86_400_000 };
    expect(wordsOf(over, 'recovered', { durationMinutes: 2 * 1440 }).rows).toEqual(
      expect.arrayContaining([
        { name: 'Until', value: '11 Jun 2026, 06:00 (UTC)' },
        { name: 'Lasted', value: '2 days' },
      ]),
    );
    // Stored before findings stood at the last instant of their day, at the first of the next one.
    const stored: Incident = {
      ...leak,
      openedAt: AT,
      evidence: { ...leak.evidence, since: new Date(AT).toISOString() },
    };
    expect(subjectOf(stored)).toBe(subjectOf(leak));
    const end: Incident = { ...stored, state: 'recovered', closedAt: AT + 2 * 86_400_000 };
    expect(wordsOf(end, 'recovered', { durationMinutes: 2 * 1440 }).rows).toContainEqual({
      name: 'Lasted',
      value: '2 days',
    });
  });
});

describe('a call for somebody else', () => {
  it('counts how long nobody has answered from the finding on, however long the condition had lasted by then', () => {
    const incident = { ...STILL, openedAt: AT - 3_600_000, detectedAt: AT - 120_000 };
    const told = { industry: INDUSTRY, incident, kind: 'escalated', detail: {}, publicUrl: null, now: AT } as const;
    expect(alertWords(factsOfIncident(told)).subject).toBe(
      'Plains Water: unchanged level for 3 days, unanswered for 2 min',
    );
  });
});
