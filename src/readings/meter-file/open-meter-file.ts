import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { parseInstant } from '../../kernel/time/instant.ts';
import { csvRows, isReadingsHeader } from '../csv-rows.ts';
import type { RowGroups } from '../ingest.ts';
import type { MeterFileChoices } from '../rules/meter-file/choices.ts';
import type { SentRow } from '../sent-rows.ts';
import type { FromFileThread } from './file-messages.ts';
import { type FileToRead, readMeterFile, type UnderstoodFile } from './read-file.ts';
import { requireFewBytes } from './table-size.ts';

const HEAD_BYTES = 65_536;
/** A file that is read here and at once, in less time than a thread takes to begin. */
const MOST_BYTES_AT_ONCE = 32 * 1024;
/** Memory of a thread. The largest file takes half of it. */
const MOST_MEGABYTES = 1024;

/** First and last instant of readings, and how many there are. */
interface ReadingSpan {
  readings: number;
  firstMs: EpochMillis | null;
  lastMs: EpochMillis | null;
}

export interface OpenedMeterFile {
  /** null: a readings file, whose columns have their meaning. */
  readonly understood: UnderstoodFile | null;
  /** Rows of the head and of the file, as its reader counts them: the first row below the head. Read once. */
  readonly rows: () => RowGroups;
  /** Filled while rows are read. */
  readonly span: ReadingSpan;
}

function counted(row: SentRow, span: ReadingSpan): void {
  if (!('row' in row) || typeof row.row !== 'object' || row.row === null || !('createdOn' in row.row)) return;
  const instant = parseInstant(row.row.createdOn);
  if (instant === null) return;
  span.readings += 1;
  span.firstMs = span.firstMs === null ? instant : Math.min(span.firstMs, instant);
  span.lastMs = span.lastMs === null ? instant : Math.max(span.lastMs, instant);
}

async function* spanning(groups: RowGroups, span: ReadingSpan): AsyncGenerator<readonly SentRow[]> {
  for await (const group of groups) {
    for (const row of group) counted(row, span);
    yield group;
  }
}

/** The large file before this one. Only one at a time is in memory. */
let last: Promise<unknown> = Promise.resolve();

async function begunThread(file: FileToRead): Promise<Worker> {
  const before = last;
  const ended = Promise.withResolvers<void>();
  last = ended.promise;
  await before;
  const thread = new Worker(new URL('./file-thread.ts', import.meta.url), {
    execArgv: [],
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  thread.once('exit', () => ended.resolve());
  // An error reaches whoever waits for a message; between two messages nobody does.
  thread.on('error', () => {});
  return thread;
}

/** @throws ServiceError as the thread says, and 413 where it takes more memory than there is. */
async function messageOf(thread: Worker): Promise<FromFileThread> {
  try {
    const [message] = await Promise.race([
      once(thread, 'message'),
      once(thread, 'exit').then(() => {
        throw new Error('The thread that reads a file has ended');
      }),
    ]);
    const told = message as FromFileThread; // its only sender is file-thread.ts
    if (told.kind === 'refused') throw new ServiceError(told.code, told.message, told.details);
    return told;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')) throw error;
    throw new ServiceError(413, 'The file takes more memory than there is for it: divide it.');
  }
}

async function* rowsOf(thread: Worker): AsyncGenerator<readonly SentRow[]> {
  try {
    for (;;) {
      const answer = messageOf(thread);
      thread.postMessage('next');
      const told = await answer;
      if (told.kind !== 'rows') return;
      yield told.rows;
    }
  } finally {
    await thread.terminate();
  }
}

/** Reads a large file by a thread, so that others are answered meanwhile. */
async function readByThread(file: FileToRead): Promise<{ understood: UnderstoodFile; rows: () => RowGroups }> {
  const thread = await begunThread(file);
  let isKept = false;
  try {
    const told = await messageOf(thread);
    if (told.kind !== 'understood') throw new Error('The thread that reads a file tells first how it is understood');
    // Nobody takes the rows of a file that leaves a question open.
    isKept = told.understood.questions.length === 0;
    return { understood: told.understood, rows: () => rowsOf(thread) };
  } finally {
    if (!isKept) await thread.terminate();
  }
}

/**
 * Opens a file of readings: one with the columns of a readings CSV, or one as meters and spreadsheets write them.
 * @throws ServiceError 1430, 413 saying what of the file cannot be taken.
 */
export async function openMeterFile(
  bytes: Buffer,
  choices: MeterFileChoices,
  industry: Industry,
): Promise<OpenedMeterFile> {
  const span: ReadingSpan = { readings: 0, firstMs: null, lastMs: null };
  if (isReadingsHeader(bytes.subarray(0, HEAD_BYTES)))
    return { understood: null, rows: () => spanning(csvRows(Readable.from([bytes])), span), span };
  requireFewBytes(bytes.length);
  const units = [...industry.units.values()].map(({ current: { unitId, displayName, siUnit, group } }) => ({
    unitId,
    displayName,
    siUnit,
    group,
  }));
  const file = { bytes, choices, units, timezone: industry.clock.timezone };
  const { understood, rows } = await (bytes.length <= MOST_BYTES_AT_ONCE ? readMeterFile : readByThread)(file);
  return { understood, rows: () => spanning(rows(), span), span };
}

/** @throws ServiceError 1430 naming what a person has to say of the file before it is stored. */
export function requireUnderstood({ understood }: OpenedMeterFile): void {
  const questions = understood?.questions ?? [];
  if (questions.length === 0) return;
  const details = questions.map(({ about, column, problem }) => ({
    field: column === null ? about : `column ${column}, ${about}`,
    problem,
  }));
  throw new ServiceError(
    1430,
    `The file leaves open what has to be known: ${details.map(({ field, problem }) => `${field}: ${problem}`).join('; ')}`,
    details,
  );
}
