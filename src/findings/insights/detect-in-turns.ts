import { setImmediate as nextTurn } from 'node:timers/promises';
import { detectEach } from '../rules/detect.ts';
import { swapsInSteps } from '../rules/swapped-meters.ts';
import type { Found, InsightUnit, Surroundings } from '../rules/types.ts';
import { type VisibleLeak, visibleLeakInSteps } from '../rules/visible-leak.ts';

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

/** The result of steps. Requests and heartbeats get their turn after each. */
async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Findings with each swapped pair in place of its parts. */
export const swapsInTurns = (...asked: Parameters<typeof swapsInSteps>): Promise<readonly Found[]> =>
  inTurns(swapsInSteps(...asked));

/** The smallest leak that the rules see in a unit. */
export const visibleLeakInTurns = (unit: InsightUnit): Promise<VisibleLeak | null> => inTurns(visibleLeakInSteps(unit));
