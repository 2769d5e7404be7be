import { FLOW_RANGES } from './conditions/flow-range.ts';
import { WATER_BALANCE_LEAKAGE } from './conditions/leakage.ts';
import { LEVEL_EXCEED } from './conditions/level.ts';
import { QUALITY_THRESHOLD } from './conditions/quality.ts';
import { RUNNING_TOTALS } from './conditions/running-total.ts';
import { DEVICE_STATUS } from './conditions/silence.ts';
import { STABLE_FLOW } from './conditions/stable-flow.ts';
import { STILL_DAYS } from './conditions/still-days.ts';
import type { AlertType, Condition } from './types.ts';

/**
 * Conditions of all alert types. Spec gap: parameters, defaults and hold times (docs/reference/alerts.md, Conditions).
 */
export const CONDITIONS: Readonly<Record<AlertType, Condition>> = {
  ...RUNNING_TOTALS,
  ...FLOW_RANGES,
  ...STILL_DAYS,
  device_status: DEVICE_STATUS,
  level_exceed: LEVEL_EXCEED,
  stable_flow_alert: STABLE_FLOW,
  quality_threshold: QUALITY_THRESHOLD,
  water_balance_leakage: WATER_BALANCE_LEAKAGE,
};
