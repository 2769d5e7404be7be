import { describe, expect, it } from 'vitest';
import {
  ALERT_CATEGORIES,
  ALERT_KINDS,
  categoryOf,
  STATES_OF_STATUS,
  actualValueOf,
  alertStatusOf,
  thresholdOf,
  TYPES_OF_CATEGORY,
  typesListed,
} from '../../../src/alerts/rules/listing.ts';
import { ALERT_TYPES } from '../../../src/alerts/rules/types.ts';

const all = { kind: 'all', energyEnabled: true, adminAlerts: false } as const;

describe('categories of alerts', () => {
  it('are seven, in alphabetical order', () => {
    expect(ALERT_CATEGORIES).toEqual(['consumption', 'device', 'energy', 'flow', 'leakage', 'level', 'quality']);
  });

  it('hold each of the 16 alert types once', () => {
    expect(ALERT_CATEGORIES.flatMap((category) => [...TYPES_OF_CATEGORY[category]]).sort()).toEqual(
      [...ALERT_TYPES].sort(),
    );
    for (const type of ALERT_TYPES) expect(TYPES_OF_CATEGORY[categoryOf(type)]).toContain(type);
  });
});

describe('alert types of a listing', () => {
  it('are each of one of general, offline and insights', () => {
    const of = (kind: (typeof ALERT_KINDS)[number]) => typesListed({ ...all, kind }) ?? ALERT_TYPES;
    expect([...of('general'), ...of('offline'), ...of('insights')].sort()).toEqual([...ALERT_TYPES].sort());
    expect(of('offline')).toEqual(['device_status']);
    expect(of('insights')).toEqual([
      'stable_flow_alert',
      'no_flow_n_days',
      'no_level_variation_n_days',
      'water_balance_leakage',
    ]);
    expect([...of('general'), ...of('offline')].sort()).toEqual([...of('general_offline')].sort());
    expect(typesListed(all)).toBeNull();
  });

  it('leave energy out unless it is asked for', () => {
    const without = typesListed({ ...all, energyEnabled: false }) ?? [];
    expect(ALERT_TYPES.filter((type) => !without.includes(type))).toEqual([
      'energy_daily_threshold',
      'energy_monthly_threshold',
      'energy_threshold',
    ]);
  });

  it('are those of devices that may not work where operators ask', () => {
    expect(typesListed({ ...all, adminAlerts: true })).toEqual([
      'device_status',
      'stable_flow_alert',
      'no_flow_n_days',
      'no_level_variation_n_days',
    ]);
    expect(typesListed({ kind: 'general', energyEnabled: true, adminAlerts: true })).toEqual([]);
  });
});

describe('the status of an alert', () => {
  it.each([
    ['open', 'active'],
    ['recovered', 'resolved'],
    ['withdrawn', 'resolved'],
    ['resolved', 'resolved'],
  ] as const)('whose state is %s is %s', (state, status) => {
    expect(alertStatusOf(state)).toBe(status);
    expect(STATES_OF_STATUS[status]).toContain(state);
    expect(STATES_OF_STATUS[status === 'active' ? 'resolved' : 'active']).not.toContain(state);
  });
});

describe('the actual value of an alert', () => {
  it.each([
    ['that lasts is the newest', { state: 'open', value: 88, peak: 95 }, 88],
    ['that is over is the one farthest beyond', { state: 'recovered', value: 88, peak: 95 }, 95],
    ['that was asked for is the one that was sent', { state: 'resolved', value: 88, peak: null }, 88],
    ['of which nobody said a figure is none', { state: 'resolved', value: null, peak: null }, null],
  ] as const)('%s', (_, incident, actual) => {
    expect(actualValueOf(incident)).toBe(actual);
  });
});

describe('the threshold of an alert', () => {
  const figures = {
    unitKey: 1,
    parameter: null,
    origin: 'rule',
    threshold: 100,
    value: 120,
    peak: null,
    unitText: 'KL',
  } as const;
  it.each([
    ['unit_threshold', {}, { parameter: 'daily consumption', operator: '>', value: 100, unit: 'KL' }],
    ['level_exceed', { value: 5, threshold: 10 }, { parameter: 'level', operator: '<', value: 10 }],
    ['level_exceed', { value: 95, threshold: 90 }, { parameter: 'level', operator: '>', value: 90 }],
    [
      'quality_threshold',
      { parameter: 'pH', value: 5, threshold: 6.5, unitText: '' },
      { parameter: 'pH', operator: '<' },
    ],
    // Its newest value may be back on the other side.
    ['level_exceed', { value: 88, peak: 95, threshold: 90 }, { parameter: 'level', operator: '>', value: 90 }],
    ['flow_rate_below_the_range', { value: 12, threshold: 10 }, { operator: '<' }],
    ['no_flow_n_days', { value: 3, threshold: 3, unitText: 'days' }, { operator: '>=', value: 3, unit: 'days' }],
    [
      'no_level_variation_n_days',
      { value: 0.4, threshold: 1, unitText: '%' },
      { parameter: 'variation of level', operator: '<=', value: 1, unit: '%' },
    ],
    [
      'no_level_variation_n_days',
      { origin: 'request', value: 5, threshold: 3, unitText: 'days' },
      { parameter: 'days without variation', operator: '>=', value: 3, unit: 'days' },
    ],
    ['stable_flow_alert', { value: 1, threshold: 0 }, { parameter: 'unvarying flow', operator: '>', value: 0 }],
    ['water_balance_leakage', {}, { parameter: 'minimum night flow', operator: '>' }],
    ['water_balance_leakage', { unitKey: null }, { parameter: 'imbalance', operator: '>' }],
    ['unit_threshold', { threshold: null }, { operator: null, value: null }],
    ['unit_threshold', { value: null }, { operator: null, value: 100 }],
  ] as const)('%s with %j is %j', (alertType, changes, threshold) => {
    expect(thresholdOf({ ...figures, alertType, ...changes })).toMatchObject(threshold);
  });
});
