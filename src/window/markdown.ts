import { raw } from 'hono/html';
import { Marked } from 'marked';
import type { Markup } from './page.ts';

const isOfThisPage = (address: string): boolean => address.startsWith('#');

/** A container that scrolls by itself, also by keyboard, because tables and code may be wider than a phone. */
const scrollable = (markup: string, label: string): string =>
  `<div class="scroll" tabindex="0" role="group" aria-label="${label}">${markup}</div>`;

const marked = new Marked({
  renderer: {
    // HTML in a guide is comments for its editors.
    html: () => '',
    // Files beside the guide are not served.
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return isOfThisPage(href) ? `<a href="${encodeURI(href)}">${text}</a>` : text;
    },
    image: () => '',
  },
});

/**
 * A guide of docs/ as HTML, without its first heading, which the page has. The result is not escaped again, so only
 * files of this repository may be given.
 * @param label name of its tables and code for screen readers
 */
export function guideOf(markdown: string, label: string): Markup {
  const html = marked.parse(markdown.replace(/^# .*\n/, ''), { async: false });
  return raw(
    html
      .replaceAll(/<table>[\s\S]*?<\/table>/g, (table) => scrollable(table, label))
      .replaceAll(/<pre>[\s\S]*?<\/pre>/g, (code) => scrollable(code, label)),
  );
}
