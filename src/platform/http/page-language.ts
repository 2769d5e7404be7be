import { getCookie, setCookie } from 'hono/cookie';
import type { HttpContext } from './environment.ts';
import { LANGUAGES, type Language } from '../../kernel/language.ts';

const COOKIE = 'language';
const YEAR_SECONDS = 365 * 24 * 3600;

/** Requests whose answer has the cookie already, because several parts of a page ask for its language. */
const told = new WeakSet<HttpContext>();

const known = (text: string | undefined): Language | null =>
  LANGUAGES.find((language) => language === text?.toLowerCase().split('-')[0]) ?? null;

/** Language of a page: of `?language=`, else of the cookie, else of the browser, else English. */
export function languageOf(c: HttpContext): Language {
  const chosen = known(c.req.query('language'));
  if (chosen !== null) {
    if (!told.has(c))
      setCookie(c, COOKIE, chosen, {
        path: '/',
        maxAge: YEAR_SECONDS,
        sameSite: 'Lax',
        httpOnly: true,
        secure: c.get('client').https,
      });
    told.add(c);
    return chosen;
  }
  const preferred = (c.req.header('accept-language') ?? '').split(',').map((one) => known(one.split(';')[0]?.trim()));
  return known(getCookie(c, COOKIE)) ?? preferred.find((language) => language !== null) ?? 'en';
}
