import { Piece } from '../../kernel/pieces.ts';
import { detectEach } from '../rules/detect.ts';
import type { Found, InsightUnit, Surroundings } from '../rules/types.ts';

/** All findings of a site's units. Others get their turn meanwhile, because detection takes long. */
export async function detectInPieces(units: readonly InsightUnit[], surroundings: Surroundings): Promise<Found[]> {
  const piece = new Piece();
  const found: Found[] = [];
  for (const ofUnit of detectEach(units, surroundings)) {
    found.push(...ofUnit);
    if (piece.isOver) await piece.rest();
  }
  return found;
}
