import { describe, expect, it } from 'vitest';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportService, ReportType } from '../../../../src/reports/rules/terms.ts';
import { reportInput, type Works } from '../support/works.ts';

/*
 * Net energy of two days: 36 kWh drawn, and 87 kWh fed in on the second day alone. The net of that day is below 0 and
 * counts as 0, so that the net of the period is above what was drawn less what was fed in.
 */

const works = (service: ReportService, reportType: ReportType, net: readonly number[]): Works => ({
  request: { service, reportType, startDate: businessDate('2026-06-01'), endDate: businessDate('2026-06-02') },
  now: '2026-07-02T08:00:00Z',
  units: {
    IMPORT: { standardCategoryId: 'ENERGY_CATEGORY', displayName: 'Import', days: [10_000, 26_000] },
    FED: { standardCategoryId: 'ENERGY_CATEGORY', displayName: 'Fed in', days: [0, 87_000] },
    NET: { standardCategoryId: 'VIRTUAL', displayName: 'Net', days: net },
  },
  categories: { energyCategory: { GRID: ['IMPORT', 'FED', 'NET'] }, ID_SOURCE: { GRID: ['NET', 'IMPORT'] } },
});

const notesOf = (service: ReportService, reportType: ReportType, net: readonly number[], isShown = false): string => {
  const input = reportInput(works(service, reportType, net));
  const industry = { ...input.industry, virtualNegativeCalc: isShown };
  return BUILDERS[service]
    .build({ ...input, industry })
    .sections.flatMap((section) => (section.kind === 'table' ? (section.note ?? []) : []))
    .join(' ');
};

const NOTE = 'A day whose result is below 0 counts as 0: Net.';

describe('a day whose result is below 0', () => {
  it.each([
    ['energy', 'daily_range'],
    ['energy', 'monthly'],
    ['custom_water', 'monthly'],
    ['smart_city', 'daily_range'],
    ['executive', 'monthly'],
    ['water_balance', 'monthly'],
    ['consolidated', 'monthly'],
  ] as const)('is told to count as 0 in %s, %s', (service, reportType) => {
    expect(notesOf(service, reportType, [10_000, 0])).toContain(NOTE);
  });

  it('is told of the one day that a summary is about', () => {
    expect(notesOf('summary', 'daily', [0])).toContain(NOTE);
    expect(notesOf('summary', 'daily', [10_000])).not.toContain(NOTE);
  });

  it('is not told where each day came to more, or the industry shows such days', () => {
    expect(notesOf('energy', 'daily_range', [10_000, 26_000])).not.toContain('counts as 0');
    expect(notesOf('energy', 'daily_range', [10_000, 0], true)).not.toContain('counts as 0');
  });
});
