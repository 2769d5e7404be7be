import { html } from 'hono/html';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { px, roundStep } from '../../kernel/format/svg-text.ts';
import { LEVEL_GROUPS, type UnitGroup } from '../../kernel/measure/unit.ts';
import type { Markup } from '../page.ts';

/** Whether figures of the kind are drawn as a line without a zero line, and not as bars. */
export const isDrawnAsLine = (kind: UnitGroup): boolean => kind === 'QUALITY' || LEVEL_GROUPS.includes(kind);

/** Room around the plot, for the labels of both axes. */
export const ROOM = { left: 64, right: 12, top: 28, bottom: 30 };

/** A scale whose lowest and highest label are its ends, so that no figure stands beyond a label. */
interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Steps that are aimed at. */
const STEPS = 5;
/** Of a step: what is nearer to a round figure than this is that figure. */
const NEAR = 1e-9;

/** Round figures around two bounds. */
export function axisBetween(low: number, high: number): Axis {
  if (!(high > low)) return { low, high, ticks: [low] };
  const step = roundStep((high - low) / STEPS);
  const [first, last] = [Math.floor(low / step + NEAR), Math.ceil(high / step - NEAR)];
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  return { low: ticks[0] ?? low, high: ticks.at(-1) ?? high, ticks };
}

/** The unit above the axis, and a line with its figure for each tick. */
export function axisLines(
  { unit, ticks }: { readonly unit: string; readonly ticks: readonly number[] },
  { width, y, hasZero }: { readonly width: number; readonly y: (value: number) => number; readonly hasZero: boolean },
): Markup {
  const [first = 0, second = first] = ticks;
  // The step has digits that the figures beside it may lack.
  const decimals = decimalsFor([second - first, ...ticks]);
  return html`<text class="unit" x="${ROOM.left - 8}" y="10">${unit}</text> ${ticks.map(
      (tick) =>
        html`<line
            class="${tick === 0 && hasZero ? 'zero' : 'grid'}"
            x1="${ROOM.left}"
            x2="${width - ROOM.right}"
            y1="${px(y(tick))}"
            y2="${px(y(tick))}"
          /><text class="tick" x="${ROOM.left - 8}" y="${px(y(tick) + 4)}">${figureText(tick, decimals)}</text>`,
    )}`;
}

/** Hatch of stretches without a figure. */
export const hatchPattern = (id: string): Markup =>
  html`<defs>
    <pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line x1="0" y1="0" x2="0" y2="6" />
    </pattern>
  </defs>`;

/**
 * Drawings of one chart in which islands/chart-mark.ts moves a mark. Each period is a `.target` with its words as
 * title.
 * @param keys what the chart does by keyboard
 */
export const pointerChart = (keys: string, drawings: Markup): Markup =>
  html`<div class="picture" data-keys="${keys}">
    ${drawings}
    <p class="mark-says" aria-live="polite"></p>
  </div>`;
