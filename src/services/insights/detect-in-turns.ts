import { setImmediate as nextTurn } from 'node:timers/promises';
import { detectEach } from '../../domain/insights/detect.ts';
import type { Found, InsightUnit } from '../../domain/insights/types.ts';

/** Everything found of the units of an industry. Requests and heartbeats of jobs have their turn after each unit. */
export async function detectInTurns(units: readonly InsightUnit[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const ofUnit of detectEach(units)) {
    found.push(...ofUnit);
    await nextTurn();
  }
  return found;
}
