import { html } from 'hono/html';
import type { ApiRefusal } from './api-client.ts';
import { COMMAND } from '../platform/login/rules/caller.ts';
import type { Markup } from './page.ts';
import type { Texts } from './texts.ts';

/** A notice that must not be missed, with a sign for its kind beside the colour. */
export const notice = (kind: 'critical' | 'high' | 'stock', text: Markup | string): Markup =>
  html`<p class="notice ${kind}" role="${kind === 'stock' ? 'status' : 'alert'}">${text}</p>`;

/**
 * Content that scrolls by itself, also by keyboard, because it may be wider than a phone. The label names it for screen
 * readers.
 */
export const scroller = (label: string, content: Markup): Markup =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">${content}</div>`;

/** Who did something: a person's id, or that a command of the service did it. */
export const actorName = ({ frame }: Texts, userId: string): string =>
  userId === COMMAND.userId ? frame.command : userId;

/** An option of a select element. */
export const option = (value: string, chosen: string, name: string): Markup =>
  html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${name}</option>`;

/** Refusal of a form, with the mistakes of its fields. */
export const refusalNotice = ({ message, errors }: Pick<ApiRefusal, 'message' | 'errors'>): Markup =>
  errors.length < 2
    ? html`<p class="notice critical" role="alert">${message}</p>`
    : html`<div class="notice critical" role="alert">
        <ul>
          ${errors.map(({ field, problem }) => html`<li><code>${field}</code> ${problem}</li>`)}
        </ul>
      </div>`;

/** A field of a form below its label. @param id of the input, which a hint describes as `ID-hint` */
export const field = (id: string, label: string, input: Markup, hint?: string): Markup =>
  html`<p class="field"><label for="${id}">${label}</label> ${input}</p>
    ${hint === undefined ? '' : html`<p class="muted" id="${id}-hint">${hint}</p>`}`;
