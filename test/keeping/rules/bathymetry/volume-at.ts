import type { Curve } from '../../../../src/keeping/rules/bathymetry/curve.ts';

/**
 * Cubic metres at a height of the water: between two rows of the curve along a straight line, below the lowest 0. Above
 * the highest row the walls count as upright, because nobody has sounded there.
 */
export function volumeAt(curve: Curve, elevationMetres: number): number {
  const above = curve.findIndex((row) => row.elevationMetres >= elevationMetres);
  const last = curve.at(-1);
  if (above === -1)
    return last === undefined
      ? 0
      : last.volumeCubicMetres + (elevationMetres - last.elevationMetres) * last.areaSquareMetres;
  const [lower, upper] = [curve[above - 1], curve[above]];
  if (lower === undefined || upper === undefined) return 0;
  const share = (elevationMetres - lower.elevationMetres) / (upper.elevationMetres - lower.elevationMetres);
  return lower.volumeCubicMetres + share * (upper.volumeCubicMetres - lower.volumeCubicMetres);
}
