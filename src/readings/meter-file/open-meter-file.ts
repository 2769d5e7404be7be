import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { isOutOfMemory } from '../../kernel/error-code.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { parseInstant } from '../../kernel/time/instant.ts';
import { csvRows, isReadingsHeader } from '../csv-rows.ts';
import type { RowGroups } from '../ingest.ts';
import type { MeterFileChoices } from '../rules/meter-file/choices.ts';
import { measuredUnitOf } from '../rules/stored-value.ts';
import type { SentRow } from '../sent-rows.ts';
import type { FromFileThread } from './file-thread.ts';
import { type FileToRead, isZip, readMeterFile, type UnderstoodFile } from './read-file.ts';
import { HEAD_BYTES, requireFewBytes } from './table-size.ts';

/** A text that is read here and at once, in less time than a thread takes to begin. */
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
  /** Ends the reading. It has to be called, because the next large file waits for it. */
  readonly close: () => Promise<void>;
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

interface FileThread {
  readonly worker: Worker;
  /** Rejects when the thread has ended. */
  readonly ended: Promise<never>;
}

function startThread(file: FileToRead): FileThread {
  const worker = new Worker(new URL('./file-thread.ts', import.meta.url), {
    execArgv: [],
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // The rejection is handled here, because nobody waits between two messages.
  ended.catch(() => {});
  worker.on('error', reject).once('exit', () => reject(new Error('The thread that reads a file has ended')));
  return { worker, ended };
}

/** Settles when the large file before this one was read. Only one at a time is in memory. */
let last: Promise<unknown> = Promise.resolve();

function nextThread(file: FileToRead): Promise<FileThread> {
  const started = last.then(() => startThread(file));
  last = started.then(({ ended }) => ended).catch(() => {});
  return started;
}

/** @throws ServiceError as the thread says, and 413 where it takes more memory than there is. */
async function messageOf({ worker, ended }: FileThread): Promise<FromFileThread> {
  try {
    const [message] = await Promise.race([once(worker, 'message'), ended]);
    const told = message as FromFileThread; // its only sender is file-thread.ts
    if (told.kind === 'refused') throw new ServiceError(told.code, told.message, told.details);
    return told;
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    throw new ServiceError(413, 'The file takes more memory than there is for it: divide it.');
  }
}

async function* rowsOf(thread: FileThread): AsyncGenerator<readonly SentRow[]> {
  for (;;) {
    const answer = messageOf(thread);
    thread.worker.postMessage('next');
    const told = await answer;
    if (told.kind !== 'rows') return;
    yield told.rows;
  }
}

interface ReadTable extends Pick<OpenedMeterFile, 'rows' | 'close'> {
  readonly understood: UnderstoodFile;
}

/** Reads a large file by a thread, so that others are answered meanwhile. */
async function readByThread(file: FileToRead): Promise<ReadTable> {
  const thread = await nextThread(file);
  const close = async (): Promise<void> => {
    await thread.worker.terminate();
  };
  try {
    const told = await messageOf(thread);
    if (told.kind !== 'understood') throw new Error('The thread that reads a file tells first how it is understood');
    return { understood: told.understood, rows: () => rowsOf(thread), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const readAtOnce = async (file: FileToRead): Promise<ReadTable> => ({ ...(await readMeterFile(file)), close: nothing });

const nothing = async (): Promise<void> => {};

/**
 * Opens a file of readings: one with the columns of a readings CSV, or one as meters and spreadsheets write them.
 * @throws ServiceError 1430, 413 saying what of the file cannot be taken.
 */
export async function openMeterFile(
  bytes: Buffer,
  choices: MeterFileChoices,
  industry: Industry,
  nowMs: EpochMillis,
): Promise<OpenedMeterFile> {
  const span: ReadingSpan = { readings: 0, firstMs: null, lastMs: null };
  if (isReadingsHeader(bytes.subarray(0, HEAD_BYTES)))
    return { understood: null, rows: () => spanning(csvRows(Readable.from([bytes])), span), span, close: nothing };
  requireFewBytes(bytes.length);
  const units = [...industry.units.values()].map((stored) => ({
    ...measuredUnitOf(industry, stored),
    displayName: stored.current.displayName,
  }));
  const file = { bytes, choices, units, timezone: industry.clock.timezone, nowMs };
  // A small spreadsheet may become a thousand times as large when it is unpacked.
  const isSmall = bytes.length <= MOST_BYTES_AT_ONCE && !isZip(bytes);
  const { understood, rows, close } = await (isSmall ? readAtOnce : readByThread)(file);
  return { understood, rows: () => spanning(rows(), span), span, close };
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
