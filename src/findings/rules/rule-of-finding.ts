import type { Unit, UnitGroup } from '../../kernel/measure/unit.ts';
import { exactToBillionths, MILLI } from '../../kernel/measure/exact.ts';
import { daysBetween } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { BURST_TIMES_HIGHEST } from './detectors/burst.ts';
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

type Settings = RuleOfFinding['settings'];

/** A condition that watches for a kind. Its settings are null where no limit can be told from the finding. */
interface Watch {
  readonly alertType: string;
  readonly settings: (finding: RuledFinding, known: Known) => Settings | null;
}

const PERCENT = 100;
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

/** A total in shown units as the limit. */
const totalLimit = (amount: number | null): Settings | null =>
  amount === null || amount <= 0 ? null : { limit: exactToBillionths(amount / MILLI) };

const levelWatch = (side: 'low' | 'high'): Watch => ({
  alertType: 'level_exceed',
  settings: (finding) => {
    const limit = numberOf(finding, 'limitPercent');
    return limit === null ? null : { [side]: limit };
  },
});

/** Conditions by kind. A kind that is absent has none that fits. */
const WATCHES: Readonly<Partial<Record<FindingKind, Watch>>> = {
  leak: {
    alertType: 'water_balance_leakage',
    settings: (finding) => ({ nights: daysToRaise(finding, MOST_NIGHTS) }),
  },
  burst: {
    alertType: 'hourly_threshold',
    settings: (finding) => {
      const highest = numberOf(finding, 'usualHighestHour');
      return totalLimit(highest === null ? null : highest * BURST_TIMES_HIGHEST);
    },
  },
  'unusual-use': {
    alertType: 'unit_threshold',
    // Too little use is no total that passes a limit.
    settings: (finding) => (finding.evidence['verdict'] === 'more' ? totalLimit(numberOf(finding, 'upper')) : null),
  },
  standstill: {
    alertType: 'no_flow_n_days',
    settings: (finding) => ({ days: daysToRaise(finding, MOST_DAYS) }),
  },
  stuck: {
    alertType: 'no_level_variation_n_days',
    settings: (finding) => ({ days: daysToRaise(finding, MOST_DAYS), variation: 0 }),
  },
  silence: {
    alertType: 'device_status',
    settings: (finding) => {
      const minutes = numberOf(finding, 'limitMinutes');
      return minutes === null ? null : { silenceMinutes: Math.max(1, Math.round(minutes)) };
    },
  },
  'tank-low': levelWatch('low'),
  'tank-full': levelWatch('high'),
  overflow: levelWatch('high'),
  'quality-outside': {
    alertType: 'quality_threshold',
    settings: (finding, { unit }) => {
      const name = textOf(finding, 'parameter');
      // Evidence names a parameter as people do, a rule by its id.
      const [parameter] = Object.entries(unit?.params ?? {}).find(([, { displayName }]) => displayName === name) ?? [];
      const [min, max] = [numberOf(finding, 'min'), numberOf(finding, 'max')];
      return parameter === undefined || (min === null && max === null) ? null : { parameter, min, max };
    },
  },
  balance: {
    alertType: 'water_balance_leakage',
    settings: (_finding, { limit }) => (limit === null ? null : { toleranceShare: exactToBillionths(limit / PERCENT) }),
  },
};

/** Type of the alerts that watch for the kind; null: none does. */
export const alertTypeOfKind = (kind: FindingKind): string | null => WATCHES[kind]?.alertType ?? null;

/** The rule of alerts that would tell such a finding the next time; null: none fits it or its unit. */
export function ruleOfFinding(finding: RuledFinding, known: Known): RuleOfFinding | null {
  const watch = WATCHES[finding.kind];
  const settings = watch?.settings(finding, known) ?? null;
  if (watch === undefined || settings === null) return null;
  const { alertType } = watch;
  const isWatched = known.unit !== null && WATCHED[alertType]?.includes(known.unit.group) === true;
  return isWatched || finding.kind === 'balance' ? { alertType, settings } : null;
}
