/** The thread that reads one large file, and ends when its rows were taken or nobody asks for them. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../../kernel/errors.ts';
import type { FromFileThread } from './file-messages.ts';
import { type FileToRead, readMeterFile } from './read-file.ts';

/** Longer than any transaction that stores rows. */
const UNASKED_MILLISECONDS = 120_000;

const answer = (message: FromFileThread): void => parentPort?.postMessage(message);

try {
  const { understood, rows } = await readMeterFile(workerData as FileToRead); // its only sender is open-meter-file.ts
  answer({ kind: 'understood', understood });
  const groups = rows();
  const end = (): void => parentPort?.close();
  let unasked = setTimeout(end, UNASKED_MILLISECONDS);
  parentPort?.on('message', () => {
    clearTimeout(unasked);
    const { value, done } = groups.next();
    answer(done === true ? { kind: 'end' } : { kind: 'rows', rows: value });
    if (done === true) end();
    else unasked = setTimeout(end, UNASKED_MILLISECONDS);
  });
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  answer({ kind: 'refused', code: error.code, message: error.message, details: error.details });
}
