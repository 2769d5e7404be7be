import type { Incident, IncidentState } from './incident-record.ts';
import { ALERT_TYPES, type AlertType } from './types.ts';

/** Spec gap: the values of AlertCategoryType, the matter of an alert; every alert type is in one of them. */
export const TYPES_OF_CATEGORY = {
  consumption: ['unit_threshold', 'hourly_threshold', 'monthly_threshold'],
  device: ['device_status'],
  energy: ['energy_daily_threshold', 'energy_monthly_threshold', 'energy_threshold'],
  flow: [
    'flow_rate_above_the_range',
    'flow_rate_below_the_range',
    'flow_rate_back_in_range',
    'stable_flow_alert',
    'no_flow_n_days',
  ],
  leakage: ['water_balance_leakage'],
  level: ['level_exceed', 'no_level_variation_n_days'],
  quality: ['quality_threshold'],
} as const satisfies Readonly<Record<string, readonly AlertType[]>>;
export type AlertCategory = keyof typeof TYPES_OF_CATEGORY;

/** Categories in the order in which an error shows them. */
export const ALERT_CATEGORIES = Object.keys(TYPES_OF_CATEGORY).sort() as readonly AlertCategory[]; // its own keys

export function categoryOf(alertType: AlertType): AlertCategory {
  const found = ALERT_CATEGORIES.find((category) =>
    (TYPES_OF_CATEGORY[category] as readonly AlertType[]).includes(alertType),
  );
  if (found === undefined) throw new Error(`No category has the alert type ${alertType}.`);
  return found;
}

/** Types that are inferred from how figures go on; the others compare a figure with its limit. */
const INSIGHTS: readonly AlertType[] = [
  'stable_flow_alert',
  'no_flow_n_days',
  'no_level_variation_n_days',
  'water_balance_leakage',
];
const OFFLINE: readonly AlertType[] = ['device_status'];
/** Types that may be caused by a broken device, which operators see to. */
const FOR_OPERATORS: readonly AlertType[] = [
  'device_status',
  'stable_flow_alert',
  'no_flow_n_days',
  'no_level_variation_n_days',
];

/** Spec gap: the meaning of alert_type. general has all types except offline and insights. */
export const ALERT_KINDS = ['all', 'general', 'offline', 'insights', 'general_offline'] as const;
type AlertKind = (typeof ALERT_KINDS)[number];

const isOfKind: Readonly<Record<AlertKind, (type: AlertType) => boolean>> = {
  all: () => true,
  general: (type) => !OFFLINE.includes(type) && !INSIGHTS.includes(type),
  offline: (type) => OFFLINE.includes(type),
  insights: (type) => INSIGHTS.includes(type),
  general_offline: (type) => !INSIGHTS.includes(type),
};

/** The filters by which listings choose among alert types. */
export interface TypeFilter {
  readonly kind: AlertKind;
  readonly energyEnabled: boolean;
  readonly adminAlerts: boolean;
}

/**
 * Alert types that pass every filter; null: all of them.
 * @param among empty: of all types.
 */
export function typesListed(
  { kind, energyEnabled, adminAlerts }: TypeFilter,
  among: readonly AlertType[] = [],
): readonly AlertType[] | null {
  const listed = ALERT_TYPES.filter(
    (type) =>
      isOfKind[kind](type)
      && (among.length === 0 || among.includes(type))
      && (energyEnabled || categoryOf(type) !== 'energy')
      && (!adminAlerts || FOR_OPERATORS.includes(type)),
  );
  return listed.length === ALERT_TYPES.length ? null : listed;
}

/** Spec gap: the values of StatusType. resolved has all ended alerts: by themselves, by hand or by corrected data. */
export const ALERT_STATUSES = ['active', 'resolved'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export const alertStatusOf = (state: IncidentState): AlertStatus => (state === 'open' ? 'active' : 'resolved');

/** States of a status. */
export const STATES_OF_STATUS: Readonly<Record<AlertStatus, readonly IncidentState[]>> = {
  active: ['open'],
  resolved: ['recovered', 'withdrawn', 'resolved'],
};

/** The figure that is compared, in the words of a page. */
const PARAMETERS: Readonly<Record<AlertType, string>> = {
  unit_threshold: 'daily consumption',
  hourly_threshold: 'hourly consumption',
  monthly_threshold: 'monthly consumption',
  energy_daily_threshold: 'daily energy',
  energy_monthly_threshold: 'monthly energy',
  energy_threshold: 'hourly energy',
  device_status: 'silence',
  level_exceed: 'level',
  stable_flow_alert: 'unvarying flow',
  flow_rate_above_the_range: 'flow rate',
  flow_rate_below_the_range: 'flow rate',
  flow_rate_back_in_range: 'flow rate',
  quality_threshold: 'quality',
  no_flow_n_days: 'days without flow',
  no_level_variation_n_days: 'days without variation',
  water_balance_leakage: 'imbalance',
};

/** Comparison of the figure with its threshold, where the type alone tells it. */
const OPERATORS: Partial<Record<AlertType, ThresholdOperator>> = {
  flow_rate_below_the_range: '<',
  stable_flow_alert: '>',
  device_status: '>=',
  no_flow_n_days: '>=',
  no_level_variation_n_days: '>=',
};

type ThresholdOperator = '<' | '<=' | '>' | '>=';

interface Threshold {
  readonly parameter: string;
  /** null: the alert says no figure or no threshold. */
  readonly operator: ThresholdOperator | null;
  readonly value: number | null;
  readonly unit: string | null;
}

/**
 * The compared figure. Spec gap: a lasting alert has its newest figure, an ended one the figure farthest beyond the
 * limit.
 */
export const actualValueOf = ({ state, value, peak }: Pick<Incident, 'state' | 'value' | 'peak'>): number | null =>
  state === 'open' ? value : (peak ?? value);

type Compared = 'alertType' | 'parameter' | 'origin' | 'threshold' | 'value' | 'peak' | 'unitText' | 'unitKey';

/** The threshold that an alert compared its figure with (specification, Alert and notification records). */
export function thresholdOf({
  alertType,
  parameter,
  origin,
  threshold,
  value,
  peak,
  unitText,
  unitKey,
}: Pick<Incident, Compared>): Threshold {
  // A rule compares how far the level moved within its days. A request says the days.
  if (alertType === 'no_level_variation_n_days' && origin === 'rule')
    return { parameter: 'variation of level', operator: '<=', value: threshold, unit: unitText };
  // The newest may be inside the margin, and on the other side.
  const worst = peak ?? value;
  const byFigures = worst === null || threshold === null ? null : worst < threshold ? '<' : '>';
  // The balance is the industry's. A unit is compared with its own nights.
  const isOfNights = alertType === 'water_balance_leakage' && origin === 'rule' && unitKey !== null;
  return {
    parameter: parameter ?? (isOfNights ? 'minimum night flow' : PARAMETERS[alertType]),
    operator: threshold === null ? null : (OPERATORS[alertType] ?? byFigures),
    value: threshold,
    unit: unitText,
  };
}
