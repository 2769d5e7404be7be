/** The thread that processes one survey, and ends with it. */
import { parentPort, workerData } from 'node:worker_threads';
import { processSurvey } from '../rules/bathymetry/process.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type SurveyAnswer, packPoints, type ToProcess, unpackSoundings } from './survey-messages.ts';

const { soundings, rules } = workerData as ToProcess; // its only sender is bathymetry.ts

function answerOf(): SurveyAnswer {
  try {
    const { points, curve, statistics } = processSurvey(unpackSoundings(soundings), rules);
    return { kind: 'processed', points: packPoints(points), curve, statistics };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: 'refused', code: error.code, message: error.message, details: error.details };
  }
}

const answer = answerOf();
parentPort?.postMessage(answer, answer.kind === 'processed' ? [answer.points.buffer] : []);
