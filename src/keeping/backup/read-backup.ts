import { createHash } from 'node:crypto';
import { codeOf } from '../../kernel/error-code.ts';
import {
  BackupError,
  type BackupHeader,
  type BackupTrailer,
  isRow,
  type KnownSchema,
  readBackupHeader,
  readMark,
  type TableHeading,
} from '../rules/backup/format.ts';
import { RowDigest } from '../rules/backup/table-order.ts';

/** Parts of a back-up behind its first line, in order. */
type BackupPart =
  { readonly heading: TableHeading } | { readonly rows: readonly string[] } | { readonly trailer: BackupTrailer };

export interface BackupContents {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
}

const CUT_SHORT = 'it is cut short: its end is missing';
const DAMAGED = 'it was changed or damaged after it was written';

/**
 * Reads a back-up from its first line to its last, which proves it whole before anything is restored.
 * @param bytes uncompressed
 * @throws BackupError with the defect
 */
export async function checkBackup(bytes: AsyncIterable<Uint8Array>, known: KnownSchema): Promise<BackupContents> {
  let header: BackupHeader | null = null;
  let end: BackupTrailer | null = null;
  const digests = new Map<string, RowDigest>();
  let current = new RowDigest();
  for await (const part of backupParts(bytes, (line) => (header = readBackupHeader(line, known)))) {
    if ('heading' in part) digests.set(part.heading.table, (current = new RowDigest()));
    else if ('rows' in part) for (const row of part.rows) current.add(row);
    else end = part.trailer;
  }
  if (header === null || end === null) throw new BackupError(CUT_SHORT);
  const trailer: BackupTrailer = end;
  for (const [table, { rows, digest }] of Object.entries(trailer.tables)) {
    const found = digests.get(table)?.value();
    if (found?.rows !== rows || found.digest !== digest)
      throw new BackupError(`${DAMAGED}: table ${table} has ${found?.rows ?? 0} rows, and ${rows} were written`);
  }
  return { header, trailer };
}

/** @throws BackupError when lines are missing, added or changed. */
export async function* backupParts(
  bytes: AsyncIterable<Uint8Array>,
  onHeader: (line: string) => void,
): AsyncGenerator<BackupPart> {
  const sum = createHash('sha256');
  let hasHeader = false;
  let hasEnded = false;
  for await (const lines of wholeLines(bytes)) {
    let rows: string[] = [];
    for (const line of lines) {
      if (hasEnded) throw new BackupError(`${DAMAGED}: something follows its end`);
      if (!hasHeader) {
        onHeader(line);
        hasHeader = true;
        sum.update(`${line}\n`);
        continue;
      }
      if (isRow(line)) {
        rows.push(line);
        continue;
      }
      if (rows.length > 0) yield { rows };
      if (rows.length > 0) sum.update(`${rows.join('\n')}\n`);
      rows = [];
      const mark = readMark(line);
      if (mark === null) throw new BackupError(`${DAMAGED}: a line is neither a row nor the name of a table`);
      if ('end' in mark) {
        hasEnded = true;
        if (sum.digest('hex') !== mark.sha256) throw new BackupError(`${DAMAGED}: its lines have another SHA-256`);
        yield { trailer: mark };
      } else {
        sum.update(`${line}\n`);
        yield { heading: mark };
      }
    }
    if (rows.length > 0) {
      sum.update(`${rows.join('\n')}\n`);
      yield { rows };
    }
  }
  if (!hasEnded) throw new BackupError(CUT_SHORT);
}

/** Whole lines, as many as came at once. A last line without its end is left out. */
async function* wholeLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  try {
    for await (const chunk of bytes) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    throw asBackupError(error);
  }
}

/** An error of gunzip about an incomplete file, as a sentence about the back-up. */
function asBackupError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return new BackupError(CUT_SHORT);
  if (code !== 'Z_DATA_ERROR' || !(error instanceof Error)) return error;
  return new BackupError(
    error.message === 'incorrect header check' ? 'it is not a back-up of this service: it is not gzip' : DAMAGED,
  );
}
