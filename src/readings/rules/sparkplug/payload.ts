import { unzipSync } from 'node:zlib';
import protobuf from 'protobufjs/minimal.js';
import { ofSingle } from '../sources/number-in-bytes.ts';
import { MOST_PLACE_CHARACTERS } from '../sources/place.ts';
import { MOST_SENT_BYTES } from '../sources/source.ts';

/*
 * Payload of Sparkplug B, as far as figures need it: specification 3.0, chapter 6. Templates, data sets and properties
 * other than the quality are passed over.
 */

/** A metric as it was sent. A field that was not sent is absent. */
export interface SentMetric {
  /** Empty: it is longer than any place, so that no source can read it. */
  readonly name?: string;
  /** All 64 bits: large numbers that differ in their last bits name different metrics. */
  readonly alias?: bigint;
  /** Milliseconds since 1970. */
  readonly timestamp?: number;
  readonly datatype?: number;
  readonly isNull?: boolean;
  /** The property `Quality`; undefined: it is not told. */
  readonly quality?: number | undefined;
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

/**
 * Reads a message within the message up to its end.
 * @param read takes a field, or tells that it did not
 */
function readInner(reader: protobuf.Reader, read: (field: number) => boolean): void {
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (!read(tag >>> 3)) reader.skipType(tag & 7);
  }
  if (reader.pos !== end) throw new RangeError('a part of the message is longer than it says');
}

/** The value of a property; undefined: it is no integer. */
function propertyOf(reader: protobuf.Reader): number | undefined {
  let value: number | undefined;
  readInner(reader, (field) => {
    if (field === 3) value = reader.uint32();
    else if (field === 4) value = Number(big(reader));
    return field === 3 || field === 4;
  });
  return value;
}

/** The property `Quality` of a metric. Names and values of properties stand in two lists. */
function qualityOf(reader: protobuf.Reader): number | undefined {
  const names: string[] = [];
  const values: (number | undefined)[] = [];
  readInner(reader, (field) => {
    if (field === 1) names.push(nameOf(reader));
    else if (field === 2) values.push(propertyOf(reader));
    return field === 1 || field === 2;
  });
  return values[names.indexOf('Quality')];
}

const METRIC_FIELDS: Readonly<Record<number, (metric: Writable<SentMetric>, reader: protobuf.Reader) => void>> = {
  1: (metric, reader) => (metric.name = nameOf(reader)),
  2: (metric, reader) => (metric.alias = big(reader)),
  3: (metric, reader) => (metric.timestamp = Number(big(reader))),
  4: (metric, reader) => (metric.datatype = reader.uint32()),
  7: (metric, reader) => (metric.isNull = reader.bool()),
  9: (metric, reader) => (metric.quality = qualityOf(reader)),
  10: (metric, reader) => (metric.int = reader.uint32()),
  11: (metric, reader) => (metric.long = big(reader)),
  12: (metric, reader) => (metric.other = ofSingle(reader.float())),
  13: (metric, reader) => (metric.other = reader.double()),
  14: (metric, reader) => (metric.other = reader.bool()),
  15: (metric, reader) => (metric.other = textOf(reader)),
};

function metricOf(reader: protobuf.Reader): SentMetric {
  const metric: Writable<SentMetric> = {};
  readInner(reader, (field) => {
    const read = METRIC_FIELDS[field];
    read?.(metric, reader);
    return read !== undefined;
  });
  return metric;
}

interface Unpacked extends SparkplugPayload {
  readonly uuid?: string;
  readonly body?: Uint8Array;
}

function unpackedPayload(bytes: Uint8Array): Unpacked | string {
  const reader = protobuf.Reader.create(bytes);
  const metrics: SentMetric[] = [];
  const payload: Writable<Unpacked> = { metrics };
  try {
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag >>> 3 === 1) payload.timestamp = Number(big(reader));
      else if (tag >>> 3 === 3) payload.seq = Number(big(reader));
      else if (tag >>> 3 === 4) payload.uuid = textOf(reader);
      else if (tag >>> 3 === 5) payload.body = reader.bytes();
      else if (tag >>> 3 !== 2) reader.skipType(tag & 7);
      else if (metrics.push(metricOf(reader)) > MOST_METRICS)
        return `the message has more than ${MOST_METRICS} metrics, the most that are allowed`;
    }
  } catch {
    return 'the message is no payload of Sparkplug B';
  }
  return payload;
}

/** The mark of a payload whose body is another one, packed by gzip or deflate. */
const PACKED = 'SPBV1.0_COMPRESSED';

/** The payload of bytes, or why they are none. */
export function readSparkplugPayload(bytes: Uint8Array): SparkplugPayload | string {
  const sent = unpackedPayload(bytes);
  if (typeof sent === 'string' || sent.uuid !== PACKED) return sent;
  try {
    return unpackedPayload(unzipSync(sent.body ?? new Uint8Array(), { maxOutputLength: MOST_SENT_BYTES }));
  } catch {
    return `the packed message cannot be unpacked, or has more than ${MOST_SENT_BYTES} bytes then`;
  }
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
