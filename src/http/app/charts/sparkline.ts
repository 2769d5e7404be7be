import { html } from 'hono/html';
import type { Markup } from '../page.ts';

const [WIDTH, HEIGHT, ROOM] = [240, 44, 5];

const tenth = (length: number): string => String(Math.round(length * 10) / 10);

/**
 * The course of a figure in one small line: gaps stay gaps, the last value and the extremes are marked. Empty for less
 * than two values.
 * @param label what one sees, in one sentence
 */
export function courseLine(values: readonly (number | null)[], label: string): Markup | '' {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return '';
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (at: number): string => tenth(ROOM + (at * (WIDTH - 2 * ROOM)) / (values.length - 1));
  const y = (value: number): string =>
    tenth(high === low ? HEIGHT / 2 : HEIGHT - ROOM - ((value - low) * (HEIGHT - 2 * ROOM)) / (high - low));
  const path = values
    .map((value, at) => (value === null ? '' : `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${x(at)} ${y(value)}`))
    .join('');
  const last = values.findLastIndex((value) => value !== null);
  const dot = (at: number, radius: number, kind: string): Markup =>
    html`<circle cx="${x(at)}" cy="${y(values[at] ?? 0)}" r="${radius}" class="${kind}" />`;
  return html`<svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    <path d="${path}" />
    ${low === high ? '' : html`${dot(values.indexOf(low), 2, 'extreme')}${dot(values.indexOf(high), 2, 'extreme')}`}
    ${dot(last, 3.2, 'last')}
  </svg>`;
}
