import { LRUCache } from 'lru-cache';
import type { DataContext } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { readSparkplug, type ReadMessage } from '../rules/sources/read-message.ts';
import type { SourcePayload } from '../rules/sources/read-payload.ts';
import { MOST_DEVICE_ID_CHARACTERS, MOST_MESSAGES, MOST_SENT_BYTES } from '../rules/sources/source.ts';
import {
  commandTopicOf,
  hearNode,
  nodeIdOf,
  type SparkplugNode,
  type SparkplugTopic,
  sparkplugTopic,
} from '../rules/sparkplug/node.ts';
import { readSparkplugPayload, rebirthCommand } from '../rules/sparkplug/payload.ts';
import { retryConflict } from '../store-rows-with-retry.ts';
import { noteDeaths, type Source, type ToldDevice } from '../store/sources.ts';
import { settleDeaths } from '../store/unit-deaths.ts';
import { refusedDevice } from './key-limit.ts';
import { type MessageSender, receiveMessages } from './receive-message.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

/** Metrics and devices of all nodes of a process. A node that gives way is asked for its birth again. */
const MOST_KNOWN = 500_000;
/** A node that was asked for its birth has this time before it is asked again. */
const PATIENCE_MILLISECONDS = 10_000;

/** Edge nodes between their births and deaths. A node connects to one process, and tells its birth to the next one. */
export class SparkplugNodes {
  readonly #nodes = new LRUCache<string, { readonly node: SparkplugNode }>({
    maxSize: MOST_KNOWN,
    sizeCalculation: ({ node }) => node.metrics.size + node.devices.size + 1,
  });
  readonly #asked = new LRUCache<string, EpochMillis>({ max: 10_000 });

  get(id: string): SparkplugNode | null {
    return this.#nodes.get(id)?.node ?? null;
  }

  /** @param node null: it has died */
  set(id: string, node: SparkplugNode | null): void {
    if (node === null) this.#nodes.delete(id);
    else this.#nodes.set(id, { node });
  }

  /** Whether the node may be asked for its birth now, which counts as asked. */
  ask(id: string, now: EpochMillis): boolean {
    const before = this.#asked.get(id);
    if (before !== undefined && now - before < PATIENCE_MILLISECONDS) return false;
    this.#asked.set(id, now);
    return true;
  }
}

/** A message of MQTT, and how its sender is told something. */
export interface AnsweredPayload extends SourcePayload {
  /** Absent where the sender hears nothing. */
  readonly tell?: (topic: string, payload: Uint8Array) => void;
}

/** Who sends messages of edge nodes. */
export interface NodeSender extends MessageSender {
  readonly nodes: SparkplugNodes;
  /** Called after the commit by which units have died or live again. */
  readonly onDeaths: () => void;
}

interface Gathered {
  readonly read: ReadMessage[];
  /** Nodes as they are known after the messages. */
  readonly nodes: Map<string, SparkplugNode | null>;
  /** Devices that were born or have died, by what came last. */
  readonly told: Map<string, ToldDevice>;
  /**
   * Nodes that have died, each with its session, and with all devices that are stored: this process may not have heard
   * of their births.
   */
  readonly deadNodes: Map<string, number | null>;
  /** Sessions that nodes have begun. */
  readonly bornNodes: Map<string, number | null>;
  /** Nodes whose birth is missing, each with how it is asked. */
  readonly births: Map<string, () => void>;
}

/**
 * Takes messages of edge nodes of Sparkplug B in their order. What is known of the nodes changes once all is stored, so
 * that messages that are tried again find them as before. A node of which something is missing is asked for its birth.
 */
