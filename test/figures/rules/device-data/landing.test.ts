import { describe, expect, it } from 'vitest';
import {
  comparableTotal,
  periodDates,
  tileCategory,
  tileStatus,
} from '../../../../src/figures/rules/device-data/landing.ts';
import type { Category } from '../../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { category, entry, provenance, span, spansOf, unit } from './support.ts';

const ends = (dates: readonly string[]) => [dates[0], dates.at(-1), dates.length];

describe('periods of the landing page', () => {
  it.each([
    ['today', '2026-03-31', ['2026-03-31', '2026-03-31', 1], ['2026-03-30', '2026-03-30', 1]],
    ['yesterday', '2026-03-01', ['2026-02-28', '2026-02-28', 1], ['2026-02-27', '2026-02-27', 1]],
    ['week', '2026-03-10', ['2026-03-04', '2026-03-10', 7], ['2026-02-25', '2026-03-03', 7]],
    ['month', '2026-03-10', ['2026-03-01', '2026-03-10', 10], ['2026-02-01', '2026-02-10', 10]],
    ['month', '2026-03-31', ['2026-03-01', '2026-03-31', 31], ['2026-02-01', '2026-02-28', 28]],
    ['month', '2026-01-01', ['2026-01-01', '2026-01-01', 1], ['2025-12-01', '2025-12-01', 1]],
  ] as const)('%s of %s', (period, date, current, previous) => {
    const { dates, before } = periodDates(period, businessDate(date));
    expect([ends(dates), ends(before)]).toEqual([current, previous]);
  });
});

describe('the figure that is compared', () => {
  const total = (...asked: Parameters<typeof comparableTotal>) => comparableTotal(...asked).value;
  const days = spansOf(
    span(unit('M1'), null, [entry(100), entry(60)]),
    span(unit('M2'), null, [entry(null), entry(5)]),
  );

  it('is the sum over units and days', () => {
    expect(total(['M1', 'M2'], days, null)).toBe(165);
  });

  it('counts only the whole hours of a running last day', () => {
    const hours = spansOf(
      span(unit('M1'), null, [entry(10), entry(20), entry(30)]),
      span(unit('M2'), null, [entry(null), entry(5), entry(7)]),
    );
    expect(total(['M1', 'M2'], days, { spans: hours, wholeHours: 2 })).toBe(135);
  });

  it('is null where a virtual unit failed, over the days or in the hours of the last one', () => {
    const failed = span(unit('V', 'virtualCategory'), null, [entry(null), entry(4)], {
      provenance: provenance({ failed: true }),
    });
    expect(total(['M1', 'V'], spansOf(span(unit('M1'), 160, [entry(100), entry(60)]), failed), null)).toBeNull();
    expect(total(['M1'], spansOf(span(unit('M1'), 160, [entry(100), entry(60)]), failed), null)).toBe(160);
    expect(total(['M1', 'V'], days, { spans: spansOf(failed), wholeHours: 1 })).toBeNull();
  });

  it('is null where the hours of a unit would have to add up and do not', () => {
    const lost = {
      ...span(unit('L', 'virtualCategory'), 6, [entry(1), entry(3), entry(6)]),
      hoursAddUp: false as const,
    };
    const whole = spansOf(span(unit('L', 'virtualCategory'), 10, [entry(4), entry(6)]));
    expect(total(['L'], whole, { spans: spansOf(lost), wholeHours: 2 })).toBeNull();
    expect(total(['L'], whole, null)).toBe(10);
  });

  it('is null without data', () => {
    expect(total(['M3'], days, null)).toBeNull();
  });
});

describe('tiles', () => {
  const industry = (v2: Readonly<Record<string, Category>>) => ({
    units: new Map(
      [unit('M1'), unit('P', 'ENERGY_CATEGORY')].map((current, unitKey) => [
        current.unitId,
        { unitKey, current, versions: [] },
      ]),
    ),
    categories: { categories: new Map(), categoriesV2: new Map(Object.entries(v2)), standardCategories: new Map() },
  });

  it('show the declared category, else every unit of their kind', () => {
    expect(
      tileCategory(industry({ ID_SOURCE: category('FLOW_CATEGORY', { A: ['X'] }) }), 'water').subCategories[0]?.units,
    ).toEqual(['X']);
    expect(tileCategory(industry({}), 'water').subCategories[0]?.units).toEqual(['M1']);
    expect(tileCategory(industry({}), 'energy').subCategories[0]?.units).toEqual(['P']);
  });

  it.each([
    [false, 1, 'missing'],
    [true, 0.9, 'ok'],
    [true, 0.89, 'partial'],
    [true, null, 'ok'],
  ] as const)('with a figure: %s, coverage %d are %s', (hasFigure, coverage, status) => {
    expect(tileStatus(true, hasFigure, coverage)).toBe(status);
  });

  it('before they begin are upcoming, not missing', () => {
    expect(tileStatus(false, false, null)).toBe('upcoming');
  });
});
