import { isoOf } from '../../../kernel/time/iso.ts';
import { limitOf } from '../kinds.ts';
import type { Detector, FoundSpan, InsightUnit } from '../types.ts';

/**
 * A battery at or below its limit, by the newest value that a device has sent. Earlier values are not known, so the
 * running day alone shows the finding. The finding of the next day is the same one.
 */
function detect({ days, runningDay, battery, limits }: InsightUnit): FoundSpan[] {
  const limitPercent = limitOf(limits, 'battery-low') ?? 0;
  if (runningDay === undefined || battery === undefined || battery.percent > limitPercent) return [];
  const at = days.length - 1;
  const evidence = {
    batteryPercent: battery.percent,
    limitPercent,
    heardAt: isoOf(battery.heardEpochMs),
  };
  return [{ first: at, raised: at, last: at, quantity: null, quantityPerDay: null, confidence: 0.95, evidence }];
}

export const BATTERY_LOW: Detector = {
  kind: 'battery-low',
  groups: ['FLOW', 'CONSUMPTION', 'ENERGY', 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'],
  detect,
};
