import { COLOURS } from '../domain/look/colours.ts';

const [WIDTH, HEIGHT, ROOM] = [120, 28, 4];

/** The course of a figure in one small line: gaps stay gaps, the last value and the extremes are marked. */
export function sparkline(values: readonly (number | null)[]): string | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (at: number): string => tenth(ROOM + (at * (WIDTH - 2 * ROOM)) / (values.length - 1));
  const y = (value: number): string =>
    tenth(high === low ? HEIGHT / 2 : HEIGHT - ROOM - ((value - low) * (HEIGHT - 2 * ROOM)) / (high - low));
  const path = values
    .map((value, at) => (value === null ? '' : `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${x(at)} ${y(value)}`))
    .join('');
  const last = values.findLastIndex((value) => value !== null);
  const dot = (at: number, radius: number, colour: string): string =>
    `<circle cx="${x(at)}" cy="${y(values[at] ?? 0)}" r="${radius}" fill="${colour}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">`
    + `<path d="${path}" fill="none" stroke="${COLOURS.muted.light}" stroke-width="1.3"/>`
    + (low === high
      ? ''
      : dot(values.indexOf(low), 1.7, COLOURS.muted.light) + dot(values.indexOf(high), 1.7, COLOURS.muted.light))
    + `${dot(last, 2.6, COLOURS.water.light)}</svg>`
  );
}

const tenth = (length: number): string => String(Math.round(length * 10) / 10);
