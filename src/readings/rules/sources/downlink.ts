import { valueAtPlace } from './place.ts';
import type { Heard } from './read-message.ts';
import type { SourceFormat } from './source.ts';

/** The bytes that a reset sends to a device through its network. */
export interface Downlink {
  /** 1 to 223. */
  readonly port: number;
  /** Bytes in hexadecimal. */
  readonly payload: string;
  /** The device acknowledges it. */
  readonly confirmed: boolean;
}

/** Formats of networks that take downlinks. */
export const DOWNLINK_FORMATS: readonly SourceFormat[] = ['chirpstack', 'things-stack'];

const CHIRPSTACK = /^((?:.*\/)?application\/[^/]+\/device\/([0-9A-Fa-f]{16}))\/event\/[a-z]+$/;
const THINGS_STACK = /^((?:.*\/)?v3\/[^/]+\/devices\/([^/]+))\/up$/;

/**
 * Where a network takes downlinks for a device, beside the topic of its uplink: below the same levels, so that nothing
 * is ever published for another source. null: the topic is none of the network, or is of another device.
 */
export function downlinkTopicOf(
  format: SourceFormat,
  topic: string,
  { deviceId, message }: Pick<Heard, 'deviceId' | 'message'>,
): string | null {
  if (format === 'things-stack') {
    const [, device, name] = THINGS_STACK.exec(topic) ?? [];
    const isOwn = name !== undefined && name === valueAtPlace(message, '$.end_device_ids.device_id');
    return device === undefined || !isOwn ? null : `${device}/down/push`;
  }
  const [, device, eui] = format === 'chirpstack' ? (CHIRPSTACK.exec(topic) ?? []) : [];
  return device === undefined || eui?.toLowerCase() !== deviceId ? null : `${device}/command/down`;
}

/** The message by which a network queues a downlink, under an id by which it tells what became of it. */
export function downlinkText(
  format: SourceFormat,
  deviceId: string,
  { port, payload, confirmed }: Downlink,
  id: string,
): string {
  const data = Buffer.from(payload, 'hex').toString('base64');
  return JSON.stringify(
    format === 'chirpstack'
      ? { id, devEui: deviceId, confirmed, fPort: port, data }
      : { downlinks: [{ f_port: port, frm_payload: data, confirmed, priority: 'NORMAL', correlation_ids: [id] }] },
  );
}
