import Flatbush from 'flatbush';
import { upperMedian } from '../../../kernel/statistics.ts';
import { KeptDepths } from './kept-depths.ts';
import { onPlane } from './project.ts';
import type { CleaningRules, Sounding, SurveyPoint } from './survey.ts';

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
