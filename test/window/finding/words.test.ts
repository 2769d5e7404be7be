import { describe, expect, it } from 'vitest';
import {
  costOfAll,
  costOfDay,
  daysSaid,
  type FindingRow,
  mutedSaid,
  placedSays,
  shapeSaid,
} from '../../../src/window/finding/words.ts';
import { finding } from './support/finding-row.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { textsOf } from '../../../src/window/texts.ts';

const SWAP = finding({
  kind: 'swapped-meters',
  swappedWith: 'INLET',
  swappedWithName: 'Inlet',
  evidence: { swappedSince: '2026-02-19' },
});
const texts = textsOf('en');
const clock = { timezone: 'UTC', language: 'en', startAt: '00:00:00', today: businessDate('2026-03-01') } as const;
const english = { texts, clock, language: 'en' } as const;

describe('a finding', () => {
  it('tells its days, and none of them twice', () => {
    const said = (more: Partial<FindingRow>): string => daysSaid({ texts }, finding(more));
    expect(said({})).toBe('since 19 Feb 2026, still there on 28 Feb 2026');
    expect(said({ lastDay: '19/02/2026' })).toBe('since 19 Feb 2026');
    expect(said({ isOpen: false })).toBe('19 Feb 2026 to 28 Feb 2026');
    expect(said({ isOpen: false, lastDay: '19/02/2026' })).toBe('19 Feb 2026');
  });

  it('has its place before it, but for a swapped pair, which names its units', () => {
    const evidence = { hours: 4, highestHour: 9000, usualHighestHour: 1500 };
    expect(placedSays(english, finding({ evidence }))).toBe(
      'Boiler: Up to 9\u00a0KL passed in an hour, over 4\u00a0h; usually at most 1.5\u00a0KL do',
    );
    expect(placedSays(english, finding({ unitId: null, unitName: null }))).toMatch(/^The whole site: /);
    expect(placedSays(english, SWAP)).toMatch(/^Boiler and Inlet seem to be swapped since 19 Feb 2026: /);
    expect(placedSays({ texts: textsOf('hi'), clock, language: 'hi' }, SWAP)).toContain('आपस में बदले लगते हैं');
  });

  it('costs water, energy and money a day, and tells none where nobody can say', () => {
    const cost = (more: Partial<FindingRow>): (string | null)[] => [
      costOfDay(texts, finding(more)),
      costOfAll(texts, finding(more)),
    ];
    expect(cost({})).toEqual([null, null]);
    expect(cost({ litres: 96_000, litresPerDay: 9_600 })).toEqual(['about 9.6\u00a0KL a day', 'altogether 96\u00a0KL']);
    expect(cost({ litres: 96_000, litresPerDay: 9_600, money: 480, currency: 'INR' })).toEqual([
      'about 9.6\u00a0KL, 48.00\u00a0INR a day',
      'altogether 96\u00a0KL, 480.00\u00a0INR',
    ]);
    expect(cost({ litres: 96_000, litresPerDay: 9_600, siUnit: 'L' })[0]).toBe('about 9\u202f600\u00a0L a day');
    // A finding of the whole site has no measure of its own.
    expect(cost({ litres: 96_000, litresPerDay: 9_600, siUnit: '' })[0]).toBe('about 9.6\u00a0m³ a day');
    expect(cost({ kilowattHours: 30, kilowattHoursPerDay: 15 })).toEqual([
      'about 15\u00a0kWh a day',
      'altogether 30\u00a0kWh',
    ]);
  });

  it('is open or over, healed, judged or muted', () => {
    const shape = (more: Partial<FindingRow>): string => shapeSaid({ texts, clock }, finding(more));
    expect(shape({})).toBe('Open');
    expect(shape({ isOpen: false, fate: 'rejected' })).toBe('Over, Rejected');
    expect(shape({ isOpen: false, fate: 'healed' })).toBe('Healed: the data no longer show it');
    expect(shape({ mutedUntil: '15/03/2026' })).toBe('Open, muted until 15 Mar 2026');
    expect(shape({ mutedUntil: '31/12/9999' })).toBe('Open, switched off');
  });

  it('is told again on the day on which its mute ends', () => {
    expect(['01/03/2026', '02/03/2026'].map((until) => mutedSaid({ texts, clock }, until))).toEqual([
      null,
      'muted until 02 Mar 2026',
    ]);
  });
});
