import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A client that sends a body piece by piece, as fast as the server takes it. */
export class StreamingClient {
  readonly #request: ClientRequest;
  readonly #answer: Promise<Answer>;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#request = request(url, { method: 'POST', headers });
    this.#answer = once(this.#request, 'response').then(async ([response]: IncomingMessage[]) => {
      if (response === undefined) throw new Error('No response.');
      const pieces: Buffer[] = [];
      // A response without encoding yields bytes.
      for await (const piece of response) pieces.push(Buffer.from(piece as Uint8Array));
      return { status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(pieces).toString()) as unknown };
    });
    // Awaited by whoever wants the answer.
    this.#answer.catch(() => {});
  }

  /** Bytes that this side has handed to the network. */
  get bytesSent(): number {
    return this.#request.socket?.bytesWritten ?? 0;
  }

  /** Resolves when the piece is accepted and there is room for another. */
  async send(piece: string | Uint8Array): Promise<void> {
    if (!this.#request.write(piece)) await once(this.#request, 'drain');
  }

  answer(): Promise<Answer> {
    this.#request.end();
    return this.#answer;
  }

  /** The answer to what has been sent so far, if there is one: the body goes on. */
  answered(): Promise<Answer> {
    return this.#answer;
  }

  /** Goes away without a word. */
  vanish(): void {
    this.#request.destroy();
  }
}
