import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Caller } from '../domain/access/caller.ts';
import type { Client } from './middleware/client-address.ts';
import type { HoldBody } from './middleware/body-budget.ts';
import type { RouteDeclaration } from './route-declaration.ts';

/** What middleware leaves for handlers. */
export interface HttpEnv {
  /** Node's own request and response; absent when a test calls the app directly. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** Identity of the request: in the log, in the header x-request-id and in the message of an internal error. */
    requestId: string;
    /** Who is at the other end, proxies that are declared looked through. */
    client: Client;
    /** Counts bytes of the body as held in memory, all of this request's so far; refuses when those of all requests are too many. */
    holdBody: HoldBody;
    /** Fires when no more of a body is waited for, because the process ends. */
    bodyCut: AbortSignal;
    /** The declaration of the route that will answer; null when none will. */
    route: RouteDeclaration | null;
    /** Set on routes with access 'token' or 'operator'; on others reading it is a programming mistake. */
    caller: Caller;
    /** The access token that was presented, on the same routes. */
    token: string;
  };
}

/** The application endpoints register on. */
export type HttpApp = OpenAPIHono<HttpEnv>;
export type HttpContext = Context<HttpEnv>;
