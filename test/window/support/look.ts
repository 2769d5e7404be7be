import { PASSWORD, type TestApp } from '../../service/support/app-fixture.ts';
import type { Works } from '../../service/support/device-data-works.ts';
import { browserSession } from './browser-session.ts';

/** A page as a person reads it: `text` without marks of the language, white space as one blank. */
interface Looked {
  readonly status: number;
  readonly html: string;
  readonly title: string;
  readonly text: string;
  /** What stands in the element of this id. */
  readonly textOf: (id: string) => string;
}

export type Look = ((path: string) => Promise<Looked>) & { readonly session: ReturnType<typeof browserSession> };

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/[\s\u202f\u00a0]+/g, ' ')
    .trim();

/** From the opening tag of an element to its own end. */
function elementOf(html: string, id: string): string {
  const start = html.search(new RegExp(`<\\w+[^>]* id="${id}"`));
  if (start < 0) throw new Error(`The page has no element ${id}.`);
  const [, name = ''] = /^<(\w+)/.exec(html.slice(start)) ?? [];
  let depth = 0;
  for (const match of html.slice(start).matchAll(new RegExp(`<(/?)${name}\\b[^>]*>`, 'g'))) {
    depth += match[1] === '/' ? -1 : 1;
    if (depth === 0) return html.slice(start, start + match.index);
  }
  throw new Error(`The element ${id} does not end.`);
}

/** The works' user, logged in, who looks at pages. */
export async function asLoggedIn(app: TestApp, { industryId }: Pick<Works, 'industryId'>): Promise<Look> {
  const session = browserSession(app);
  await session.post('/app/login', { username: industryId.slice(-20).toLowerCase(), password: PASSWORD, next: '' });
  const look = async (path: string): Promise<Looked> => {
    const answer = await session.get(path);
    const html = await answer.text();
    return {
      status: answer.status,
      html,
      title: textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? ''),
      text: textOf(html),
      textOf: (id) => textOf(elementOf(html, id)),
    };
  };
  return Object.assign(look, { session });
}
