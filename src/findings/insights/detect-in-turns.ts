import { setImmediate as nextTurn } from 'node:timers/promises';
import { detectEach } from '../rules/detect.ts';
import { swapsInSteps } from '../rules/swapped-meters.ts';
import type { Found, InsightUnit, Surroundings } from '../rules/types.ts';

/**
 * All findings of a site's units. Requests and heartbeats of jobs get their turn after each unit, because detection
 * takes long.
 */
export async function detectInTurns(units: readonly InsightUnit[], surroundings: Surroundings): Promise<Found[]> {
  const found: Found[] = [];
  for (const ofUnit of detectEach(units, surroundings)) {
    found.push(...ofUnit);
    await nextTurn();
  }
  return found;
}

/** Findings of swapped pairs with the other unit's name. Requests and heartbeats get their turn after each finding. */
export async function swapsInTurns(...asked: Parameters<typeof swapsInSteps>): Promise<readonly Found[]> {
  const steps = swapsInSteps(...asked);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
