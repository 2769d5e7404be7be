import type { Socket } from 'node:net';
import { networkOf, plainAddress } from '../services/limits/client-network.ts';

// Spec gap: connections of one network that have not shown a key yet. One network alone must not take every place.
const MOST_OF_ONE_NETWORK = 500;

/** What a connection is counted by. */
export function networkOfSocket({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string {
  const address = plainAddress(remoteAddress ?? '');
  return address === null ? 'local' : networkOf(address);
}

/** The encrypted side of a connection is another object, which has the same two ends. */
const endsOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Connections that have not shown a key, by their networks. */
export class Strangers {
  readonly #ofNetwork = new Map<string, Set<string>>();
  readonly #most: number;

  constructor(most: number = MOST_OF_ONE_NETWORK) {
    this.#most = most;
  }

  /** Counts a connection until it is known or closed. One that is too many is closed at once. */
  admit(socket: Socket): void {
    const [network, ends] = [networkOfSocket(socket), endsOf(socket)];
    const strangers = this.#ofNetwork.get(network) ?? new Set();
    if (strangers.size >= this.#most) {
      socket.destroy();
      return;
    }
    this.#ofNetwork.set(network, strangers.add(ends));
    socket.once('close', () => this.#forget(network, ends));
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
