import { exactToBillionths } from './exact.ts';

/** Content of a basin at one height of its water. */
interface CurvePoint {
  readonly elevationMetres: number;
  readonly volumeCubicMetres: number;
}

/** Points by elevation, from the ground to the brim: two points or more, elevations rise, volumes never fall. */
export type VolumeCurve = readonly CurvePoint[];

/** Mistake of points as a curve; null: none. */
export function curveMistake(points: readonly CurvePoint[]): string | null {
  const falls = points.findIndex((point, index) => {
    const below = points[index - 1];
    return (
      below !== undefined
      && (point.elevationMetres <= below.elevationMetres || point.volumeCubicMetres < below.volumeCubicMetres)
    );
  });
  if (falls >= 0) return `point ${falls + 1} does not lie above point ${falls}`;
  return (points.at(-1)?.volumeCubicMetres ?? 0) > 0 ? null : 'its last point holds nothing';
}

const PERCENT = 100;

/**
 * Height and volume of the water, by a reading in percent of the full height. Between two points the volume lies on a
 * straight line.
 * Spec gap: a basin is full at the highest point of its curve, and empty at the lowest. A reading beyond says nothing
 * of water that nobody has surveyed.
 */
export function standingAt(curve: VolumeCurve, percent: number): CurvePoint {
  const [bottom, top] = [curve[0], curve.at(-1)];
  if (bottom === undefined || top === undefined) throw new RangeError('A curve has two points or more.');
  if (percent >= PERCENT) return rounded(top);
  if (percent <= 0) return rounded(bottom);
  const elevationMetres = bottom.elevationMetres + (percent / PERCENT) * (top.elevationMetres - bottom.elevationMetres);
  const above = curve.findIndex((point) => point.elevationMetres >= elevationMetres);
  const [lower, upper] = [curve[above - 1] ?? bottom, curve[above] ?? top];
  const height = upper.elevationMetres - lower.elevationMetres;
  const share = height === 0 ? 1 : (elevationMetres - lower.elevationMetres) / height;
  return rounded({
    elevationMetres,
    volumeCubicMetres: lower.volumeCubicMetres + share * (upper.volumeCubicMetres - lower.volumeCubicMetres),
  });
}

const rounded = ({ elevationMetres, volumeCubicMetres }: CurvePoint): CurvePoint => ({
  elevationMetres: exactToBillionths(elevationMetres),
  volumeCubicMetres: exactToBillionths(volumeCubicMetres),
});
