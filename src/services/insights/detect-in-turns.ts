import { setImmediate as nextTurn } from 'node:timers/promises';
import { detectEach } from '../../domain/insights/detect.ts';
import type { Found, InsightUnit, Surroundings } from '../../domain/insights/types.ts';

/** Everything found of units of a site. Requests and heartbeats of jobs have their turn after each unit. */
export async function detectInTurns(units: readonly InsightUnit[], surroundings: Surroundings): Promise<Found[]> {
  const found: Found[] = [];
  for (const ofUnit of detectEach(units, surroundings)) {
    found.push(...ofUnit);
    await nextTurn();
  }
  return found;
}
