import { exact } from '../../../kernel/measure/exact.ts';
import type { Sounding } from './survey.ts';

/** A row of a survey that cannot be read, and why. */
export interface SurveyProblem {
  readonly line: number;
  readonly problem: string;
}

interface Column {
  readonly name: string;
  /** The number that a written value stands for; null: the value is no number. */
  readonly read: (text: string) => number | null;
  readonly allowed: string;
}

const decimal = (text: string): number | null =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : null;

const between =
  (low: number, high: number) =>
  (text: string): number | null => {
    const value = decimal(text);
    return value !== null && value >= low && value <= high ? value : null;
  };

const centimetres = between(0, 1_000_000);

/** Columns by what they hold, named as echo sounders write them. Spec gap: columns of the file are not shown. */
const COLUMNS = {
  depthMetres: {
    name: 'Distance (cm)',
    read: (text) => {
      const value = centimetres(text);
      // To the micrometre, far below what any echo sounder tells apart.
      return value === null ? null : exact(value / 100);
    },
    allowed: 'a number of centimetres from 0 to 1,000,000',
  },
  confidencePercent: { name: 'Confidence (%)', read: between(0, 100), allowed: 'a number from 0 to 100' },
  latitude: { name: 'Latitude', read: between(-90, 90), allowed: 'a number of degrees from -90 to 90' },
  longitude: { name: 'Longitude', read: between(-180, 180), allowed: 'a number of degrees from -180 to 180' },
} as const satisfies Readonly<Record<string, Column>>;

// Object.keys forgets the names of a constant.
const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Where the columns of a survey are, and what is missing. */
type SurveyHeader =
  | { readonly kind: 'columns'; readonly positions: ReadonlyMap<keyof typeof COLUMNS, number> }
  | { readonly kind: 'missing'; readonly names: readonly string[] };

/** Further columns (time, heading) are passed by. */
export function readHeader(cells: readonly string[]): SurveyHeader {
  const written = cells.map((cell) => cell.trim());
  const positions = new Map<keyof typeof COLUMNS, number>();
  for (const field of FIELDS) {
    const position = written.indexOf(COLUMNS[field].name);
    if (position >= 0) positions.set(field, position);
  }
  const missing = FIELDS.filter((field) => !positions.has(field)).map((field) => COLUMNS[field].name);
  return missing.length > 0 ? { kind: 'missing', names: missing } : { kind: 'columns', positions };
}

/** A row as a sounding, or its first mistake. */
export function readSounding(
  positions: ReadonlyMap<keyof typeof COLUMNS, number>,
  cells: readonly string[],
  line: number,
): Sounding | SurveyProblem {
  const found = { depthMetres: 0, confidencePercent: 0, latitude: 0, longitude: 0 };
  for (const field of FIELDS) {
    const text = (cells[positions.get(field) ?? -1] ?? '').trim();
    const value = COLUMNS[field].read(text);
    if (value === null) {
      const { name, allowed } = COLUMNS[field];
      const problem =
        text === ''
          ? `'${name}' is empty; allowed is ${allowed}`
          : `'${name}' '${text.slice(0, 40)}' is not allowed; allowed is ${allowed}`;
      return { line, problem };
    }
    found[field] = value;
  }
  return { line, ...found };
}
