import { hasMoreValues } from '../../../kernel/json.ts';
import { readMessage, type ReadMessage } from './read-message.ts';
import { MOST_MESSAGES, MOST_SENT_BYTES, MOST_SENT_VALUES, type SourceFormat, type SourceMapping } from './source.ts';

/** A message of MQTT, as it came. */
export interface SourcePayload {
  readonly topic: string;
  readonly payload: Uint8Array;
}

/** ChirpStack names the kind of an event in the topic: `application/ID/device/DEVEUI/event/up`. */
const EVENT = /\/(?:event|state)\/([a-z]{1,40})$/;
/** Downlinks that go to devices of ChirpStack. A broker tells them to whoever hears the topics of its uplinks. */
const COMMAND = /\/command\/[a-z]{1,40}$/;
const KEPT_BYTES = 4096;

const NOT_JSON: Readonly<Partial<Record<SourceFormat, string>>> = {
  chirpstack: '; set `json = true` in the MQTT integration of ChirpStack',
};

/** Messages of a payload of JSON: one, or a list of them. */
export function readPayload(
  source: { readonly format: SourceFormat; readonly mapping: SourceMapping },
  { topic, payload }: SourcePayload,
): readonly ReadMessage[] {
  const unreadable = (problem: string): ReadMessage[] => [
    { kind: 'unreadable', message: new TextDecoder().decode(payload.subarray(0, KEPT_BYTES)), problem },
  ];
  if (source.format === 'chirpstack' && COMMAND.test(topic)) return [];
  if (payload.length > MOST_SENT_BYTES)
    return unreadable(`the message has more than ${MOST_SENT_BYTES} bytes, the most that are allowed`);
  if (hasMoreValues(payload, MOST_SENT_VALUES))
    return unreadable(`the message has more than ${MOST_SENT_VALUES} values, the most that are allowed`);
  let sent: unknown;
  try {
    sent = JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return unreadable(`the message is not JSON${NOT_JSON[source.format] ?? ''}`);
  }
  if (!Array.isArray(sent)) return [readMessage(source, sent, EVENT.exec(topic)?.[1] ?? null)];
  if (sent.length > MOST_MESSAGES)
    return unreadable(`the list has ${sent.length} messages, at most ${MOST_MESSAGES} are allowed`);
  return sent.map((message) => readMessage(source, message, null));
}
