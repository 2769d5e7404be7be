import { describe, expect, it } from 'vitest';
import { alertWords } from '../../../src/domain/alerts/content.ts';
import { factsOfIncident } from '../../../src/domain/alerts/incident-facts.ts';
import type { Incident } from '../../../src/domain/alerts/incident-record.ts';

const AT = Date.parse('2026-06-10T06:00:00Z');
const INDUSTRY = {
  industryId: 'PLAINS',
  industryName: 'Plains Water',
  clock: { timezone: 'UTC', shiftStartAt: '06:00:00', daysOffset: 0 },
  units: new Map(),
};
const STILL: Incident = {
  incidentKey: 1,
  incidentId: '00000000-0000-4000-8000-000000000001',
  ruleKey: 1,
  origin: 'rule',
  alertType: 'no_level_variation_n_days',
  type: 'rule',
  unitKey: null,
  windowStart: null,
  severity: 'low',
  title: 'Level',
  description: null,
  state: 'open',
  isLate: false,
  openedAt: AT,
  detectedAt: AT,
  closedAt: null,
  // The level moved so far within three days, in percentage points.
  value: 0.4,
  peak: 0.4,
  limit: 1,
  unitText: '%',
  parameter: null,
  litres: null,
  evidence: { settings: { days: 3, variation: 1 } },
  requestCreatedOn: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  result: null,
};
const subjectOf = (incident: Incident): string =>
  alertWords(factsOfIncident({ industry: INDUSTRY, incident, kind: 'fired', publicUrl: null, now: AT })).subject;

describe('a level that has not moved', () => {
  it('is told with the days of its rule, and not with how far it moved', () => {
    expect(subjectOf(STILL)).toBe('Plains Water: unchanged level for 3 days');
  });

  it('of a request is told with the days that the request says', () => {
    expect(subjectOf({ ...STILL, origin: 'request', value: 5, peak: null, limit: 3, evidence: {} })).toBe(
      'Plains Water: unchanged level for 5 days',
    );
  });
});
