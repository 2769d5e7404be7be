import { SILENT_AFTER_MINUTES } from '../../../kernel/measure/offline-thresholds.ts';
import { type Category, findCategory, type Industry } from '../../../kernel/industry/industry.ts';
import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import { numberOrNull, sumOrNull } from '../processors/numbers.ts';
import { addDays, daysBetween, eachDate, firstOfMonth } from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import { partUpTo, type UnitSpan } from '../figures/unit-span.ts';
import type { ComparedSide } from './compared.ts';

export const LANDING_PERIODS = ['today', 'yesterday', 'week', 'month'] as const;
export type LandingPeriod = (typeof LANDING_PERIODS)[number];

/**
 * Minutes after which a unit without a newer reading is offline (specification, States: 15 minutes by the hour, 60 by
 * the day, 1,800 by the month). Spec gap: the view of a period is not stated. One day is seen by its hours, a week by
 * its days.
 */
export const ONLINE_THRESHOLD_MINUTES: Readonly<Record<LandingPeriod, number>> = {
  today: SILENT_AFTER_MINUTES.hour,
  yesterday: SILENT_AFTER_MINUTES.hour,
  week: SILENT_AFTER_MINUTES.day,
  month: SILENT_AFTER_MINUTES.month,
};

interface PeriodDates {
  readonly dates: readonly BusinessDate[];
  readonly before: readonly BusinessDate[];
}

/**
 * The days of a period and of the same period before it. Spec gap: the periods are not defined. today is the date asked
 * for, yesterday the day before it, week the seven days that end with it, month its month so far (compared with the
 * same days of the month before, as far as that month has them).
 */
export function periodDates(period: LandingPeriod, date: BusinessDate): PeriodDates {
  const days = (from: BusinessDate, to: BusinessDate) => [...eachDate(from, to)];
  switch (period) {
    case 'today':
      return { dates: [date], before: [addDays(date, -1)] };
    case 'yesterday':
      return { dates: [addDays(date, -1)], before: [addDays(date, -2)] };
    case 'week':
      return { dates: days(addDays(date, -6), date), before: days(addDays(date, -13), addDays(date, -7)) };
    case 'month':
      return { dates: days(firstOfMonth(date), date), before: sameDaysOfMonthBefore(date) };
  }
}

function sameDaysOfMonthBefore(date: BusinessDate): readonly BusinessDate[] {
  const last = addDays(firstOfMonth(date), -1);
  const first = firstOfMonth(last);
  const asManyDays = addDays(first, daysBetween(firstOfMonth(date), date));
  return [...eachDate(first, asManyDays < last ? asManyDays : last)];
}

/** Units of a tile: those of the first of these categories that the industry has, else its units of these groups. */
interface Tile {
  readonly categoryKeys: readonly string[];
  readonly standardCategoryId: string;
  readonly groups: readonly UnitGroup[];
}

/**
 * Spec gap: water and energy of the page are not defined. Water is the water taken in; the water used is not added to
 * it.
 */
const TILES = {
  water: {
    categoryKeys: ['ID_SOURCE', 'sourceCategory'],
    standardCategoryId: 'FLOW_CATEGORY',
    groups: ['FLOW', 'CONSUMPTION'],
  },
  energy: {
    categoryKeys: ['energyCategory', 'ENERGY_CATEGORY'],
    standardCategoryId: 'ENERGY_CATEGORY',
    groups: ['ENERGY'],
  },
  quality: {
    categoryKeys: ['qualityCategory', 'QUALITY_CATEGORY'],
    standardCategoryId: 'QUALITY_CATEGORY',
    groups: ['QUALITY'],
  },
} as const satisfies Record<string, Tile>;

export function tileCategory(industry: Pick<Industry, 'categories' | 'units'>, tile: keyof typeof TILES): Category {
  const { categoryKeys, standardCategoryId, groups }: Tile = TILES[tile];
  const declared = categoryKeys.flatMap((key) => findCategory(industry, key) ?? [])[0];
  if (declared !== undefined) return declared;
  const units = [...industry.units.values()]
    .filter(({ current }) => groups.includes(current.group))
    .map(({ current }) => current.unitId);
  return { categoryKey: tile, standardCategoryId, subCategories: [{ id: tile, displayName: tile, units }] };
}

type TileStatus = 'ok' | 'partial' | 'missing' | 'upcoming';

const OK_COVERAGE = 0.9;

/**
 * Spec gap: the values of `status`. upcoming: the period has not begun; missing: no figure; partial: less than nine
 * tenths of the expected slots hold a genuine reading.
 */
export const tileStatus = (hasBegun: boolean, hasFigure: boolean, coverage: number | null): TileStatus => {
  if (!hasFigure) return hasBegun ? 'missing' : 'upcoming';
  return coverage !== null && coverage < OK_COVERAGE ? 'partial' : 'ok';
};

/** The last day of a period hour by hour, of which only the first `wholeHours` count. */
export interface LastDayHours {
  readonly spans: ReadonlyMap<string, UnitSpan>;
  readonly wholeHours: number;
}

/**
 * Raw sum of units over days; with `lastDay` the last of the days counts only its first whole hours, so that a running
 * day is compared with the same hours of an earlier one. null without a figure, where a virtual unit failed, and where
 * hours that do not add up would have to.
 */
export function comparableTotal(
  unitIds: readonly string[],
  days: ReadonlyMap<string, UnitSpan>,
  lastDay: LastDayHours | null,
): ComparedSide {
  const spansIn = (of: ReadonlyMap<string, UnitSpan>) => unitIds.flatMap((unitId) => of.get(unitId) ?? []);
  const whole = spansIn(days);
  const hours = lastDay === null ? [] : spansIn(lastDay.spans);
  const parts = [
    ...whole.map((span) => partUpTo(span, span.entries.length - (lastDay === null ? 0 : 1))),
    ...hours.map((span) => partUpTo(span, lastDay?.wholeHours ?? 0)),
  ];
  const isUnknown =
    [...whole, ...hours].some(({ figures }) => figures?.provenance.failed === true)
    || hours.some(({ hoursAddUp }) => hoursAddUp === false);
  return { value: isUnknown ? null : sumOrNull(parts.map(({ value }) => numberOrNull(value))), parts };
}
