import type { MeterFileCell } from './numbers.ts';

type Cells = readonly MeterFileCell[];

/** `timestamp`, `unix_time`, `epoch (ms)`: heads below which a number counts since 1970. A register may be as long. */
const EPOCH_HEAD =
  /^(?:(?:unix|epoch)[ _]?)?(?:time(?:[ _]?stamp)?|ts|epoch|unix)(?:[ _]?\(?(?:s|ms|us|ns|(?:milli)?seconds)\)?)?$/i;
/** Seconds, or thousandths, millionths or billionths of them: from 2001 to 2065 each has digits of its own. */
const EPOCH = /^([12]\d{9}(?:\d{3}){0,3})(?:\.\d+)?$/;
const MILLISECOND_DIGITS = 13;

/** The time of a number as a text; null: it is none. */
function epochText(cell: MeterFileCell | undefined): string | null {
  const digits = EPOCH.exec(String(cell ?? '').trim())?.[1];
  if (digits === undefined) return null;
  const milliseconds = Number(digits.slice(0, MILLISECOND_DIGITS).padEnd(MILLISECOND_DIGITS, '0'));
  return new Date(milliseconds).toISOString();
}

/**
 * The rows of a file with texts of times in place of numbers since 1970, in columns with a head that says so.
 * @param most rows within which the head stands
 */
export function withWrittenEpochs(rows: readonly Cells[], most: number): readonly Cells[] {
  const columns = new Set(
    rows
      .slice(0, most)
      .flatMap((row, at) =>
        [...row.keys()].filter(
          (column) => EPOCH_HEAD.test(String(row[column]).trim()) && epochText(rows[at + 1]?.[column]) !== null,
        ),
      ),
  );
  if (columns.size === 0) return rows;
  return rows.map((row) => row.map((cell, column) => (columns.has(column) ? (epochText(cell) ?? cell) : cell)));
}
