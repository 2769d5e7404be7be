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
export type Target = { readonly atLeast: number } | { readonly atMost: number };

const meets = (value: number, target: Target): boolean => ('atLeast' in target ? value >= target.atLeast : value <= target.atMost);
const textOf = (target: Target, unit: string): string => ('atLeast' in target ? `>= ${target.atLeast}${unit}` : `<= ${target.atMost}${unit}`);

/** A line whose target is a ratio of two measurements; without a target for information. */
export const ratioLine = (line: Pick<Line, 'what' | 'measured' | 'against'>, ratio: number, target: Target | null): Line => ({
  ...line, ratio: ratio.toFixed(2), target: target === null ? '' : textOf(target, ''), met: target === null ? null : meets(ratio, target),
});

/** A line whose target is the measured value itself. */
export const valueLine = (line: Pick<Line, 'what' | 'measured' | 'against'>, value: number, target: Target, unit: string): Line => ({
  ...line, ratio: '', target: textOf(target, ` ${unit}`), met: meets(value, target),
});

const HEADER = ['what', 'measured', 'against', 'ratio', 'target', 'met'];
const metText = (met: boolean | null): string => (met === null ? '' : met ? 'yes' : 'NO');

/** The table as aligned plain text. */
export function formatTable(lines: readonly Line[]): string {
  const rows = [HEADER, ...lines.map((line) => [line.what, line.measured, line.against, line.ratio, line.target, metText(line.met)])];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const format = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ').trimEnd();
  return [format(HEADER), widths.map((width) => '-'.repeat(width)).join('-|-'), ...rows.slice(1).map(format)].join('\n');
}
