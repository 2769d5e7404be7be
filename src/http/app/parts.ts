import { html } from 'hono/html';
import type { Markup } from './page.ts';

/** A sentence that must not be missed; its kind is told by a sign beside the colour. */
export const notice = (kind: 'critical' | 'high' | 'stock', text: string): Markup =>
  html`<p class="notice ${kind}" role="${kind === 'stock' ? 'status' : 'alert'}">${text}</p>`;
