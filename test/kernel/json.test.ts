import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMoreValues, JsonValueCounter } from '../../src/kernel/json.ts';
import { runs } from '../support/property-runs.ts';

/** Values of a parsed text: itself, what its lists and objects hold, and so on. */
const valuesIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce((sum: number, item) => sum + valuesIn(item), 1);
const emptyIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const items = Object.values(value);
  return items.reduce((sum: number, item) => sum + emptyIn(item), items.length === 0 ? 1 : 0);
};
/** Texts of JSON with every character in their strings; fast-check's own unit for that is made in seconds. */
const anyJson = fc.json({
  stringUnit: fc
    .integer({ min: 0, max: 0x10_ff_ff })
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code)),
});
const more = (text: string, most: number): boolean => hasMoreValues(Buffer.from(text), most);

describe('the values of a text of JSON, counted before it is parsed,', () => {
  it('are those it has, empty lists and objects twice', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        const parsed: unknown = JSON.parse(text);
        const values = valuesIn(parsed) + emptyIn(parsed);
        expect([more(text, values), more(text, values - 1)]).toEqual([false, true]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('do not count what stands in a text', () => {
    expect(more('["[{,\\",[{,\\\\"]', 2)).toBe(false);
    expect(more('["[{,\\",[{,\\\\"]', 1)).toBe(true);
  });

  it('do not depend on where its pieces end', () => {
    fc.assert(
      fc.property(anyJson, fc.integer({ min: 1, max: 5 }), (text, size) => {
        const bytes = Buffer.from(text);
        const counter = new JsonValueCounter();
        let values = 1;
        for (let at = 0; at < bytes.length; at += size) values = counter.add(bytes.subarray(at, at + size));
        expect(values).toBe(new JsonValueCounter().add(bytes));
      }),
    );
  });

  it('of a text that is cut off are counted as far as it goes', () => {
    for (const text of ['', '"', '["\\', '[[[,,,']) expect(more(text, 100)).toBe(false);
  });
});
