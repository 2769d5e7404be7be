import { raw } from 'hono/html';
import { Marked } from 'marked';
import type { Markup } from './page.ts';

const isOfThisPage = (address: string): boolean => address.startsWith('#');

/** Tables and code that are wider than a phone scroll by themselves, by keyboard, too. */
const scrollable = (markup: string, label: string): string =>
  `<div class="scroll" tabindex="0" role="group" aria-label="${label}">${markup}</div>`;

const marked = new Marked({
  renderer: {
    // Comments for whoever edits the file. Markup in it is nothing to show.
    html: () => '',
    // The files beside it are not served.
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return isOfThisPage(href) ? `<a href="${encodeURI(href)}">${text}</a>` : text;
    },
    image: () => '',
  },
});

/**
 * A guide of docs/ without its first heading, which the page has already. Only files of this repository are given,
 * because what comes out is not escaped again.
 * @param label what its tables and code are called for those who hear the page
 */
export function guideOf(markdown: string, label: string): Markup {
  const html = marked.parse(markdown.replace(/^# .*\n/, ''), { async: false });
  return raw(
    html
      .replaceAll(/<table>[\s\S]*?<\/table>/g, (table) => scrollable(table, label))
      .replaceAll(/<pre>[\s\S]*?<\/pre>/g, (code) => scrollable(code, label)),
  );
}
