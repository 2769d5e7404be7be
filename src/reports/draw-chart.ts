import { COLOURS } from '../kernel/format/colours.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { ChartSection } from './rules/document.ts';
import type { ChartFrame } from './writers/chart-options.ts';
import { chartPlaces, chartSvg } from './writers/chart-svg.ts';
import { pngWriter } from './writers/png-of-svg.ts';

/** A chart as it stands in reports, with the colours of the reader's device. */
export function drawChart(section: ChartSection, frame: ChartFrame): string {
  const dark = Object.values(COLOURS)
    .flatMap((colour) =>
      (['fill', 'stroke'] as const).map((name) => `[${name}="${colour.light}"]{${name}:${colour.dark}}`),
    )
    .join('');
  return chartSvg(section, frame).replace(
    /^<svg[^>]*>/,
    (start) => `${start}<style>@media screen and (prefers-color-scheme:dark){${dark}}</style>`,
  );
}

/** Where the points of {@link drawChart}'s drawings stand. */
export const placesOfChart = ({ chart }: ChartSection, frame: ChartFrame): ReturnType<typeof chartPlaces> =>
  chartPlaces(chart, frame);

/** The chart as PNG. @throws ServiceError 404 where the installation leaves the rasteriser out. */
export async function drawChartPng(section: ChartSection, frame: ChartFrame): Promise<Uint8Array> {
  const draw = await pngWriter();
  if (draw === null) throw new ServiceError(404, 'No data: this installation draws no PNG; SVG has the same chart');
  return draw(chartSvg(section, frame)).png;
}
