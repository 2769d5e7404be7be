import type { DataContext } from '../context.ts';
import { unitsOf } from '../figures/rules/device-data/categories.ts';
import { inPieces } from '../kernel/pieces.ts';
import { formatCategoryInSteps } from '../figures/rules/device-data/format-category.ts';
import type { UnitObject } from '../figures/rules/device-data/format-unit.ts';
import { type HourOfCategory, hoursOfCategoryInSteps } from '../figures/rules/device-data/category-hours.ts';
import { comparableFigureInSteps, comparisonOf, type DayComparison } from '../figures/rules/device-data/compared.ts';
import {
  type CategorySide,
  isSilentNow,
  shownCategories,
  sideOf,
  wasSilent,
} from '../figures/rules/device-data/overview.ts';
import { ServiceError } from '../kernel/errors.ts';
import { type Completeness, completenessIn } from '../kernel/document/completeness.ts';
import type { UnitSpan } from '../figures/rules/figures/unit-span.ts';
import type { Category, Industry } from '../kernel/industry/industry.ts';
import { industryFrom, isInUse, withRetired } from '../kernel/industry/retired.ts';
import { businessDateOf, dayWindow, endedHours } from '../kernel/time/business-clock.ts';
import { addDays, formatRequestDate } from '../kernel/time/business-date.ts';
import { DAYS_OF_WEEK, HOUR_MS } from '../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { lastSeenOfUnits } from '../platform/directory/store/industry-lists.ts';
import { latestReadingsBy } from '../readings/store/readings.ts';
import { staleDays } from '../ledger/store/ledger.ts';
import { readHoursAndDay, readSpans } from '../figures/read-spans.ts';
import { usualHoursOf } from '../figures/usual-hours.ts';
import { balanceNeeds, balanceOver } from './read-balance.ts';

interface OverviewRequest {
  /** null: the running business day. */
  readonly date: BusinessDate | null;
  readonly divisionFactor: number;
  /** Whether to tell what is usual of the day and of the day before, by the hours that are read anyway. */
  readonly withUsual: boolean;
}

type UnitOfDay = Omit<UnitObject, 'data' | 'meta'>;

interface CategoryOfDay extends Completeness {
  readonly categoryId: string;
  readonly standardCategoryId: string;
  readonly side: CategorySide;
  readonly value: number | null;
  readonly siUnit: string | null;
  /** The value over the compared hours. */
  readonly comparedValue: number | null;
  readonly compared: Completeness;
  readonly dayBefore: DayComparison;
  readonly weekBefore: DayComparison;
  readonly hours: readonly Pick<HourOfCategory, 'x' | 'y' | 'bound'>[];
  readonly subCategories: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly units: readonly UnitOfDay[];
  }[];
}

/**
 * GET overview: one business day, each category beside the day before and the same weekday. Spec gap: the running day
 * is compared over its whole hours with the same hours of other days, because a morning is less than any day.
 * @throws ServiceError 404 for a day that has not begun.
 */
