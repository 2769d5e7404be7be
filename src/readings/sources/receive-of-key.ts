import type { DataContext } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { OpenKey } from '../../platform/login/rules/device-key.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import type { IngestResult, ReadingSource } from '../ingest.ts';
import type { IntakeContext } from '../intake.ts';
import { receiveReadings } from '../readings.ts';
import type { SentRow } from '../sent-rows.ts';
import { levelsAbove } from '../rules/sparkplug/node.ts';
import { limitOfKey } from './key-limit.ts';
import { openSource } from './receive-message.ts';
import { receivePayloads } from './receive-payloads.ts';
import type { SourcePayload } from '../rules/sources/read-payload.ts';
import type { AnsweredPayload } from './receive-sparkplug.ts';
import { SparkplugNodes } from './sparkplug-nodes.ts';

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
