import { deflateSync, gzipSync } from 'node:zlib';
import { get } from 'sparkplug-payload';
import { describe, expect, it } from 'vitest';
import { hearNode, sparkplugTopic, type SparkplugNode } from '../../../../src/readings/rules/sparkplug/node.ts';
import { readSparkplugPayload, rebirthCommand } from '../../../../src/readings/rules/sparkplug/payload.ts';
import { type Metric, session, START, tahuBytes } from './edge-node.ts';

const topicOf = (text: string) => {
  const topic = sparkplugTopic(text);
  if (topic === null) throw new Error(`${text} is no topic of a node`);
  return topic;
};

/** Hears messages of the encoder one after the other. */
function hearing() {
  let node: SparkplugNode | null = null;
  return (kind: string, seq: number | undefined, metrics: Metric[], timestamp = START) => {
    const sent = readSparkplugPayload(tahuBytes({ timestamp, metrics, ...(seq === undefined ? {} : { seq }) }));
    if (typeof sent === 'string') throw new Error(sent);
    const outcome = hearNode(
      node,
      topicOf(`spBv1.0/Works/${kind.replace(' ', '/Edge 1/').replace(/^(N\w+)$/, '$1/Edge 1')}`),
      sent,
    );
    node = outcome.node;
    return outcome;
  };
}

describe('a payload of Tahu', () => {
  it.each([
    ['Int8', -5, -5],
    ['Int16', -3000, -3000],
    ['Int32', -70_000, -70_000],
    ['Int64', 70_000_000_000, 70_000_000_000],
    ['UInt8', 200, 200],
    ['UInt16', 60_000, 60_000],
    ['UInt32', 4_000_000_000, 4_000_000_000],
    ['UInt64', 9_007_199_254_740_991, 9_007_199_254_740_991],
    ['Float', 0.5, 0.5],
    ['Float', 5000.4, 5000.4],
    ['Float', 1 / 3, 0.33333334],
    ['Double', 128.4, 128.4],
    ['Boolean', true, true],
    ['String', '12.5', '12.5'],
  ] as const)('has %s %s as it was meant, also where the birth alone told the type', (type, value, meant) => {
    const hear = hearing();
    const birth = hear('NBIRTH', 0, [{ name: 'Total', alias: 7, value, type }]);
    expect(birth.figures).toEqual([{ time: '2026-11-21T06:00:00.000Z', metrics: { Total: meant } }]);
    // The type of a metric need not be told after its birth.
    const sent = readSparkplugPayload(tahuBytes({ seq: 1, metrics: [{ alias: 7, value, type }] }));
    if (typeof sent === 'string') throw new Error(sent);
    const untyped = { ...sent, metrics: sent.metrics.map(({ datatype: _, ...rest }) => rest) };
    const { figures, needsBirth } = hearNode(birth.node, topicOf('spBv1.0/Works/NDATA/Edge 1'), untyped);
    expect([figures, needsBirth]).toEqual([[{ time: undefined, metrics: { Total: meant } }], false]);
  });

  it.each([
    ['JSON', Buffer.from('{"metrics": []}')],
    ['a metric that is longer than the message', Buffer.from([0x12, 0x7f, 0x0a])],
    ['a field that ends too early', Buffer.from([0x12, 0x03, 0x0a, 0x7f, 0x41])],
    ['nothing but a length', Buffer.from([0x12])],
  ])('that is %s is none', (_, bytes) => {
    expect(readSparkplugPayload(bytes)).toBe('the message is no payload of Sparkplug B');
  });

  it('has 10000 metrics at most', () => {
    const of = (count: number) => Buffer.alloc(2 * count, Buffer.from([0x12, 0x00]));
    expect(readSparkplugPayload(of(10_000))).toMatchObject({ metrics: { length: 10_000 } });
    expect(readSparkplugPayload(of(10_001))).toBe('the message has more than 10000 metrics, the most that are allowed');
  });

  it('asks for a birth in words that Tahu reads', () => {
    expect(get('spBv1.0')?.decodePayload(rebirthCommand(START))).toMatchObject({
      metrics: [{ name: 'Node Control/Rebirth', type: 'Boolean', value: true }],
    });
  });
});

