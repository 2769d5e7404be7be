import { html } from 'hono/html';
import type { ApiRefusal } from './ask.ts';
import type { Markup } from './page.ts';

/** A sentence that must not be missed; its kind is told by a sign beside the colour. */
export const notice = (kind: 'critical' | 'high' | 'stock', text: string): Markup =>
  html`<p class="notice ${kind}" role="${kind === 'stock' ? 'status' : 'alert'}">${text}</p>`;

/** What is wider than a phone scrolls by itself, by keyboard, too. The label says what it is to those who hear it. */
export const scroller = (label: string, content: Markup): Markup =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">${content}</div>`;

/** An entry of a list of which one is chosen. */
export const option = (value: string, chosen: string, name: string): Markup =>
  html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${name}</option>`;

/** Why the service refused what a form sent, with each field that is to blame. */
export const refusalNotice = ({ message, errors }: Pick<ApiRefusal, 'message' | 'errors'>): Markup =>
  errors.length < 2
    ? notice('critical', message)
    : html`<div class="notice critical" role="alert">
        <ul>
          ${errors.map(({ field, problem }) => html`<li><code>${field}</code> ${problem}</li>`)}
        </ul>
      </div>`;
