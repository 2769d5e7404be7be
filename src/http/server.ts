import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { HttpApp } from './environment.ts';

export interface RunningServer {
  /** Where it listens, `http://host:port`. */
  readonly url: string;
  /** Stops accepting at once, lets running requests finish for `graceMs`, then cuts what is left. */
  stop(graceMs?: number): Promise<void>;
}

const GRACE_MS = 10_000;
const IDLE_SWEEP_MS = 100;
/** A device may stream a long history; Node's own five minutes would cut it off. Headers keep their limit of a minute. */
const REQUEST_TIMEOUT_MS = 3_600_000;

/**
 * Listens on host and port (0: any free one).
 * @throws Error as a rejection, when the address is taken or not allowed.
 */
export async function startServer(app: HttpApp, host: string, port: number): Promise<RunningServer> {
  const server = createAdaptorServer({ fetch: app.fetch, createServer, serverOptions: { requestTimeout: REQUEST_TIMEOUT_MS } }) as Server; // made by http.createServer, given just before
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port; // listening on a port, never on a pipe
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, stop: (graceMs = GRACE_MS) => stopServer(server, graceMs) };
}

function stopServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle when its request is answered; kept alive it would hold the stop up.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
