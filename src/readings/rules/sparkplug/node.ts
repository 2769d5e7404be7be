import type { EpochMillis } from '../../../kernel/time/types.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import { MOST_DEVICES } from '../sources/source.ts';
import { MOST_METRICS, type SentMetric, type SparkplugPayload } from './payload.ts';

/*
 * An edge node of Sparkplug B remembers its metrics between birth and death here: messages in between name a metric by
 * the number that the birth has given to it.
 */

interface KnownMetric {
  readonly name: string;
  readonly datatype: number | undefined;
}

export interface SparkplugNode {
  /** Number of its session, by which the death of an earlier one is told; undefined: not told. */
  readonly session: number | undefined;
  /** Number of its last message, 0 to 255. */
  readonly seq: number;
  /** By alias, and by device and name. */
  readonly metrics: ReadonlyMap<string, KnownMetric>;
  /** Devices that were born and have not died. */
  readonly devices: ReadonlySet<string>;
}

const KINDS = ['NBIRTH', 'NDEATH', 'NDATA', 'DBIRTH', 'DDEATH', 'DDATA', 'NCMD', 'DCMD'] as const;

/** Whose a message is, and of which kind. */
export interface SparkplugTopic {
  readonly kind: (typeof KINDS)[number];
  readonly group: string;
  readonly node: string;
  /** null: the node itself. */
  readonly device: string | null;
}

const TOPIC = /(?<=^|\/)spBv1\.0\/([^/]+)\/([A-Z]+)\/([^/]+)(?:\/([^/]+))?$/;

/** null: the topic is none of a node, such as the state of a host. */
export function sparkplugTopic(topic: string): SparkplugTopic | null {
  const [, group = '', text, node = '', device = null] = TOPIC.exec(topic) ?? [];
  const kind = KINDS.find((known) => known === text);
  return kind === undefined || kind.startsWith('D') !== (device !== null) ? null : { kind, group, node, device };
}

/** Levels above the names of a node, with their slash. */
export const levelsAbove = (topic: string): string => topic.slice(0, Math.max(0, topic.search(TOPIC)));

export const nodeIdOf = ({ group, node }: Pick<SparkplugTopic, 'group' | 'node'>): string => `${group}/${node}`;
export const commandTopicOf = ({ group, node }: Pick<SparkplugTopic, 'group' | 'node'>): string =>
  `spBv1.0/${group}/NCMD/${node}`;

/** Figures of a device that have one time, as a message that places are read in. */
interface SparkplugFigures {
  /** ISO 8601; undefined: not told. */
  readonly time: string | undefined;
  readonly metrics: Readonly<Record<string, number | boolean | string | null>>;
}

interface Outcome {
  /** null: the node is dead, or was never born. */
  readonly node: SparkplugNode | null;
  readonly figures: readonly SparkplugFigures[];
  /** Something is missing that the birth of the node tells. */
  readonly needsBirth: boolean;
  /** Number of figures that are lost, because no birth was heard that tells what they are. */
  readonly lost: number;
  /** Ids of the devices that have died, and of the node itself. */
  readonly died: readonly string[];
  /** The session in which a birth was, or that has died; undefined: none, or it is not told. */
  readonly session: number | undefined;
}

const SEQUENCE = 256;
const SESSION = 'bdSeq';
/** Metrics of the protocol itself, which no meter has counted, and those without a name that can be read. */
const OF_PROTOCOL = /^(?:$|bdSeq$|Node Control\/|Device Control\/)/;

const aliasKey = (alias: bigint): string => `alias ${alias}`;
const nameKey = (device: string | null, name: string): string => `name ${device ?? ''}/${name}`;

