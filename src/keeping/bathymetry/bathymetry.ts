import type { Context, WithQueue } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Curve } from '../rules/bathymetry/curve.ts';
import { type ProcessedSurvey, processSurvey } from '../rules/bathymetry/process.ts';
import { type CleaningRules, requireDistances, type Sounding } from '../rules/bathymetry/survey.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import { isOutOfMemory } from '../../kernel/error-code.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { exact } from '../../kernel/measure/exact.ts';
import type { VolumeCurve } from '../../kernel/measure/volume-curve.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { findSurvey, holdSurvey, saveSurvey, type Survey } from '../store/surveys.ts';
import type { ChangeRequest } from '../../industries/change-entity.ts';
import { surveyUnit } from '../../industries/change-unit.ts';
import { readSurvey, type SurveyFile } from './survey-rows.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type SurveyAnswer, packSoundings, type ToProcess, unpackPoints } from './survey-messages.ts';
import { csvLine, USUAL_CSV } from '../../kernel/format/csv-line.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { curveSvg } from '../curve-svg.ts';

/** Soundings that are processed without a thread. They take a few hundredths of a second, as long as starting one. */
const MOST_AT_ONCE = 2_000;
/** Time for one survey. A million soundings take a fifth of it on an idle machine. */
const MOST_MILLISECONDS = 120_000;
const MOST_MEGABYTES = 1_500;

/** The survey before this one. Only one survey at a time is in memory. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Processes a survey as processSurvey does. Many soundings are processed by a thread, so that other requests are
 * answered meanwhile.
 * @throws ServiceError as processSurvey, and 413 when the survey takes more time or memory than there is.
 */
export async function processInThread(soundings: readonly Sounding[], rules: CleaningRules): Promise<ProcessedSurvey> {
  if (soundings.length <= MOST_AT_ONCE) return processSurvey(soundings, rules);
  const work = (): Promise<SurveyAnswer> => byThread({ soundings: packSoundings(soundings), rules });
  const own = last.then(work, work);
  last = own.catch(() => {});
  const answer = await own;
  if (answer.kind === 'refused') throw new ServiceError(answer.code, answer.message, answer.details);
  return { points: unpackPoints(answer.points), curve: answer.curve, statistics: answer.statistics };
}

async function byThread(survey: ToProcess): Promise<SurveyAnswer> {
  const thread = new Worker(new URL('./survey-thread.ts', import.meta.url), {
    execArgv: [],
    workerData: survey,
    transferList: [survey.soundings.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const signal = AbortSignal.timeout(MOST_MILLISECONDS);
  try {
    const [message] = await once(thread, 'message', { signal });
    return message as SurveyAnswer; // its only sender is survey-thread.ts
  } catch (error) {
    if (!signal.aborted && !isOutOfMemory(error)) throw error;
    const problem = 'takes more time or memory than there is for it: send fewer soundings at once';
    throw new ServiceError(413, `The survey is too large: it ${problem}`, [{ field: 'files', problem }]);
  } finally {
    await thread.terminate();
  }
}

/** A curve as lines for programs. */
export const curveCsv = ({ curve }: Survey): string =>
  csvLine(['elevationMetres', 'areaSquareMetres', 'volumeCubicMetres'], USUAL_CSV)
  + curve.map((row) => csvLine([row.elevationMetres, row.areaSquareMetres, row.volumeCubicMetres], USUAL_CSV)).join('');

/** A curve as a picture. */
export const curvePicture = (
  { industryName, units }: Pick<Industry, 'industryName' | 'units'>,
  unitId: string,
  { curve, date }: Survey,
): string =>
  curveSvg(curve, {
    industryName,
    title: `${units.get(unitId)?.current.displayName ?? unitId}: volume and area by level`,
    dateLine: `Survey of ${dateText(date)}`,
    theme: 'auto',
  });

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
    throw invalid(400, 'date', problem);
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
