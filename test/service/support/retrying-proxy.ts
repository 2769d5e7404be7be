import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface RetryingProxy {
  readonly url: string;
  /** A target that takes requests from now on. */
  add(url: string): void;
  remove(url: string): void;
  /** Times that a target refused the connection and the next one was asked. */
  refusedConnections(): number;
  stop(): void;
}

/**
 * A balancer as they usually are: it keeps connections to its targets and asks the next target when one refuses the
 * connection. A request that was sent is never sent again, because the target may have taken it; its sender is answered
 * 502.
 */
export async function startRetryingProxy(): Promise<RetryingProxy> {
  const targets: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let refused = 0;

  const passOn = (
    target: string,
    { method, url, headers }: IncomingMessage,
    body: Uint8Array,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      request(new URL(url ?? '/', target), { agent, headers, ...(method === undefined ? {} : { method }) })
        .on('response', resolve)
        .on('error', reject)
        .end(body);
    });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    turn += 1;
    const inTurn = targets.map((_, index) => targets[(turn + index) % targets.length] ?? '');
    for (const target of inTurn) {
      try {
        const answered = await passOn(target, incoming, body);
        const { connection: _, 'keep-alive': __, ...headers } = answered.headers;
        outgoing.writeHead(answered.statusCode ?? 502, headers);
        answered.pipe(outgoing);
        return;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) {
          outgoing.writeHead(502).end(String(error));
          return;
        }
        refused += 1;
      }
    }
    outgoing.writeHead(502).end('no target takes connections');
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on a port
    add: (url) => void targets.push(url),
    remove: (url) => void targets.splice(targets.indexOf(url), 1),
    refusedConnections: () => refused,
    stop: () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
