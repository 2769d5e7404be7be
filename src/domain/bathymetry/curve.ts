import Delaunator from 'delaunator';
import type { SurveyPoint } from './survey.ts';

/** What a basin holds when the water stands so high. */
export interface CurveRow {
  /** Metres above the deepest point that was sounded. */
  readonly elevationMetres: number;
  /** Of the water's surface. */
  readonly areaSquareMetres: number;
  readonly volumeCubicMetres: number;
}

/** Rows by elevation, from the deepest point (all zero) up to the water's surface on the day of the survey. */
export type Curve = readonly CurveRow[];

interface Triangle {
  readonly areaSquareMetres: number;
  /** At the three corners, the greatest first. */
  readonly depthsMetres: readonly [number, number, number];
}

/** Elevations of a curve beside the deepest point. */
const STEPS = 100;

/**
 * The volume-area-elevation curve of a survey: exact for the surface that joins the points by Delaunay triangles. What
 * lies outside the convex hull of the points is not counted; what lies inside is, also where nobody has sounded.
 * @returns null when the points span no area or no depth.
 */
export function volumeAreaElevation(points: readonly SurveyPoint[]): Curve | null {
  const triangles = surfaceOf(points);
  const deepest = triangles.reduce((depth, { depthsMetres }) => Math.max(depth, depthsMetres[0]), 0);
  if (triangles.length === 0 || deepest <= 0) return null;
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    // To the micrometre, so that it reads well.
    const elevationMetres = Number(((deepest * step) / STEPS).toFixed(6));
    return { elevationMetres, ...heldAt(triangles, deepest - elevationMetres) };
  });
}

function surfaceOf(points: readonly SurveyPoint[]): Triangle[] {
  const { triangles } = new Delaunator(
    Float64Array.from(points.flatMap(({ eastMetres, northMetres }) => [eastMetres, northMetres])),
  );
  const found: Triangle[] = [];
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const [a, b, c] = [0, 1, 2].map((next) => points[triangles[corner + next] ?? -1]);
    if (a === undefined || b === undefined || c === undefined) continue;
    const doubled =
      (b.eastMetres - a.eastMetres) * (c.northMetres - a.northMetres)
      - (c.eastMetres - a.eastMetres) * (b.northMetres - a.northMetres);
    const [most = 0, middle = 0, least = 0] = [a, b, c].map(({ depthMetres }) => depthMetres).sort((x, y) => y - x);
    found.push({ areaSquareMetres: Math.abs(doubled) / 2, depthsMetres: [most, middle, least] });
  }
  return found;
}

/** Water whose surface lies so many metres below that of the day of the survey. */
function heldAt(triangles: readonly Triangle[], loweredMetres: number): Omit<CurveRow, 'elevationMetres'> {
  let [areaSquareMetres, volumeCubicMetres] = [0, 0];
  for (const triangle of triangles) {
    const { depthsMetres } = triangle;
    const [most, middle, least] = [
      depthsMetres[0] - loweredMetres,
      depthsMetres[1] - loweredMetres,
      depthsMetres[2] - loweredMetres,
    ];
    if (most <= 0) continue;
    const [wet, depth] = wetShare(most, middle, least);
    areaSquareMetres += wet * triangle.areaSquareMetres;
    volumeCubicMetres += depth * triangle.areaSquareMetres;
  }
  return { areaSquareMetres, volumeCubicMetres };
}

/**
 * Of a triangle whose corners lie so many metres under water (negative: above), the greatest first and positive: the
 * share of its area under water, and cubic metres over each square metre of the whole. The ground is a plane, so the
 * part cut off at a corner is similar to a triangle and holds a third of its height.
 */
function wetShare(most: number, middle: number, least: number): readonly [share: number, depthMetres: number] {
  if (least >= 0) return [1, (most + middle + least) / 3];
  if (middle <= 0) {
    const share = (most * most) / ((most - middle) * (most - least));
    return [share, (share * most) / 3];
  }
  const dry = (least * least) / ((least - most) * (least - middle));
  return [1 - dry, (most + middle + least - dry * least) / 3];
}

/**
 * Cubic metres when the water stands so high, by the curve: between two rows along a straight line, below the lowest
 * 0. Above the highest row the walls are taken as upright, because nobody has sounded there.
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
