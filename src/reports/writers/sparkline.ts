import { COLOURS } from '../../kernel/format/colours.ts';
import { courseLine } from '../../kernel/format/course-line.ts';

const [WIDTH, HEIGHT] = [120, 28];

/** The course of a figure in one small line, of which the last value and the extremes are marked. */
export function sparkline(values: readonly (number | null)[]): string | null {
  const line = courseLine(values, { width: WIDTH, height: HEIGHT, room: 4 });
  if (line === null) return null;
  const dot = ({ x, y }: typeof line.last, radius: number, colour: string): string =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">`
    + `<path d="${line.path}" fill="none" stroke="${COLOURS.muted.light}" stroke-width="1.3"/>`
    + line.extremes.map((extreme) => dot(extreme, 1.7, COLOURS.muted.light)).join('')
    + `${dot(line.last, 2.6, COLOURS.water.light)}</svg>`
  );
}
