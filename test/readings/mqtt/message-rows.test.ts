import { describe, expect, it } from 'vitest';
import { messageRows } from '../../../src/readings/mqtt/message-rows.ts';

const rows = (payload: string) => messageRows(Buffer.from(payload), 'M1');

describe('messageRows', () => {
  it("puts the topic's unit into readings that name none, or the same", () => {
    expect(rows('{"value":1}')).toEqual([{ row: { value: 1, unitId: 'M1' } }]);
    expect(rows('[{"unitId":"M1","value":1},{"unitId":null}]')).toEqual([
      { row: { unitId: 'M1', value: 1 } },
      { row: { unitId: 'M1' } },
    ]);
  });

  it('refuses a reading of another unit, and only that one', () => {
    expect(rows('[{"unitId":"M2","value":1},{"value":2}]')).toEqual([
      {
        text: '{"unitId":"M2","value":1}',
        unitId: 'M1',
        code: 'unit_mismatch',
        problem: 'the payload says unitId "M2", the topic says "M1"',
      },
      { row: { value: 2, unitId: 'M1' } },
    ]);
  });

  it.each([['{"value":'], ['7'], ['null'], ['"text"'], [''], ['\u0000\u0001']])(
    '%j is one refused row that keeps its text',
    (payload) => {
      expect(rows(payload)).toEqual([expect.objectContaining({ code: 'not_a_reading', unitId: 'M1', text: payload })]);
    },
  );

  it('nesting deeper than the stack spoils no other reading of the list', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(rows(`[${deep},{"value":2}]`)).toEqual([
      expect.objectContaining({ code: 'not_a_reading' }),
      { row: { value: 2, unitId: 'M1' } },
    ]);
  });

  it.each([
    ['text', `"${'x'.repeat(4 * 1024 * 1024)}"`, 'the payload has more than 4194304 bytes, the most that are allowed'],
    ['20,001 readings', `[${'{},'.repeat(20_000)}{}]`, 'the payload has 20001 readings, at most 20000 are allowed'],
    [
      'millions of empty lists',
      `[[${'[],'.repeat(1_300_000)}[]]]`,
      'the payload has more values than 20000 readings, the most that are allowed',
    ],
  ])('a payload that is too long (%s) is one refused row that keeps the beginning', (_, payload, problem) => {
    expect(rows(payload)).toEqual([{ text: payload.slice(0, 1024), unitId: 'M1', code: 'message_too_long', problem }]);
  });

  it('an empty list holds nothing', () => expect(rows('[]')).toEqual([]));
});
