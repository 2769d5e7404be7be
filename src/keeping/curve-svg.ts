import { MARGIN, pictureOf, type PictureHead, textSvg } from '../kernel/format/svg-picture.ts';
import { COLOURS } from '../kernel/format/colours.ts';
import { decimalsFor, figureText } from '../kernel/format/figure-text.ts';
import { px } from '../kernel/format/svg-text.ts';
import type { Curve, CurveRow } from './rules/bathymetry/curve.ts';

const WIDTH = 720;
const [PLOT_HEIGHT, LEFT, GAP, TICKS] = [300, 64, 56, 4];
const PLOT_WIDTH = (WIDTH - 2 * MARGIN - LEFT - GAP) / 2;

interface Plot {
  readonly title: string;
  readonly unit: string;
  readonly colour: keyof typeof COLOURS;
  readonly of: (row: CurveRow) => number;
}

const PLOTS: readonly [Plot, Plot] = [
  { title: 'Volume', unit: 'm³', colour: 'water', of: ({ volumeCubicMetres }) => volumeCubicMetres },
  { title: 'Area of the surface', unit: 'm²', colour: 'stock', of: ({ areaSquareMetres }) => areaSquareMetres },
];

/** Volume and area of a basin, each against the height of the water above the deepest point. */
export function curveSvg(curve: Curve, head: PictureHead): string {
  const highest = curve.at(-1) ?? { elevationMetres: 0, areaSquareMetres: 0, volumeCubicMetres: 0 };
  const top = highest.elevationMetres;
  const said = PLOTS.map((plot) => `${plot.title.toLowerCase()} ${withUnit(plot.of(highest), plot)}`).join(' and ');
  return pictureOf({
    ...head,
    description: `When the water stands ${figureText(top, 2)} m above the deepest point: ${said}.`,
    width: WIDTH,
    body: PLOTS.map((plot, index) => {
      const x = MARGIN + LEFT + index * (PLOT_WIDTH + GAP);
      return `<g transform="translate(${px(x)} 24)">${plotSvg(curve, top, plot, index === 0)}</g>`;
    }).join(''),
    bodyHeight: PLOT_HEIGHT + 72,
    legend: [],
  });
}

const withUnit = (value: number, { unit }: Plot): string => `${figureText(value, decimalsFor([value]))} ${unit}`;

function plotSvg(curve: Curve, top: number, plot: Plot, namesElevations: boolean): string {
  const widest = Math.max(...curve.map(plot.of));
  const x = (value: number): number => (widest === 0 ? 0 : (value / widest) * PLOT_WIDTH);
  const y = (elevation: number): number => PLOT_HEIGHT - (top === 0 ? 0 : (elevation / top) * PLOT_HEIGHT);
  const steps = Array.from({ length: TICKS + 1 }, (_, step) => step / TICKS);
  const elevations = steps.map((share) => {
    const at = y(share * top);
    const name = namesElevations
      ? textSvg(`${figureText(share * top, 2)} m`, { x: -10, y: at + 4, size: 12, look: 'f-muted', anchor: 'end' })
      : '';
    return `<path class="s-line" d="M0 ${px(at)}H${px(PLOT_WIDTH)}" stroke-width="1"/>${name}`;
  });
  const decimals = decimalsFor(steps.map((share) => share * widest));
  const values = [0, 0.5, 1].map((share) =>
    textSvg(figureText(share * widest, decimals), {
      x: share * PLOT_WIDTH,
      y: PLOT_HEIGHT + 20,
      size: 12,
      look: 'f-muted',
      ...(share === 0 ? {} : { anchor: share === 1 ? ('end' as const) : ('middle' as const) }),
    }),
  );
  const line = curve.map(
    (row, index) => `${index === 0 ? 'M' : 'L'}${px(x(plot.of(row)))} ${px(y(row.elevationMetres))}`,
  );
  return [
    ...elevations,
    `<path class="s-${plot.colour}" d="${line.join('')}" stroke-width="2.5" stroke-linejoin="round"/>`,
    ...values,
    textSvg(`${plot.title} in ${plot.unit}`, { x: 0, y: -10, size: 13, look: 'f-ink b' }),
    namesElevations
      ? textSvg('Height of the water above the deepest point', {
          x: -LEFT,
          y: PLOT_HEIGHT + 44,
          size: 12,
          look: 'f-muted',
        })
      : '',
  ].join('');
}
