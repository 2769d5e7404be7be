import { describe, expect, it } from 'vitest';
import { aiSummaryReport } from '../../../../src/reports/rules/builders/ai-summary.ts';
import { energyReport } from '../../../../src/reports/rules/builders/energy.ts';
import { executiveReport } from '../../../../src/reports/rules/builders/executive.ts';
import { summaryReport } from '../../../../src/reports/rules/builders/summary.ts';
import { plain } from '../support/read-document.ts';
import { reportInput, type Works } from '../support/works.ts';

const POWER = { standardCategoryId: 'ENERGY_CATEGORY', changes: { siUnit: 'kWh' } };

/** 5 kWh of the site, 1 kWh fed in, and 3 kWh of a meter that no category lists. */
const works = (more: Partial<Works> = {}): Works => ({
  request: { service: 'energy', reportType: 'daily' },
  now: '2026-07-02T10:00:00Z',
  units: {
    MAIN: { ...POWER, days: [5000], before: [4000] },
    SUN: { ...POWER, displayName: 'Solar export', days: [1000], before: [1000] },
    TEST: { ...POWER, days: [3000], before: [3000] },
  },
  categories: { energyCategory: { E: ['MAIN', 'SUN'] } },
  ...more,
});
const BUILDERS = [energyReport, summaryReport, executiveReport, aiSummaryReport];

const energyIn = (given: Works) =>
  BUILDERS.map((builder) => {
    const found = builder.build(reportInput(given)).headlines.find(({ title }) => title === 'Energy');
    return found === undefined ? null : [plain(found.value), found.change === null ? null : plain(found.change)];
  });

describe('the energy that a site uses', () => {
  it('is one figure with one change in every report', () => {
    expect(energyIn(works())).toEqual(BUILDERS.map(() => [5, 0.25]));
  });

  it('has a change in none where a meter of it was measured by less than nine tenths before', () => {
    const { units } = works();
    const given = works({
      units: { ...units, PUMP: { ...POWER, days: [2000] } },
      categories: { energyCategory: { E: ['MAIN', 'PUMP', 'SUN'] } },
    });
    expect(energyIn(given)).toEqual(BUILDERS.map(() => [7, null]));
  });
});
