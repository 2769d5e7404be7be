import type { HttpApp, HttpContext, HttpEnv } from '../platform/http/environment.ts';

/** A request of a page: an address below /api, a method, headers and a body. */
export interface Forwarded {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
  readonly signal?: AbortSignal;
}

/** Asks an endpoint of this service within the process, as the visitor of the page. */
export type Forward = (request: Forwarded, token: string | null) => Promise<Response>;

/**
 * Forwards requests of pages to the public endpoints, through all checks that any client meets. The request counts as
 * the page's own client, whose network limits logins.
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
