import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { SourcePayload } from '../rules/sources/read-payload.ts';
import type { ReadingsTopic, SourceTopic } from '../rules/topic.ts';
import type { Logger } from '../../logger.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { BrokerLink } from '../../platform/readiness.ts';
import type { IngestResult, RowGroups } from '../ingest.ts';
import type { CountRows } from '../intake.ts';
import { Inbox, INBOX_LIMITS, type InboxLimits, type InboxMessage } from './inbox.ts';
import { messageRows, storeMessages } from './message-rows.ts';

const RECONNECT_MILLISECONDS = 2000;

interface BrokerMessage extends InboxMessage {
  readonly to: BrokerAddress;
}

type BrokerAddress =
  | { readonly kind: 'unit'; readonly industryId: string; readonly unitId: string }
  | { readonly kind: 'source'; readonly industryId: string; readonly sourceId: string; readonly topic: string };

export interface MqttOptions {
  /** `mqtt://` or `mqtts://`, with credentials where the broker asks for them. Never log this. */
  readonly url: string;
  /**
   * Name of this process at the broker, the same after a restart and no other process's. The broker keeps messages for
   * a name that is away, and drops a connection whose name connects again.
   */
  readonly clientId: string;
  readonly topic: ReadingsTopic;
  readonly sourceTopic: SourceTopic;
  /**
   * Processes of one group share the messages of readings, each message going to one of them; null: each process takes
   * all. Messages of sources are never shared, because an edge node is understood by who hears all that it tells.
   */
  readonly shareGroup: string | null;
  /** PEM: authorities to trust in place of the system's, and the certificate of this client with its key. */
  readonly tls: Pick<IClientOptions, 'ca' | 'cert' | 'key'>;
  readonly log: Logger;
  /** Stores rows of an industry, by its id; null when there is no such industry. */
  readonly receive: (industryId: string, groups: RowGroups) => Promise<IngestResult | null>;
  /** Takes messages of a source; false when the industry has no such source. */
  readonly receiveOfSource: (
    of: { readonly industryId: string; readonly sourceId: string },
    payloads: readonly (SourcePayload & {
      readonly publish?: (topic: string, payload: Uint8Array) => void;
    })[],
  ) => Promise<boolean>;
  readonly countRows: CountRows;
  readonly limits?: InboxLimits;
}

export interface RunningMqtt {
  /** 'connected' while the broker grants the subscription. */
  link(): BrokerLink;
  /** Resolves when the broker has granted the subscription for the first time. */
  readonly subscribed: Promise<void>;
  /** Waits for messages that are being stored, and leaves the broker, which keeps later messages. */
  stop(): Promise<void>;
}

/**
 * Takes readings from MQTT (docs/reference/api-choices.md, Readings MQTT). QoS 1 is acknowledged after commit, and
 * delivered again otherwise. The subscriber waits for a broker that is away. Payloads that are no readings go to their
 * industry's quarantine and are acknowledged. Messages of an unknown industry are dropped, counted and logged, because
 * nobody could look at them.
 */
export function startMqtt({
  url,
  clientId,
  topic,
  sourceTopic,
  shareGroup,
  tls,
  log,
  receive,
  receiveOfSource,
  countRows,
  limits = INBOX_LIMITS,
}: MqttOptions): RunningMqtt {
  const store = async (messages: readonly BrokerMessage[]): Promise<void> => {
    await storeOfUnits(messages, { receive, countRows, log });
    await storeOfSources(messages, { receiveOfSource, countRows, log }, withPublish);
  };
  const withPublish = <M extends SourcePayload>(message: M) => ({
    ...message,
    publish: (name: string, payload: Uint8Array): void =>
      void client.publish(name, Buffer.from(payload), { qos: 0, retain: false }),
  });
  const inbox = new Inbox(
    store,
    (error, retryInMilliseconds) => {
      log.warn({ error: reasonOf(error), retryInMilliseconds }, 'readings from MQTT could not be stored, trying again');
    },
    { limits },
  );

  const client = connect(url, {
    ...tls,
    clientId,
    clean: false,
    resubscribe: false,
    reconnectPeriod: RECONNECT_MILLISECONDS,
  });
  const inGroup = (filter: string): string => (shareGroup === null ? filter : `$share/${shareGroup}/${filter}`);
  const [filter, filterOfSources] = [inGroup(topic.filter), sourceTopic.filter];
  let link: BrokerLink = 'connecting';
  receiveInto(client, (name) => addressOf(topic, sourceTopic, name), inbox);
  client.on('error', (error) => {
    if (!client.connected) link = 'away';
    log.warn({ error: error.message }, 'MQTT');
  });
  client.on('offline', () => log.warn('MQTT broker is away'));
  client.on('close', () => {
    link = 'away';
  });
  const subscribed = new Promise<void>((resolve) => {
    client.on('connect', () => {
      client.subscribeAsync(filter, { qos: 1 }).then(
        () => {
          link = client.connected ? 'connected' : 'away';
          log.info({ topic: filter, clientId }, 'subscribed to readings');
          resolve();
        },
        (error: unknown) => {
          link = 'away';
          log.error({ topic: filter, error: reasonOf(error) }, 'MQTT subscription was refused');
        },
      );
      // The broker remembers what an earlier release has shared, and would tell each message twice.
      if (shareGroup !== null) client.unsubscribeAsync(inGroup(filterOfSources)).catch(() => {});
      // A broker may grant readings alone, and a site without sources misses nothing.
      client.subscribeAsync(filterOfSources, { qos: 1 }).catch((error: unknown) => {
        log.warn({ topic: filterOfSources, error: reasonOf(error) }, 'MQTT subscription of sources was refused');
      });
    });
  });
  return {
    link: () => link,
    subscribed,
    stop: async () => {
      await inbox.stop();
      await client.endAsync();
      link = 'away';
    },
  };
}

