import { COLOURS } from '../../kernel/format/colours.ts';
import { px } from '../../kernel/format/svg-text.ts';

/*
 * Textures of a chart as lines within a rectangle. A pattern would become a picture of its own for every bar in a
 * browser's print, which makes megabytes of a page.
 */

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
type Segment = readonly [x1: number, y1: number, x2: number, y2: number];
type Course = 'rising' | 'falling' | 'level' | 'upright';

interface Texture {
  readonly course: Course;
  readonly gap: number;
  readonly width: number;
  readonly colour: string;
}

/** Texture of unmeasured points. */
const HATCH: Texture = { course: 'rising', gap: 6, width: 1, colour: COLOURS.line.light };
/** The first series is plain. Textures tell the others apart without colours, and none runs as the hatch does. */
const OF_SERIES: readonly Texture[] = [
  { course: 'level', gap: 4, width: 1.6, colour: COLOURS.paper.light },
  { course: 'upright', gap: 4, width: 1.6, colour: COLOURS.paper.light },
  { course: 'falling', gap: 5, width: 1.6, colour: COLOURS.paper.light },
  { course: 'level', gap: 12, width: 4, colour: COLOURS.paper.light },
];

/** A fill that echarts draws unchanged, as the placeholder of the hatch for unmeasured points. */
export const HATCH_FILL = '#fffefd';
/** Colour of an echarts decal that stands for a texture. */
export const textureSign = (series: number): string => `rgb(1,2,${series})`;

/** A drawing whose echarts patterns and hatch fills are replaced by lines. */
export function withTextures(svg: string): string {
  const ofPattern = new Map<string, Texture | undefined>();
  const plain = svg.replaceAll(
    /<pattern [^>]*?id="([^"]*)"[^>]*>(.*?)<\/pattern>/gs,
    (_, id: string, drawn: string) => {
      ofPattern.set(id, OF_SERIES[Number(/fill="rgb\(1,2,(\d+)\)"/.exec(drawn)?.[1] ?? Number.NaN) - 1]);
      return '';
    },
  );
  return plain
    .replaceAll(/<defs ?>\s*<\/defs>\s*/g, '')
    .replaceAll(
      /<path d="([^"]*)"([^>]*?) fill="([^"]*)"([^>]*)><\/path>/g,
      (whole, d: string, before, fill, after) => {
        const pattern = /^url\(#(.*)\)$/.exec(String(fill))?.[1];
        const texture = fill === HATCH_FILL ? HATCH : pattern === undefined ? null : ofPattern.get(pattern);
        if (texture === null) return whole;
        const box = texture === undefined ? null : boxOf(d);
        if (texture === undefined || box === null) return '';
        const lines = linesIn(box, texture).map(([x1, y1, x2, y2]) => `M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}`);
        return lines.length === 0
          ? ''
          : `<path d="${lines.join('')}"${strokeless(before)} fill="none" stroke="${texture.colour}" stroke-width="${texture.width}"${strokeless(after)}></path>`;
      },
    );
}

/** A bar of estimates has a border, and an element may have each attribute once. */
const strokeless = (attributes: unknown): string => String(attributes).replaceAll(/ stroke(?:-width)?="[^"]*"/g, '');

/** Box of a path as echarts draws a bar; null where it is too small to see. */
function boxOf(d: string): Box | null {
  const points: [number, number][] = [];
  for (const [, command, x, y] of d.matchAll(/([MLl])(-?[\d.]+)[ ,]?(-?[\d.]+)/g)) {
    const from = command === 'l' ? (points.at(-1) ?? [0, 0]) : [0, 0];
    points.push([(from[0] ?? 0) + Number(x), (from[1] ?? 0) + Number(y)]);
  }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  return box.right - box.left > 0.5 && box.bottom - box.top > 0.5 ? box : null;
}

/** Lines of one grid for the whole drawing, because neighbours must join. */
export function linesIn(box: Box, { course, gap }: Pick<Texture, 'course' | 'gap'>): readonly Segment[] {
  const { left, top, right, bottom } = box;
  switch (course) {
    case 'level':
      return steps(top, bottom, gap).map((y) => [left, y, right, y]);
    case 'upright':
      return steps(left, right, gap).map((x) => [x, top, x, bottom]);
    case 'rising':
      return steps(left + top, right + bottom, gap).map((sum) => {
        const [x1, x2] = [Math.max(left, sum - bottom), Math.min(right, sum - top)];
        return [x1, sum - x1, x2, sum - x2];
      });
    case 'falling':
      return steps(left - bottom, right - top, gap).map((rest) => {
        const [x1, x2] = [Math.max(left, rest + top), Math.min(right, rest + bottom)];
        return [x1, x1 - rest, x2, x2 - rest];
      });
  }
}

/** Multiples of the gap strictly between two lengths. */
function steps(from: number, to: number, gap: number): readonly number[] {
  const first = Math.floor(from / gap) + 1;
  const count = Math.max(0, Math.ceil(to / gap) - first);
  return Array.from({ length: count }, (_, index) => (first + index) * gap);
}
