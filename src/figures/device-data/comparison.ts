import { DateTime } from 'luxon';
import type { DataContext } from '../../context.ts';
import { completenessIn, completenessOf, boundOf, partsOfSpan } from '../../kernel/document/completeness.ts';
import { invalid } from '../../kernel/errors.ts';
import { type Industry, requireUnit } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import { ownOf } from '../../kernel/own-of.ts';
import { businessDateOf, dayWindow, endedHours, ruleOn } from '../../kernel/time/business-clock.ts';
import { addDays, daysBetween, eachDate, formatRequestDate } from '../../kernel/time/business-date.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { readHoursOfDays, readSpans } from '../read-spans.ts';
import { comparableFigure } from '../rules/device-data/compared.ts';
import {
  alignedRows,
  differenceFrom,
  endedRows,
  type FigureChoice,
  chosenFigure,
  weekdayMeans,
} from '../rules/figures/comparison.ts';
import { hourMeans, profileRows } from '../rules/figures/hourly-profile.ts';
import { meanOrNull } from '../rules/processors/numbers.ts';
import { partOfBucket, type UnitSpan } from '../rules/figures/unit-span.ts';

interface Period {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

interface ComparisonAsked extends FigureChoice {
  /** One unit over two periods, or two to six units over one. */
  readonly unitIds: readonly string[];
  readonly periods: readonly Period[];
  /** Hours are told of periods of one day. */
  readonly by: 'day' | 'hour';
  /** Also the means by the hour of the business day. */
  readonly profile: boolean;
}

interface Side extends Period {
  readonly unit: Unit;
  readonly span: UnitSpan | null;
  /** Number of the side's days or hours that have ended; null: all. */
  readonly ended: number | null;
}

/**
 * GET comparison: periods or units side by side. A period that still runs is compared over what has ended of it, with
 * as many days or hours of the other.
 * @throws ServiceError 404 for a unit that the industry does not have, 400 for a parameter that it does not have.
 */
export async function compareFigures(context: DataContext, inUse: Industry, asked: ComparisonAsked) {
  const industry = withRetired(inUse);
  const { by, parameter } = asked;
  const wanted = asked.unitIds.flatMap((unitId) => {
    const unit = requireUnit(industry, unitId).current;
    requireParameter(unit, parameter);
    return asked.periods.map((period) => ({ ...period, unit }));
  });
  const read = await Promise.all(wanted.map((side) => readSide(context, industry, side, by)));
  const all = alignedRows(read.map((side) => namesOf(side, by, industry)));
  const rows = endedRows(
    all,
    read.map(({ ended }) => ended),
  );
  const isCut = rows.length < all.length;
  const counts = read.map((_, side) => rows.filter(({ at }) => at[side] !== null).length);
  const told = await Promise.all(
    read.map((side, at) => toldSide(context, industry, side, { ...asked, count: isCut ? (counts[at] ?? 0) : null })),
  );
  const [first] = told;
  return {
    profile:
      asked.profile && by === 'day' ? await profileOf(context, industry, read, { ...asked, isCut, counts }) : null,
    by,
    parameter,
    cut: isCut,
    sides: told.map(({ entries: _, ...side }, at) => ({
      ...side,
      difference: at === 0 || first === undefined ? null : differenceFrom(first, side, parameter ?? ''),
    })),
    rows: rows.map(({ name, at }) => ({
      name,
      points: told.map(({ entries }, side) => entries[at[side] ?? -1] ?? null),
    })),
  };
}

function requireParameter({ unitId, group, params }: Unit, parameter: string | null): void {
  const problem =
    parameter !== null && ownOf(params, parameter) === undefined
      ? `'${parameter}' is no parameter of unit ${unitId}`
      : parameter === null && group === 'QUALITY'
        ? `must name one, because unit ${unitId} measures parameters alone`
        : null;
  if (problem !== null) throw invalid(400, 'parameter', problem);
}

async function readSide(
  context: DataContext,
  industry: Industry,
  side: Omit<Side, 'span' | 'ended'>,
  by: ComparisonAsked['by'],
): Promise<Side> {
  const { unitId } = side.unit;
  const now = context.clock.now();
  if (by === 'hour') {
    const span = (await readSpans(context, industry, [unitId], { kind: 'HOURS', date: side.from })).get(unitId) ?? null;
    return { ...side, span, ended: endedHours(dayWindow(industry.clock, side.from), now) };
  }
  const span = await daysOf(context, industry, unitId, side);
  const today = businessDateOf(industry.clock, now);
  return { ...side, span, ended: side.to < today ? null : Math.max(0, daysBetween(side.from, today)) };
}

async function daysOf(
  context: DataContext,
  industry: Industry,
  unitId: string,
  { from, to }: Period,
): Promise<UnitSpan | null> {
  const dates = [...eachDate(from, to)];
  return (await readSpans(context, industry, [unitId], { kind: 'DAYS', dates })).get(unitId) ?? null;
}

/** Days by their number in the period, hours by the industry's clock. */
function namesOf({ from, to, span }: Side, by: ComparisonAsked['by'], { clock }: Industry): readonly string[] {
  if (by === 'day') return Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => String(at + 1));
  const { timezone } = ruleOn(clock, from);
  return (span?.entries ?? []).map(({ x }) => DateTime.fromISO(x, { zone: timezone }).toFormat('HH:mm'));
}

