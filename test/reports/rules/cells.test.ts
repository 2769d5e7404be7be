import { describe, expect, it } from 'vitest';
import { changeCell, levelCell, quantityCell } from '../../../src/reports/rules/cells.ts';
import { daysText } from '../../../src/reports/rules/compose-document.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { reportTexts } from '../../../src/reports/rules/report-texts.ts';

describe('cells', () => {
  it('of what was not measured are missing, and never 0', () => {
    expect(quantityCell({ value: null, unit: 'KL', basis: null, why: 'no reading' })).toEqual({
      kind: 'missing',
      why: 'no reading',
    });
    expect(levelCell({ value: 0, unit: 'm', basis: null })).toMatchObject({ kind: 'level', value: 0 });
  });

  it('are provisional while their period runs, or while register checks are still to come', () => {
    const basis = { coverage: 1, estimatedShare: 0 };
    const of = (more: object) => quantityCell({ value: 1, unit: 'KL', basis, ...more });
    expect(of({})).toMatchObject({ provisional: false, bound: null });
    expect(of({ running: true })).toMatchObject({ provisional: true });
    expect(of({ basis: { ...basis, provisional: true } })).toMatchObject({ provisional: true });
  });

  it('of a change have a sign by the size of what was before, and no share of nothing', () => {
    expect(changeCell(90, 100, 'KL')).toEqual({ kind: 'change', share: -0.1, from: 100, unit: 'KL' });
    expect(changeCell(-50, -100, 'kWh')).toMatchObject({ share: 0.5 });
    expect(changeCell(5, 0, 'KL')).toEqual({ kind: 'change', share: null, from: 0, unit: 'KL' });
    expect(changeCell(5, null, 'KL')).toEqual({ kind: 'missing', why: 'nothing to compare with' });
  });
});

describe('days of a report', () => {
  it.each([
    ['2026-01-15', '2026-01-15', '15 Jan 2026'],
    ['2026-02-01', '2026-02-28', 'February 2026'],
    ['2026-02-01', '2026-02-27', '01 Feb 2026 to 27 Feb 2026'],
    ['2026-01-01', '2026-02-28', '01 Jan 2026 to 28 Feb 2026'],
  ])('%s to %s are written %s', (from, to, text) => {
    expect(daysText(reportTexts('en'), { from: businessDate(from), to: businessDate(to) })).toBe(text);
  });
});