describe('a payload', () => {
  const inner = { timestamp: START, seq: 0, metrics: [{ name: 'Flow/Total', value: 12.5, type: 'Double' }] } as const;
  const packed = (body: Uint8Array) =>
    tahuBytes({ uuid: 'SPBV1.0_COMPRESSED', body, metrics: [{ name: 'algorithm', value: 'GZIP', type: 'String' }] });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('that Tahu has packed by %s is read as it was before', (_, pack) => {
    const bytes = tahuBytes({ ...inner, metrics: [...inner.metrics] });
    expect(readSparkplugPayload(packed(pack(bytes)))).toEqual(readSparkplugPayload(bytes));
  });

  it('that cannot be unpacked, or becomes too long, says so', () => {
    for (const body of [Buffer.from('none'), gzipSync(Buffer.alloc(2_097_153))])
      expect(readSparkplugPayload(packed(body))).toBe(
        'the packed message cannot be unpacked, or has more than 2097152 bytes then',
      );
  });
});

describe('an edge node', () => {
  const total = (value: number, more: Partial<Metric> = {}): Metric => ({
    name: 'Flow/Total',
    alias: 1,
    value,
    type: 'Double',
    ...more,
  });
  const byAlias = (value: number): Metric => ({ alias: 1, value, type: 'Double' });

  it('is known from birth to death, with its devices', () => {
    const hear = hearing();
    expect(hear('NBIRTH', 0, [session(4)])).toMatchObject({ figures: [], needsBirth: false });
    expect(hear('DBIRTH Meter', 1, [total(1)])).toMatchObject({ needsBirth: false });
    expect(hear('DDATA Meter', 2, [byAlias(2)]).figures[0]?.metrics).toEqual({ 'Flow/Total': 2 });
    expect(hear('NDEATH', undefined, [session(4)])).toEqual({
      node: null,
      figures: [],
      needsBirth: false,
      lost: 0,
      died: ['Works/Edge 1', 'Works/Edge 1/Meter'],
      session: 4,
    });
    expect(hear('DDATA Meter', 3, [byAlias(3)])).toMatchObject({ figures: [], needsBirth: true, lost: 1 });
  });

  it('that was born again is not killed by the death of its earlier session', () => {
    const hear = hearing();
    hear('NBIRTH', 0, [session(4)]);
    hear('NBIRTH', 0, [session(5), total(1)]);
    expect(hear('NDEATH', undefined, [session(4)])).toMatchObject({ died: [], needsBirth: false });
    expect(hear('NDATA', 1, [byAlias(2)])).toMatchObject({ needsBirth: false });
  });

  it('counts its messages to 255 and from 0 on, and a gap asks for its birth, with what came all the same', () => {
    const hear = hearing();
    hear('NBIRTH', 0, [session(1), total(0)]);
    const gaps: number[] = [];
    for (let sent = 1; sent < 300; sent += 1)
      if (hear('NDATA', sent % 256, [byAlias(sent)]).needsBirth) gaps.push(sent);
    expect(gaps).toEqual([]);
    const late = hear('NDATA', (300 + 1) % 256, [byAlias(301)]);
    expect([late.needsBirth, late.figures[0]?.metrics]).toEqual([true, { 'Flow/Total': 301 }]);
    expect(hear('NDATA', (300 + 2) % 256, [byAlias(302)]).needsBirth).toBe(false);
  });

  it('tells metrics apart whose numbers differ in the last bits of 64', () => {
    const hear = hearing();
    // The encoder takes both halves of 64 bits, which its types do not know.
    const alias = (low: number) => ({ low, high: 0x0100_0000, unsigned: true }) as unknown as number;
    const named = [0, 1].map((last) => total(last, { name: `Meter ${last}`, alias: alias(last) }));
    hear('NBIRTH', 0, [session(1), ...named]);
    const { figures } = hear('NDATA', 1, [{ ...byAlias(7), alias: alias(0) }]);
    expect(figures[0]?.metrics).toEqual({ 'Meter 0': 7 });
  });

  it('says by the quality of a value that it was not read, and then it is no figure', () => {
    const hear = hearing();
    const of = (value: number): Partial<Metric> => ({ properties: { Quality: { type: 'Int32', value } } });
    expect(hear('NBIRTH', 0, [session(1), total(5, of(192))]).figures[0]?.metrics).toEqual({ 'Flow/Total': 5 });
    for (const [seq, quality] of [0, 500].entries())
      expect(hear('NDATA', seq + 1, [{ ...byAlias(6), ...of(quality) }]).figures[0]?.metrics).toEqual({
        'Flow/Total': null,
      });
    const other = { properties: { engUnit: { type: 'String', value: 'm3' } } } satisfies Partial<Metric>;
    expect(hear('NDATA', 3, [{ ...byAlias(8), ...other }]).figures[0]?.metrics).toEqual({ 'Flow/Total': 8 });
  });

  it('sends what it has kept, each figure with its own time', () => {
    const hear = hearing();
    hear('NBIRTH', 0, [session(1), total(0)]);
    const kept = [1, 2].map((minutes) => total(minutes, { timestamp: START + minutes * 60_000, isHistorical: true }));
    expect(hear('NDATA', 1, kept).figures).toEqual([
      { time: '2026-11-21T06:01:00.000Z', metrics: { 'Flow/Total': 1 } },
      { time: '2026-11-21T06:02:00.000Z', metrics: { 'Flow/Total': 2 } },
    ]);
  });

  it('whose device was never born is asked for its birth, and a device that has died is told', () => {
    const hear = hearing();
    hear('NBIRTH', 0, [session(1)]);
    expect(hear('DDATA Meter', 1, [total(1)]).needsBirth).toBe(true);
    hear('DBIRTH Meter', 2, [total(1)]);
    expect(hear('DDEATH Meter', 3, [])).toMatchObject({ died: ['Works/Edge 1/Meter'], needsBirth: false });
    expect(hear('DDATA Meter', 4, [byAlias(1)]).needsBirth).toBe(true);
  });

  it('is not asked for a birth by its birth, which would tell no more', () => {
    const payload = { seq: 0, metrics: [{ name: 'Total', int: 7 }] };
    expect(hearNode(null, topicOf('spBv1.0/Works/NBIRTH/Edge 1'), payload)).toMatchObject({ needsBirth: false });
  });

  it('has names that a place can tell, and no memory is spent on longer ones', () => {
    const hear = hearing();
    const long: Metric = { name: 'x'.repeat(201), alias: 2, value: 5, type: 'Double' };
    const { node, figures } = hear('NBIRTH', 0, [total(1), long]);
    expect(figures.map(({ metrics }) => metrics)).toEqual([{ 'Flow/Total': 1 }]);
    expect([...(node?.metrics.keys() ?? [])].every((key) => key.length < 200)).toBe(true);
    expect(hear('NDATA', 1, [{ alias: 2, value: 6, type: 'Double' }])).toMatchObject({
      figures: [],
      needsBirth: false,
    });
  });

  it('has as many devices as a source may have', () => {
    const hear = hearing();
    hear('NBIRTH', 0, [session(1)]);
    for (let born = 1; born <= 2001; born += 1) hear(`DBIRTH ${born}`, born % 256, []);
    expect(hear('NDATA', 2002 % 256, []).node?.devices.size).toBe(2000);
  });

  it('may name a metric as no object would have it', () => {
    const hear = hearing();
    const { figures } = hear('NBIRTH', 0, [{ name: '__proto__', value: 1, type: 'Double' }]);
    expect(Object.entries(figures[0]?.metrics ?? {})).toEqual([['__proto__', 1]]);
  });
});

describe('a topic', () => {
  it.each([
    ['spBv1.0/Works/NBIRTH/Edge 1', { kind: 'NBIRTH', group: 'Works', node: 'Edge 1', device: null }],
    ['water/A/sources/B/spBv1.0/Works/DDATA/E/M', { kind: 'DDATA', group: 'Works', node: 'E', device: 'M' }],
    ['spBv1.0/Works/DDATA/E', null],
    ['spBv1.0/Works/NDATA/E/M', null],
    ['spBv1.0/STATE/host', null],
    ['spBv1.0/Works/XDATA/E', null],
    ['spAv1.0/Works/NDATA/E', null],
  ])('%s is whose it says', (text, topic) => expect(sparkplugTopic(text)).toEqual(topic));
});
