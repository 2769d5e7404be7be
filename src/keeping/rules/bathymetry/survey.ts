import { ServiceError } from '../../../kernel/errors.ts';

/** A sounding as a boat sent it. */
export interface Sounding {
  /** Line in its file, the header being line 1. */
  readonly line: number;
  /** Metres from the water's surface down to the ground. */
  readonly depthMetres: number;
  /** Confidence of the echo sounder, 0 to 100. */
  readonly confidencePercent: number;
  /** WGS84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

/** A sounding on a plane that touches the earth at the middle of the survey. */
export interface SurveyPoint extends Sounding {
  /** Metres east and north of the middle. */
  readonly eastMetres: number;
  readonly northMetres: number;
}

/** Rules of cleaning a survey (specification, Admin: operations, bathymetry processing). */
export interface CleaningRules {
  /** Soundings below are dropped, unless `includeAllData`. */
  readonly confidenceThreshold: number;
  readonly includeAllData: boolean;
  /** A point nearer than this to one that stays is dropped. */
  readonly distanceThresholdMetersMin: number;
  /** A point whose nearest neighbour is farther than this is dropped. */
  readonly distanceThresholdMetersMax: number;
  /** Soundings of one place are one when the smaller depth is at least this share of the greater. */
  readonly depthSimilarityRatio: number;
}

export const DEFAULT_CLEANING: CleaningRules = {
  confidenceThreshold: 100,
  includeAllData: false,
  distanceThresholdMetersMin: 0.1,
  distanceThresholdMetersMax: 0.5,
  depthSimilarityRatio: 0.95,
};

/** @throws ServiceError 1403 where the least distance is above the greatest, because no point could stay. */
export function requireDistances({
  distanceThresholdMetersMin: min,
  distanceThresholdMetersMax: max,
}: Pick<CleaningRules, 'distanceThresholdMetersMin' | 'distanceThresholdMetersMax'>): void {
  if (min <= max) return;
  const least = `is ${min}, allowed is at most distanceThresholdMetersMax, which is ${max}`;
  const greatest = `is ${max}, allowed is at least distanceThresholdMetersMin, which is ${min}`;
  throw new ServiceError(1403, `Invalid 'distanceThresholdMetersMin': ${least}`, [
    { field: 'distanceThresholdMetersMin', problem: least },
    { field: 'distanceThresholdMetersMax', problem: greatest },
  ]);
}
