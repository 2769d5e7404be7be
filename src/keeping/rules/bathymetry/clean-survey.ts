import Flatbush from 'flatbush';
import { upperMedian } from '../../../kernel/statistics.ts';
import type { CleaningRules, Sounding, SurveyPoint } from './survey.ts';

/** Number of depths up to which a list is searched faster than classes. */
const FEW = 16;
/** Least width of a class. Depths are whole micrometres, so few of different depth share one. */
const NARROWEST_CLASS = 1e-9;

/**
 * Whether two depths are one measurement: the smaller is at least this share of the greater. Depths are whole
 * micrometres, far above the noise of their product: 0.95 * 16.6 is 15.770000000000001 in doubles.
 */
function isSimilar(one: number, other: number, ratio: number): boolean {
  const greater = Math.max(one, other);
  return one === other || ratio * greater - Math.min(one, other) <= Number.EPSILON * greater;
}

/**
 * Depths of one place that are not similar to each other. Many depths are found by classes of their logarithm, because
 * comparing each with each would take minutes.
 */
export class KeptDepths {
  readonly #ratio: number;
  readonly #few: number[] = [];
  /** null: there are few depths. Most places are sounded once, and a map for each costs more than its depths. */
  #byClass: Map<number, number[]> | null = null;

  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  /**
   * Keeps a depth, unless a similar one is kept.
   * @returns whether the depth was kept.
   */
  keep(metres: number): boolean {
    const byClass = this.#byClass;
    if (byClass === null) {
      if (this.#few.some((other) => isSimilar(other, metres, this.#ratio))) return false;
      this.#few.push(metres);
      if (this.#few.length === FEW) this.#byClass = Map.groupBy(this.#few, (kept) => this.#classOf(kept));
      return true;
    }
    const own = this.#classOf(metres);
    // Similar depths lie in neighbouring classes. One farther makes up for the rounding of logarithms.
    for (const near of Number.isFinite(own) ? [own, own - 1, own + 1, own - 2, own + 2] : [own])
      if (byClass.get(near)?.some((other) => isSimilar(other, metres, this.#ratio)) === true) return false;
    const here = byClass.get(own);
    if (here === undefined) byClass.set(own, [metres]);
    else here.push(metres);
    return true;
  }

  #classOf(metres: number): number {
    return Math.floor(Math.log(metres) / Math.max(-Math.log(this.#ratio), NARROWEST_CLASS));
  }
}

// WGS84.
const EQUATOR_METRES = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14;
const RADIANS = Math.PI / 180;

/**
 * Places soundings on the plane that touches the ellipsoid at the middle of the survey. Distances within a lake of
 * 10 km are right to a millionth.
 */
function onPlane(soundings: readonly Sounding[]): SurveyPoint[] {
  const middle = middleOf(soundings);
  const sine = Math.sin(middle.latitude * RADIANS);
  const flattened = 1 - ECCENTRICITY_SQUARED * sine * sine;
  // Radii of curvature of the ellipsoid along the meridian and across it.
  const alongMeridian = (EQUATOR_METRES * (1 - ECCENTRICITY_SQUARED)) / flattened ** 1.5;
  const acrossMeridian = EQUATOR_METRES / Math.sqrt(flattened);
  const metresEast = acrossMeridian * Math.cos(middle.latitude * RADIANS) * RADIANS;
  const metresNorth = alongMeridian * RADIANS;
  return soundings.map((sounding) => ({
    ...sounding,
    eastMetres: nearestTurn(sounding.longitude - middle.longitude) * metresEast,
    northMetres: (sounding.latitude - middle.latitude) * metresNorth,
  }));
}

/** Degrees between -180 and 180, so that a survey may cross the date line. */
const nearestTurn = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

function middleOf(soundings: readonly Sounding[]): { latitude: number; longitude: number } {
  const first = soundings[0]?.longitude ?? 0;
  let [latitude, turned] = [0, 0];
  for (const sounding of soundings) {
    latitude += sounding.latitude / soundings.length;
    turned += nearestTurn(sounding.longitude - first) / soundings.length;
  }
  return { latitude, longitude: first + turned };
}

export interface CleanedSurvey {
  /** Points in the order in which they were sounded. */
  readonly points: readonly SurveyPoint[];
  /** Number of soundings that each step left out, in the order of the steps. */
  readonly dropped: {
    readonly duplicates: number;
    readonly uncertain: number;
    readonly tooClose: number;
    readonly tooFar: number;
  };
  /** Metres from a point to its nearest neighbour, before distances were judged; null for fewer than two points. */
  readonly medianSpacingMetres: number | null;
}

/**
 * Steps 1 to 3 of bathymetry processing (specification, Admin: operations): duplicates, uncertain soundings, and points
 * too close together or too far apart.
 */
export function cleanSurvey(soundings: readonly Sounding[], rules: CleaningRules): CleanedSurvey {
  const single = withoutDuplicates(soundings, rules.depthSimilarityRatio);
  const certain = rules.includeAllData
    ? single
    : single.filter(({ confidencePercent }) => confidencePercent >= rules.confidenceThreshold);
  const placed = onPlane(certain);
  const thinned = thin(placed, rules.distanceThresholdMetersMin);
  const near = nearestNeighbourMetres(thinned);
  const points = thinned.filter((_, index) => (near[index] ?? Infinity) <= rules.distanceThresholdMetersMax);
  return {
    points,
    dropped: {
      duplicates: soundings.length - single.length,
      uncertain: single.length - certain.length,
      tooClose: placed.length - thinned.length,
      tooFar: thinned.length - points.length,
    },
    medianSpacingMetres: upperMedian(near.filter(Number.isFinite)),
  };
}

/**
 * Spec gap: what a duplicate is. Soundings of exactly one place whose depths agree are one measurement; the surest of
 * them stays. Where depths of one place differ, the distance between points decides.
 */
function withoutDuplicates(soundings: readonly Sounding[], similarityRatio: number): Sounding[] {
  const keptOfPlace = new Map<string, KeptDepths>();
  const kept = new Set<Sounding>();
  for (const sounding of soundings.toSorted(bySureness)) {
    const place = `${sounding.latitude} ${sounding.longitude}`;
    const here = keptOfPlace.get(place) ?? new KeptDepths(similarityRatio);
    keptOfPlace.set(place, here);
    if (here.keep(sounding.depthMetres)) kept.add(sounding);
  }
  return soundings.filter((sounding) => kept.has(sounding));
}

/** Sorts the surest sounding first, equals in the order of the file. */
const bySureness = (one: Sounding, other: Sounding): number => other.confidencePercent - one.confidencePercent;

/** Thins points: of points closer than `metres` the surest stays. */
function thin(points: readonly SurveyPoint[], metres: number): SurveyPoint[] {
  if (points.length < 2 || metres <= 0) return [...points];
  const index = indexOf(points);
  const dropped = new Set<number>();
  const order = [...points.entries()].toSorted(([, one], [, other]) => bySureness(one, other));
  for (const [position, { eastMetres, northMetres }] of order) {
    if (dropped.has(position)) continue;
    // A square around the point is searched in a fraction of the time of a circle.
    for (const other of index.search(
      eastMetres - metres,
      northMetres - metres,
      eastMetres + metres,
      northMetres + metres,
    )) {
      const neighbour = points[other];
      if (other === position || neighbour === undefined) continue;
      if (Math.hypot(neighbour.eastMetres - eastMetres, neighbour.northMetres - northMetres) < metres)
        dropped.add(other);
    }
  }
  return points.filter((_, position) => !dropped.has(position));
}

/** Metres from each point to its nearest neighbour; Infinity for a point alone. */
function nearestNeighbourMetres(points: readonly SurveyPoint[]): number[] {
  if (points.length < 2) return points.map(() => Infinity);
  const index = indexOf(points);
  return points.map(({ eastMetres, northMetres }, position) => {
    const [nearest] = index.neighbors(eastMetres, northMetres, 1, Infinity, (other) => other !== position);
    const neighbour = nearest === undefined ? undefined : points[nearest];
    return neighbour === undefined
      ? Infinity
      : Math.hypot(neighbour.eastMetres - eastMetres, neighbour.northMetres - northMetres);
  });
}

function indexOf(points: readonly SurveyPoint[]): Flatbush {
  const index = new Flatbush(points.length);
  for (const { eastMetres, northMetres } of points) index.add(eastMetres, northMetres);
  index.finish();
  return index;
}
