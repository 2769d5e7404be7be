import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import { highLow } from './high-low.ts';
import { missingQuantity } from './missing-quantity.ts';
import { reverseFlow } from './reverse-flow.ts';
import { spike } from './spike.ts';
import { stuckRegister } from './stuck-register.ts';
import { sumCheck } from './sum-check.ts';
import type { Check, CheckName } from './types.ts';
import { zeroConsumption } from './zero-consumption.ts';

const METERS: readonly UnitGroup[] = ['FLOW', 'CONSUMPTION', 'ENERGY'];
const ALL_DEVICES: readonly UnitGroup[] = [...METERS, 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'];

/** All checks, with the groups of units that each can judge. */
export const CHECKS: Readonly<Record<CheckName, { readonly check: Check; readonly groups: readonly UnitGroup[] }>> = {
  reverseFlow: { check: reverseFlow, groups: METERS },
  highLow: { check: highLow, groups: METERS },
  spike: { check: spike, groups: METERS },
  zeroConsumption: { check: zeroConsumption, groups: METERS },
  missingQuantity: { check: missingQuantity, groups: ALL_DEVICES },
  sumCheck: { check: sumCheck, groups: METERS },
  stuckRegister: { check: stuckRegister, groups: METERS },
};

/** Title of a check in reports. */
export const CHECK_TITLES: Readonly<Record<CheckName, string>> = {
  reverseFlow: 'Reverse flow',
  highLow: 'High or low use',
  spike: 'Spike',
  zeroConsumption: 'Zero consumption',
  missingQuantity: 'Missing readings',
  sumCheck: 'Sum check',
  stuckRegister: 'Stuck register',
};
