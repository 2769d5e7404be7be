import { describe, expect, it } from 'vitest';
import { jsonText, shortenedText } from '../../../src/readings/rules/json-text.ts';

describe('what a sender wrote', () => {
  it('is shown as it was written, numbers that no double holds among it', () => {
    expect(shortenedText(JSON.parse('1e999'))).toBe('1e999');
    expect(shortenedText(JSON.parse('{"pH":-1e400,"text":"Infinity","none":null}'))).toBe(
      '{"pH":-1e999,"text":"Infinity","none":null}',
    );
    expect(JSON.parse(jsonText([Infinity]))).toEqual([Infinity]);
  });

  it('is shortened, and never throws', () => {
    expect(shortenedText('x'.repeat(200))).toHaveLength(80);
    expect(shortenedText(undefined)).toBe('undefined');
  });
});