export async function readOverview(
  context: DataContext,
  inUse: Industry,
  { date: asked, divisionFactor, withUsual }: OverviewRequest,
) {
  const industry = withRetired(inUse);
  const now = context.clock.now();
  const today = businessDateOf(industry.clock, now);
  const date = asked ?? today;
  if (date > today) throw new ServiceError(404, `No data: business day ${formatRequestDate(date)} has not begun`);
  const running = date === today;
  const [dayBefore, weekBefore] = [addDays(date, -1), addDays(date, -DAYS_OF_WEEK)];
  const categories = shownCategories(industry);
  const unitIds = unitsOf(industry, categories);
  const needs = balanceNeeds(industryFrom(industry, date), [date]);
  const [{ hours: current, day }, before, week, stale, seen, heard] = await Promise.all([
    readHoursAndDay(context, industry, [...new Set([...unitIds, ...needs.wantedIds])], date),
    readSpans(context, industry, unitIds, { kind: 'HOURS', date: dayBefore }),
    readSpans(
      context,
      industry,
      unitIds,
      running ? { kind: 'HOURS', date: weekBefore } : { kind: 'DAYS', dates: [weekBefore] },
    ),
    staleDays(context.database, industry.industryKey, date, date),
    lastSeenOfUnits(context.database, industry.industryKey),
    heardBy(context, industry, now),
  ]);
  const window = dayWindow(industry.clock, date);
  const wholeHours = endedHours(window, now);
  const until = wholeHours === null ? Infinity : window.startEpochMs + wholeHours * HOUR_MS;
  const ofCategory = async (category: Category): Promise<CategoryOfDay> => {
    const layout = { divisionFactor, energyDetail: false };
    const { subCategories, ...combined } = await inPieces(formatCategoryInSteps(category, current, layout));
    const units = unitsOf(industry, [category]);
    const over = (spans: ReadonlyMap<string, UnitSpan>) =>
      inPieces(comparableFigureInSteps(category, units, { spans, wholeHours }, divisionFactor));
    const compared = await over(current);
    const figureBefore = await over(before);
    const figureOfWeek = await over(week);
    const told = { divisionFactor, before: until };
    const hours = await inPieces(hoursOfCategoryInSteps(category, units, [before, current], told));
    return {
      categoryId: category.categoryKey,
      standardCategoryId: category.standardCategoryId,
      side: sideOf(category),
      ...combined,
      comparedValue: compared.value,
      compared: completenessIn(compared),
      dayBefore: comparisonOf(compared, figureBefore),
      weekBefore: comparisonOf(compared, figureOfWeek),
      hours: hours.map(({ x, y, bound }) => ({ x, y, bound })),
      subCategories: subCategories.map(({ id, displayName, units: formatted }) => ({
        id,
        displayName,
        units: formatted.map(({ data: _hours, meta: _meta, ...unit }) => unit),
      })),
    };
  };
  const shown: CategoryOfDay[] = [];
  for (const category of categories) shown.push(await ofCategory(category));
  const days = { startDate: date, begun: [date], divisionFactor };
  const usualOf = (one: BusinessDate, spans: ReadonlyMap<string, UnitSpan>) =>
    usualHoursOf(context, industry, { date: one, divisionFactor, spans });
  const [{ figures, waterBalance }, usual] = await Promise.all([
    balanceOver(context, industry, { ...needs, ...days, spans: day }),
    withUsual ? Promise.all([usualOf(date, current), usualOf(dayBefore, before)]) : null,
  ]);
  return {
    date: formatRequestDate(date),
    running,
    stale: stale.length > 0,
    lastUpdatedTime: newestOf(seen),
    comparedHours: wholeHours,
    dayBefore: formatRequestDate(dayBefore),
    weekBefore: formatRequestDate(weekBefore),
    categories: shown,
    balance: {
      inflow: figures.inflow,
      outflow: figures.outflow,
      balance: figures.balance,
      stockChange: figures.stockChange,
      unaccounted: figures.unaccounted,
      status: waterBalance.status,
    },
    silent: silentUnits(industry, shown, heard, running ? now : null),
    ...(usual === null ? {} : { usual: usual[0], usualBefore: usual[1] }),
  };
}

type Seen = ReadonlyMap<string, Date>;

const newestOf = (seen: Seen): string | null =>
  seen.size === 0 ? null : new Date(Math.max(...[...seen.values()].map((at) => at.getTime()))).toISOString();

/** Instants of the newest readings by now, by unit key. */
type Heard = ReadonlyMap<number, Date>;

async function heardBy({ database }: DataContext, { clock, units }: Industry, now: EpochMillis): Promise<Heard> {
  const keys = [...units.values()].map(({ unitKey }) => unitKey);
  const latest = await latestReadingsBy(database, clock, keys, now);
  return new Map(latest.map(({ unitKey, createdOn }) => [unitKey, createdOn]));
}

/**
 * Units that are not heard: of the running day by their newest reading up to now, of another one without a genuine
 * reading on it.
 * @param now null: the day is over, so a unit is silent when the day has none
 */
function silentUnits(industry: Industry, categories: readonly CategoryOfDay[], heard: Heard, now: number | null) {
  const ofDay = new Map(
    categories.flatMap(({ subCategories }) =>
      subCategories.flatMap(({ units }) => units.map((unit) => [unit.unitId, unit] as const)),
    ),
  );
  return [...industry.units.values()].flatMap((unit) => {
    const { current } = unit;
    if (current.group === 'VIRTUAL' || (now !== null && !isInUse(unit))) return [];
    const lastSeen = heard.get(unit.unitKey) ?? null;
    const figures = ofDay.get(current.unitId);
    const silent =
      now === null
        ? figures !== undefined && wasSilent(figures)
        : isSilentNow(lastSeen?.getTime() ?? null, current.dataUpdateFrequencySeconds, now);
    return silent
      ? [{ unitId: current.unitId, unitName: current.displayName, lastSeen: lastSeen?.toISOString() ?? null }]
      : [];
  });
}
