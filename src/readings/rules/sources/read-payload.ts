import { hasMoreValues, isObject } from '../../../kernel/json.ts';
import { messagesIn } from './messages-in.ts';
import { readMessage, type ReadMessage } from './read-message.ts';
import { MOST_SENT_BYTES, MOST_SENT_VALUES, type SourceFormat, type SourceMapping } from './source.ts';

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

const OF_TOPIC = /^\$\.topic\[/;
const MOST_TOPIC_CHARACTERS = 1000;

/**
 * A message with the levels of its topic, where its source finds there the device, or which messages count, and the
 * message has no `topic` of its own. Levels up to the source's own id are left out: a key of the source needs none of
 * them.
 */
function withTopic({ sourceId, mapping }: MessageSource, topic: string): (message: unknown) => unknown {
  const isAsked = [mapping.deviceId, mapping.only?.place].some((place) => OF_TOPIC.test(place ?? ''));
  if (!isAsked || topic.length > MOST_TOPIC_CHARACTERS) return (message) => message;
  const levels = topic.split('/');
  const below = levels.slice(levels.findIndex((level) => level.toLowerCase() === sourceId) + 1);
  return (message) => (isObject(message) && !Object.hasOwn(message, 'topic') ? { ...message, topic: below } : message);
}

interface MessageSource {
  /** In small letters. */
  readonly sourceId: string;
  readonly format: SourceFormat;
  readonly mapping: SourceMapping;
}

/** Messages of a payload of JSON: one, or a list of them. */
export function readPayload(source: MessageSource, { topic, payload }: SourcePayload): readonly ReadMessage[] {
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
  const found = messagesIn(sent, source.mapping);
  if ('most' in found) return unreadable(`the list has ${found.count} messages, at most ${found.most} are allowed`);
  const event = Array.isArray(sent) ? null : (EVENT.exec(topic)?.[1] ?? null);
  return found.messages.map(withTopic(source, topic)).map((message) => readMessage(source, message, event));
}
