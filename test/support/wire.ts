import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { OpenDatabase } from '../../src/platform/database/open.ts';

/** A way to the run's database that can be cut and opened again. */
export class Wire {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isOpen = true;

  constructor(target: () => Socket) {
    this.#server = createServer((client) => {
      if (!this.#isOpen) return void client.destroy();
      const database = target();
      for (const [socket, other] of [
        [client, database],
        [database, client],
      ] as const) {
        this.#sockets.add(socket);
        socket
          .on('error', () => {})
          .on('close', () => {
            this.#sockets.delete(socket);
            other.destroy();
          });
        socket.pipe(other);
      }
    });
  }
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port; // listening on a port
  }
  cut(): void {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.destroy();
  }
  mend(): void {
    this.#isOpen = true;
  }
  close(): void {
    this.cut();
    this.#server.close();
  }
}

export interface DatabaseLogin {
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** A wire to a database, and the login that goes over it. */
export function wireTo(connection: OpenDatabase['connection']): { wire: Wire; login: DatabaseLogin } {
  if ('connectionString' in connection) {
    const url = new URL(connection.connectionString);
    return {
      wire: new Wire(() => connect(Number(url.port || 5432), url.hostname)),
      login: {
        user: decodeURIComponent(url.username),
        database: url.pathname.slice(1),
        password: decodeURIComponent(url.password),
      },
    };
  }
  const { host, port, user, database } = connection;
  return { wire: new Wire(() => connect(`${host}/.s.PGSQL.${port}`)), login: { user, database } };
}
