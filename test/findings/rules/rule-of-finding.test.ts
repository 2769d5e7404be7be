import { describe, expect, it } from 'vitest';
import { CONDITIONS } from '../../../src/alerts/rules/conditions.ts';
import { ALERT_TYPES } from '../../../src/alerts/rules/types.ts';
import { FINDING_KINDS, type FindingKind } from '../../../src/findings/rules/kinds.ts';
import { ruleOfFinding } from '../../../src/findings/rules/rule-of-finding.ts';
import { type UnitGroup, UNIT_GROUPS } from '../../../src/kernel/measure/unit.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';

const params = { P1: { displayName: 'pH', siUnit: '', isLatest: false } };
/** Evidence as the rules of each kind give it. */
const EVIDENCE: Readonly<Record<FindingKind, Readonly<Record<string, unknown>>>> = {
  leak: { method: 'quiet-hours', excessPerHour: 200 },
  burst: { highestHour: 9000, usualHighestHour: 2500 },
  'unusual-use': { verdict: 'more', used: 40_000, upper: 26_000 },
  standstill: { daysWithoutUse: 3, usualPerDay: 20_000 },
  stuck: { daysConstant: 2, level: 51 },
  creep: { lowestPerHour: 20 },
  reversed: { registerFell: 300 },
  silence: { silentSince: '2026-02-01T00:00:00.000Z', limitMinutes: 180 },
  'tank-low': { worstPercent: 4, limitPercent: 10 },
  'tank-full': { worstPercent: 99, limitPercent: 98 },
  overflow: { worstPercent: 100, limitPercent: 99 },
  'quality-outside': { parameter: 'pH', value: 9.1, min: null, max: 8.5 },
  'battery-low': { batteryPercent: 12, limitPercent: 20 },
  'energy-drift': { energyPerWater: 1.4, usual: 1 },
  'swapped-meters': { swappedWith: 'M2' },
  balance: { imbalancePerDay: 4000 },
};
const firstDay = businessDate('2026-02-01');
const of = (
  kind: FindingKind,
  group: UnitGroup | null,
  { evidence = EVIDENCE[kind], raisedOn = '2026-02-03', limit = 10 as number | null } = {},
) =>
  ruleOfFinding(
    { kind, firstDay, raisedOn: businessDate(raisedOn), evidence },
    { unit: group === null ? null : { group, params }, limit },
  );

describe('the alert rule that a person would make of a finding', () => {
  it('has the limit that the finding rests on', () => {
    const rules = FINDING_KINDS.map((kind) => {
      const rule = UNIT_GROUPS.map((group) => of(kind, group)).find((one) => one !== null);
      return [kind, rule?.alertType ?? null, rule?.settings ?? null];
    });
    expect(rules).toEqual([
      ['leak', 'water_balance_leakage', { nights: 3 }],
      ['burst', 'hourly_threshold', { limit: 4 }],
      ['unusual-use', 'unit_threshold', { limit: 26 }],
      ['standstill', 'no_flow_n_days', { days: 3 }],
      ['stuck', 'no_level_variation_n_days', { days: 3, variation: 0 }],
      ['creep', null, null],
      ['reversed', null, null],
      ['silence', 'device_status', { silenceMinutes: 180 }],
      ['tank-low', 'level_exceed', { low: 10 }],
      ['tank-full', 'level_exceed', { high: 98 }],
      ['overflow', 'level_exceed', { high: 99 }],
      ['quality-outside', 'quality_threshold', { parameter: 'P1', min: null, max: 8.5 }],
      ['battery-low', null, null],
      ['energy-drift', null, null],
      ['swapped-meters', null, null],
      ['balance', 'water_balance_leakage', { toleranceShare: 0.1 }],
    ]);
  });

  it.each(FINDING_KINDS.filter((kind) => UNIT_GROUPS.some((group) => of(kind, group) !== null)))(
    'of kind %s is one that alerts take, for the units that they watch',
    (kind) => {
      const rules = UNIT_GROUPS.flatMap((group) => ({ group, rule: of(kind, group) }));
      const alertType = ALERT_TYPES.find((type) => rules.some(({ rule }) => rule?.alertType === type));
      if (alertType === undefined) throw new Error(`No alert is of the type that ${kind} has.`);
      const { settings, groups } = CONDITIONS[alertType];
      const given = rules.filter(({ rule }) => rule !== null);
      expect(given.map(({ rule }) => settings.safeParse(rule?.settings).error)).toEqual(given.map(() => undefined));
      // The balance is of no unit.
      const watched = UNIT_GROUPS.filter((group) => kind === 'balance' || groups.includes(group));
      expect(given.map(({ group }) => group)).toEqual(watched);
    },
  );

  it('is none where the unit is gone, or the evidence has no limit', () => {
    expect(of('leak', null)).toBeNull();
    expect(of('balance', null)).not.toBeNull();
    expect(of('balance', null, { limit: null })).toBeNull();
    expect(of('unusual-use', 'FLOW', { evidence: { verdict: 'less', upper: 26_000 } })).toBeNull();
    expect(of('burst', 'FLOW', { evidence: { usualHighestHour: 0 } })).toBeNull();
    expect(of('tank-low', 'STOCK', { evidence: {} })).toBeNull();
    expect(of('silence', 'FLOW', { evidence: { silentSince: null } })).toBeNull();
    expect(of('quality-outside', 'QUALITY', { evidence: { parameter: 'Gone', min: 1, max: 2 } })).toBeNull();
    expect(of('quality-outside', 'QUALITY', { evidence: { parameter: 'pH', min: null, max: null } })).toBeNull();
  });

  it('waits no longer than alerts can', () => {
    expect(of('leak', 'FLOW', { raisedOn: '2026-02-28' })?.settings).toEqual({ nights: 28 });
    expect(of('leak', 'FLOW', { raisedOn: '2026-03-01' })?.settings).toEqual({ nights: 28 });
    expect(of('standstill', 'FLOW', { raisedOn: '2026-04-01' })?.settings).toEqual({ days: 60 });
    expect(of('standstill', 'FLOW', { raisedOn: '2026-04-02' })?.settings).toEqual({ days: 60 });
  });
});
