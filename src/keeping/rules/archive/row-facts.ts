import { createHash, type Hash } from 'node:crypto';
import type { RowFacts } from './manifest.ts';
import type { ReadingRows, SampleRows } from './months.ts';

/** PostgreSQL's epoch, 2000-01-01. */
const POSTGRES_EPOCH_MICROSECONDS = 946_684_800_000_000n;
const DAY_MICROSECONDS = 86_400_000_000n;
const READING_BYTES = 49;
const [MILLIONTHS, BILLIONTHS] = [1e6, 1e9];

/**
 * Counts, sums and hashes rows of one unit as the database does (sql/queries/keeping/archive.sql): each business day's
 * SHA-256 covers the bytes in which PostgreSQL sends the rows' columns, and the checksum covers those hashes.
 */
class RowFactsBuilder {
  #rows = 0;
  #sum = 0n;
  #day: bigint | null = null;
  #ofDay: Hash = createHash('sha256');
  readonly #ofUnit: Hash = createHash('sha256');

  add(businessAt: bigint, scaled: bigint, bytes: Buffer): void {
    const day = dayOf(businessAt);
    if (day !== this.#day) this.#closeDay(day);
    this.#ofDay.update(bytes);
    this.#rows += 1;
    this.#sum += scaled;
  }

  #closeDay(next: bigint): void {
    if (this.#day !== null) this.#ofUnit.update(this.#ofDay.digest());
    this.#ofDay = createHash('sha256');
    this.#day = next;
  }

  /** null: there were no rows. */
  finish(): RowFacts | null {
    if (this.#day === null) return null;
    this.#closeDay(this.#day);
    return { rows: this.#rows, sum: String(this.#sum), checksum: this.#ofUnit.digest('hex') };
  }
}

const dayOf = (businessAt: bigint): bigint => {
  const days = businessAt / DAY_MICROSECONDS;
  return businessAt % DAY_MICROSECONDS < 0n ? days - 1n : days;
};

/** Rounds as PostgreSQL casts: halves go to the even neighbour. */
const wholeOf = (scaled: number): bigint => {
  const rounded = Math.round(scaled);
  return BigInt(Math.abs(scaled % 1) === 0.5 ? 2 * Math.round(scaled / 2) : rounded);
};

const sent = (instant: bigint): bigint => instant - POSTGRES_EPOCH_MICROSECONDS;

/** Facts of the readings of one unit, given in parts. */
export class ReadingFacts {
  readonly #facts = new RowFactsBuilder();

  add(rows: ReadingRows): void {
    for (const [index, businessAt] of rows.businessAt.entries()) {
      const value = rows.value[index] ?? null;
      const register = rows.register[index] ?? null;
      const offlineMinutes = rows.offlineMinutes[index] ?? null;
      const bytes = Buffer.allocUnsafe(READING_BYTES);
      bytes.writeBigInt64BE(sent(rows.createdOn[index] ?? 0n), 0);
      bytes.writeBigInt64BE(sent(businessAt), 8);
      bytes.writeUInt8(value === null ? 0 : 1, 16);
      bytes.writeDoubleBE(value ?? 0, 17);
      bytes.writeUInt8(register === null ? 0 : 1, 25);
      bytes.writeDoubleBE(register ?? 0, 26);
      bytes.writeUInt8(rows.estimated[index] === true ? 1 : 0, 34);
      bytes.writeUInt8(offlineMinutes === null ? 0 : 1, 35);
      bytes.writeFloatBE(offlineMinutes ?? 0, 36);
      bytes.writeUInt8(rows.registerExcluded[index] === true ? 1 : 0, 40);
      bytes.writeBigInt64BE(sent(rows.receivedAt[index] ?? 0n), 41);
      this.#facts.add(businessAt, value === null ? 0n : wholeOf(value * MILLIONTHS), bytes);
    }
  }

  finish = (): RowFacts | null => this.#facts.finish();
}

const SAMPLE_BYTES = 25;

/**
 * Facts of the samples of one unit, given in parts. The parameter's name comes first and ends with a zero byte, which
 * no name holds.
 */
export class SampleFacts {
  readonly #facts = new RowFactsBuilder();

  add(rows: SampleRows): void {
    for (const [index, businessAt] of rows.businessAt.entries()) {
      const value = rows.value[index] ?? 0;
      const bytes = Buffer.allocUnsafe(SAMPLE_BYTES);
      bytes.writeBigInt64BE(sent(rows.createdOn[index] ?? 0n), 0);
      bytes.writeBigInt64BE(sent(businessAt), 8);
      bytes.writeDoubleBE(value, 16);
      bytes.writeUInt8(rows.estimated[index] === true ? 1 : 0, 24);
      const name = Buffer.from(`${rows.parameter[index] ?? ''}\0`, 'utf8');
      this.#facts.add(businessAt, wholeOf(value * BILLIONTHS), Buffer.concat([name, bytes]));
    }
  }

  finish = (): RowFacts | null => this.#facts.finish();
}
