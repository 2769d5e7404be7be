import { setImmediate as nextTurn } from 'node:timers/promises';
import { detectEach } from '../rules/detect.ts';
import { swapsInSteps } from '../rules/swapped.ts';
import type { Found, InsightUnit, Surroundings } from '../rules/types.ts';

/** Everything found of units of a site. Requests and heartbeats of jobs have their turn after each unit. */
export async function detectInTurns(units: readonly InsightUnit[], surroundings: Surroundings): Promise<Found[]> {
  const found: Found[] = [];
  for (const ofUnit of detectEach(units, surroundings)) {
    found.push(...ofUnit);
    await nextTurn();
  }
  return found;
}

/** Findings that name the other unit of a swapped pair. Others have their turn after each finding. */
export async function swapsInTurns(...asked: Parameters<typeof swapsInSteps>): Promise<readonly Found[]> {
  const steps = swapsInSteps(...asked);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
