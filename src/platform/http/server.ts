import { Server as Listener, type Socket } from 'node:net';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { listenWidely, type WideListener } from '../limits/listen-widely.ts';
import type { HttpApp } from './environment.ts';

export interface RunningServer {
  /** Address of the server, `http://host:port`. */
  readonly url: string;
  /**
   * Stops accepting at once, lets running requests finish for `graceMs`, then cuts the rest. Every answer from then on
   * ends its connection. A connection without a request has half a second to send one, because its sender may have.
   */
  stop(graceMs?: number): Promise<void>;
}

/** Time that running requests and jobs have to finish once a stop has begun. */
export const GRACE_MS = 10_000;
const IDLE_SWEEP_MS = 100;
/** A proxy that sends on a kept connection as it is closed cannot know whether that was taken, and answers 502. */
const LAST_REQUEST_MS = 500;
/** Limits of a connection, equal for every client. */
export interface ConnectionLimits {
  /** Time from the first byte to the end of the headers. */
  readonly headersMs: number;
  /** Longest silence within a request. Time in which the server itself does not read counts too. */
  readonly silenceMs: number;
  /** Pause between two requests of a connection that clients are told, so that they close it first. */
  readonly idleMs: number;
  /**
   * Pause that is granted in fact. A process that was busy for longer than the pause closes connections on which the
   * next request waits already, and its sender cannot know whether that was taken.
   */
  readonly grantedIdleMs: number;
  /** A whole request. A device may stream a long history; Node's own five minutes would cut it off. */
  readonly requestMs: number;
  readonly headerBytes: number;
  readonly headerCount: number;
}

const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  silenceMs: 60_000,
  idleMs: 5000,
  // Longer than usual load balancers keep a connection, which is a minute.
  grantedIdleMs: 65_000,
  requestMs: 3_600_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
};

/**
 * Listens on host and port (0: a free one).
 * @throws Error as a rejection, when the address is taken or not allowed.
 */
export async function startServer(
  app: HttpApp,
  host: string,
  port: number,
  limits = CONNECTION_LIMITS,
): Promise<RunningServer> {
  const serverOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    keepAliveTimeoutBuffer: limits.grantedIdleMs - limits.idleMs,
    connectionsCheckingInterval: Math.ceil(limits.headersMs / 4),
    maxHeaderSize: limits.headerBytes,
  };
  // Health checks of HTTP/1.0 send no Host; HTTP/1.1 without one is refused by Node.
  const server = createAdaptorServer({
    fetch: app.fetch,
    hostname: 'localhost',
    createServer,
    serverOptions,
  }) as Server; // made by http.createServer, given just before
  server.maxHeadersCount = limits.headerCount;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    cutWhenSilent(request, response, limits.silenceMs),
  );
  const endConnections = createConnectionEnd(server);
  const connections = openConnections(server);
  // Node's HTTP server takes connections so: an answer may follow the end of a request, and is sent at once.
  const listener = await listenWidely(server, { host, port }, { allowHalfOpen: true, noDelay: true });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`,
    stop: (graceMs = GRACE_MS) => {
      endConnections();
      return stopServer(server, listener, connections, graceMs);
    },
  };
}

/**
 * A sender that stops in the middle of its request is cut off; how long the answer takes is the server's own affair.
 */
function cutWhenSilent(request: IncomingMessage, response: ServerResponse, silenceMs: number): void {
  request.socket.setTimeout(silenceMs);
  response.on('timeout', () => {
    if (!request.complete) request.socket.destroy();
  });
}

/** Gives the function from whose call on every answer tells its client that the connection ends with it. */
function createConnectionEnd(server: Server): () => void {
  const unanswered = new Set<ServerResponse>();
  let isEnding = false;
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isEnding;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  return () => {
    isEnding = true;
    for (const response of unanswered) response.shouldKeepAlive = false;
  };
}

function openConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

async function stopServer(
  server: Server,
  listener: WideListener,
  connections: ReadonlySet<Socket>,
  graceMs: number,
): Promise<void> {
  const closeIdle = (): void => {
    server.closeIdleConnections();
    // Node takes a connection for busy until its first request has ended, also when nothing has come.
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  };
  let sweep: NodeJS.Timeout | undefined;
  const lastRequests = setTimeout(() => {
    // A connection whose answer had begun before the stop becomes idle later.
    sweep = setInterval(closeIdle, IDLE_SWEEP_MS);
  }, LAST_REQUEST_MS);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  const ended = Promise.withResolvers<unknown>();
  // Not that of the HTTP server, which closes kept connections at once.
  Listener.prototype.close.call(server, ended.resolve);
  await Promise.all([ended.promise, listener.close()]);
  clearTimeout(lastRequests);
  clearInterval(sweep);
  clearTimeout(cut);
  // This one ends its watch over slow requests, which would keep the stopped server in memory.
  server.close();
}
