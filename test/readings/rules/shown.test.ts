import { describe, expect, it } from 'vitest';
import { jsonText, shown } from '../../../src/readings/rules/shown.ts';

describe('what a sender wrote', () => {
  it('is shown as it was written, numbers that no double holds among it', () => {
    expect(shown(JSON.parse('1e999'))).toBe('1e999');
    expect(shown(JSON.parse('{"pH":-1e400,"text":"Infinity","none":null}'))).toBe(
      '{"pH":-1e999,"text":"Infinity","none":null}',
    );
    expect(JSON.parse(jsonText([Infinity]))).toEqual([Infinity]);
  });

  it('is shortened, and never throws', () => {
    expect(shown('x'.repeat(200))).toHaveLength(80);
    expect(shown(undefined)).toBe('undefined');
  });
});
