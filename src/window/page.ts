import type { HtmlEscapedString } from 'hono/utils/html';
import type { HttpContext } from '../platform/http/environment.ts';
import type { Texts } from './texts/texts.ts';
import type { Visit, Visitor } from './visit.ts';

/** What a template gives: text of others in it is escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface PageContent {
  /** Of the tab and the heading. */
  readonly title: string;
  readonly body: Markup;
  /** Modules of `islands/` that make the page livelier; the page can be read without them. */
  readonly islands?: readonly string[];
  readonly status?: 200 | 400 | 404;
}

/** A page for people who are logged in. A Response leads elsewhere, as after a form. */
export interface Page {
  /** Below /app, `/app/today`. */
  readonly path: string;
  /** Its name in the navigation; absent: it is reached from other pages. */
  readonly name?: (texts: Texts) => string;
  /** 'operators': people of industry INTERNAL alone. */
  readonly audience: 'everybody' | 'operators';
  /** Who finds it in the navigation. To others the API would refuse what it asks. Absent: its whole audience. */
  readonly isNamedFor?: (visitor: Visitor) => boolean;
  readonly show: (visit: Visit) => Promise<PageContent | Response>;
  /** What its forms send, checked to come from a page of this service. */
  readonly take?: (visit: Visit, form: FormData) => Promise<PageContent | Response>;
  /** What stands where nobody is logged in any more; absent: the login. */
  readonly sessionOver?: (c: HttpContext) => Markup;
}
