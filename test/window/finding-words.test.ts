import { describe, expect, it } from 'vitest';
import { daysSaid, evidenceText, type FindingRow, placedSays } from '../../src/window/operations/finding-item.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { textsOf } from '../../src/window/texts/texts.ts';

const finding = (more: Partial<FindingRow> = {}): FindingRow => ({
  id: 'f',
  rank: 1,
  kind: 'burst',
  title: 'Burst',
  severity: 'critical',
  says: 'Burst',
  siUnit: 'KL',
  kilowattHours: null,
  kilowattHoursPerDay: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  assigneeId: null,
  mutedUntil: null,
  unitId: 'BOILER',
  unitName: 'Boiler',
  swappedWith: null,
  swappedWithName: null,
  firstDay: '19/02/2026',
  raisedOn: '20/02/2026',
  lastDay: '28/02/2026',
  isOpen: true,
  litres: null,
  litresPerDay: null,
  money: null,
  currency: null,
  confidence: 0.8,
  evidence: {},
  fate: null,
  fateAt: null,
  fateBy: null,
  fateReason: null,
  explain: null,
  ...more,
});
const SWAP = finding({
  kind: 'swapped-meters',
  swappedWith: 'INLET',
  swappedWithName: 'Inlet',
  evidence: { swappedSince: '2026-02-19' },
});
const texts = textsOf('en');
const clock = { timezone: 'UTC', startAt: '00:00:00', today: businessDate('2026-03-01') };
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
      'Boiler: Up to 9\u00a0KL passed in an hour, over 4 h; usually at most 1.5\u00a0KL do',
    );
    expect(placedSays(english, finding({ unitId: null, unitName: null }))).toMatch(/^The site as a whole: /);
    expect(placedSays(english, SWAP)).toMatch(/^Boiler and Inlet seem to be swapped since 19 Feb 2026: /);
    expect(placedSays({ texts: textsOf('hi'), clock, language: 'hi' }, SWAP)).toContain('आपस में बदले लगते हैं');
  });

  it('rests on figures, dates and lists as people read them', () => {
    expect([10, 1.5, 0.0004, 54_034.4].map(evidenceText)).toEqual(['10', '1.5', '0.0004', '54\u202f034']);
    expect(evidenceText('2026-02-19')).toBe('19 Feb 2026');
    expect(evidenceText(['BOILER', 'INLET', 3])).toBe('BOILER, INLET, 3');
    expect([evidenceText('less'), evidenceText(true), evidenceText(null)]).toEqual(['less', 'true', 'null']);
  });
});
