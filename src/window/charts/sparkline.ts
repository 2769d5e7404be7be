import { html } from 'hono/html';
import { courseLine } from '../../kernel/format/course-line.ts';
import type { Markup } from '../page.ts';

const [WIDTH, HEIGHT] = [240, 44];

/**
 * A figure over time in one small line, with marks on the last value and the extremes. Empty for less than two values.
 * @param label the picture in one sentence
 */
export function courseChart(values: readonly (number | null)[], label: string): Markup | '' {
  const line = courseLine(values, { width: WIDTH, height: HEIGHT, room: 5 });
  if (line === null) return '';
  const dot = ({ x, y }: typeof line.last, radius: number, kind: string): Markup =>
    html`<circle cx="${x}" cy="${y}" r="${radius}" class="${kind}" />`;
  return html`<svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    <path d="${line.path}" />
    ${line.extremes.map((extreme) => dot(extreme, 2, 'extreme'))} ${dot(line.last, 3.2, 'last')}
  </svg>`;
}
