import type { Unit, UnitGroup } from '../../kernel/measure/unit.ts';
import { exactToBillionths } from '../../kernel/measure/exact.ts';
import { daysBetween } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { FindingKind } from './kinds.ts';

/** A rule of alerts, named as text because alerts stand above findings. */
export interface RuleOfFinding {
  readonly alertType: string;
  readonly settings: Readonly<Record<string, number | string | null>>;
}

interface RuledFinding {
  readonly kind: FindingKind;
  readonly firstDay: BusinessDate;
  readonly raisedOn: BusinessDate;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Facts of the unit from which a rule is made, beside the finding. */
interface Known {
  /** null: the finding is of the whole industry, or its unit is gone. */
  readonly unit: Pick<Unit, 'group' | 'params'> | null;
  /** The limit of the kind in force. */
  readonly limit: number | null;
}

type Maker = (finding: RuledFinding, known: Known) => RuleOfFinding | null;

const THOUSANDTHS = 1000;
const PERCENT = 100;
/** Factor by which a burst exceeds the highest usual hour (detectors/burst.ts). */
const TIMES_HIGHEST = 1.6;
/** Most nights and days that conditions of alerts take. */
const MOST_NIGHTS = 28;
const MOST_DAYS = 60;

const numberOf = ({ evidence }: RuledFinding, name: string): number | null => {
  const value = evidence[name];
  return typeof value === 'number' ? value : null;
};
const textOf = ({ evidence }: RuledFinding, name: string): string | null => {
  const value = evidence[name];
  return typeof value === 'string' ? value : null;
};

/** Days that it took to be certain, so that the rule is as quick. */
const daysToRaise = ({ firstDay, raisedOn }: RuledFinding, most: number): number =>
  Math.min(most, daysBetween(firstDay, raisedOn) + 1);

/** Groups of units that the condition watches; the balance is of no unit. */
const WATCHED: Readonly<Record<string, readonly UnitGroup[]>> = {
  water_balance_leakage: ['FLOW', 'CONSUMPTION'],
  hourly_threshold: ['FLOW', 'CONSUMPTION', 'VIRTUAL'],
  unit_threshold: ['FLOW', 'CONSUMPTION', 'VIRTUAL'],
  no_flow_n_days: ['FLOW', 'CONSUMPTION'],
  no_level_variation_n_days: ['STOCK', 'GROUND_WATER_LEVEL'],
  device_status: ['FLOW', 'CONSUMPTION', 'ENERGY', 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'],
  level_exceed: ['STOCK', 'GROUND_WATER_LEVEL'],
  quality_threshold: ['QUALITY', 'ENERGY', 'FLOW', 'CONSUMPTION', 'STOCK', 'GROUND_WATER_LEVEL'],
};

const levelBelow: Maker = (finding) => {
  const low = numberOf(finding, 'limitPercent');
  return low === null ? null : { alertType: 'level_exceed', settings: { low } };
};
const levelAbove: Maker = (finding) => {
  const high = numberOf(finding, 'limitPercent');
  return high === null ? null : { alertType: 'level_exceed', settings: { high } };
};
/** A total in shown units. */
const total = (alertType: string, amount: number | null): RuleOfFinding | null =>
  amount === null || amount <= 0 ? null : { alertType, settings: { limit: exactToBillionths(amount / THOUSANDTHS) } };

/** Rules by kind. A kind that is absent has no condition that fits. */
const MAKERS: Readonly<Partial<Record<FindingKind, Maker>>> = {
  leak: (finding) => ({
    alertType: 'water_balance_leakage',
    settings: { nights: daysToRaise(finding, MOST_NIGHTS) },
  }),
  burst: (finding) => {
    const highest = numberOf(finding, 'usualHighestHour');
    return total('hourly_threshold', highest === null ? null : highest * TIMES_HIGHEST);
  },
  // Too little use is no total that passes a limit.
  'unusual-use': (finding) =>
    finding.evidence['verdict'] === 'more' ? total('unit_threshold', numberOf(finding, 'upper')) : null,
  standstill: (finding) => ({
    alertType: 'no_flow_n_days',
    settings: { days: daysToRaise(finding, MOST_DAYS) },
  }),
  stuck: (finding) => ({
    alertType: 'no_level_variation_n_days',
    settings: { days: daysToRaise(finding, MOST_DAYS), variation: 0 },
  }),
  silence: (finding) => {
    const minutes = numberOf(finding, 'limitMinutes');
    return minutes === null
      ? null
      : { alertType: 'device_status', settings: { silenceMinutes: Math.max(1, Math.round(minutes)) } };
  },
  'tank-low': levelBelow,
  'tank-full': levelAbove,
  overflow: levelAbove,
  'quality-outside': (finding, { unit }) => {
    const name = textOf(finding, 'parameter');
    // Evidence names a parameter as people do, a rule by its id.
    const [parameter] = Object.entries(unit?.params ?? {}).find(([, { displayName }]) => displayName === name) ?? [];
    const [min, max] = [numberOf(finding, 'min'), numberOf(finding, 'max')];
    return parameter === undefined || (min === null && max === null)
      ? null
      : { alertType: 'quality_threshold', settings: { parameter, min, max } };
  },
  balance: (_finding, { limit }) =>
    limit === null
      ? null
      : { alertType: 'water_balance_leakage', settings: { toleranceShare: exactToBillionths(limit / PERCENT) } },
};

/** The rule of alerts that would tell such a finding the next time; null: none fits it or its unit. */
export function ruleOfFinding(finding: RuledFinding, known: Known): RuleOfFinding | null {
  const rule = MAKERS[finding.kind]?.(finding, known) ?? null;
  if (rule === null || finding.kind === 'balance') return rule;
  return known.unit !== null && WATCHED[rule.alertType]?.includes(known.unit.group) === true ? rule : null;
}
