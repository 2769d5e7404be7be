/**
 * Arrays as PostgreSQL sends them itself, for the columns that come by the ten thousand: neither side has to write or
 * read text. `pg` sends a Buffer as binary. Format: dimensions 1, has nulls, element type, length, lower bound; then
 * length and bytes of each.
 */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const INSTANT_BYTES = 8;
const NULL_LENGTH = -1;

const [BOOL, INT4, FLOAT4, FLOAT8, TIMESTAMP, TIMESTAMPTZ] = [16, 23, 700, 701, 1114, 1184];
/** 2000-01-01, from which PostgreSQL counts. */
const POSTGRES_EPOCH_MICROSECONDS = 946_684_800_000_000;
const TWO_TO_32 = 2 ** 32;

type Write = (view: DataView, at: number, value: number) => void;
type Column<R> = (row: R) => number | null;

function binaryArray<R>(rows: ArrayLike<R>, type: number, bytes: number, write: Write, column: Column<R>): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + rows.length * (LENGTH_BYTES + bytes));
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  [1, 1, type, rows.length, 1].forEach((field, index) => view.setInt32(4 * index, field));
  let at = HEADER_BYTES;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    const value = row === undefined ? null : column(row);
    if (value === null) {
      view.setInt32(at, NULL_LENGTH);
      at += LENGTH_BYTES;
      continue;
    }
    view.setInt32(at, bytes);
    write(view, at + LENGTH_BYTES, value);
    at += LENGTH_BYTES + bytes;
  }
  return buffer.subarray(0, at);
}

/** A 64-bit integer of two halves; a double holds microseconds of the years 1900 to 2200 exactly. */
const writeMicroseconds: Write = (view, at, microseconds) => {
  const counted = microseconds - POSTGRES_EPOCH_MICROSECONDS;
  const high = Math.floor(counted / TWO_TO_32);
  view.setInt32(at, high);
  view.setUint32(at + 4, counted - high * TWO_TO_32);
};

const writeInt4: Write = (view, at, value) => view.setInt32(at, value);
// The sum with 0 turns -0 into 0, which would be shown with its sign.
const writeFloat4: Write = (view, at, value) => view.setFloat32(at, value + 0);
const writeFloat8: Write = (view, at, value) => view.setFloat64(at, value + 0);
const writeBool: Write = (view, at, value) => view.setUint8(at, value);
const writeMilliseconds: Write = (view, at, milliseconds) => writeMicroseconds(view, at, milliseconds * 1000);

export const int4Array = <R>(rows: ArrayLike<R>, column: Column<R>): Buffer =>
  binaryArray(rows, INT4, 4, writeInt4, column);
export const float4Array = <R>(rows: ArrayLike<R>, column: Column<R>): Buffer =>
  binaryArray(rows, FLOAT4, 4, writeFloat4, column);
export const float8Array = <R>(rows: ArrayLike<R>, column: Column<R>): Buffer =>
  binaryArray(rows, FLOAT8, 8, writeFloat8, column);
export const boolArray = <R>(rows: ArrayLike<R>, column: (row: R) => boolean): Buffer =>
  binaryArray(rows, BOOL, 1, writeBool, (row) => (column(row) ? 1 : 0));
/** @param column epoch milliseconds. */
export const instantArray = <R>(rows: ArrayLike<R>, column: Column<R>): Buffer =>
  binaryArray(rows, TIMESTAMPTZ, 8, writeMilliseconds, column);
/** @param column microseconds since 1970-01-01. */
export const exactInstantArray = <R>(rows: ArrayLike<R>, column: Column<R>): Buffer =>
  binaryArray(rows, TIMESTAMPTZ, 8, writeMicroseconds, column);
/** @param column microseconds since 1970-01-01 00:00:00 of any clock. */
export const businessAtArray = <R>(rows: ArrayLike<R>, column: Column<R>): Buffer =>
  binaryArray(rows, TIMESTAMP, 8, writeMicroseconds, column);

type Read<T> = (sent: Buffer, at: number) => T;
const POSTGRES_EPOCH = BigInt(POSTGRES_EPOCH_MICROSECONDS);

/** Elements of the bytes that `array_send` gives of one column. */
function elementsIn<T>(sent: Buffer, read: Read<T>): (T | null)[] {
  const found: (T | null)[] = [];
  for (let at = HEADER_BYTES; at < sent.length;) {
    const length = sent.readInt32BE(at);
    at += LENGTH_BYTES;
    found.push(length === NULL_LENGTH ? null : read(sent, at));
    at += Math.max(0, length);
  }
  return found;
}

function withoutNulls<T>(elements: (T | null)[]): T[] {
  if (elements.includes(null)) throw new TypeError('A column that holds no nulls has one.');
  // The cast is safe, because the check above has looked at every element.
  return elements as T[];
}

/** Microseconds since 1970-01-01, of instants or positions on a clock. */
export const exactInstantsIn = (sent: Buffer): bigint[] =>
  withoutNulls(elementsIn(sent, (bytes, at) => bytes.readBigInt64BE(at) + POSTGRES_EPOCH));
export const float8sIn = (sent: Buffer): (number | null)[] => elementsIn(sent, (bytes, at) => bytes.readDoubleBE(at));
export const float4sIn = (sent: Buffer): (number | null)[] => elementsIn(sent, (bytes, at) => bytes.readFloatBE(at));
export const boolsIn = (sent: Buffer): boolean[] => withoutNulls(elementsIn(sent, (bytes, at) => bytes[at] === 1));

/** Epoch milliseconds from `array_send` of instants without nulls. */
export function instantsIn(sent: Buffer): Float64Array {
  const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength);
  const found = new Float64Array(Math.max(0, (sent.length - HEADER_BYTES) / (LENGTH_BYTES + INSTANT_BYTES)));
  let at = HEADER_BYTES + LENGTH_BYTES;
  for (let index = 0; index < found.length; index += 1) {
    const counted = view.getInt32(at) * TWO_TO_32 + view.getUint32(at + 4);
    found[index] = Math.round((counted + POSTGRES_EPOCH_MICROSECONDS) / 1000);
    at += LENGTH_BYTES + INSTANT_BYTES;
  }
  return found;
}

const LENGTH_AT = 12;

/** Doubles from `array_send`, NaN where one is null. */
export function doublesIn(sent: Buffer): Float64Array {
  const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength);
  const found = new Float64Array(sent.length < HEADER_BYTES ? 0 : view.getInt32(LENGTH_AT));
  let at = HEADER_BYTES;
  for (let index = 0; index < found.length; index += 1) {
    const length = view.getInt32(at);
    at += LENGTH_BYTES;
    found[index] = length === NULL_LENGTH ? NaN : view.getFloat64(at);
    at += Math.max(0, length);
  }
  return found;
}
