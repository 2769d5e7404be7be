import { describe, expect, it } from 'vitest';
import { daysSaid, evidenceText, type FindingRow, placedSays } from '../../src/window/operations/finding-item.ts';
import { textsOf } from '../../src/window/texts/texts.ts';

const finding = (more: Partial<FindingRow> = {}): FindingRow => ({
  id: 'f',
  rank: 1,
  kind: 'burst',
  says: 'Burst',
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
const SWAP = finding({ swappedWith: 'INLET', swappedWithName: 'Inlet', evidence: { swappedSince: '2026-02-19' } });
const texts = textsOf('en');

describe('a finding', () => {
  it('tells its days, and none of them twice', () => {
    const said = (more: Partial<FindingRow>): string => daysSaid({ texts }, finding(more));
    expect(said({})).toBe('since 19 Feb 2026, still there on 28 Feb 2026');
    expect(said({ lastDay: '19/02/2026' })).toBe('since 19 Feb 2026');
    expect(said({ isOpen: false })).toBe('19 Feb 2026 to 28 Feb 2026');
    expect(said({ isOpen: false, lastDay: '19/02/2026' })).toBe('19 Feb 2026');
    expect(daysSaid({ texts }, SWAP)).toBe('still there on 28 Feb 2026');
  });

  it('has its place before it, but for a swapped pair, which names its units', () => {
    expect(placedSays({ texts }, finding())).toBe('Boiler: Burst: far more than ever flows');
    expect(placedSays({ texts }, finding({ unitId: null, unitName: null }))).toMatch(/^The site as a whole: /);
    expect(placedSays({ texts }, SWAP)).toMatch(/^Boiler and Inlet seem to be swapped since 19 Feb 2026: /);
    expect(placedSays({ texts: textsOf('hi') }, SWAP)).toContain('आपस में बदले लगते हैं');
  });

  it('rests on figures, dates and lists as people read them', () => {
    expect([10, 1.5, 0.0004, 54_034.4].map(evidenceText)).toEqual(['10', '1.5', '0.0004', '54\u202f034']);
    expect(evidenceText('2026-02-19')).toBe('19 Feb 2026');
    expect(evidenceText(['BOILER', 'INLET', 3])).toBe('BOILER, INLET, 3');
    expect([evidenceText('less'), evidenceText(true), evidenceText(null)]).toEqual(['less', 'true', 'null']);
  });
});
