import Delaunator from 'delaunator';
import type { SurveyPoint } from './survey.ts';

/** Contents of a basin at one height of its water. */
export interface CurveRow {
  /** Metres above the deepest point that was sounded. */
  readonly elevationMetres: number;
  /** Area of the water's surface. */
  readonly areaSquareMetres: number;
  readonly volumeCubicMetres: number;
}

/** Rows by elevation, from the deepest point (all zero) up to the water's surface on the day of the survey. */
export type Curve = readonly CurveRow[];

/**
 * Triangles in a row of numbers: the depths of the corners in metres, the greatest first, and the area in square
 * metres. A row of numbers is fast, because every elevation of a curve reads all of them.
 */
type Triangles = Float64Array;
const TRIANGLE_NUMBERS = 4;

/** Elevations of a curve beside the deepest point. */
const STEPS = 100;

/**
 * The volume-area-elevation curve of a survey: exact for the surface that joins the points by Delaunay triangles. What
 * lies outside the convex hull of the points is not counted; what lies inside is, also where nobody has sounded.
 * @returns null when the points span no area or no depth.
 */
export function volumeAreaElevation(points: readonly SurveyPoint[]): Curve | null {
  const triangles = surfaceOf(points);
  let deepest = 0;
  for (let at = 0; at < triangles.length; at += TRIANGLE_NUMBERS) deepest = Math.max(deepest, triangles[at] ?? 0);
  if (deepest <= 0) return null;
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    // To the micrometre, so that it reads well.
    const elevationMetres = Number(((deepest * step) / STEPS).toFixed(6));
    return { elevationMetres, ...heldAt(triangles, deepest - elevationMetres) };
  });
}

function surfaceOf(points: readonly SurveyPoint[]): Triangles {
  const places = new Float64Array(points.length * 2);
  for (const [index, { eastMetres, northMetres }] of points.entries()) {
    places[index * 2] = eastMetres;
    places[index * 2 + 1] = northMetres;
  }
  const corners = new Delaunator(places).triangles;
  const found = new Float64Array((corners.length / 3) * TRIANGLE_NUMBERS);
  for (let corner = 0, at = 0; corner < corners.length; corner += 3, at += TRIANGLE_NUMBERS) {
    const a = points[corners[corner] ?? -1];
    const b = points[corners[corner + 1] ?? -1];
    const c = points[corners[corner + 2] ?? -1];
    if (a === undefined || b === undefined || c === undefined) continue;
    const doubled =
      (b.eastMetres - a.eastMetres) * (c.northMetres - a.northMetres)
      - (c.eastMetres - a.eastMetres) * (b.northMetres - a.northMetres);
    const most = Math.max(a.depthMetres, b.depthMetres, c.depthMetres);
    const least = Math.min(a.depthMetres, b.depthMetres, c.depthMetres);
    found[at] = most;
    found[at + 1] = middleOf(a.depthMetres, b.depthMetres, c.depthMetres);
    found[at + 2] = least;
    found[at + 3] = Math.abs(doubled) / 2;
  }
  return found;
}

/** The middle one of three numbers. */
const middleOf = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/** Contents of the basin when its water stands so many metres lower than on the day of the survey. */
function heldAt(triangles: Triangles, loweredMetres: number): Omit<CurveRow, 'elevationMetres'> {
  let [areaSquareMetres, volumeCubicMetres] = [0, 0];
  for (let at = 0; at < triangles.length; at += TRIANGLE_NUMBERS) {
    const most = (triangles[at] ?? 0) - loweredMetres;
    if (most <= 0) continue;
    const middle = (triangles[at + 1] ?? 0) - loweredMetres;
    const least = (triangles[at + 2] ?? 0) - loweredMetres;
    const ofTriangle = triangles[at + 3] ?? 0;
    const [wet, depth] = wetShare(most, middle, least);
    areaSquareMetres += wet * ofTriangle;
    volumeCubicMetres += depth * ofTriangle;
  }
  return { areaSquareMetres, volumeCubicMetres };
}

/**
 * Share of a triangle's area under water, and cubic metres over each square metre of the whole. Corners lie so many
 * metres under water (negative: above), the greatest first and positive. The ground is a plane, so the part that is cut
 * off at a corner is similar to the triangle and holds a third of its height.
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
