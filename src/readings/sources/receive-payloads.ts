import type { DataContext } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { storeOneByOne } from '../one-by-one.ts';
import { downlinkTopicOf } from '../rules/sources/downlink.ts';
import type { ReadMessage } from '../rules/sources/read-message.ts';
import { readPayload, type SourcePayload } from '../rules/sources/read-payload.ts';
import { MOST_MESSAGES, MOST_SENT_BYTES } from '../rules/sources/source.ts';
import type { Source } from '../store/sources.ts';
import { type MessageSender, receiveMessages } from './receive-message.ts';
import { type AnsweredPayload, type NodeSender, receiveSparkplug } from './receive-sparkplug.ts';

interface PayloadSender extends MessageSender {
  /** A broker of the site passes them on. Absent: their sender has logged in here. */
  readonly isBroker?: boolean;
}

/**
 * Takes messages of a source as they came over MQTT, on the road of those that come over HTTP. The promise resolves
 * after the last commit. A message that cannot be stored is told by its source, and holds up no others.
 */
export const receivePayloads = (
  context: DataContext,
  industry: Industry,
  source: Source,
  payloads: readonly AnsweredPayload[],
  sender: NodeSender & PayloadSender,
): Promise<void> =>
  storeOneByOne(
    payloads,
    (some) =>
      source.format === 'sparkplug'
        ? receiveSparkplug(context, industry, source, some, sender)
        : receiveAll(context, industry, source, some, sender),
    async (one) => {
      const problem = 'the message could not be stored as it is';
      const message = new TextDecoder().decode(one.payload).replaceAll('\0', '');
      await receiveMessages(context, industry, source, [{ kind: 'unreadable', message, problem }], sender);
    },
  );

/** A broker of the site takes downlinks beside the topic of the uplink. */
const withWayBack = ({ format }: Source, { topic }: SourcePayload, message: ReadMessage): ReadMessage =>
  message.kind === 'heard' ? { ...message, commandTopic: downlinkTopicOf(format, topic, message) } : message;

async function receiveAll(
  context: DataContext,
  industry: Industry,
  source: Source,
  payloads: readonly SourcePayload[],
  sender: PayloadSender,
): Promise<void> {
  let gathered: ReadMessage[] = [];
  let bytes = 0;
  for (const one of payloads) {
    const read = readPayload(source, one).map((message) =>
      sender.isBroker === true ? withWayBack(source, one, message) : message,
    );
    // As many as one request may hold, because parsed messages take many times the memory of their text.
    if (gathered.length + read.length > MOST_MESSAGES || bytes + one.payload.length > MOST_SENT_BYTES) {
      if (gathered.length > 0) await receiveMessages(context, industry, source, gathered, sender);
      [gathered, bytes] = [[], 0];
    }
    gathered.push(...read);
    bytes += one.payload.length;
  }
  if (gathered.length > 0) await receiveMessages(context, industry, source, gathered, sender);
}
