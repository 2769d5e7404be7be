/** The thread that reads one large file. Who has begun it ends it. */
import { parentPort, workerData } from 'node:worker_threads';
import { refusalMessage, type RefusalMessage } from '../../kernel/refusal-message.ts';
import { type FileToRead, readMeterFile, type UnderstoodFile } from './read-file.ts';
import type { MeterFileRow } from '../rules/meter-file/rows.ts';
import { giveWay } from '../../platform/give-way.ts';

/** Messages of the thread that reads a file. It gives a group of rows each time it is asked. */
export type FromFileThread =
  | { readonly kind: 'understood'; readonly understood: UnderstoodFile }
  | { readonly kind: 'rows'; readonly rows: readonly MeterFileRow[] }
  | { readonly kind: 'end' }
  | RefusalMessage;

giveWay();

const answer = (message: FromFileThread): void => parentPort?.postMessage(message);

try {
  const { understood, rows } = await readMeterFile(workerData as FileToRead); // its only sender is open-meter-file.ts
  answer({ kind: 'understood', understood });
  const groups = rows();
  parentPort?.on('message', () => {
    const { value, done } = groups.next();
    answer(done === true ? { kind: 'end' } : { kind: 'rows', rows: value });
  });
} catch (error) {
  // The thread stays until it is ended: its end, in the turn in which the refusal arrives, would be told before it.
  parentPort?.ref();
  answer(refusalMessage(error));
}
