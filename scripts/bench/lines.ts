/** One line of the printed table. */
export interface Line {
  readonly what: string;
  readonly measured: string;
  /** Measure of the comparison, from the same run; empty for an absolute target. */
  readonly against: string;
  readonly ratio: string;
  readonly target: string;
  /** Null: a line without a target. */
  readonly met: boolean | null;
}

/** Bound of a target: at least or at most this number. */
type Target = { readonly atLeast: number } | { readonly atMost: number };

const meets = (value: number, target: Target): boolean =>
  'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
const textOf = (target: Target, unit: string): string =>
  'atLeast' in target ? `>= ${target.atLeast}${unit}` : `<= ${target.atMost}${unit}`;

/** A line whose target is a ratio of two measurements, or which has none. */
export const ratioLine = (
  line: Pick<Line, 'what' | 'measured' | 'against'>,
  ratio: number,
  target: Target | null,
): Line => ({
  ...line,
  ratio: ratio.toFixed(2),
  target: target === null ? '' : textOf(target, ''),
  met: target === null ? null : meets(ratio, target),
});

/** A line whose target is the measured value itself. */
export const valueLine = (
  line: Pick<Line, 'what' | 'measured' | 'against'>,
  value: number,
  target: Target,
  unit: string,
): Line => ({
  ...line,
  ratio: '',
  target: textOf(target, ` ${unit}`),
  met: meets(value, target),
});

const HEADER = ['what', 'measured', 'against', 'ratio', 'target', 'met'];
/** Widths that hold nearly every cell, because a line is printed before the next is known. */
const WIDTHS = [84, 26, 30, 5, 8, 3];
const metText = (met: boolean | null): string => (met === null ? '' : met ? 'yes' : 'NO');
const aligned = (cells: readonly string[]): string =>
  cells
    .map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0))
    .join(' | ')
    .trimEnd();

/** Head of the table as plain text; lines follow one at a time. */
export const tableHead = (): string =>
  [aligned(HEADER), WIDTHS.map((width) => '-'.repeat(width)).join('-|-')].join('\n');
export const tableLine = (line: Line): string =>
  aligned([line.what, line.measured, line.against, line.ratio, line.target, metText(line.met)]);
