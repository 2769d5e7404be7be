import type { DataContext } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { OpenKey } from '../../platform/login/rules/device-key.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import type { IngestResult, ReadingSource } from '../ingest.ts';
import type { IntakeContext } from '../intake.ts';
import { receiveReadings } from '../receive-readings.ts';
import type { SentRow } from '../sent-rows.ts';
import { levelsAbove } from '../rules/sparkplug/node.ts';
import { limitOfKey } from './key-limit.ts';
import { openSource, type MessageSender, receiveMessages } from './receive-message.ts';
import { type SourcePayload, readPayload } from '../rules/sources/read-payload.ts';
import { type AnsweredPayload, SparkplugNodes, type NodeSender, receiveSparkplug } from './receive-sparkplug.ts';
import { storeOneByOne } from '../store-one-by-one.ts';
import { downlinkTopicOf } from '../rules/sources/downlink.ts';
import type { ReadMessage } from '../rules/sources/read-message.ts';
import { MOST_MESSAGES, MOST_SENT_BYTES } from '../rules/sources/source.ts';
import type { Source } from '../store/sources.ts';

/**
 * Takes messages of a source that a key sends over MQTT. The promise resolves after the last commit.
 * @param sourceId null: the source of the key
 * @returns the refusal of a key that may not send them; null: they are taken
 */
export type ReceiveOfKey = (
  key: OpenKey,
  sourceId: string | null,
  payloads: readonly AnsweredPayload[],
) => Promise<ServiceError | null>;

/** Stores rows that were sent with a key, and counts them on it. */
interface Sender {
  send(key: OpenKey, groups: readonly (readonly SentRow[])[], source: ReadingSource): Promise<IngestResult>;
}

/** Tells those who watch a unit that its devices have died or live again, though nothing was stored. */
const tellerOfDeaths =
  ({ tellStored }: Pick<IntakeContext, 'tellStored'>, industry: Industry) =>
  (): void =>
    tellStored(industry, { extents: [], changed: [] });

export function receiverOfKeys(
  context: DataContext & Pick<IntakeContext, 'tellStored'>,
  deviceKeys: Sender,
): ReceiveOfKey {
  const nodes = new SparkplugNodes();
  return async (key, sourceId, payloads) => {
    const { industry } = key;
    const source = await openSource(context, industry, sourceId, key).catch(refusalOf);
    if (source instanceof ServiceError) return source;
    const send = (rows: readonly SentRow[]) => deviceKeys.send(key, [rows], 'mqtt');
    await receivePayloads(context, industry, source, payloads, {
      nodes,
      send,
      limit: limitOfKey(key),
      onDeaths: tellerOfDeaths(context, industry),
    });
    return null;
  };
}

/** A message that a broker of the site passes on. */
interface BrokerPayload extends SourcePayload {
  /** Absent where nothing can be said back. */
  readonly publish?: (topic: string, payload: Uint8Array) => void;
}

/** A node hears commands below the same levels as those that its messages come with. */
const besideTopic =
  (topic: string, publish: NonNullable<BrokerPayload['publish']>): NonNullable<AnsweredPayload['tell']> =>
  (command, payload) =>
    publish(levelsAbove(topic) + command, payload);

/**
 * Takes messages of sources that another broker passes on. That broker has decided who may send them. The promise is
 * false where there is no such source, and nothing is taken.
 */
export function receiverOfBroker(context: IntakeContext) {
  const nodes = new SparkplugNodes();
  return async (
    { industryId, sourceId }: { readonly industryId: string; readonly sourceId: string },
    payloads: readonly BrokerPayload[],
  ): Promise<boolean> => {
    const industry = await findIndustry(context.database, industryId, context.clock.now());
    if (industry === null) return false;
    const source = await openSource(context, industry, sourceId, null).catch(refusalOf);
    if (source instanceof ServiceError) return false;
    const send = (rows: readonly SentRow[]) => receiveReadings(context, industry, [rows], 'mqtt');
    const answered = payloads.map(({ publish, ...payload }) => ({
      ...payload,
      ...(publish === undefined ? {} : { tell: besideTopic(payload.topic, publish) }),
    }));
    await receivePayloads(context, industry, source, answered, {
      nodes,
      send,
      limit: null,
      isBroker: true,
      onDeaths: tellerOfDeaths(context, industry),
    });
    return true;
  };
}

/** A refusal is an answer here. Any other error passes. */
function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError && [403, 404].includes(error.code)) return error;
  throw error;
}

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
