import type { Socket } from 'node:net';
import { networkOf, plainAddress } from '../../platform/limits/client-network.ts';

// Spec gap: connections of one network that have not shown a key yet. One network alone must not take every place.
const MOST_OF_ONE_NETWORK = 500;

/** What a connection is counted by. */
export function networkOfSocket({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string {
  const address = plainAddress(remoteAddress ?? '');
  return address === null ? 'local' : networkOf(address);
}

/** The encrypted side of a connection is another object, which has the same two ends. */
const endsOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Connections that have not shown a key, by their networks. The one that has been silent longest is the first. */
export class Strangers {
  readonly #ofNetwork = new Map<string, Map<string, Socket>>();
  readonly #most: number;

  constructor(most: number = MOST_OF_ONE_NETWORK) {
    this.#most = most;
  }

  /**
   * Counts a connection until it is known or closed. Where there are too many, the one that has been silent longest is
   * closed, because a device shows its key at once. Refused newcomers would lock out all devices behind one address.
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

  /** A connection whose key is being looked at is silent no more. */
  hear(socket: Socket): void {
    const ends = endsOf(socket);
    const strangers = this.#ofNetwork.get(networkOfSocket(socket));
    const stranger = strangers?.get(ends);
    if (stranger === undefined) return;
    strangers?.delete(ends);
    strangers?.set(ends, stranger);
  }

  /** A connection that has shown a key is none of theirs any more. */
  recognise(socket: Socket): void {
    this.#forget(networkOfSocket(socket), endsOf(socket));
  }

  #forget(network: string, ends: string): void {
    const strangers = this.#ofNetwork.get(network);
    strangers?.delete(ends);
    if (strangers?.size === 0) this.#ofNetwork.delete(network);
  }
}
