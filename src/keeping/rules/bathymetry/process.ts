import { ServiceError } from '../../../kernel/errors.ts';
import { mean } from '../../../kernel/statistics.ts';
import { cleanSurvey, type CleanedSurvey } from './clean-survey.ts';
import { type Curve, volumeAreaElevation } from './curve.ts';
import type { CleaningRules, Sounding, SurveyPoint } from './survey.ts';

/** Numbers of a survey by step of cleaning. */
export interface SurveyStatistics {
  readonly soundings: number;
  readonly dropped: CleanedSurvey['dropped'];
  readonly points: number;
  readonly medianSpacingMetres: number | null;
  readonly minDepthMetres: number;
  readonly meanDepthMetres: number;
  readonly maxDepthMetres: number;
  /** Area of the water's surface within the outermost points, on the day of the survey. */
  readonly areaSquareMetres: number;
  readonly volumeCubicMetres: number;
}

export interface ProcessedSurvey {
  readonly points: readonly SurveyPoint[];
  readonly curve: Curve;
  readonly statistics: SurveyStatistics;
}

/**
 * A survey cleaned, and its volume-area-elevation curve (specification, Admin: operations, bathymetry processing).
 * @throws ServiceError 400 when the points that stay span no basin, with what each step left out.
 */
export function processSurvey(soundings: readonly Sounding[], rules: CleaningRules): ProcessedSurvey {
  const { points, dropped, medianSpacingMetres } = cleanSurvey(soundings, rules);
  const curve = volumeAreaElevation(points);
  const full = curve?.at(-1);
  if (curve === null || full === undefined)
    throw new ServiceError(
      400,
      `No basin is left of the survey: ${leftOut(soundings.length, dropped, points.length)}.`,
      [
        ...hints({ dropped, medianSpacingMetres }, rules),
        {
          field: 'files',
          problem: 'needs three points or more that do not lie on one line, and are not all at depth 0',
        },
      ],
    );
  const depths = points.map(({ depthMetres }) => depthMetres);
  return {
    points,
    curve,
    statistics: {
      soundings: soundings.length,
      dropped,
      points: points.length,
      medianSpacingMetres,
      minDepthMetres: depths.reduce((least, depth) => Math.min(least, depth), Infinity),
      meanDepthMetres: mean(depths),
      maxDepthMetres: full.elevationMetres,
      areaSquareMetres: full.areaSquareMetres,
      volumeCubicMetres: full.volumeCubicMetres,
    },
  };
}

const leftOut = (soundings: number, dropped: CleanedSurvey['dropped'], points: number): string =>
  `of ${soundings} soundings ${dropped.duplicates} are duplicates, ${dropped.uncertain} are uncertain, ${dropped.tooClose} too close, ${dropped.tooFar} too far apart, ${points} stay`;

/** Parameters that may be changed, by the step that left out most. */
function* hints(
  { dropped, medianSpacingMetres }: Pick<CleanedSurvey, 'dropped' | 'medianSpacingMetres'>,
  rules: CleaningRules,
): Generator<{ field: string; problem: string }> {
  if (dropped.tooFar > 0 && medianSpacingMetres !== null)
    yield {
      field: 'distanceThresholdMetersMax',
      problem: `${rules.distanceThresholdMetersMax} leaves out ${dropped.tooFar} points; half of them have their nearest neighbour within ${medianSpacingMetres.toFixed(2)} m`,
    };
  if (dropped.uncertain > 0)
    yield {
      field: 'confidenceThreshold',
      problem: `${rules.confidenceThreshold} leaves out ${dropped.uncertain} soundings; includeAllData=true keeps them`,
    };
}
