import { ServiceError } from '../../kernel/errors.ts';
import { isReadingsHeader } from '../csv-rows.ts';
import type { MeterFileCell } from '../rules/meter-file/numbers.ts';

/** Bytes in which the head of a file is looked for. */
export const HEAD_BYTES = 65_536;
export const MAX_METER_FILE_BYTES = 32 * 1024 * 1024;
export const MAX_METER_FILE_ROWS = 200_000;
export const MAX_METER_FILE_CELLS = 2_000_000;

const tooLarge = (what: string, most: number): ServiceError =>
  new ServiceError(
    413,
    `The file has more than ${most} ${what}: divide it, or send it with the columns of a readings file, which may be of any length.`,
  );

export const requireFewBytes = (bytes: number): void => {
  if (bytes > MAX_METER_FILE_BYTES) throw tooLarge('bytes', MAX_METER_FILE_BYTES);
};

/**
 * Gathers a file that is held whole.
 * @throws ServiceError 413 for a byte too many. A readings file is then taken by those that read it as it comes.
 */
export async function gatheredBytes(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes > MAX_METER_FILE_BYTES && isReadingsHeader(Buffer.concat(held).subarray(0, HEAD_BYTES)))
      throw new ServiceError(
        413,
        `A readings file of more than ${MAX_METER_FILE_BYTES} bytes is not looked at before it is stored: divide it, or store it, because POST /api/external/readings and npm run import take any length.`,
      );
    requireFewBytes(bytes);
  }
  return Buffer.concat(held);
}

/** Gathers the rows of a file, which is held whole: dates and numbers of all rows say how each is read. */
export class TableRows {
  readonly rows: MeterFileCell[][] = [];
  #cells = 0;

  /** @throws ServiceError 413 for a row or cell too many. */
  add(cells: MeterFileCell[]): void {
    this.rows.push(cells);
    this.#cells += cells.length;
    if (this.rows.length > MAX_METER_FILE_ROWS) throw tooLarge('rows', MAX_METER_FILE_ROWS);
    if (this.#cells > MAX_METER_FILE_CELLS) throw tooLarge('cells', MAX_METER_FILE_CELLS);
  }
}
