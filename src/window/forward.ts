import type { HttpApp, HttpContext, HttpEnv } from '../platform/http/environment.ts';

/** What a page sends on: an address below /api, a method and what goes with it. */
export interface Forwarded {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
  readonly signal?: AbortSignal;
}

/** Asks an endpoint of this service as the person who looks at the page, within the process. */
export type Forward = (request: Forwarded, token: string | null) => Promise<Response>;

/**
 * Pages use the public endpoints alone, through every check that a client of the API meets. The request counts as the
 * page's own client: its network is what logins are limited by.
 */
export const forwardFrom =
  (app: Pick<HttpApp, 'request'>, c: HttpContext): Forward =>
  async ({ path, method = 'GET', headers = {}, body = null, signal }, token) => {
    const environment: HttpEnv['Bindings'] = { onBehalfOf: c.get('client') };
    return app.request(
      path,
      {
        method,
        headers: { ...headers, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
        ...(body === null ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      },
      environment,
    );
  };
