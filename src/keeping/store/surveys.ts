import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { SurveyStatistics } from '../rules/bathymetry/process.ts';
import type { Curve } from '../rules/bathymetry/curve.ts';
import type { CleaningRules, Sounding } from '../rules/bathymetry/survey.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { float8Array } from '../../platform/database/binary-array.ts';

/** A survey as it was cleaned, with its curve. */
export interface Survey {
  readonly date: BusinessDate;
  readonly processedAt: Date;
  readonly rules: CleaningRules;
  readonly statistics: SurveyStatistics;
  readonly curve: Curve;
}

/** Statistics of the unit's survey of this day, locked; null when it has none. */
export const holdSurvey = async (db: Querier, unitKey: number, date: BusinessDate): Promise<SurveyStatistics | null> =>
  (await db.maybeOne<{ statistics: SurveyStatistics }>('surveys.standing', { unitKey, date }))?.statistics ?? null;

/** Writes a survey in place of one of the same unit and day. */
export async function saveSurvey(
  db: Querier,
  unitKey: number,
  survey: Survey,
  points: readonly Sounding[],
): Promise<void> {
  await db.many('surveys.save', {
    unitKey,
    date: survey.date,
    processedAt: survey.processedAt,
    rules: JSON.stringify(survey.rules),
    statistics: JSON.stringify(survey.statistics),
    latitudes: float8Array(points, ({ latitude }) => latitude),
    longitudes: float8Array(points, ({ longitude }) => longitude),
    depthsMetres: float8Array(points, ({ depthMetres }) => depthMetres),
    confidencesPercent: float8Array(points, ({ confidencePercent }) => confidencePercent),
    curve: JSON.stringify(survey.curve),
  });
}

/** The newest survey of a unit of the industry up to a day; null when there is none. */
export async function findSurvey(
  db: Querier,
  industryKey: number,
  unitId: string,
  upTo: BusinessDate,
): Promise<Survey | null> {
  const row = await db.maybeOne<RowOf<Survey, 'processedAt'>>('surveys.latest', { industryKey, unitId, upTo });
  return row === null ? null : { ...row, processedAt: new Date(row.processedAt) };
}
