import type { DataContext } from '../../context.ts';
import type { DocumentHours } from '../../figures/store/document-hours.ts';
import { readHours } from '../../figures/read-hours.ts';
import { figuresByName, type ParameterFigures } from '../../figures/rules/processors/parameters.ts';
import { isMeasuredAlike } from '../../figures/rules/processors/unlike-parameters.ts';
import { type Industry, metaOf, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { isObject } from '../../kernel/json.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import { ownOf } from '../../kernel/own-of.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import { eachDate } from '../../kernel/time/business-date.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { lastSeenOfUnits } from '../../platform/directory/store/industry-lists.ts';
import { batteriesOfUnits, unitsToldDead } from '../store/insights.ts';
import type { LimitsInForce } from '../rules/kinds.ts';
import type { InsightDay, InsightUnit, ParameterBounds } from '../rules/types.ts';

/** Least share of an hour that must be measured for the hour to count. */
const LEAST_HOUR_COVERAGE = 0.5;
const PERCENT = 100;

interface UnitsWanted {
  readonly units: readonly StoredUnit[];
  readonly from: BusinessDate;
  /** The last day that has ended, included. */
  readonly to: BusinessDate;
  /** The day after it; null: it is not read. */
  readonly runningDay: BusinessDate | null;
  /** First day of the present way of use, by unit key. */
  readonly learnFrom: ReadonlyMap<number, BusinessDate>;
  readonly limitsOf: (unitId: string) => LimitsInForce;
}

/** Units with their hours, in the form that detectors judge. */
export async function readUnits(
  context: DataContext,
  industry: Industry,
  { units, from, to, runningDay, learnFrom, limitsOf }: UnitsWanted,
): Promise<InsightUnit[]> {
  const dates = [...eachDate(from, to)];
  const [hours, seen, died, batteries] = await Promise.all([
    readHours(context, industry, units, runningDay === null ? dates : [...dates, runningDay]),
    lastSeenOfUnits(context.database, industry.industryKey),
    unitsToldDead(context.database, industry.industryKey),
    batteriesOfUnits(context.database, industry.industryKey),
  ]);
  const now = context.clock.now();
  return units.map((stored): InsightUnit => {
    const { unitKey, current, versions } = stored;
    const own = hours.get(unitKey);
    const diedEpochMs = died.get(unitKey);
    const battery = batteries.get(unitKey);
    // A level counts by the capacity and the curve that its day had, as in the day's document.
    const dayOf = (date: BusinessDate): InsightDay =>
      insightDay({ date, clock: industry.clock, now, current }, unitAsOf(stored, date), own?.get(date) ?? null);
    return {
      unitId: current.unitId,
      group: current.group,
      learnFrom: learnFrom.get(unitKey) ?? null,
      updateSeconds: current.dataUpdateFrequencySeconds,
      limits: limitsOf(current.unitId),
      parameterBounds: boundsOfParameters({ current, versions }),
      lastSeenEpochMs: seen.get(current.unitId)?.getTime() ?? null,
      ...(diedEpochMs === undefined ? {} : { diedEpochMs }),
      ...(battery === undefined ? {} : { battery }),
      days: dates.map(dayOf),
      ...(runningDay === null ? {} : { runningDay: dayOf(runningDay) }),
    };
  });
}

interface DayRead {
  readonly date: BusinessDate;
  readonly clock: BusinessClock;
  readonly now: EpochMillis;
  /** The unit of today, to which its bounds belong. */
  readonly current: Unit;
}

function insightDay({ date, clock, now, current }: DayRead, unit: Unit, hours: DocumentHours | null): InsightDay {
  if (hours === null) return { date, hours: [], registers: [], coverage: null };
  const column = unit.group === 'STOCK' ? levelsInPercent(unit, hours) : hours.figures;
  const { startEpochMs, endEpochMs } = dayWindow(clock, date);
  return {
    date,
    hours: column.map((figure, hour) => ((hours.coverages[hour] ?? 0) < LEAST_HOUR_COVERAGE ? null : figure)),
    registers: hours.finalRegisters,
    coverage: hours.coverage,
    arrivals: {
      coverages: hours.coverages,
      startEpochMs,
      untilEpochMs: Math.min(endEpochMs, now),
      lastEpochMs: hours.lastEpochMs,
    },
    ...(hours.parameters === null ? {} : { parameters: inPresentMeasure(unit, current, hours.parameters) }),
  };
}

/** Figures of parameters that were measured in the unit of measure that they have today. */
const inPresentMeasure = (then: Unit, now: Unit, figures: ParameterFigures): ParameterFigures =>
  then === now
    ? figures
    : figuresByName(
        Object.keys(figures).filter((name) => isMeasuredAlike(name, then, now)),
        (name) => ownOf(figures, name) ?? null,
      );

/**
 * Levels of a tank in percent of its capacity. The reading of a tank with a curve is percent of its height. An empty
 * tank's document has a level and no percentage.
 */
const levelsInPercent = (
  { volumeCurve, maxCapacity }: Unit,
  { figures, percentages }: DocumentHours,
): DocumentHours['figures'] =>
  volumeCurve === undefined || maxCapacity === null
    ? percentages.map((percentage, hour) => (figures[hour] === 0 ? 0 : percentage))
    : figures.map((level) => (level === null ? null : (PERCENT * level) / maxCapacity));

/** Bounds of a unit's parameters. Spec gap: a unit declares them in `meta.parameterBounds`. */
export function boundsOfParameters(stored: Pick<StoredUnit, 'current' | 'versions'>): ParameterBounds[] {
  const declared = metaOf(stored)['parameterBounds'];
  if (!isObject(declared)) return [];
  return Object.entries(declared).flatMap(([parameterId, bounds]): ParameterBounds[] => {
    if (!isObject(bounds)) return [];
    const [min, max] = [bounds['min'], bounds['max']].map((bound) => (typeof bound === 'number' ? bound : null));
    const { displayName = parameterId, siUnit = '' } = stored.current.params[parameterId] ?? {};
    return [{ parameterId, displayName, siUnit, min: min ?? null, max: max ?? null }];
  });
}
