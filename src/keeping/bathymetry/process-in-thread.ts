import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ProcessedSurvey, processSurvey } from '../rules/bathymetry/process.ts';
import type { CleaningRules, Sounding } from '../rules/bathymetry/survey.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type SurveyAnswer, packSoundings, type ToProcess, unpackPoints } from './survey-messages.ts';

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
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!signal.aborted && !isTooLarge) throw error;
    const problem = 'takes more time or memory than there is for it: send fewer soundings at once';
    throw new ServiceError(413, `The survey is too large: it ${problem}`, [{ field: 'files', problem }]);
  } finally {
    await thread.terminate();
  }
}
