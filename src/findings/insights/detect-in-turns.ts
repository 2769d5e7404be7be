import { inPieces, Piece } from '../../kernel/pieces.ts';
import { detectEach } from '../rules/detect.ts';
import { swapsInSteps } from '../rules/swapped-meters.ts';
import type { Found, InsightUnit, Surroundings } from '../rules/types.ts';
import { type VisibleLeak, visibleLeakInSteps } from '../rules/visible-leak.ts';

/** All findings of a site's units. Others get their turn meanwhile, because detection takes long. */
export async function detectInTurns(units: readonly InsightUnit[], surroundings: Surroundings): Promise<Found[]> {
  const piece = new Piece();
  const found: Found[] = [];
  for (const ofUnit of detectEach(units, surroundings)) {
    found.push(...ofUnit);
    if (piece.isOver) await piece.rest();
  }
  return found;
}

/** Findings with each swapped pair in place of its parts. */
export const swapsInTurns = (...asked: Parameters<typeof swapsInSteps>): Promise<readonly Found[]> =>
  inPieces(swapsInSteps(...asked));

/** The smallest leak that the rules see in a unit. */
export const visibleLeakInTurns = (unit: InsightUnit): Promise<VisibleLeak | null> =>
  inPieces(visibleLeakInSteps(unit));
