import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A chat space's incoming webhook on this machine. */
export interface FakeChatSpace {
  readonly url: string;
  /** Bodies, in the order in which they came. */
  readonly received: readonly unknown[];
  /** 'silence': nothing is answered, and the connection is cut. null: messages are taken. */
  answer(how: { readonly status: number; readonly location?: string } | 'silence' | null): void;
  stop(): Promise<void>;
}

export async function startChatSpace(): Promise<FakeChatSpace> {
  const received: unknown[] = [];
  let how: Parameters<FakeChatSpace['answer']>[0] = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      received.push(text === '' ? null : JSON.parse(text));
      if (how === 'silence') return void request.socket.destroy();
      response.statusCode = how?.status ?? 200;
      if (how?.location !== undefined) response.setHeader('location', how.location);
      response.end(how === null ? JSON.stringify({ name: `spaces/1/messages/${received.length}` }) : text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // listening on a port, never on a pipe
  return {
    url: `http://127.0.0.1:${port}/v1/spaces/1/messages?key=hidden-key`,
    received,
    answer(next) {
      how = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
