import { get } from 'sparkplug-payload';

/** The encoder of Eclipse Tahu, with which edge nodes are written. */
const TAHU = get('spBv1.0');
type Payload = Parameters<NonNullable<typeof TAHU>['encodePayload']>[0];
export type Metric = NonNullable<Payload['metrics']>[number];

export const START = Date.parse('2026-11-21T06:00:00Z');

/** Bytes of a message as an edge node sends it. */
export function tahuBytes(payload: Payload): Buffer {
  if (TAHU === null) throw new Error('there is no encoder');
  return Buffer.from(TAHU.encodePayload(payload));
}

export const session = (value: number): Metric => ({ name: 'bdSeq', value, type: 'UInt64' });
export const rebirth: Metric = { name: 'Node Control/Rebirth', value: false, type: 'Boolean' };
