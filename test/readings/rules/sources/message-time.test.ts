import { describe, expect, it } from 'vitest';
import {
  instantOfFrame,
  instantOfText,
  type KnownFrame,
  type TimePlace,
} from '../../../../src/readings/rules/sources/message-time.ts';

const iso = (timezone: string | null) => ({ place: '$.t', form: 'iso', timezone }) as const;

describe('a time', () => {
  it.each([
    ['2026-01-15T06:05:00+05:30', null, '2026-01-15T00:35:00.000Z'],
    ['2022-07-18T09:34:15.775023242+00:00', null, '2022-07-18T09:34:15.775Z'],
    ['2026-01-15T06:05:00', 'Asia/Kolkata', '2026-01-15T00:35:00.000Z'],
    ['2026-01-15 06:05', 'Asia/Kolkata', '2026-01-15T00:35:00.000Z'],
    ['2026-01-15 06:05:00,250', 'Asia/Kolkata', '2026-01-15T00:35:00.250Z'],
    ['2026/01/15 06:05:00', 'Asia/Kolkata', '2026-01-15T00:35:00.000Z'],
    ['20260115060500', 'Asia/Kolkata', '2026-01-15T00:35:00.000Z'],
    ['20260115060500250', 'Asia/Kolkata', '2026-01-15T00:35:00.250Z'],
    ['20260115T003500Z', null, '2026-01-15T00:35:00.000Z'],
    ['20260115T060500+0530', null, '2026-01-15T00:35:00.000Z'],
    ['2026-01-14T24:00:00', 'Asia/Kolkata', '2026-01-14T18:30:00.000Z'],
    ['2026-10-25T01:59:59', 'Europe/Berlin', '2026-10-24T23:59:59.000Z'],
    ['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ])('%s in zone %s', (text, zone, instant) => {
    const at = instantOfText(text, iso(zone));
    expect(typeof at === 'number' ? new Date(at).toISOString() : at).toBe(instant);
  });

  it.each([
    ['2026-10-25T02:30:00', 'Europe/Berlin', 'show twice'],
    ['2026-03-29T02:30:00', 'Europe/Berlin', 'leave out'],
    ['2026-02-30T02:30:00', 'Europe/Berlin', 'no such time'],
    ['2026-01-15T06:05:00', null, 'no time zone'],
    ['yesterday', 'Europe/Berlin', 'ISO 8601'],
    ['15/01/2026 06:05', 'Europe/Berlin', 'ISO 8601'],
    ['202601150605', 'Europe/Berlin', 'ISO 8601'],
    ['20261301060500', 'Europe/Berlin', 'no such time'],
    [1768437300, 'Europe/Berlin', 'ISO 8601'],
  ])('%s in zone %s is none, and the reason is told', (text, zone, reason) => {
    expect(instantOfText(text, iso(zone))).toContain(reason);
  });

  it('is a number of seconds or less since 1970, too', () => {
    const of = (given: unknown, form: TimePlace['form']) => instantOfText(given, { ...iso(null), form });
    expect([of(1768437300, 'seconds'), of('1768437300', 'seconds'), of(1768437300250.7, 'milliseconds')]).toEqual([
      1768437300000, 1768437300000, 1768437300250,
    ]);
    expect([of(1_768_437_300_250_700, 'microseconds'), of('1768437300250700123', 'nanoseconds')]).toEqual([
      1768437300250, 1768437300250,
    ]);
    for (const given of [null, '', 'x', {}, true, 1e30, Number.NaN, 1_768_437_300_000, -1])
      expect(of(given, 'seconds')).toContain('since 1970');
  });
});

const AT = Date.parse('2026-01-15T06:05:00Z');

describe('a frame', () => {
  it('that comes again within two minutes is the same reading, whichever copy comes first', () => {
    for (const [first, second] of [
      [AT, AT + 120_000],
      [AT + 120_000, AT],
    ] as const) {
      const { at, known } = instantOfFrame([], 'a 1', first);
      expect(at).toBe(first);
      expect(instantOfFrame(known, 'a 1', second)).toEqual({ at: first, known });
    }
  });

  it('that comes later is of a device that was restarted, and a frame of another session is another one', () => {
    const { known } = instantOfFrame([], 'a 1', AT);
    expect(instantOfFrame(known, 'a 1', AT + 120_001).at).toBe(AT + 120_001);
    expect(instantOfFrame(known, 'b 1', AT + 1000).at).toBe(AT + 1000);
  });

  it('is known until 32 others have come', () => {
    let known: readonly KnownFrame[] = instantOfFrame([], 'a 0', AT).known;
    for (let count = 1; count <= 31; count += 1) ({ known } = instantOfFrame(known, `a ${count}`, AT));
    expect(instantOfFrame(known, 'a 0', AT + 1).at).toBe(AT);
    ({ known } = instantOfFrame(known, 'a 32', AT));
    expect(known).toHaveLength(32);
    expect(instantOfFrame(known, 'a 0', AT + 1).at).toBe(AT + 1);
  });
});