async function storeOfUnits(
  messages: readonly BrokerMessage[],
  { receive, countRows, log }: Pick<MqttOptions, 'receive' | 'countRows' | 'log'>,
): Promise<void> {
  const ofUnits = messages.flatMap(({ payload, to }) => (to.kind === 'unit' ? [{ payload, ...to }] : []));
  for (const [industryId, ofIndustry] of Map.groupBy(ofUnits, (message) => message.industryId)) {
    let isKnown = true;
    await storeMessages(ofIndustry, async (groups) => {
      isKnown = (await receive(industryId, groups)) !== null;
    });
    if (isKnown) continue;
    const rows = ofIndustry.reduce((sum, message) => sum + messageRows(message.payload, message.unitId).length, 0);
    countRows('mqtt', 'dropped', rows, 'industry_unknown');
    log.warn(
      { industry: industryId.slice(0, 100), messages: ofIndustry.length, rows },
      'readings of an unknown industry were dropped',
    );
  }
}

async function storeOfSources(
  messages: readonly BrokerMessage[],
  { receiveOfSource, countRows, log }: Pick<MqttOptions, 'receiveOfSource' | 'countRows' | 'log'>,
  withPublish: <M extends SourcePayload>(message: M) => M,
): Promise<void> {
  const ofSources = messages.flatMap(({ payload, to }) => (to.kind === 'source' ? [{ payload, ...to }] : []));
  for (const some of Map.groupBy(ofSources, ({ industryId, sourceId }) => `${industryId}/${sourceId}`).values()) {
    const [{ industryId, sourceId }] = some as [(typeof some)[number]]; // a group has a message
    if (await receiveOfSource({ industryId, sourceId }, some.map(withPublish))) continue;
    countRows('mqtt', 'dropped', some.length, 'source_unknown');
    log.warn(
      { industry: industryId.slice(0, 100), source: sourceId, messages: some.length },
      'messages of an unknown source were dropped',
    );
  }
}

/** The library acknowledges every message that its handler reports as handled, so the handler throws this instead. */
const NOT_STORED_YET = new Error('is acknowledged after it is stored');

function addressOf(readings: ReadingsTopic, sources: SourceTopic, topic: string): BrokerAddress | null {
  const unit = readings.ownerOf(topic);
  if (unit !== null) return { kind: 'unit', ...unit };
  const source = sources.ownerOf(topic);
  return source === null ? null : { kind: 'source', ...source, topic };
}

function receiveInto(
  client: MqttClient,
  addressed: (topic: string) => BrokerAddress | null,
  inbox: Inbox<BrokerMessage>,
): void {
  let connection = 0;
  client.on('connect', () => {
    connection += 1;
  });
  client.handleMessage = (packet: IPublishPacket, handled): void => {
    const to = addressed(packet.topic);
    // A topic outside of the subscriptions belongs to no industry.
    if (to === null) return handled();
    const receivedOn = connection;
    const acknowledge = (): void => {
      // The broker delivers the message again on another connection, under its own number.
      if (packet.messageId !== undefined && packet.qos === 1 && receivedOn === connection && client.connected) {
        // The method is private to the library, which otherwise acknowledges one by one and in order of arrival only.
        client['_sendPacket']({ cmd: 'puback', messageId: packet.messageId });
      }
    };
    inbox.add(
      {
        to,
        payload: typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload,
        acknowledge,
      },
      () => handled(NOT_STORED_YET),
    );
  };
}