/** The figures and deaths that a message tells, and the node as it is known after the message. */
export function hearNode(before: SparkplugNode | null, topic: SparkplugTopic, payload: SparkplugPayload): Outcome {
  const { kind, device } = topic;
  const nothing = { figures: [], needsBirth: false, lost: 0, died: [], session: undefined };
  if (kind === 'NCMD' || kind === 'DCMD') return { ...nothing, node: before };
  if (kind === 'NDEATH') {
    const session = sessionOf(payload.metrics);
    // The broker may tell the death of a session after the next one was born.
    if (before?.session !== undefined && session !== undefined && session !== before.session)
      return { ...nothing, node: before };
    const id = nodeIdOf(topic);
    const died = [id, ...[...(before?.devices ?? [])].map((one) => `${id}/${one}`)];
    return { ...nothing, node: null, died, session };
  }
  const seq = payload.seq ?? 0;
  const isBirth = kind === 'NBIRTH' || kind === 'DBIRTH';
  const begun: SparkplugNode | null =
    kind === 'NBIRTH' ? { session: sessionOf(payload.metrics), seq, metrics: new Map(), devices: new Set() } : before;
  const metrics = isBirth && begun !== null ? withBorn(begun.metrics, device, payload.metrics) : begun?.metrics;
  const isInOrder = begun !== null && (kind === 'NBIRTH' || seq === (begun.seq + 1) % SEQUENCE);
  const isKnown = device === null || kind === 'DBIRTH' || begun?.devices.has(device) === true;
  const { figures, unknown } = figuresOf(metrics ?? new Map(), device, payload);
  const node = begun === null || metrics === undefined ? null : { ...begun, seq, metrics };
  // A birth that lacks a name is not asked for again, because the next one would lack it, too.
  const lost = isBirth ? 0 : unknown;
  const needsBirth = !isInOrder || !isKnown || lost > 0;
  if (kind === 'DDEATH') {
    const devices = new Set([...(node?.devices ?? [])].filter((one) => one !== device));
    return {
      node: node === null ? null : { ...node, devices },
      figures: [],
      needsBirth: !isInOrder,
      lost: 0,
      session: undefined,
      died: [`${nodeIdOf(topic)}/${device ?? ''}`],
    };
  }
  const isNew = kind === 'DBIRTH' && device !== null && (node?.devices.size ?? 0) < MOST_DEVICES;
  const devices = isNew ? new Set([...(node?.devices ?? []), device]) : node?.devices;
  const after = node === null || devices === undefined ? null : { ...node, devices };
  return {
    node: after,
    figures,
    needsBirth,
    lost,
    died: [],
    session: isBirth ? after?.session : undefined,
  };
}

function sessionOf(metrics: readonly SentMetric[]): number | undefined {
  const told = metrics.find(({ name }) => name === SESSION);
  const session = told?.long === undefined ? told?.int : Number(told.long);
  return Number.isSafeInteger(session) ? session : undefined;
}

/** Metrics of a node with those that a birth tells. Metrics beyond the most are not known, and asked for again. */
function withBorn(
  known: SparkplugNode['metrics'],
  device: string | null,
  born: readonly SentMetric[],
): SparkplugNode['metrics'] {
  const all = new Map(known);
  for (const { name, alias, datatype } of born) {
    if (name === undefined || all.size >= 2 * MOST_METRICS) continue;
    all.set(nameKey(device, name), { name, datatype });
    if (alias !== undefined) all.set(aliasKey(alias), { name, datatype });
  }
  return all;
}

/** Metrics of a message by their time. A node that was cut off sends what it has kept, each with its own time. */
function figuresOf(
  known: SparkplugNode['metrics'],
  device: string | null,
  { timestamp, metrics }: SparkplugPayload,
): { readonly figures: readonly SparkplugFigures[]; readonly unknown: number } {
  const byTime = new Map<EpochMillis | undefined, [string, number | boolean | string | null][]>();
  let unknown = 0;
  for (const metric of metrics) {
    const { name, alias } = metric;
    const born =
      name === undefined ? known.get(alias === undefined ? '' : aliasKey(alias)) : known.get(nameKey(device, name));
    const [told, datatype] = [name ?? born?.name, metric.datatype ?? born?.datatype];
    const value = told === undefined ? undefined : valueOf(metric, datatype);
    if (told === undefined || (value === undefined && datatype === undefined)) unknown += 1;
    if (told === undefined || value === undefined || OF_PROTOCOL.test(told)) continue;
    const at = metric.timestamp ?? timestamp;
    const ofTime = byTime.get(at);
    if (ofTime === undefined) byTime.set(at, [[told, value]]);
    else ofTime.push([told, value]);
  }
  const figures = [...byTime].map(([at, entries]) => ({
    time: at === undefined || !(at < 8.64e15) ? undefined : writeIso(at),
    metrics: Object.fromEntries(entries),
  }));
  return { figures, unknown };
}

/** Bits of a signed integer, by its datatype: Int8, Int16, Int32, Int64. */
const SIGNED_BITS: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32, 4: 64 };

/** Qualities of a value that the node could not read, or not lately: specification 3.0, 6.4.9.1. */
const [BAD, STALE] = [0, 500];

/** undefined: a value that is no figure, or whose sign is not known. */
function valueOf(
  { isNull, quality, int, long, other }: SentMetric,
  datatype: number | undefined,
): number | boolean | string | null | undefined {
  if (isNull === true || quality === BAD || quality === STALE) return null;
  if (other !== undefined) return other;
  if ((int === undefined && long === undefined) || datatype === undefined) return undefined;
  const bits = SIGNED_BITS[datatype];
  const whole = long ?? BigInt(int ?? 0);
  return Number(bits === undefined ? whole : BigInt.asIntN(bits, whole));
}
