import { textWidth, courseLine } from '../../kernel/format/svg-text.ts';
import { inertText } from '../../kernel/format/inert-text.ts';
import { createRequire } from 'node:module';
import type { Chart, ChartSection, Sparkline } from '../rules/document.ts';
import { chartOptions, type ChartFrame, isOneDrawing } from './chart-options.ts';
import { withTextures } from './chart-textures.ts';
import { COLOURS } from '../../kernel/format/colours.ts';

const [WIDTH, HEIGHT] = [120, 28];

/** Course of a figure in one small line, with its last value and its extremes marked. */
export function sparkline({ values, zeroLine }: Sparkline): string | null {
  const line = courseLine(values, { width: WIDTH, height: HEIGHT, room: 4, zeroLine });
  if (line === null) return null;
  const dot = ({ x, y }: typeof line.last, radius: number, colour: string): string =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">`
    + `<path d="${line.path}" fill="none" stroke="${COLOURS.muted.light}" stroke-width="1.3" stroke-linecap="round"/>`
    + line.extremes.map((extreme) => dot(extreme, 1.7, COLOURS.muted.light)).join('')
    + `${dot(line.last, 2.6, COLOURS.water.light)}</svg>`
  );
}

/**
 * The charts library as one file. Its modules are hundreds of files, which take ten times as long to load and five
 * times the memory. Every thread that writes reports loads its own copy.
 */
const { init, setPlatformAPI } = createRequire(import.meta.url)('echarts/dist/echarts.common.min.js') as Pick<
  typeof import('echarts/core'),
  'init' | 'setPlatformAPI'
>; // the same function, by the package's own build

const SIZE_OF_FONT = /(\d+(?:\.\d+)?)px/;

// No page measures texts here. The library's own guess is of a narrower face than the shipped one.
setPlatformAPI({
  measureText: (text, font) => ({ width: textWidth(text, Number(SIZE_OF_FONT.exec(font ?? '')?.[1] ?? 12)) }),
});

/**
 * A chart as one SVG element without scripts and outside resources, with inert names. The same chart gives the same
 * text.
 * @param section its id begins the ids within the picture, because a page may hold several
 */
export function chartSvg({ id, chart, alternative }: ChartSection, frame: ChartFrame): string {
  const drawn = drawnWith(chart, frame, (drawing) => drawing.renderToSVGString());
  return (
    withTextures(drawn)
      // Classes and events serve pointers, and the library numbers them over the process. User texts have no bare
      // quotes, so none matches.
      .replaceAll(/ (?:ecmeta_\w+|class|pointer-events)="[^"]*"/g, '')
      .replaceAll(/<style ?>.*?<\/style>/gs, '')
      .replaceAll(/\bzr\d+-/g, `c-${id.replaceAll(/[^\w]/g, '-')}-`)
      .replace(/^<svg/, `<svg role="img" aria-label="${inertText(alternative)}"`)
  );
}

function drawnWith<T>(
  chart: Chart,
  frame: ChartFrame,
  use: (drawing: ReturnType<typeof init>, height: number) => T,
): T {
  const { options, height } = chartOptions(chart, frame);
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width: frame.width, height });
  try {
    drawing.setOption(options);
    return use(drawing, height);
  } finally {
    drawing.dispose();
  }
}

/** Where one of the drawings of a chart has its points. */
interface DrawnPlaces {
  readonly top: number;
  readonly bottom: number;
  /** Middle of each point from the left. */
  readonly middles: readonly number[];
}

/** Where the points of a chart stand in its drawing, so that a page can lay words over them. */
export const chartPlaces = (
  chart: Chart,
  frame: ChartFrame,
): { readonly height: number; readonly drawings: readonly DrawnPlaces[] } =>
  drawnWith(chart, frame, (drawing, height) => ({
    height,
    drawings: Array.from({ length: isOneDrawing(chart) ? 1 : chart.series.length }, (_, at) => {
      // The second axes of each drawing are hidden and go from 0 to 1.
      const index = 2 * at + 1;
      const heightOf = (share: number): number => Number(drawing.convertToPixel({ yAxisIndex: index }, share));
      return {
        top: heightOf(1),
        bottom: heightOf(0),
        middles: chart.x.map((_, point) => Number(drawing.convertToPixel({ xAxisIndex: index }, point))),
      };
    }),
  }));
