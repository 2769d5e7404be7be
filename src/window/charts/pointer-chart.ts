import { html } from 'hono/html';
import type { Markup } from '../page.ts';

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
