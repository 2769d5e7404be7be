import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listenWidely } from '../../../src/platform/limits/listen-widely.ts';

const open: Socket[] = [];
const ends: (() => void)[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
  for (const end of ends.splice(0)) end();
});

/** A server that counts its connections, and listens widely on a free port. */
async function counting() {
  const taken: Socket[] = [];
  const server = createServer((socket) => taken.push(socket));
  const listener = await listenWidely(server, { host: '127.0.0.1', port: 0 });
  ends.push(() => {
    server.close();
    void listener.close();
    for (const socket of taken) socket.destroy();
  });
  return { taken, server, listener };
}

/** Holds the thread, as a long turn of the event loop does. */
const holdFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

describe('listening widely', () => {
  it('takes many connections in a turn of the event loop, where one socket takes one', async () => {
    const { taken, listener } = await counting();
    for (let index = 0; index < 200; index += 1) open.push(connect(listener.port, '127.0.0.1'));
    let turns = 0;
    while (taken.length < 200) {
      holdFor(2);
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect(turns).toBeLessThan(process.platform === 'linux' ? 60 : Number.POSITIVE_INFINITY);
  });

  it('says that a port is taken, also where the other one listens widely', async () => {
    const { listener } = await counting();
    await expect(listenWidely(createServer(), { host: '127.0.0.1', port: listener.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('leaves the port free when it is closed', async () => {
    const { server, listener } = await counting();
    server.close();
    await listener.close();
    const again = createServer();
    const second = await listenWidely(again, { host: '127.0.0.1', port: listener.port });
    expect(second.port).toBe(listener.port);
    again.close();
    await second.close();
  });
});
