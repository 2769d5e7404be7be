import type { Context, WithQueue } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Curve } from '../rules/bathymetry/curve.ts';
import type { ProcessedSurvey } from '../rules/bathymetry/process.ts';
import { type CleaningRules, requireDistances } from '../rules/bathymetry/survey.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { exact } from '../../kernel/measure/exact.ts';
import type { VolumeCurve } from '../../kernel/measure/volume-curve.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { findSurvey, holdSurvey, saveSurvey, type Survey } from '../store/surveys.ts';
import type { ChangeRequest } from '../../industries/change-thing.ts';
import { surveyUnit } from '../../industries/change-unit.ts';
import { processInThread } from './process-in-thread.ts';
import { readSurvey, type SurveyFile } from './survey-rows.ts';

export type { SurveyFile } from './survey-rows.ts';

interface SurveyRequest {
  readonly unitId: string;
  readonly date: BusinessDate;
  readonly rules: CleaningRules;
}

interface StoredSurvey extends ProcessedSurvey {
  /** First business day of the curve; null: the unit is no tank. */
  readonly countsFrom: BusinessDate | null;
}

/**
 * Cleans a survey, computes its curve and stores both for the unit and day, with an audit row. From that day on the
 * curve gives a tank its volume.
 * @throws ServiceError 404 for an unknown unit, 1403 for distances that leave no point, 400 for a day that has not
 * begun, a file that cannot be read and a survey that spans no basin. Nothing is stored then.
 */
export async function importSurvey(
  context: Context & WithQueue,
  by: ChangeRequest['by'],
  industry: Industry,
  { unitId, date, rules }: SurveyRequest,
  files: AsyncIterable<SurveyFile>,
): Promise<StoredSurvey> {
  const unit = industry.units.get(unitId);
  if (unit === undefined) throw new ServiceError(404, `Unit '${unitId}' is not a unit of the industry`);
  const { database, clock } = context;
  const now = clock.now();
  const today = businessDateOf(industry.clock, now);
  if (date > today) {
    const problem = `${formatRequestDate(date)} has not begun, the running day is ${formatRequestDate(today)}`;
    throw new ServiceError(400, `Invalid 'date': ${problem}`, [{ field: 'date', problem }]);
  }
  requireDistances(rules);
  const processed = await processInThread(await readSurvey(files), rules);
  const save = async (transaction: Querier): Promise<void> => {
    const before = await holdSurvey(transaction, unit.unitKey, date);
    const survey = {
      date,
      processedAt: new Date(now),
      rules,
      statistics: processed.statistics,
      curve: processed.curve,
    };
    await saveSurvey(transaction, unit.unitKey, survey, processed.points);
    await writeAudit(transaction, {
      at: now,
      actor: by.actor,
      industryKey: industry.industryKey,
      verb: 'survey.process',
      subject: `${unitId} ${formatRequestDate(date)}`,
      before: before === null ? null : { ...before },
      after: { ...processed.statistics },
    });
  };
  if (!isTank(unit, date)) {
    await database.transaction(save);
    return { ...processed, countsFrom: null };
  }
  const reason = `survey of ${formatRequestDate(date)}`;
  const change = { industryId: industry.industryId, unitId, by, reason, expected: null, dryRun: false };
  await surveyUnit(context, change, { date, curve: volumeCurveOf(processed.curve) }, save);
  return { ...processed, countsFrom: date };
}

/** The survey in force on a day. @throws ServiceError 404 when the unit has none. */
export async function surveyInForce(
  { database }: Pick<Context, 'database'>,
  { industryKey }: Industry,
  unitId: string,
  date: BusinessDate,
): Promise<Survey> {
  const found = await findSurvey(database, industryKey, unitId, date);
  if (found === null) throw new ServiceError(404, `Unit '${unitId}' has no survey up to ${formatRequestDate(date)}`);
  return found;
}

/** Spec gap: the survey of a unit that is no tank is kept, and changes none of its figures. */
const isTank = (unit: StoredUnit, date: BusinessDate): boolean => unitAsOf(unit, date).group === 'STOCK';

/** The curve rounded to cubic centimetres, so that people can read it. */
const volumeCurveOf = (curve: Curve): VolumeCurve =>
  curve.map(({ elevationMetres, volumeCubicMetres }) => ({
    elevationMetres,
    volumeCubicMetres: exact(volumeCubicMetres),
  }));
