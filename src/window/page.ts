import type { HtmlEscapedString } from 'hono/utils/html';
import type { HttpContext } from '../platform/http/environment.ts';
import type { Texts } from './texts.ts';
import type { Visit, Visitor } from './visit.ts';

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
