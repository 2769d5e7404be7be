import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Strangers } from '../../src/mqtt/strangers.ts';

/** A server that admits so many strangers of a network; `connect` gives both ends of a connection. */
async function admitting(most: number) {
  const strangers = new Strangers(most);
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

it('one network has so many connections without a key, and those with one are not counted', async () => {
  const { strangers, connect } = await admitting(2);
  const [first] = [await connect(), await connect()];
  expect((await connect()).far.destroyed).toBe(true);
  strangers.recognise(first.far);
  expect((await connect()).far.destroyed).toBe(false);
  expect((await connect()).far.destroyed).toBe(true);
});

it('a stranger that goes makes room for another', async () => {
  const { connect } = await admitting(1);
  const { near, far } = await connect();
  near.destroy();
  await once(far, 'close');
  expect((await connect()).far.destroyed).toBe(false);
});
