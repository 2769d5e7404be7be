import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { UnauthenticatedConnections } from '../../../src/readings/mqtt/unauthenticated-connections.ts';

/** A server that admits so many strangers of a network; `connect` gives both ends of a connection. */
async function admitting(most: number) {
  const strangers = new UnauthenticatedConnections(most);
  const server = createServer((socket) => strangers.admit(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a port, never on a pipe
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const connect = async () => {
    const [[far], near] = await Promise.all([
      once(server, 'connection') as Promise<[Socket]>,
      Promise.resolve(createConnection(port, '127.0.0.1')),
    ]);
    sockets.push(near, far);
    return { near, far };
  };
  return { strangers, connect };
}

it('of too many connections without a key the one that has been silent longest goes, and the newcomer stays', async () => {
  const { connect } = await admitting(2);
  const [first, second, third] = [await connect(), await connect(), await connect()];
  expect([first, second, third].map(({ far }) => far.destroyed)).toEqual([true, false, false]);
  const fourth = await connect();
  expect([second, third, fourth].map(({ far }) => far.destroyed)).toEqual([true, false, false]);
});

it('a connection whose key is being looked at is not the first to go', async () => {
  const { strangers, connect } = await admitting(2);
  const [first, second] = [await connect(), await connect()];
  strangers.hear(first.far);
  await connect();
  expect([first, second].map(({ far }) => far.destroyed)).toEqual([false, true]);
});

it('connections with a key are not counted', async () => {
  const { strangers, connect } = await admitting(1);
  const first = await connect();
  strangers.recognise(first.far);
  const second = await connect();
  expect([first, second].map(({ far }) => far.destroyed)).toEqual([false, false]);
});

it('a stranger that goes makes room for another', async () => {
  const { connect } = await admitting(2);
  const [first, second] = [await connect(), await connect()];
  first.near.destroy();
  await once(first.far, 'close');
  await connect();
  expect(second.far.destroyed).toBe(false);
});
