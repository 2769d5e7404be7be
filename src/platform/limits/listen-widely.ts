import { type AddressInfo, createServer, type Server, type ServerOpts } from 'node:net';

/**
 * Connections that the system holds while a process is busy, because all devices come at once after a restart. Node's
 * own 511 were too few: under overload some senders had no answer for a minute. Linux itself holds 4,096 at most.
 */
export const LISTEN_BACKLOG = 4096;

/**
 * Sockets that listen for one server. libuv takes one connection of a socket in a turn of the event loop
 * (libuv/libuv#3696), which is 20 a second where a turn lasts 50 ms: while a thousand devices connected, everybody with
 * a new connection waited for half a minute. The system spreads connections over the sockets of a port.
 */
const SOCKETS = process.platform === 'linux' ? 32 : 1;

export interface WideListener {
  readonly port: number;
  /** Closes the other sockets than the server's own. Resolves when the connections that they took have ended. */
  close(): Promise<void>;
}

/**
 * Listens on host and port (0: a free one) by several sockets. The server is listening then, and gets the
 * connections of all of them, so its own `maxConnections` does not count them all.
 * @param connectionOptions those with which the server was made
 * @throws Error as a rejection, when the address is taken or not allowed.
 */
export async function listenWidely(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  connectionOptions: ServerOpts = {},
): Promise<WideListener> {
  const isShared = SOCKETS > 1;
  // Sockets that share a port share it with those of other processes, too. One that does not share says that it is
  // taken, unless both processes start at the same moment.
  if (isShared && port !== 0) await closed(await listening(createServer(), { host, port }));
  const options = { host, backlog: LISTEN_BACKLOG, reusePort: isShared };
  await listening(server, { ...options, port });
  const bound = (server.address() as AddressInfo).port; // listening on a port, never on a pipe
  const others: Server[] = [];
  try {
    while (others.length < SOCKETS - 1) {
      const other = createServer(connectionOptions, (socket) => server.emit('connection', socket));
      others.push(await listening(other, { ...options, port: bound }));
    }
  } catch (error) {
    for (const one of [server, ...others]) one.close();
    throw error;
  }
  return { port: bound, close: async () => void (await Promise.all(others.map(closed))) };
}

const listening = (server: Server, options: Parameters<Server['listen']>[0]): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve(server);
    });
  });

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
