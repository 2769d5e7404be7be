import type { TestApp } from '../../service/support/app-fixture.ts';

const ORIGIN = 'http://localhost';

/** A browser without scripts: keeps cookies, says where forms come from, follows nothing. */
export function browserSession(app: TestApp) {
  const cookies = new Map<string, string>();
  const send = async (
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: URLSearchParams | FormData | string } = {},
  ) => {
    const response = await app.request(path, {
      redirect: 'manual',
      ...init,
      headers: {
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        host: 'localhost',
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    send,
    get: (path: string) => send(path, { headers: { 'sec-fetch-site': 'same-origin' } }),
    /** What a form of one of our own pages sends. */
    post: (path: string, fields: Record<string, string>, origin: string = ORIGIN) =>
      send(path, { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) }),
  };
}
