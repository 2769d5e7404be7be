/** The thread that processes one survey, and ends with it. */
import { parentPort, workerData } from 'node:worker_threads';
import { processSurvey } from '../rules/bathymetry/process.ts';
import { refusalMessage } from '../../kernel/refusal-message.ts';
import { type SurveyAnswer, packPoints, type ToProcess, unpackSoundings } from './survey-messages.ts';
import { giveWay } from '../../platform/give-way.ts';

giveWay();

const { soundings, rules } = workerData as ToProcess; // its only sender is bathymetry.ts

function answerOf(): SurveyAnswer {
  try {
    const { points, curve, statistics } = processSurvey(unpackSoundings(soundings), rules);
    return { kind: 'processed', points: packPoints(points), curve, statistics };
  } catch (error) {
    return refusalMessage(error);
  }
}

const answer = answerOf();
parentPort?.postMessage(answer, answer.kind === 'processed' ? [answer.points.buffer] : []);
