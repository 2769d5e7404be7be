import { expect, it } from 'vitest';
import { startInstant, startText } from '../../../src/kernel/time/period-starts.ts';
import { HOUR_MS } from '../../../src/kernel/time/durations.ts';

it('starts of ever more hours are written and read as dates are', () => {
  const first = Date.parse('2024-02-28T18:30:00.000Z');
  for (let hour = 0; hour < 45_000; hour += 1) {
    const at = first + hour * HOUR_MS;
    const text = new Date(at).toISOString();
    expect([startText(at), startInstant(text)]).toEqual([text, at]);
  }
  expect(startText(first)).toBe('2024-02-28T18:30:00.000Z');
});

it('a text that is no instant is none, however often it is read', () => {
  expect([startInstant('no instant'), startInstant('no instant')]).toEqual([NaN, NaN]);
});
