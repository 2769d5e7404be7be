/** The thread that builds reports of many units: figures in, documents out, one after another. */
import { parentPort } from 'node:worker_threads';
import { ServiceError } from '../kernel/errors.ts';
import { BUILDERS } from './rules/builders.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { type FromBuilder, type ToBuilder, piecesOf, type ToThread } from './render-messages.ts';
import { type InputPiece, inputOf } from './input-pieces.ts';
import { giveWay } from '../platform/give-way.ts';

giveWay();

let given: InputPiece[] = [];
let built: Iterator<ToThread> = [][Symbol.iterator]();

parentPort?.on('message', (message: ToBuilder) => {
  if (message.kind === 'input') given = [];
  if (message.kind === 'next') answer({ kind: 'piece', piece: built.next().value ?? null });
  else if (message.kind === 'build') answer(build());
  else given.push(message);
});

function build(): FromBuilder {
  const input = inputOf(given);
  given = [];
  try {
    if (input === null) throw new Error('there is nothing to build of');
    built = piecesOf(BUILDERS[input.request.service].build(input));
    return { kind: 'built' };
  } catch (error) {
    const { code, details } = error instanceof ServiceError ? error : { code: null, details: [] };
    return { kind: 'failed', code, message: reasonOf(error), errors: details };
  }
}

function answer(message: FromBuilder): void {
  parentPort?.postMessage(message);
}