interface Profiled extends FigureChoice {
  readonly isCut: boolean;
  /** Days of each side that are compared. */
  readonly counts: readonly number[];
}

/** Means by the hour of the business day, over the days that are compared. */
async function profileOf(
  context: DataContext,
  industry: Industry,
  sides: readonly Side[],
  { isCut, counts, ...shown }: Profiled,
) {
  const { clock } = industry;
  const means = await Promise.all(
    sides.map(async ({ unit, from, to }, at) => {
      const all = [...eachDate(from, to)];
      const dates = isCut ? all.slice(0, counts[at]) : all;
      const spans = await readHoursOfDays(context, industry, [unit.unitId], dates);
      const span = spans.get(unit.unitId);
      const isUnlike = isUnlikeIn(span, shown.parameter);
      const hours = (span?.entries ?? []).map((entry) => {
        const startMs = Date.parse(entry.x);
        const date = businessDateOf(clock, startMs);
        const { timezone } = ruleOn(clock, date);
        return {
          date,
          name: DateTime.fromMillis(startMs, { zone: timezone }).toFormat('HH:mm'),
          value: isUnlike ? null : chosenFigure(unit, entry.y, entry.py, shown),
          coverage: entry.coverage,
          isWhole: startMs + HOUR_MS <= dayWindow(clock, date).endEpochMs,
        };
      });
      return hourMeans([...Map.groupBy(hours, ({ date }) => date).values()]);
    }),
  );
  return profileRows(means);
}

/** Whether the parameter had several units of measure in a span, so that no mean of it has a meaning. */
const isUnlikeIn = (span: UnitSpan | null | undefined, parameter: string | null): boolean =>
  parameter !== null && span?.unlike?.has(parameter) === true;

interface Telling extends FigureChoice, Pick<ComparisonAsked, 'by'> {
  /** Buckets that count; null: all. */
  readonly count: number | null;
}

async function toldSide(context: DataContext, industry: Industry, side: Side, { count, ...asked }: Telling) {
  const { unit, from, to, span } = side;
  const { by, parameter } = asked;
  const { unitId } = unit;
  const dates = by === 'day' ? [...eachDate(from, to)] : [];
  const entries = (span?.entries ?? []).map((entry, at) => {
    const y = chosenFigure(unit, entry.y, entry.py, asked);
    return {
      x: entry.x,
      date: formatRequestDate(dates[at] ?? from),
      y,
      coverage: entry.coverage,
      estimatedShare: entry.estimatedShare ?? null,
      bound: y === null || parameter !== null ? null : boundOf(partOfBucket(unit, entry)),
    };
  });
  const counted = entries.slice(0, count ?? undefined);
  const alike = isUnlikeIn(span, parameter) ? [] : counted;
  return {
    unitId,
    unitName: unit.displayName,
    siUnit: parameter === null ? unit.siUnit : measureOf(parameter, span?.unit, unit),
    from: formatRequestDate(from),
    to: formatRequestDate(to),
    buckets: by === 'day' ? dates.length : entries.length,
    comparedBuckets: counted.length,
    ...(await wholeOfSide(context, industry, side, { count, ...asked })),
    mean: meanOrNull(alike.map(({ y }) => y)),
    weekdays:
      by === 'hour'
        ? []
        : weekdayMeans(
            alike.map(({ y, bound }, at) => ({
              weekday: DateTime.fromISO(dates[at] ?? from, { zone: 'utc' }).weekday,
              value: bound === null ? y : null,
            })),
          ),
    entries,
  };
}

/** Unit of measure that a parameter had at the end of a side's days; one that was not declared then has today's. */
const measureOf = (parameter: string, then: Unit | undefined, now: Unit): string =>
  (ownOf(then?.params ?? {}, parameter) ?? ownOf(now.params, parameter))?.siUnit ?? '';

/** The figure of what is compared, and how complete it is. Days are composed anew, as a month of them is. */
async function wholeOfSide(
  context: DataContext,
  industry: Industry,
  { unit, from, to, span }: Side,
  { by, count, parameter, divisionFactor }: Telling,
) {
  const { unitId } = unit;
  if (by === 'hour' && count !== null) {
    const spans = new Map(span === null ? [] : [[unitId, span] as const]);
    const compared = comparableFigure(unit, [unitId], { spans, wholeHours: count }, divisionFactor);
    // Means of hours are no mean of their readings.
    return toldFigure(parameter === null ? compared.value : null, parameter, completenessIn(compared));
  }
  const last = count === null ? to : addDays(from, count - 1);
  const whole =
    count === null ? span : last < from ? null : await daysOf(context, industry, unitId, { from, to: last });
  const figures = whole?.figures;
  const value = chosenFigure(unit, figures?.value ?? null, figures?.paramValue, { parameter, divisionFactor });
  return toldFigure(value, parameter, completenessOf(partsOfSpan(whole ?? undefined)));
}

/** A figure without a value has no side on which the truth lies, and a mean of a parameter has none either. */
const toldFigure = (value: number | null, parameter: string | null, told: ReturnType<typeof completenessOf>) => ({
  value,
  ...told,
  bound: value === null || parameter !== null ? null : told.bound,
});
