import type { DailyDocument } from '../../../kernel/document/types.ts';
import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import { processEnergyDay } from './energy.ts';
import { processFlowDay } from './flow.ts';
import { processGroundWaterDay } from './ground-water-level.ts';
import { processQualityDay } from './quality.ts';
import { processStockDay } from './stock.ts';
import type { UnitDay } from './types.ts';

const PROCESSORS: Readonly<Record<Exclude<UnitGroup, 'VIRTUAL'>, (input: UnitDay) => DailyDocument>> = {
  FLOW: processFlowDay,
  CONSUMPTION: processFlowDay,
  ENERGY: processEnergyDay,
  STOCK: processStockDay,
  GROUND_WATER_LEVEL: processGroundWaterDay,
  QUALITY: processQualityDay,
};

/**
 * Daily document of one unit from its rollups, by the processor of the unit's group (specification, User: batch
 * processing, processors). Pure: the same input gives the same document.
 *
 * @throws RangeError for a virtual unit, which has no readings of its own: see processVirtualDay.
 */
export function processDay(input: UnitDay): DailyDocument {
  const { group, unitId } = input.unit;
  if (group === 'VIRTUAL')
    throw new RangeError(`unit ${unitId} is virtual: it is computed from other units' documents`);
  return PROCESSORS[group](input);
}
