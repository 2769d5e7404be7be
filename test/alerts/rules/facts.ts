import type { AlertFacts } from '../../../src/alerts/rules/facts.ts';
import type { Incident } from '../../../src/alerts/rules/incident-record.ts';
import type { AlertType } from '../../../src/alerts/rules/types.ts';

/* One incident of every type, at works in Delhi: since 14:20 local time on 4 June, told at 17:40. */

export const TOLD_AT = Date.parse('2026-06-04T12:10:00Z');

const COMMON: AlertFacts = {
  alertId: '00000000-0000-4000-8000-000000000001',
  kind: 'fired',
  alertType: 'unit_threshold',
  severity: 'high',
  industryId: 'PLAINS',
  industryName: 'Plains Water',
  unitId: 'MAIN',
  unitName: 'Main inlet',
  group: 'FLOW',
  title: 'Use per day',
  value: null,
  limit: null,
  peak: null,
  limitKind: null,
  unit: 'KL',
  parameter: null,
  side: null,
  days: null,
  litres: null,
  isNeverHeard: false,
  report: null,
  since: Date.parse('2026-06-04T08:50:00Z'),
  foundAt: Date.parse('2026-06-04T08:50:00Z'),
  sinceDay: null,
  until: null,
  now: TOLD_AT,
  timezone: 'Asia/Kolkata',
  link: 'https://water.example.com/app/alerts/incident?id=00000000-0000-4000-8000-000000000001',
};

const OF_TYPE: Readonly<Record<AlertType, Partial<AlertFacts>>> = {
  unit_threshold: { value: 1214, limit: 1000, peak: 1250.5, litres: 250_500 },
  energy_daily_threshold: { unitName: 'Pump house', value: 512.25, limit: 480, peak: 530, unit: 'kWh' },
  hourly_threshold: { value: 14.2, limit: 12, peak: 14.9, litres: 2900, severity: 'medium' },
  monthly_threshold: { value: 31_000, limit: 30_000, peak: 31_900, litres: 1_900_000 },
  energy_monthly_threshold: { unitName: 'Pump house', value: 12_400, limit: 12_000, peak: 12_900, unit: 'kWh' },
  device_status: { severity: 'medium' },
  level_exceed: {
    unitName: 'Pond',
    group: 'STOCK',
    value: 96.4,
    limit: 95,
    peak: 97.25,
    unit: '%',
    side: 'above',
    severity: 'critical',
  },
  stable_flow_alert: { value: 3.2, unit: 'KL/h', severity: 'medium' },
  flow_rate_above_the_range: { value: 14.2, limit: 12, peak: 16, unit: 'KL/h', side: 'above', severity: 'critical' },
  flow_rate_below_the_range: { value: 0.4, limit: 2, peak: 0.1, unit: 'KL/h', side: 'below' },
  flow_rate_back_in_range: { value: 9.8, limit: 12, peak: 16, unit: 'KL/h', severity: 'low' },
  quality_threshold: {
    unitName: 'River intake',
    group: 'QUALITY',
    value: 9.213,
    limit: 8.5,
    peak: 9.4,
    unit: '',
    parameter: 'pH',
    side: 'above',
  },
  energy_threshold: { unitName: 'Pump house', value: 48.2, limit: 45, peak: 51, unit: 'kWh' },
  no_flow_n_days: { days: 3, severity: 'low' },
  no_level_variation_n_days: { unitName: 'Pond', group: 'STOCK', days: 4, severity: 'low' },
  water_balance_leakage: {
    unitId: null,
    unitName: null,
    group: null,
    value: 12.5,
    limit: 5,
    litres: 7500,
    limitKind: 'tolerance',
    severity: 'critical',
  },
};

export const factsOf = (alertType: AlertType, more: Partial<AlertFacts> = {}): AlertFacts => ({
  ...COMMON,
  ...OF_TYPE[alertType],
  alertType,
  ...more,
});

/** A level that has not moved for three days, found at six in the morning. */
export const STILL: Incident = {
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
  openedAt: Date.parse('2026-06-10T06:00:00Z'),
  detectedAt: Date.parse('2026-06-10T06:00:00Z'),
  closedAt: null,
  // The level moved so far within three days, in percentage points.
  value: 0.4,
  peak: 0.4,
  threshold: 1,
  unitText: '%',
  parameter: null,
  litres: null,
  evidence: { settings: { days: 3, variation: 1 } },
  requestCreatedOn: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  assigneeId: null,
  snoozedUntil: null,
};
