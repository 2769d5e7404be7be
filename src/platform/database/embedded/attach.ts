/** Finds the running host of a data directory, and notices when it goes. */
import { connect, type Socket } from 'node:net';
import { type HostFiles, readAddress, socketDirOf, socketPath } from './address.ts';
import type { ProcessEnd } from './child-process.ts';
import { DATABASE_NAME, OWNER_ROLE } from './child-protocol.ts';

export interface Attachment {
  /** Resolves when the host has gone. */
  readonly ended: Promise<ProcessEnd>;
  release(): void;
}

/** First byte of AuthenticationOk, the first message of a host that lets a client in. */
const AUTHENTICATION_TYPE = 0x52;

/**
 * Connects and waits until the host lets a client in; the connection then stays open, idle, and ends with the host.
 * Null when nothing answers within the time.
 */
export function attach(files: HostFiles, timeoutMilliseconds: number): Promise<Attachment | null> {
  if (readAddress(files) === null) return Promise.resolve(null);
  const socket = connect(socketPath(socketDirOf(files)));
  const ended = new Promise<ProcessEnd>((resolve) =>
    socket.once('close', () => resolve({ reason: 'its host closed the connection', byLogin: false, isDeath: true })),
  );
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), timeoutMilliseconds);
    socket.on('error', () => socket.destroy());
    socket.once('connect', () => socket.write(startupMessage()));
    socket.once('data', (chunk: Buffer) => {
      clearTimeout(timer);
      if (chunk[0] === AUTHENTICATION_TYPE) resolve(established(socket, ended));
      else socket.destroy();
    });
    void ended.then(() => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}

function established(socket: Socket, ended: Attachment['ended']): Attachment {
  socket.resume();
  socket.unref();
  return { ended, release: () => socket.destroy() };
}

function startupMessage(): Buffer {
  const body = Buffer.from(`\0\x03\0\0user\0${OWNER_ROLE}\0database\0${DATABASE_NAME}\0\0`);
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}
