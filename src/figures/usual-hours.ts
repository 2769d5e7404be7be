import { inPieces, Piece } from '../kernel/pieces.ts';
import type { DataContext } from '../context.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Category, Industry } from '../kernel/industry/industry.ts';
import { countingFrom, withRetired } from '../kernel/industry/retired.ts';
import { businessDateOf, dayWindow, endedHours } from '../kernel/time/business-clock.ts';
import { addDays, formatRequestDate } from '../kernel/time/business-date.ts';
import { DAYS_OF_WEEK } from '../kernel/time/durations.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readSpans } from './read-spans.ts';
import type { UnitSpan } from './rules/figures/unit-span.ts';
import { divisorFor, unitsOf } from './rules/device-data/categories.ts';
import { hoursOfCategoryInSteps } from './rules/device-data/category-hours.ts';
import { comparableFigureInSteps } from './rules/device-data/compared.ts';
import { sideOf } from './rules/device-data/overview.ts';
import { type HoursOfUnits, mainCategory, type UsualBand, usualUse } from './rules/device-data/usual-hours.ts';
import { numberOrNull } from './rules/processors/numbers.ts';
import { hourCountOf, hourStart } from './rules/processors/hours.ts';
import { toDisplay } from './rules/figures/display.ts';
import { unitsOfWholeDays } from './virtual-plan.ts';
import { readExamples } from './store/usual-hours-cache.ts';

const WEEKS = 8;

interface UsualRequest {
  /** null: the running business day. */
  readonly date: BusinessDate | null;
  readonly divisionFactor: number;
}

/**
 * GET usualHours: the use of a day by the hour beside the same weekday of eight weeks.
 * @throws ServiceError 404 for a day that has not begun, and where no category adds up amounts.
 */
export async function readUsualHours(
  context: DataContext,
  inUse: Industry,
  { date: asked, divisionFactor }: UsualRequest,
) {
  const industry = withRetired(inUse);
  const today = businessDateOf(industry.clock, context.clock.now());
  const date = asked ?? today;
  if (date > today) throw new ServiceError(404, `No data: business day ${formatRequestDate(date)} has not begun`);
  const judged = judgedOn(industry, date);
  if (judged === null) throw new ServiceError(404, 'No data: no category adds up amounts');
  const spans = await readSpans(context, industry, judged.unitIds, { kind: 'HOURS', date });
  return usualOf(context, industry, judged, { date, divisionFactor, spans });
}

/** The category whose usual use a day is compared with, and the earlier days. */
interface Judged {
  readonly category: Category;
  /** Units of the category that count on the day. */
  readonly unitIds: readonly string[];
  /** The days that it is compared with: of as many hours, because one of 23 or 25 is no example of one of 24. */
  readonly dates: readonly BusinessDate[];
}

/** null: no category adds up amounts. */
function judgedOn(industry: Industry, date: BusinessDate): Judged | null {
  const { lengthSeconds } = dayWindow(industry.clock, date);
  const dates = Array.from({ length: WEEKS }, (_, week) => addDays(date, -DAYS_OF_WEEK * (week + 1))).filter(
    (one) => dayWindow(industry.clock, one).lengthSeconds === lengthSeconds,
  );
  const category = mainCategory(industry, unitsOfWholeDays(industry, [date, ...dates]));
  if (category === null) return null;
  return { category, dates, unitIds: countingFrom(industry, unitsOf(industry, [category]), date) };
}

interface DayOfHours {
  readonly date: BusinessDate;
  readonly divisionFactor: number;
  /** Hours of the day, of all units of its categories at least. */
  readonly spans: ReadonlyMap<string, UnitSpan>;
}

/**
 * The same of a day whose hours have been read. Days whose figures wait for a rebuild are no examples.
 * @param industry with its retired units
 * @returns null: no category adds up amounts
 */
export async function usualHoursOf(context: DataContext, industry: Industry, day: DayOfHours) {
  const judged = judgedOn(industry, day.date);
  return judged === null ? null : usualOf(context, industry, judged, day);
}

async function usualOf(
  context: DataContext,
  industry: Industry,
  { category, unitIds, dates }: Judged,
  { date, divisionFactor, spans: ofAll }: DayOfHours,
) {
  const now = context.clock.now();
  const day = dayWindow(industry.clock, date);
  const { startEpochMs, lengthSeconds } = day;
  const wholeHours = endedHours(day, now);
  const units = unitIds.flatMap((unitId) => industry.units.get(unitId) ?? []);
  const counting = new Set(unitIds);
  const spans = new Map([...ofAll].filter(([unitId]) => counting.has(unitId)));
  const hourCount = hourCountOf(lengthSeconds);
  const wanted = { unitKeys: units.map(({ unitKey }) => unitKey), dates, hourCount };
  const examples = await (context.figureCaches?.examples ?? readExamples)(
    context.database,
    industry.industryKey,
    wanted,
  );
  const piece = new Piece();
  const own: HoursOfUnits = new Map(
    units.map(({ unitKey, current }) => [
      unitKey,
      (spans.get(current.unitId)?.entries ?? []).map(({ y }) => numberOrNull(y)),
    ]),
  );
  if (piece.isOver) await piece.rest();
  const usual = usualUse(examples, own, { hourCount, wholeHours });
  const [first] = units;
  const divisor = first === undefined ? 1 : divisorFor(category, first.current, divisionFactor);
  const shown = ({ low, middle, high, days }: UsualBand): UsualBand => ({
    low: toDisplay(low, divisor),
    middle: toDisplay(middle, divisor),
    high: toDisplay(high, divisor),
    days,
  });
  if (piece.isOver) await piece.rest();
  const told = { divisionFactor, before: Infinity };
  const hours = await inPieces(hoursOfCategoryInSteps(category, unitIds, [spans], told));
  const figures = new Map(hours.map((hour) => [hour.x, hour]));
  const total = await inPieces(comparableFigureInSteps(category, unitIds, { spans, wholeHours }, divisionFactor));
  return {
    date: formatRequestDate(date),
    running: wholeHours !== null,
    wholeHours,
    categoryId: category.categoryKey,
    standardCategoryId: category.standardCategoryId,
    side: sideOf(category),
    siUnit: first?.current.siUnit ?? null,
    total: { y: total.value, bound: total.bound, estimatedShare: total.estimatedShare, ...shown(usual.total) },
    hours: usual.hours.map(({ measuredShare, ...band }, hour) => {
      const x = hourStart(startEpochMs, hour);
      const isOver = wholeHours === null || hour < wholeHours;
      const own = isOver ? figures.get(x) : undefined;
      return {
        x,
        y: own?.y ?? null,
        coverage: own?.coverage ?? null,
        bound: own?.bound ?? null,
        measuredShare: isOver ? measuredShare : null,
        estimatedShare: own?.estimatedShare ?? null,
        ...shown(band),
      };
    }),
  };
}
