import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../../../src/readings/rules/sources/messages-in.ts';

const deviceId = '$.id';

describe('a list within a message', () => {
  it('is as many messages, each with what stands beside the list', () => {
    const sent = { ts: '2023-11-17T04:13:55+0000', d: [{ tag: 'A', value: 38 }, 'strange'] };
    expect(messagesIn(sent, { list: '$.d', deviceId })).toEqual({
      messages: [
        { ts: sent.ts, d: { tag: 'A', value: 38 } },
        { ts: sent.ts, d: 'strange' },
      ],
    });
    expect(sent.d).toHaveLength(2);
  });

  it('may stand deep in a message, and each message of a list of them has its own', () => {
    const deep = (...meters: number[]) => ({ a: [{ meters, at: 1 }] });
    expect(messagesIn([deep(1, 2), deep(), deep(3)], { list: '$.a[0].meters', deviceId })).toEqual({
      messages: [1, 2, 3].map((meters) => ({ a: [{ meters, at: 1 }] })),
    });
  });

  it('may stand in a text of JSON', () => {
    const sent = { id: 'A', object: '{"history":[{"total":1},{"total":2}],"battery":90}' };
    expect(messagesIn(sent, { list: '$.object.history', deviceId })).toEqual({
      messages: [1, 2].map((total) => ({ id: 'A', object: { history: { total }, battery: 90 } })),
    });
  });

  it('that is not there, or is none, leaves the message as it is', () => {
    for (const sent of [{ d: { tag: 'A' } }, { ts: 1 }, null, 'text'])
      expect(messagesIn(sent, { list: '$.d', deviceId })).toEqual({ messages: [sent] });
    expect(messagesIn({ d: [1] }, { deviceId })).toEqual({ messages: [{ d: [1] }] });
  });

  it('has 1000 entries at most, and fewer beside a long text, which each of them is kept with', () => {
    const of = (entries: number, note = '') =>
      messagesIn({ d: Array(entries).fill(1), note }, { list: '$.d', deviceId });
    expect(of(1000)).toMatchObject({ messages: { length: 1000 } });
    expect(of(1001)).toEqual({ count: 1001, most: 1000 });
    expect(of(3, 'x'.repeat(1_000_000))).toEqual({ count: 3, most: 2 });
  });
});

describe('an object whose members are devices', () => {
  const byName = { list: '$.values', deviceId: '$.values.key' };

  it('is a list by name where devices are found by `key`, each with what stands beside it', () => {
    expect(messagesIn({ ts: 7, values: { A1: 5, 'A 2': { total: 6 } } }, byName)).toEqual({
      messages: [
        { ts: 7, values: { key: 'A1', value: 5 } },
        { ts: 7, values: { key: 'A 2', value: { total: 6 } } },
      ],
    });
  });

  it('may be the whole message, and a member that is a list is as many messages', () => {
    expect(messagesIn({ A: [{ ts: 1 }, { ts: 2 }], B: [] }, { list: '$', deviceId: '$.key' })).toEqual({
      messages: [1, 2].map((ts) => ({ key: 'A', value: { ts } })),
    });
  });

  it('is one message where it has a `key` itself, or devices are found elsewhere', () => {
    for (const [sent, mapping] of [
      [{ values: { key: 'A', value: 1 } }, byName],
      [{ values: { id: 'A', total: 1 } }, { list: '$.values', deviceId: '$.values.id' }],
    ] as const)
      expect(messagesIn(sent, mapping)).toEqual({ messages: [sent] });
  });

  it('has 1000 members at most', () => {
    const of = (members: number) =>
      messagesIn({ values: Object.fromEntries(Array.from({ length: members }, (_, at) => [`m${at}`, at])) }, byName);
    expect(of(1000)).toMatchObject({ messages: { length: 1000 } });
    expect(of(1001)).toEqual({ count: 1001, most: 1000 });
  });
});
