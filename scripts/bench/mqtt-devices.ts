import { connect, type Socket } from 'node:net';
import { generate, parser } from 'mqtt-packet';
import type { PresentedKey } from '../../src/platform/login/rules/device-key.ts';

/** A device with a key, and what it has to send. */
export interface DeviceWish {
  readonly key: PresentedKey;
  readonly topic: string;
  /** Messages in their order. */
  readonly payloads: readonly string[];
  /** Address of this machine from which it connects, because devices are in many networks. */
  readonly from: string;
}

const LEAST_PAUSE_MILLISECONDS = 200;
const MOST_PAUSE_MILLISECONDS = 3000;

/**
 * Devices that each have a connection of their own. A device publishes with QoS 1, one message after the other, and
 * sends a message again until it is acknowledged. When its connection ends, it connects again after a random pause.
 */
export class Devices {
  readonly #port: number;
  readonly #devices: readonly DeviceWish[];
  readonly #sockets: (Socket | null)[];
  /** Number of messages that were acknowledged, by device. */
  readonly #acknowledgedOf: number[];
  #maySend = false;
  #isStopped = false;
  #connected = 0;
  #acknowledged = 0;

  constructor(port: number, devices: readonly DeviceWish[]) {
    this.#port = port;
    this.#devices = devices;
    this.#sockets = devices.map(() => null);
    this.#acknowledgedOf = devices.map(() => 0);
  }

  /** Devices whose login was answered. */
  get connected(): number {
    return this.#connected;
  }

  /** Messages of all devices that were acknowledged so far. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  acknowledgedOf(index: number): number {
    return this.#acknowledgedOf[index] ?? 0;
  }

  connectAll(): void {
    for (const index of this.#devices.keys()) this.#connect(index);
  }

  /** Every device that is connected, or connects later, sends. */
  send(): void {
    this.#maySend = true;
    for (const [index, socket] of this.#sockets.entries()) if (socket !== null) this.#publish(index, socket);
  }

  stop(): void {
    this.#isStopped = true;
    for (const socket of this.#sockets) socket?.destroy();
  }

  #connect(index: number): void {
    const device = this.#devices[index];
    if (device === undefined || this.#isStopped) return;
    const socket = connect({ host: '127.0.0.1', port: this.#port, localAddress: device.from, noDelay: true });
    const reader = parser();
    socket.on('connect', () => {
      const { keyId: username, secret } = device.key;
      const login = { username, password: Buffer.from(secret), clientId: `device-${index}` };
      socket.write(generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, keepalive: 0, ...login }));
    });
    socket.on('data', (bytes) => reader.parse(bytes));
    reader.on('packet', (packet) => {
      if (packet.cmd === 'connack' && packet.returnCode === 0) {
        this.#sockets[index] = socket;
        this.#connected += 1;
      } else if (packet.cmd === 'puback') {
        this.#acknowledgedOf[index] = this.acknowledgedOf(index) + 1;
        this.#acknowledged += 1;
      } else return void socket.destroy();
      if (this.#maySend) this.#publish(index, socket);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#sockets[index] === socket) {
        this.#sockets[index] = null;
        this.#connected -= 1;
      }
      const pause = LEAST_PAUSE_MILLISECONDS + Math.random() * MOST_PAUSE_MILLISECONDS;
      setTimeout(() => this.#connect(index), pause).unref();
    });
  }

  #publish(index: number, socket: Socket): void {
    const next = this.acknowledgedOf(index);
    const [device, payload] = [this.#devices[index], this.#devices[index]?.payloads[next]];
    if (device === undefined || payload === undefined) return;
    const { topic } = device;
    socket.write(generate({ cmd: 'publish', topic, payload, qos: 1, messageId: next + 1, dup: false, retain: false }));
  }
}
