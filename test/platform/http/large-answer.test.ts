import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonInSteps } from '../../../src/platform/http/large-answer.ts';
import { atOnce } from '../../../src/kernel/pieces.ts';

const textOf = (value: unknown): string => new TextDecoder().decode(atOnce(jsonInSteps(value)));

describe('JSON in pieces', () => {
  it('is the text of JSON.stringify for any value', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: false }), (value) => {
        const whole = JSON.stringify(value) as string | undefined;
        expect(textOf(value)).toBe(whole ?? 'null');
      }),
    );
  });

  it('leaves out what is undefined, writes instants as text, and keeps every letter', () => {
    const value = {
      a: undefined,
      at: new Date(0),
      list: [undefined, null, NaN],
      text: 'जल "\u2028',
      none: {},
      empty: [],
    };
    expect(textOf(value)).toBe(JSON.stringify(value));
  });

  it('takes a step every few thousand letters', () => {
    const value = {
      data: Array.from({ length: 1000 }, (_, unit) => ({ unit, days: Array(31).fill({ x: 'x', y: unit }) })),
    };
    expect([...jsonInSteps(value)].length).toBeGreaterThan(15);
    expect(textOf(value)).toBe(JSON.stringify(value));
  });
});