export async function receiveSparkplug(
  context: DataContext,
  industry: Industry,
  source: Source,
  payloads: readonly AnsweredPayload[],
  { nodes, onDeaths, ...sender }: NodeSender,
): Promise<void> {
  const gathered: Gathered = {
    read: [],
    nodes: new Map(),
    told: new Map(),
    deadNodes: new Map(),
    bornNodes: new Map(),
    births: new Map(),
  };
  const { read, told, deadNodes, bornNodes, births } = gathered;
  const { limit } = sender;
  // A key of some units has sessions of its own, because the names that it gives to numbers are nobody else's.
  const session = limit === null ? `${source.sourceKey}` : `${source.sourceKey} ${limit.keyId}`;
  for (const payload of payloads) {
    gather({ source, session, nodes, gathered }, payload, context.clock.now());
    // One message may have figures of thousands of times, which take many times the memory of their bytes.
    while (read.length >= MOST_MESSAGES)
      await receiveMessages(context, industry, source, read.splice(0, MOST_MESSAGES), sender);
  }
  if (read.length > 0) await receiveMessages(context, industry, source, read, sender);
  const of = { industryKey: industry.industryKey, sourceKey: source.sourceKey };
  if (told.size > 0) {
    const now = context.clock.now();
    const [noted, changed] = await retryConflict(() =>
      context.database.transaction(async (transaction) => {
        const devices = await noteDeaths(transaction, of, { told, deadNodes, bornNodes, limit, now });
        return [devices, await settleDeaths(transaction, of.industryKey, devices.values(), now)] as const;
      }),
    );
    if (changed > 0) onDeaths();
    const others = [...told].filter(
      ([id, { isDead }]) => isDead && !noted.has(id) && !gathered.nodes.has(`${session} ${id}`),
    );
    if (limit !== null && others.length > 0)
      await sender.send(others.map(([death]) => refusedDevice({ death }, death, limit)));
  }
  for (const [id, node] of gathered.nodes) nodes.set(id, node);
  for (const [id, ask] of births) if (nodes.ask(id, context.clock.now())) ask();
}

/** Notes who was born or has died by a message. */
function noteLives(
  { told, deadNodes, bornNodes }: Gathered,
  topic: SparkplugTopic,
  deviceId: string,
  { died, session: number }: Pick<ReturnType<typeof hearNode>, 'died' | 'session'>,
): void {
  const [nodeId, session] = [nodeIdOf(topic), number ?? null];
  if (topic.kind === 'NBIRTH') bornNodes.set(nodeId, session);
  if (topic.kind === 'NBIRTH' || topic.kind === 'DBIRTH') told.set(deviceId, { isDead: false, session });
  // A session that begins and ends among these messages is not stored yet, so that no other one can be told from it.
  const ended = bornNodes.get(nodeId) === session ? null : session;
  for (const one of died) told.set(one, { isDead: true, session: ended });
  if (topic.kind === 'NDEATH' && died.length > 0) deadNodes.set(nodeId, ended);
}

interface Gathering {
  readonly source: Source;
  readonly session: string;
  readonly nodes: SparkplugNodes;
  readonly gathered: Gathered;
}

function gather(
  { source, session, nodes, gathered }: Gathering,
  { topic: name, payload, tell }: AnsweredPayload,
  now: number,
): void {
  const topic = sparkplugTopic(name);
  // A host tells its state, and other topics are no business of a source.
  if (topic === null) return;
  const deviceId = topic.device === null ? nodeIdOf(topic) : `${nodeIdOf(topic)}/${topic.device}`;
  const unreadable = (problem: string): void =>
    void gathered.read.push({ kind: 'unreadable', message: { topic: name.slice(0, 400) }, problem });
  if (payload.length > MOST_SENT_BYTES)
    return unreadable(`the message has more than ${MOST_SENT_BYTES} bytes, the most that are allowed`);
  // Ids are kept as long as their node lives. A message of a device that cannot have its id counts in the order alone.
  const isTooLong = deviceId.length > MOST_DEVICE_ID_CHARACTERS;
  if (isTooLong) gathered.read.push(readSparkplug({ device: deviceId }, source.mapping, false));
  if (nodeIdOf(topic).length > MOST_DEVICE_ID_CHARACTERS) return;
  const sent = readSparkplugPayload(payload);
  if (typeof sent === 'string') return unreadable(sent);
  const id = `${session} ${nodeIdOf(topic)}`;
  const before = gathered.nodes.get(id);
  const known = before === undefined ? nodes.get(id) : before;
  const outcome = isTooLong
    ? hearNode(known, { ...topic, kind: 'NDATA', device: null }, { ...sent, metrics: [] })
    : hearNode(known, topic, sent);
  gathered.nodes.set(id, outcome.node);
  for (const { time, metrics } of outcome.figures)
    gathered.read.push(readSparkplug({ device: deviceId, time, metrics }, source.mapping, topic.kind === 'DBIRTH'));
  // Figures that came before their birth was heard are lost, as after a restart of this process. Somebody has to know.
  if (outcome.lost > 0)
    unreadable(`no birth of '${deviceId}' was heard that tells what figures these are: ${outcome.lost} are lost`);
  noteLives(gathered, topic, deviceId, outcome);
  if (outcome.needsBirth && tell !== undefined)
    gathered.births.set(id, () => tell(commandTopicOf(topic), rebirthCommand(now)));
  else if (topic.kind === 'NBIRTH') gathered.births.delete(id);
}
