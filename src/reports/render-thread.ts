/** The thread that writes reports: whole documents in, bytes out, one after another. */
import { parentPort } from 'node:worker_threads';
import { reasonOf } from '../kernel/reason-of.ts';
import { writeReport } from './writers/write-report.ts';
import { documentOf, type FromThread, type ToThread } from './render-messages.ts';
import { giveWay } from '../platform/give-way.ts';

giveWay();

let pieces: ToThread[] = [];

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'document') pieces = [];
  if (message.kind !== 'write') {
    pieces.push(message);
    return;
  }
  const document = documentOf(pieces);
  pieces = [];
  if (document === null) return answer({ kind: 'failed', reason: 'there is no document to write' });
  writeReport(document, message.format, message.options).then(
    (bytes) => {
      // A buffer of its own can be handed over without a copy.
      const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
      answer({ kind: 'written', bytes: own }, own.buffer instanceof ArrayBuffer ? [own.buffer] : []);
    },
    (error: unknown) => answer({ kind: 'failed', reason: reasonOf(error) }),
  );
});

function answer(message: FromThread, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
