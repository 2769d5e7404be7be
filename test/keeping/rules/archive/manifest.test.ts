import { describe, expect, it } from 'vitest';
import { dataFileName, differingUnit, fileName } from '../../../../src/keeping/rules/archive/manifest.ts';
import { monthsBetween, readMonth } from '../../../../src/keeping/rules/archive/months.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import {
  arePartedBySeal,
  firstSealedFrom,
  isSealed,
  NOTHING_SEALED,
  unsealedAround,
  whySealed,
} from '../../../../src/kernel/time/sealed-days.ts';

describe('months of a request', () => {
  it('are MM/YYYY, and end with their own last day', () => {
    expect(readMonth('02/2028')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(['2/2028', '13/2028', '00/2028', '2028/02', ''].map(readMonth)).toEqual(
      Array.from({ length: 5 }, () => 'is not a month MM/YYYY'),
    );
    expect(readMonth('01/1800')).toBe('is not of the years 1910 to 2190');
  });

  it('follow one another over the year, none backwards', () => {
    const [from, to] = [readMonth('11/2025'), readMonth('02/2026')];
    if (typeof from === 'string' || typeof to === 'string') throw new Error('both are months');
    expect(monthsBetween(from, to).map((month) => month.from)).toEqual([
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ]);
    expect(monthsBetween(to, from)).toEqual([]);
  });
});

describe('names in the archive', () => {
  it.each([
    ['ACME', 'ACME'],
    ['..', '%2E%2E'],
    ['a/b\\c', 'a%2Fb%5Cc'],
    ["O'Brien & Sons", 'O%27Brien%20%26%20Sons'],
    ['Ä*', '%C3%84%2A'],
  ])('of industry %s stand below %s', (industryId, folder) => {
    const month = businessDate('2026-01-01');
    expect(fileName(industryId, month, 'manifest.json')).toBe(`${folder}/2026-01/manifest.json`);
    expect(dataFileName({ schemaVersion: 2, industryId, month }, 'readings.parquet')).toBe(
      `lake/readings/data/industry=${folder}/year=2026/month=01/readings.parquet`,
    );
    expect(dataFileName({ schemaVersion: 1, industryId, month }, 'readings.parquet')).toBe(
      `${folder}/2026-01/readings.parquet`,
    );
  });
});

describe('two lists of facts', () => {
  const facts = { rows: 1, sum: '5', checksum: 'aa' };
  const unit = { unitId: 'A', readings: facts, samples: null };
  it('agree when every unit has the same rows', () => {
    expect(differingUnit([unit], [{ ...unit }])).toBeNull();
  });
  it.each([
    ['a sum', [{ ...unit, readings: { ...facts, sum: '6' } }], 'A'],
    ['a checksum', [{ ...unit, readings: { ...facts, checksum: 'bb' } }], 'A'],
    ['samples', [{ ...unit, samples: facts }], 'A'],
    ['a unit less', [], 'A'],
    ['a unit more', [unit, { ...unit, unitId: 'B' }], 'B'],
  ])('that differ in %s name the unit', (_, other, expected) => {
    expect(differingUnit([unit], other)).toBe(expected);
  });
});

describe('sealed days', () => {
  const sealed = { before: businessDate('2025-06-10'), months: new Set(['2025-03', '2026-01']) };
  it('are those before the date and those of the months', () => {
    const days = ['2025-06-09', '2025-06-10', '2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'];
    expect(days.map((day) => isSealed(sealed, day))).toEqual([true, false, false, true, true, false]);
    expect(isSealed(NOTHING_SEALED, '1900-01-01')).toBe(false);
  });
  it('are told by what has sealed them', () => {
    expect(whySealed(sealed, businessDate('2025-06-01'))).toBe('readings before 10/06/2025 have been removed');
    expect(whySealed(sealed, businessDate('2026-01-05'))).toBe('the readings of 01/2026 are archived');
  });
  it('part days when a whole month lies between them', () => {
    const parted = (a: string, b: string) => arePartedBySeal(sealed, businessDate(a), businessDate(b));
    expect([parted('2025-12-31', '2026-02-01'), parted('2026-02-01', '2025-12-31')]).toEqual([true, true]);
    expect([parted('2025-12-30', '2025-12-31'), parted('2025-12-31', '2026-01-05')]).toEqual([false, false]);
  });
  it('bound the days that are known around others', () => {
    const around = (from: string, to: string) => unsealedAround(sealed, businessDate(from), businessDate(to));
    expect(around('2025-11-01', '2025-12-05')).toEqual({ from: '2025-06-10', to: '2025-12-31' });
    expect(around('2026-02-03', '2026-02-04')).toEqual({ from: '2026-02-01', to: null });
    const day = businessDate('2026-02-03');
    expect(unsealedAround(NOTHING_SEALED, day, day)).toEqual({ from: null, to: null });
  });
  it('are found from a date on', () => {
    const from = (date: string) => firstSealedFrom(sealed, businessDate(date));
    expect([from('2025-06-09'), from('2025-06-10'), from('2026-01-20'), from('2026-02-01')]).toEqual([
      '2025-06-09',
      '2026-01-01',
      '2026-01-20',
      null,
    ]);
  });
});
