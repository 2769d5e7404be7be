import type { AuthorizePublishHandler, Client } from 'aedes';
import { generate } from 'mqtt-packet';
import type { ByteBudget } from '../../platform/limits/byte-budget.ts';
import { sparkplugTopic } from '../rules/sparkplug/node.ts';
import type { ReadingsTopic, SourceTopic } from '../rules/topic.ts';
import type { KeyInboxes, MessageAddress } from './key-inboxes.ts';
import type { KeySession, KeySessions } from './key-sessions.ts';

interface Topics {
  readonly topic: ReadingsTopic;
  readonly sourceTopic: SourceTopic;
}

/** Reserves bytes, and returns the function that gives them back; null: they are too many at this moment. */
export const holdBytes = (budget: ByteBudget, owner: string, bytes: number): (() => void) | null =>
  budget.take(owner, bytes) ? () => budget.giveBack(owner, bytes) : null;

/** The unit or source of a message. null: the session may not send it. */
function addressOf(
  { industryId, isOfSource }: KeySession,
  { topic: readings, sourceTopic }: Topics,
  topic: string,
): MessageAddress | null {
  const unit = readings.ownerOf(topic);
  if (unit !== null) return unit.industryId === industryId ? { kind: 'unit', unitId: unit.unitId } : null;
  const source = sourceTopic.ownerOf(topic);
  if (source !== null)
    return source.industryId === industryId ? { kind: 'source', sourceId: source.sourceId, topic } : null;
  return isOfSource ? { kind: 'source', sourceId: null, topic } : null;
}

/** A bridge tells its own state so, and a client takes a kept message back by one without content. */
const saysNothing = (topic: string, payload: Uint8Array): boolean => topic.startsWith('$') || payload.length === 0;

/** Takes what sessions publish into the inboxes of their keys. */
export const publishInto =
  (inboxes: KeyInboxes, sessions: KeySessions, budget: ByteBudget, topics: Topics): AuthorizePublishHandler =>
  (client, packet, done) => {
    const session = client === null ? null : sessions.of(client);
    const to = session === null ? null : addressOf(session, topics, packet.topic);
    // MQTT 3 has no answer that refuses a message, so the session ends: acknowledged, it would be lost unseen.
    if (session === null || to === null)
      return done(new Error('the topic is not one of readings of the industry of the key'));
    if (packet.qos === 2) return done(new Error('QoS 2 is not taken, because readings may come twice: use QoS 1'));
    packet.retain = false;
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    if (to.kind === 'source' && saysNothing(packet.topic, payload)) return done(null);
    const giveBack = holdBytes(budget, `industry ${session.industryId}`, payload.length);
    // The device sends the message again, as after every session that ends.
    if (giveBack === null) return done(new Error('too much is being sent at this moment'));
    let isAnswered = false;
    const answer = (error: Error | null): void => {
      if (isAnswered) return;
      isAnswered = true;
      giveBack();
      done(error);
    };
    const { keyId, industryId } = session;
    const acknowledge = (): void => answer(null);
    inboxes.add({ keyId, industryId, to, payload, acknowledge, refuse: answer, tell: tellerOf(client) });
  };

/** Publishes to one client, which has subscribed before. Nothing goes the broker's way, which could tell others. */
const tellerOf =
  (client: Client | null) =>
  (topic: string, payload: Uint8Array): void => {
    if (client === null || client.conn.destroyed) return;
    client.conn.write(
      generate({ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, dup: false, retain: false }),
    );
  };

/** The will of a client, which is taken as its message when the session ends without a goodbye. */
export interface LastWord {
  readonly topic: string;
  readonly payload: Buffer | string;
}

/** Takes the death of an edge node, which its client has left at its login. Any other last word means nothing. */
export function takeLastWord(
  inboxes: KeyInboxes,
  session: KeySession,
  topics: Topics,
  { topic, payload }: LastWord,
): void {
  const to = addressOf(session, topics, topic);
  if (to?.kind !== 'source' || sparkplugTopic(topic)?.kind !== 'NDEATH') return;
  const { keyId, industryId } = session;
  const nobody = (): void => {};
  inboxes.add({
    keyId,
    industryId,
    to,
    payload: Buffer.from(payload),
    acknowledge: nobody,
    refuse: nobody,
    tell: nobody,
  });
}
