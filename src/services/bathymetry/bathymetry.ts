import type { DataContext } from '../../context.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { type ProcessedSurvey, processSurvey } from '../../domain/bathymetry/process.ts';
import type { CleaningRules } from '../../domain/bathymetry/survey.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { businessDateOf } from '../../domain/time/business-clock.ts';
import { formatRequestDate } from '../../domain/time/business-date.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { writeAudit } from '../../store/audit.ts';
import { findSurvey, holdSurvey, saveSurvey, type Survey } from '../../store/surveys.ts';
import { curveCsv, curvePicture } from './write-curve.ts';
import { readSurvey, type SurveyFile } from './survey-rows.ts';

export type { Survey } from '../../store/surveys.ts';
export type { SurveyFile } from './survey-rows.ts';

interface SurveyRequest {
  readonly unitId: string;
  readonly date: BusinessDate;
  readonly rules: CleaningRules;
}

export interface BathymetryService {
  /**
   * Cleans a survey, draws its curve and stores both for the unit and day; audited.
   * @throws ServiceError 404 for a unit that the industry does not have, 400 for a day that has not begun, a file that
   * cannot be read and a survey that spans no basin. Nothing is stored then.
   */
  process(
    actor: Actor,
    industry: Industry,
    request: SurveyRequest,
    files: AsyncIterable<SurveyFile>,
  ): Promise<ProcessedSurvey>;
  /** The survey in force on a day. @throws ServiceError 404 when the unit has none. */
  find(industry: Industry, unitId: string, date: BusinessDate): Promise<Survey>;
  csvOf(survey: Survey): string;
  pictureOf(industry: Industry, unitId: string, survey: Survey): string;
}

export const createBathymetry = ({ database, clock }: DataContext): BathymetryService => ({
  async process(actor, industry, { unitId, date, rules }, files) {
    const unit = industry.units.get(unitId);
    if (unit === undefined) throw new ServiceError(404, `Unit '${unitId}' is not a unit of the industry`);
    const now = clock.now();
    const today = businessDateOf(industry.clock, now);
    if (date > today) {
      const problem = `${formatRequestDate(date)} has not begun, the running day is ${formatRequestDate(today)}`;
      throw new ServiceError(400, `Invalid 'date': ${problem}`, [{ field: 'date', problem }]);
    }
    const processed = processSurvey(await readSurvey(files), rules);
    await database.transaction(async (transaction) => {
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
        actor,
        industryKey: industry.industryKey,
        verb: 'survey.process',
        subject: `${unitId} ${formatRequestDate(date)}`,
        before: before === null ? null : { ...before },
        after: { ...processed.statistics },
      });
    });
    return processed;
  },
  async find(industry, unitId, date) {
    const found = await findSurvey(database, industry.industryKey, unitId, date);
    if (found === null) throw new ServiceError(404, `Unit '${unitId}' has no survey up to ${formatRequestDate(date)}`);
    return found;
  },
  csvOf: curveCsv,
  pictureOf: curvePicture,
});
