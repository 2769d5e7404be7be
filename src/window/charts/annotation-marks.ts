import { html } from 'hono/html';
import { px } from '../../kernel/format/svg-text.ts';
import type { Markup } from '../page.ts';

/** An annotation on a chart. Positions are in periods since the first one begins. */
export interface ChartAnnotation {
  /** Its number in the list below the chart. */
  readonly number: number;
  readonly from: number;
  /** Null: a moment. */
  readonly to: number | null;
  readonly title: string;
}

interface Area {
  readonly left: (position: number) => number;
  readonly top: number;
  readonly depth: number;
  /** Where the picture ends. */
  readonly right: number;
}

const RADIUS = 8;

/** Light bands behind the figures, of annotations over a span. */
export const annotationBands = (annotations: readonly ChartAnnotation[], { left, top, depth }: Area): Markup =>
  html`${annotations.map(({ from, to }) =>
    to === null
      ? ''
      : html`<rect
          class="annotated"
          x="${px(left(from))}"
          y="${top}"
          width="${px(Math.max(1, left(to) - left(from)))}"
          height="${depth}"
        />`,
  )}`;

/**
 * A line where each annotation begins, and its number above the figures. Numbers stand side by side where annotations
 * lie close together; those without room are in the list alone.
 */
export function annotationMarks(annotations: readonly ChartAnnotation[], { left, top, depth, right }: Area): Markup {
  let free = 0;
  return html`${annotations.map(({ number, from, title }) => {
    const x = left(from);
    const centre = Math.max(x, free);
    free = centre + 2 * RADIUS + 1;
    const line = html`<line class="annotated" x1="${px(x)}" x2="${px(x)}" y1="${top}" y2="${top + depth}" />`;
    if (centre + RADIUS > right) return line;
    return html`${line}
      <g class="annotation"
        ><title>${title}</title><circle cx="${px(centre)}" cy="${top - RADIUS - 3}" r="${RADIUS}" /><text
          x="${px(centre)}"
          y="${top - RADIUS + 1}"
          >${number}</text
        ></g
      >`;
  })}`;
}
