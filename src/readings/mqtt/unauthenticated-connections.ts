import type { Socket } from 'node:net';
import { networkOf, plainAddress } from '../../platform/limits/client-network.ts';

// Spec gap: connections of one network that have not shown a key yet. Without a limit one network could take every
// place.
const MOST_OF_ONE_NETWORK = 500;

/** The network of a connection, by which strangers are counted. */
export function networkOfSocket({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string {
  const address = plainAddress(remoteAddress ?? '');
  return address === null ? 'local' : networkOf(address);
}

/** Key of a connection. Its encrypted side is another object, with the same two ends. */
const endsOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Connections that have not shown a key, by network, the one that has been silent longest first. */
export class UnauthenticatedConnections {
  readonly #ofNetwork = new Map<string, Map<string, Socket>>();
  readonly #most: number;

  constructor(most: number = MOST_OF_ONE_NETWORK) {
    this.#most = most;
  }

  /**
   * Counts a connection until it shows its key or closes. Beyond the limit the connection that has been silent longest
   * is closed, because a device shows its key at once. Refusing newcomers instead would lock out all devices behind one
   * address.
   */
  admit(socket: Socket): void {
    const [network, ends] = [networkOfSocket(socket), endsOf(socket)];
    const strangers = this.#ofNetwork.get(network) ?? new Map<string, Socket>();
    this.#ofNetwork.set(network, strangers.set(ends, socket));
    socket.once('close', () => this.#forget(network, ends));
    if (strangers.size <= this.#most) return;
    const [[silentEnds, silent] = [ends, socket]] = strangers;
    strangers.delete(silentEnds);
    silent.destroy();
  }

  /** Moves a connection to the end, because its key is being checked. */
  hear(socket: Socket): void {
    const ends = endsOf(socket);
    const strangers = this.#ofNetwork.get(networkOfSocket(socket));
    const stranger = strangers?.get(ends);
    if (stranger === undefined) return;
    strangers?.delete(ends);
    strangers?.set(ends, stranger);
  }

  /** Takes a connection off the count, because it has shown its key. */
  recognise(socket: Socket): void {
    this.#forget(networkOfSocket(socket), endsOf(socket));
  }

  #forget(network: string, ends: string): void {
    const strangers = this.#ofNetwork.get(network);
    strangers?.delete(ends);
    if (strangers?.size === 0) this.#ofNetwork.delete(network);
  }
}
