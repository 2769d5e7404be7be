/** The thread that reads one large file. Who has begun it ends it. */
import { parentPort, workerData } from 'node:worker_threads';
import { refusalMessage } from '../../kernel/refusal-message.ts';
import type { FromFileThread } from './file-messages.ts';
import { type FileToRead, readMeterFile } from './read-file.ts';
import { giveWay } from '../../platform/give-way.ts';

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
  answer(refusalMessage(error));
}
