import type { IncomingMessage } from 'node:http';

/** Most bytes of the rest of a refused body, which is thrown away. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Looks are counted instead of time, because a busy process reads nothing meanwhile: 20 s in all, 5 s of silence. */
const LOOK_EVERY_MS = 500;
const MOST_LOOKS = 40;
/** Looks in a row that find no new byte. */
const MOST_SILENT_LOOKS = 10;

/** Resolves when the body has ended, its sender has gone, or the limits are reached. */
function drained(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    let bytesAtLastLook = 0;
    let looks = 0;
    let silentLooks = 0;
    const end = (): void => {
      clearInterval(look);
      incoming.off('data', take);
      resolve();
    };
    const take = (piece: Uint8Array): void => {
      bytes += piece.length;
      if (bytes > MOST_BYTES) end();
    };
    const look = setInterval(() => {
      looks += 1;
      silentLooks = bytes === bytesAtLastLook ? silentLooks + 1 : 0;
      bytesAtLastLook = bytes;
      if (looks >= MOST_LOOKS || silentLooks >= MOST_SILENT_LOOKS) end();
    }, LOOK_EVERY_MS);
    if (incoming.complete || incoming.destroyed) return end();
    for (const event of ['end', 'close', 'error']) incoming.once(event, end);
    // The reader so far would keep the body in memory, and nobody reads on from there.
    incoming.removeAllListeners('data');
    incoming.on('data', take);
    incoming.resume();
  });
}

/**
 * An answer whose connection ends, but not before the rest of the body was taken. A socket that is closed while its
 * peer still writes is reset, and many clients then lose an answer that had arrived. Nobody may read the body any more.
 */
export async function drainBody(response: Response, incoming: IncomingMessage): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('Connection', 'close');
  // The client knows by it that it has the whole answer, though the connection is still open.
  headers.set('Content-Length', String(bytes.length));
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(bytes),
      async pull(controller) {
        await drained(incoming);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers });
}
