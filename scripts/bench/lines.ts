/** One line of the printed table. */
export interface Line {
  readonly what: string;
  readonly measured: string;
  /** What it is compared with, measured in the same run; empty when the target is absolute. */
  readonly against: string;
  readonly ratio: string;
  readonly target: string;
  /** null: told for information, without a target. */
  readonly met: boolean | null;
}

/** The number that a target is about: at least or at most so much. */
type Target = { readonly atLeast: number } | { readonly atMost: number };

const meets = (value: number, target: Target): boolean =>
  'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
const textOf = (target: Target, unit: string): string =>
  'atLeast' in target ? `>= ${target.atLeast}${unit}` : `<= ${target.atMost}${unit}`;

/** A line whose target is a ratio of two measurements; without a target for information. */
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
/** Wide enough for nearly every cell: a line is printed before the next is known. */
const WIDTHS = [84, 26, 30, 5, 8, 3];
const metText = (met: boolean | null): string => (met === null ? '' : met ? 'yes' : 'NO');
const aligned = (cells: readonly string[]): string =>
  cells
    .map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0))
    .join(' | ')
    .trimEnd();

/** The table as plain text: its head, then a line at a time. */
export const tableHead = (): string =>
  [aligned(HEADER), WIDTHS.map((width) => '-'.repeat(width)).join('-|-')].join('\n');
export const tableLine = (line: Line): string =>
  aligned([line.what, line.measured, line.against, line.ratio, line.target, metText(line.met)]);
