import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Caller } from '../login/rules/caller.ts';
import type { OpenKey } from '../login/rules/device-key.ts';
import type { RouteTerms } from './route-terms.ts';

/** The other end of a request. */
export interface Client {
  /**
   * The network by which requests are counted: an IPv4 address, or the /64 of an IPv6 address. 'local' for a call
   * within this process.
   */
  readonly network: string;
  /** The client is on this machine or in a private network, and no address that it may have made up says so. */
  readonly isInside: boolean;
  /** The client came by https, as the connection or a declared proxy says. */
  readonly https: boolean;
}

/** Variables that middleware leaves for handlers. */
export interface HttpEnv {
  /**
   * Node's own request and response; absent when a test calls the app directly. onBehalfOf: the client of the page that
   * asks within this process; nothing that comes over a connection can set it.
   */
  Bindings: Partial<HttpBindings> & { readonly onBehalfOf?: Client };
  Variables: {
    /** Identity of the request: in the log, in the header x-request-id and in the message of an internal error. */
    requestId: string;
    /** The other end, with declared proxies looked through. */
    client: Client;
    /**
     * Counts bytes of the body as held in memory, all of this request's so far.
     * @throws ServiceError 503 when the bodies of all requests, or of this caller's, would take more memory than there
     * is for them.
     */
    holdBody: (bytes: number) => void;
    /** Fires when no more of a body is waited for, because the process ends. */
    bodyCut: AbortSignal;
    /** The declaration of the route that will answer; null when none will. */
    route: RouteTerms | null;
    /**
     * Set on routes with access 'token' or 'operator' unless a device key was presented. Reading it on others is a
     * programming mistake.
     */
    caller: Caller;
    /** The device key that was presented in place of a token; null: none was. */
    deviceKey: OpenKey | null;
    /** The access token that was presented, on the same routes. */
    token: string;
  };
}

/** The application endpoints register on. */
export type HttpApp = OpenAPIHono<HttpEnv>;
export type HttpContext = Context<HttpEnv>;
