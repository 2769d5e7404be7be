import { readFileSync } from 'node:fs';
import type { Surface } from '../http/route-terms.ts';

type AnswerExamples = Readonly<Record<Surface, Readonly<Record<string, unknown>>>>;

/** Recorded by test/platform/openapi/examples.test.ts: what every operation's documented request is answered with. */
export const ANSWER_EXAMPLES_FILE = new URL('../../../docs/answer-examples.json', import.meta.url);

// The file's own form: surface, then operation id. The test that records the file writes nothing else.
const recorded = JSON.parse(readFileSync(ANSWER_EXAMPLES_FILE, 'utf8')) as AnswerExamples;

/** The recorded answer; undefined when there is none. */
export const recordedAnswer = (surface: Surface, operationId: string): unknown => recorded[surface][operationId];
