import { IANAZone } from 'luxon';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantsInOrder, ZoneTimes } from '../../../../src/readings/rules/meter-file/local-times.ts';
import { instantOfLocal } from '../../../../src/kernel/time/shift-starts.ts';

const berlin = new ZoneTimes('Europe/Berlin');
const local = (text: string): number => Date.parse(`${text}Z`);
/** Instants of local times of the 25th of October 2026, when clocks of Berlin go from 03:00 back to 02:00. */
const found = (...times: readonly string[]) =>
  instantsInOrder(
    times.map((time) => local(`2026-10-25T${time}:00`)),
    berlin,
  ).map((one) => (typeof one === 'number' ? new Date(one).toISOString().slice(11, 16) : one));

describe('the hour that clocks show twice', () => {
  it('is told apart where rows go through it twice, oldest or newest first', () => {
    expect(found('01:30', '02:00', '02:30', '02:00', '02:30', '03:00')).toEqual([
      '23:30',
      '00:00',
      '00:30',
      '01:00',
      '01:30',
      '02:00',
    ]);
    expect(found('03:00', '02:30', '02:00', '02:30', '02:00', '01:30')).toEqual([
      '02:00',
      '01:30',
      '01:00',
      '00:30',
      '00:00',
      '23:30',
    ]);
    expect(found('01:00', '02:00', '02:00', '03:00')).toEqual(['23:00', '00:00', '01:00', '02:00']);
  });

  it('is refused where it is there once, three times, or rows are not in order', () => {
    expect(found('01:30', '02:00', '02:30', '03:00')).toEqual([
      '23:30',
      'repeated, named once',
      'repeated, named once',
      '02:00',
    ]);
    expect(found('02:00', '02:30', '02:30', '03:00').slice(0, 3)).toEqual(Array(3).fill('repeated, out of order'));
    expect(found('02:00', '02:00', '02:00').at(1)).toBe('repeated, out of order');
    expect(found('02:00', '05:00', '04:00', '02:30').at(0)).toBe('repeated, out of order');
  });
});

it('a time that clocks skip is no instant', () => {
  const times = ['01:59', '02:00', '02:59', '03:00'].map((time) => local(`2026-03-29T${time}:00`));
  expect(instantsInOrder(times, berlin).map((one) => typeof one === 'number' || one)).toEqual([
    true,
    'skipped',
    'skipped',
    true,
  ]);
});

const ZONES = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Chatham', 'UTC'];

it('every instant of a local time shows that time, and what every clock shows once has one', () => {
  const instants = fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2035, 0) }).map((ms) => ms - (ms % 60_000));
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instants, (timezone, instant) => {
      const zone = IANAZone.create(timezone);
      const localMs = instant + zone.offset(instant) * 60_000;
      const all = new ZoneTimes(timezone).instantsOf(localMs);
      expect(all).toContain(instant);
      for (const one of all) expect(one + zone.offset(one) * 60_000).toBe(localMs);
      expect(Math.max(...all)).toBe(instantOfLocal(zone, localMs));
    }),
  );
});
