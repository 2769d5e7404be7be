import { type Options, parse } from 'csv-parse/sync';

/** Where two separate a file as well, the one that stands first here is taken: numbers and texts hold commas. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const LOOKED_AT_LINES = 60;
const LOOKED_AT_CHARACTERS = 65_536;

/** Options by which a meter's file is read, whatever its quotes. */
export const CSV_OPTIONS = {
  bom: true,
  // Named, because the reader would take the first that it finds for the only one.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
} satisfies Options;

/** The share of lines that have as many fields as most lines; 0 where most have one. */
function regularityOf(text: string, delimiter: Delimiter): number {
  let rows: string[][];
  try {
    rows = parse(text, { ...CSV_OPTIONS, delimiter });
  } catch {
    return 0;
  }
  const filled = rows.filter((row) => row.some((field) => field.trim() !== ''));
  const counts = Map.groupBy(filled, ({ length }) => length);
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  return most === undefined || most[0] < 2 ? 0 : most[1].length / filled.length;
}

/** The sign between the fields of a file; null: no known sign stands between them. */
export function delimiterOf(text: string): Delimiter | null {
  const head = text
    .slice(0, LOOKED_AT_CHARACTERS)
    .split(/\r\n|\n|\r/)
    .slice(0, LOOKED_AT_LINES)
    .join('\n');
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, share: regularityOf(head, delimiter) })).sort(
    (a, b) => b.share - a.share,
  );
  return best === undefined || best.share === 0 ? null : best.delimiter;
}
