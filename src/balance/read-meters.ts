import type { DataContext } from '../context.ts';
import type { UnitSpan } from '../figures/rules/figures/unit-span.ts';
import { type Industry, metaOf, type StoredUnit, unitAsOf } from '../kernel/industry/industry.ts';
import type { Unit } from '../kernel/measure/unit.ts';
import { addDays } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { accuracyOf } from './rules/accuracy.ts';
import { type Before, type Meter, meterOf } from './rules/meter.ts';
import { firstReadingDate } from '../readings/store/readings.ts';
import { readSpans } from '../figures/read-spans.ts';

interface MeteredPeriod {
  readonly spans: ReadonlyMap<string, UnitSpan>;
  readonly startDate: BusinessDate;
  /** Days of the period that have begun, ascending. */
  readonly begun: readonly BusinessDate[];
}

/** Meters over a period: units with readings of their own. Tanks come with their level before the period. */
export async function readMeters(
  context: DataContext,
  industry: Industry,
  { spans, startDate, begun }: MeteredPeriod,
): Promise<ReadonlyMap<string, Meter>> {
  const measuring = [...spans].flatMap(([unitId, span]) => {
    const stored = industry.units.get(unitId);
    const unit = stored === undefined ? null : measuringUnit(stored, begun);
    return stored === undefined || unit === null ? [] : [{ stored, span, unit }];
  });
  const dayBefore = addDays(startDate, -1);
  const tankIds = measuring.filter(({ unit }) => unit.group === 'STOCK').map(({ unit }) => unit.unitId);
  const before = await readSpans(context, industry, tankIds, { kind: 'DAYS', dates: [dayBefore] });
  return new Map(
    await Promise.all(
      measuring.map(
        async ({ stored, span, unit }) =>
          [
            unit.unitId,
            meterOf({
              span,
              accuracy: accuracyOf(unit, metaOf(stored)),
              daysBegun: begun.length,
              tank:
                unit.group !== 'STOCK'
                  ? null
                  : {
                      before: await levelBefore(context, stored, startDate, span, before.get(unit.unitId) ?? null),
                      capacities: [dayBefore, ...begun].map((date) => unitAsOf(stored, date).maxCapacity),
                    },
            }),
          ] as const,
      ),
    ),
  );
}

/** The unit as it was when it last had readings of its own; null when it was virtual on every day. */
function measuringUnit(stored: StoredUnit, begun: readonly BusinessDate[]): Unit | null {
  const inForce = begun.length === 0 ? [stored.current] : begun.map((date) => unitAsOf(stored, date));
  return inForce.findLast(({ group }) => group !== 'VIRTUAL') ?? null;
}

/** Level of a tank before the period. A document says 0 where no level was ever read, so such a 0 becomes null. */
async function levelBefore(
  { database }: DataContext,
  { unitKey }: StoredUnit,
  startDate: BusinessDate,
  span: UnitSpan,
  dayBefore: UnitSpan | null,
): Promise<Before> {
  const level = span.figures?.meta.openingStock ?? null;
  const read = dayBefore?.entries[0];
  if (read !== undefined && read.y !== null)
    return { level, estimatedShare: read.estimatedShare ?? 0, isOfItsDay: true };
  const first = level === 0 ? await firstReadingDate(database, [unitKey]) : null;
  const isNone = level === null || (level === 0 && (first === null || first >= startDate));
  return { level: isNone ? null : level, estimatedShare: 0, isOfItsDay: false };
}
