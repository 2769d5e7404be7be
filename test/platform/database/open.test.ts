import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { requireServer } from '../../../src/platform/database/open.ts';
import { databaseEnvironment } from '../../support/database-environment.ts';

const TAIL = 'it must be the address of a running TimescaleDB server with a login and a database of it.';

/** A server that does with its clients as told. */
async function serverOf(serve: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    serve(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port
}

/** What a server answers to a login: an error of this SQLSTATE. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

it('nobody at the address is told without the login and its password', async () => {
  const refused = requireServer('postgres://somebody:hunter2@127.0.0.1:1/water');
  await expect(refused).rejects.toThrow(
    `DATABASE_URL: the server at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1), ${TAIL}`,
  );
});

it('a server that takes the connection and says nothing is not waited for', async () => {
  const address = await serverOf(() => {});
  await expect(requireServer(`postgres://a:b@${address}/water`, 200)).rejects.toThrow(
    `DATABASE_URL: the server at ${address} cannot be reached (timeout expired), ${TAIL}`,
  );
});

it.each([
  ['28P01', 'refuses the login or its password'],
  ['3D000', 'has no such database'],
  ['57P03', 'is starting or stopping at this moment'],
])('a server that answers %s %s', async (code, words) => {
  const address = await serverOf((socket) => socket.once('data', () => socket.write(refusal(code))));
  await expect(requireServer(`postgres://a:b@${address}/water`)).rejects.toThrow(
    `DATABASE_URL: the server at ${address} ${words}, ${TAIL}`,
  );
});

it.runIf(databaseEnvironment()['DATABASE_URL'] !== undefined)('a server that lets the login in passes', async () => {
  await requireServer(databaseEnvironment()['DATABASE_URL'] ?? '');
});
