import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context } from '../../src/context.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { formatRequestDate, businessDate } from '../../src/kernel/time/business-date.ts';
import { writeIso } from '../../src/kernel/time/iso.ts';
import type { QueueClient } from '../../src/platform/queue/client.ts';
import { isReadingsHeader } from '../../src/readings/csv-rows.ts';
import type { IngestResult } from '../../src/readings/ingest.ts';
import {
  openMeterFile,
  type OpenedMeterFile,
  requireUnderstood,
} from '../../src/readings/meter-file/open-meter-file.ts';
import { gatheredBytes, HEAD_BYTES } from '../../src/readings/meter-file/table-size.ts';
import { tryReadings } from '../../src/readings/receive-readings.ts';
import type { MeterFileChoices } from '../../src/readings/rules/meter-file/choices.ts';
import type { DateOrder } from '../../src/readings/rules/meter-file/times.ts';
import { isGzip, storeFile } from './import-file.ts';

/** The bytes of a file, unpacked. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const stream: Readable = (await isGzip(path)) ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => stream.destroy(error));
  try {
    yield* stream as AsyncIterable<Buffer>; // a stream of bytes
  } finally {
    file.destroy();
  }
}

/** Whether a file has the columns of a readings CSV, which is read as it comes, however long it is. */
export async function isReadingsFile(path: string): Promise<boolean> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of bytesOf(path)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return isReadingsHeader(Buffer.concat(pieces));
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = { '\t': 'tab', ';': 'semicolon', ',': 'comma', '|': '|' };

const DATE_ORDER_NAMES = {
  dmy: 'day before month',
  mdy: 'month before day',
  ymd: 'year before month',
} as const satisfies Readonly<Record<DateOrder, string>>;

/** How a file was understood, a line for each thing. */
export function understoodLines({ understood, span }: OpenedMeterFile): string[] {
  const times =
    span.firstMs === null || span.lastMs === null
      ? []
      : [`${span.readings} readings, from ${writeIso(span.firstMs)} to ${writeIso(span.lastMs)}`];
  if (understood === null) return ['a readings file', ...times];
  const { encoding, delimiter, decimal, dateOrder, timezone, headRow, rows, columns, questions } = understood;
  const form = [
    encoding ?? 'spreadsheet',
    ...(delimiter === null ? [] : [`columns separated by ${DELIMITER_NAMES[delimiter] ?? ''}`]),
    ...(decimal === null ? [] : [`decimal ${decimal === '.' ? 'point' : 'comma'}`]),
    ...(dateOrder === null ? [] : [DATE_ORDER_NAMES[dateOrder]]),
    timezone === null ? 'times with offset' : `times of ${timezone}`,
    `head in row ${headRow}`,
    `${rows} rows below it`,
  ];
  return [
    form.join(', '),
    ...columns.map(({ number, head, role, unitId, measure, kind, leftOut }) => {
      const meaning = [unitId ?? '', measure ?? '', kind ?? ''].filter((word) => word !== '').join(', ');
      return `column ${number} '${head}': ${role}${leftOut === null ? '' : `, ${leftOut}`}${meaning === '' ? '' : `: ${meaning}`}`;
    }),
    ...times,
    ...questions.map(({ about, column, problem }) =>
      column === null ? `asked: ${about}: ${problem}` : `asked: column ${column}, ${about}: ${problem}`,
    ),
  ];
}

const dateText = (date: string | undefined): string =>
  date === undefined ? '' : formatRequestDate(businessDate(date));

/** The closed days that changed, or would. */
export const changedDaysText = ({ staleDates }: IngestResult): string =>
  `${staleDates.length} closed business days, ${dateText(staleDates[0])} to ${dateText(staleDates.at(-1))}`;

interface MeterFileImport {
  readonly opened: OpenedMeterFile;
  /** null: a person has to say something first. */
  readonly result: IngestResult | null;
}

/**
 * Imports a file as meters export it, or tries to.
 * @throws ServiceError that begins with the file's name.
 */
export async function importMeterFile(
  context: Context,
  queue: QueueClient,
  industry: Industry,
  path: string,
  { choices, isTried }: { readonly choices: MeterFileChoices; readonly isTried: boolean },
): Promise<MeterFileImport> {
  try {
    const opened = await openMeterFile(await gatheredBytes(bytesOf(path)), choices, industry, context.clock.now());
    try {
      if (!isTried) requireUnderstood(opened);
      const hasQuestions = (opened.understood?.questions.length ?? 0) > 0;
      if (hasQuestions) return { opened, result: null };
      const result = isTried
        ? await tryReadings(context, industry, opened.rows())
        : await storeFile(context, queue, industry, { path, rows: opened.rows() }, () => {});
      return { opened, result };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof ServiceError) throw new ServiceError(error.code, `${basename(path)}: ${error.message}`);
    throw error;
  }
}
