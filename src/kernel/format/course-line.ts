interface Box {
  readonly width: number;
  readonly height: number;
  /** Around the line, for its dots. */
  readonly room: number;
}

/** Where a dot of the line is. */
interface CourseDot {
  readonly x: string;
  readonly y: string;
}

interface CourseLine {
  /** Of an SVG; gaps part it. */
  readonly path: string;
  /** The lowest and the highest value; none of a level course. */
  readonly extremes: readonly CourseDot[];
  readonly last: CourseDot;
}

/** A tenth of a pixel, which nobody sees, is what pictures are written with. */
export const tenthText = (length: number): string => String(Math.round(length * 10) / 10);

/** The course of a figure as one small line: gaps stay gaps. null for less than two values. */
export function courseLine(values: readonly (number | null)[], { width, height, room }: Box): CourseLine | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (at: number): string => tenthText(room + (at * (width - 2 * room)) / (values.length - 1));
  const y = (value: number): string =>
    tenthText(high === low ? height / 2 : height - room - ((value - low) * (height - 2 * room)) / (high - low));
  const dot = (at: number): CourseDot => ({ x: x(at), y: y(values[at] ?? 0) });
  return {
    path: values
      .map((value, at) =>
        value === null ? '' : `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${x(at)} ${y(value)}`,
      )
      .join(''),
    extremes: low === high ? [] : [dot(values.indexOf(low)), dot(values.indexOf(high))],
    last: dot(values.findLastIndex((value) => value !== null)),
  };
}
