import { createAdaptorServer } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestApp } from '../../service/support/app-fixture.ts';

export interface Served {
  readonly base: string;
  readonly close: () => void;
}

/** An app on a port of this machine. The app may need to know its own address. */
export async function serve(appAt: (base: string) => TestApp): Promise<Served> {
  const app = Promise.withResolvers<TestApp>();
  const server = createAdaptorServer({ fetch: async (...asked) => (await app.promise).fetch(...asked) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a port, not on a socket file
  const base = `http://127.0.0.1:${port}`;
  app.resolve(appAt(base));
  return { base, close: () => server.close() };
}
