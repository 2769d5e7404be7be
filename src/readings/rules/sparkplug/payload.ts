import protobuf from 'protobufjs/minimal.js';
import { MOST_PLACE_CHARACTERS } from '../sources/place.ts';

/*
 * Payload of Sparkplug B, as far as figures need it: specification 3.0, chapter 6. Templates, data sets, properties and
 * the like are passed over.
 */

/** A metric as it was sent. A field that was not sent is absent. */
export interface SentMetric {
  /** Empty: it is longer than any place, so that no source can read it. */
  readonly name?: string;
  readonly alias?: number;
  /** Milliseconds since 1970. */
  readonly timestamp?: number;
  readonly datatype?: number;
  readonly isNull?: boolean;
  /** An integer of 32 bits, of which the datatype tells the sign. */
  readonly int?: number;
  /** An integer of 64 bits, likewise. */
  readonly long?: bigint;
  readonly other?: number | boolean | string;
}

export interface SparkplugPayload {
  readonly timestamp?: number;
  readonly seq?: number;
  readonly metrics: readonly SentMetric[];
}

/** Birth of a large plant. A metric has 20 bytes and more. */
export const MOST_METRICS = 10_000;

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** 64 bits without a sign. */
function big(reader: protobuf.Reader): bigint {
  const value = reader.uint64();
  return typeof value === 'number' ? BigInt(value) : (BigInt(value.high >>> 0) << 32n) | BigInt(value.low >>> 0);
}

/** A text. The library's own would read up to the end of the message where its length is longer. */
const textOf = (reader: protobuf.Reader): string => new TextDecoder().decode(reader.bytes());

/** Names are kept as long as their node lives. */
function nameOf(reader: protobuf.Reader): string {
  const name = textOf(reader);
  return name.length > MOST_PLACE_CHARACTERS ? '' : name;
}

const METRIC_FIELDS: Readonly<Record<number, (metric: Writable<SentMetric>, reader: protobuf.Reader) => void>> = {
  1: (metric, reader) => (metric.name = nameOf(reader)),
  2: (metric, reader) => (metric.alias = Number(big(reader))),
  3: (metric, reader) => (metric.timestamp = Number(big(reader))),
  4: (metric, reader) => (metric.datatype = reader.uint32()),
  7: (metric, reader) => (metric.isNull = reader.bool()),
  10: (metric, reader) => (metric.int = reader.uint32()),
  11: (metric, reader) => (metric.long = big(reader)),
  12: (metric, reader) => (metric.other = reader.float()),
  13: (metric, reader) => (metric.other = reader.double()),
  14: (metric, reader) => (metric.other = reader.bool()),
  15: (metric, reader) => (metric.other = textOf(reader)),
};

function metricOf(reader: protobuf.Reader): SentMetric {
  const end = reader.uint32() + reader.pos;
  const metric: Writable<SentMetric> = {};
  while (reader.pos < end) {
    const tag = reader.uint32();
    const read = METRIC_FIELDS[tag >>> 3];
    if (read === undefined) reader.skipType(tag & 7);
    else read(metric, reader);
  }
  if (reader.pos !== end) throw new RangeError('a metric is longer than it says');
  return metric;
}

/** The payload of bytes, or why they are none. */
export function readSparkplugPayload(bytes: Uint8Array): SparkplugPayload | string {
  const reader = protobuf.Reader.create(bytes);
  const metrics: SentMetric[] = [];
  const payload: Writable<SparkplugPayload> = { metrics };
  try {
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag >>> 3 === 1) payload.timestamp = Number(big(reader));
      else if (tag >>> 3 === 3) payload.seq = Number(big(reader));
      else if (tag >>> 3 !== 2) reader.skipType(tag & 7);
      else if (metrics.push(metricOf(reader)) > MOST_METRICS)
        return `the message has more than ${MOST_METRICS} metrics, the most that are allowed`;
    }
  } catch {
    return 'the message is no payload of Sparkplug B';
  }
  return payload;
}

const BOOLEAN = 11;
const [LENGTH_DELIMITED, VARINT] = [2, 0];
const tagOf = (field: number, kind: number): number => (field << 3) | kind;

/** The command by which a node is asked to tell all of its metrics again. @param now milliseconds since 1970 */
export function rebirthCommand(now: number): Uint8Array {
  const metric = protobuf.Writer.create()
    .uint32(tagOf(1, LENGTH_DELIMITED))
    .string('Node Control/Rebirth')
    .uint32(tagOf(3, VARINT))
    .uint64(now)
    .uint32(tagOf(4, VARINT))
    .uint32(BOOLEAN)
    .uint32(tagOf(14, VARINT))
    .bool(true)
    .finish();
  return protobuf.Writer.create()
    .uint32(tagOf(1, VARINT))
    .uint64(now)
    .uint32(tagOf(2, LENGTH_DELIMITED))
    .bytes(metric)
    .finish();
}
