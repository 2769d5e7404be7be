import type { HtmlEscapedString } from 'hono/utils/html';
import { html } from 'hono/html';
import type { HttpContext } from '../platform/http/environment.ts';
import type { Texts } from './texts.ts';
import type { ApiRefusal, Asked } from './api-client.ts';
import { COMMAND } from '../platform/login/rules/caller.ts';
import { missingPermissions, type Permission } from '../platform/login/rules/permissions.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import type { Language } from '../kernel/language.ts';

/** Who looks at a page; GET /api/user/user. */
export interface Visitor {
  readonly userId: string;
  readonly username: string;
  readonly role: string;
  readonly industryId: string;
  readonly industryName: string;
  readonly permissions: readonly string[];
  /** A person of industry INTERNAL who is no guest, and may look at every industry. */
  readonly isOperator: boolean;
}

/** The clock by which a page tells days and times, and their language. */
interface VisitClock {
  readonly timezone: string;
  readonly language: Language;
  /** Local time at which a business day begins, `06:00:00`. */
  readonly startAt: string;
  readonly today: BusinessDate;
}

/** The visit that a page answers: the request, the person, the texts, and a way to ask the API as that person. */
export interface Visit extends Asked {
  readonly c: HttpContext;
  readonly visitor: Visitor;
  /** The industry shown: the visitor's own, or the one an operator has chosen. */
  readonly industryId: string;
  readonly industryName: string;
  readonly clock: VisitClock;
  readonly language: Language;
  readonly texts: Texts;
  readonly nowMs: number;
  /** The form that was sent and stays as it was typed, because it was refused or tried; null: none was. */
  readonly typed: FormData | null;
}

/** Whether the API would let the visitor do what asks for this permission. */
export const may = ({ permissions }: Pick<Visitor, 'permissions'>, permission: Permission): boolean =>
  missingPermissions(permissions, [permission]).length === 0;

/** Result of a template, with foreign text escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The part of a page around its body that the page decides itself. */
export interface PageFrame {
  /** Title of the tab and the heading. */
  readonly title: string;
  /** Modules of `islands/` for the page, which can be read without them. */
  readonly islands?: readonly string[];
}

export interface PageContent extends PageFrame {
  readonly body: Markup;
  readonly status?: 200 | 400 | 404;
  /** Form that carries all that was typed so far. It goes along when the reader chooses the other language. */
  readonly draftForm?: string;
  /** The industry that the head of the page names, after a form that chose it; absent: that of the visit. */
  readonly lookedAt?: Pick<Visit, 'industryId' | 'industryName'>;
}

/** A page for people who are logged in. A Response leads elsewhere, as after a form. */
export interface Page {
  /** Address below /app, such as `/app/today`. */
  readonly path: string;
  /** Name in the navigation; absent: other pages link to it. */
  readonly name?: (texts: Texts) => string;
  /** 'operators': people of industry INTERNAL alone. */
  readonly audience: 'everybody' | 'operators';
  /**
   * Visitors with this page in their navigation, because the API would refuse the others; absent: its whole audience.
   */
  readonly isNamedFor?: (visitor: Visitor) => boolean;
  /** A browser may show the page as this login saw it last while the network does not answer. */
  readonly isKeptOffline?: true;
  readonly show: (visit: Visit) => Promise<PageContent | Response>;
  /** Frame of a page whose content may take long, known before it; null or absent: the page is sent when whole. */
  readonly frameAhead?: (visit: Visit) => PageFrame | null;
  /** Handles the page's forms, which were checked to come from a page of this service. */
  readonly take?: (visit: Visit, form: FormData) => Promise<PageContent | Response>;
  /** Content after the session has ended; absent: the login. */
  readonly sessionOver?: (c: HttpContext) => Markup;
}

/** Whether the navigation of this visitor names the page. */
export const isNamedTo = ({ name, audience, isNamedFor }: Page, visitor: Visitor): boolean =>
  name !== undefined && (audience === 'everybody' || visitor.isOperator) && (isNamedFor?.(visitor) ?? true);

/** A notice that must not be missed, with a sign for its kind beside the colour. */
export const notice = (kind: 'critical' | 'high' | 'stock', text: Markup | string): Markup =>
  html`<p class="notice ${kind}" role="${kind === 'stock' ? 'status' : 'alert'}">${text}</p>`;

/**
 * Content that scrolls by itself, also by keyboard, because it may be wider than a phone. The label names it for screen
 * readers.
 */
export const scroller = (label: string, content: Markup): Markup =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">${content}</div>`;

/** Content that a phone folds behind a line; wider pages show it open. */
export const folded = (line: string, content: Markup, isOpen = false): Markup =>
  html`<details class="open-from-tablet" ${isOpen ? 'open' : ''}>
    <summary>${line}</summary>
    ${content}
  </details>`;

/** The head of a column: its name, '' for buttons, which need none, or that of figures with the unit they are in. */
type Column = string | { readonly figure: string; readonly unit?: string | undefined };

function columnHead(column: Column): Markup {
  if (column === '') return html`<td></td>`;
  if (typeof column === 'string') return html`<th scope="col">${column}</th>`;
  const { figure, unit = '' } = column;
  return html`<th scope="col" class="figure">${unit === '' ? figure : `${figure}, ${unit}`}</th>`;
}

/** A table in a {@link scroller}. @param attributes of its rows together, by which an island finds them */
export const scrolledTable = (
  label: string,
  columns: readonly Column[],
  rows: readonly Markup[],
  attributes: Markup | '' = '',
): Markup =>
  scroller(
    label,
    html`<table>
      <thead>
        <tr>
          ${columns.map(columnHead)}
        </tr>
      </thead>
      <tbody ${attributes}>
        ${rows}
      </tbody>
    </table>`,
  );

/** Who did something: a person's id, or that a command of the service did it. */
export const actorName = ({ frame }: Texts, userId: string): string =>
  userId === COMMAND.userId ? frame.command : userId;

/** An option of a select element. */
export const option = (value: string, chosen: string, name: string): Markup =>
  html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${name}</option>`;

/** Refusal of a form, with the mistakes of its fields. */
export const refusalNotice = ({ message, errors }: Pick<ApiRefusal, 'message' | 'errors'>): Markup =>
  errors.length < 2
    ? notice('critical', message)
    : html`<div class="notice critical" role="alert">
        <ul>
          ${errors.map(({ field, problem }) => html`<li><code>${field}</code> ${problem}</li>`)}
        </ul>
      </div>`;

/** A field of a form below its label. @param id of the input, which a hint describes as `ID-hint` */
export const field = (id: string, label: string, input: Markup, hint?: string): Markup =>
  html`<p class="field"><label for="${id}">${label}</label> ${input}</p>
    ${hint === undefined ? '' : html`<p class="muted" id="${id}-hint">${hint}</p>`}`;
