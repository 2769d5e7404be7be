import type { DataContext } from '../../context.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import type { InsightDay, InsightUnit } from '../rules/types.ts';
import { eachDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { DocumentHours } from '../../figures/store/document-hours.ts';
import { readHours } from '../../figures/read-hours.ts';

/** Least share of an hour that must be measured for the hour to count. */
const LEAST_HOUR_COVERAGE = 0.5;

interface UnitsWanted {
  readonly units: readonly StoredUnit[];
  readonly from: BusinessDate;
  /** The last day, included. */
  readonly to: BusinessDate;
  /** First day of the present way of use, by unit key. */
  readonly learnFrom: ReadonlyMap<number, BusinessDate>;
}

/** Units with their hours, in the form that detectors judge. */
export async function readUnits(
  context: DataContext,
  industry: Industry,
  { units, from, to, learnFrom }: UnitsWanted,
): Promise<InsightUnit[]> {
  const dates = [...eachDate(from, to)];
  const hours = await readHours(context, industry, units, dates);
  return units.map(({ unitKey, current }) => {
    const own = hours.get(unitKey);
    const isTank = current.group === 'STOCK';
    return {
      unitId: current.unitId,
      group: current.group,
      learnFrom: learnFrom.get(unitKey) ?? null,
      days: dates.map((date) => dayOf(date, own?.get(date) ?? null, isTank)),
    };
  });
}

function dayOf(date: BusinessDate, hours: DocumentHours | null, isTank: boolean): InsightDay {
  if (hours === null) return { date, hours: [], registers: [], coverage: null };
  const column = isTank ? hours.percentages : hours.figures;
  return {
    date,
    hours: column.map((figure, hour) => ((hours.coverages[hour] ?? 0) < LEAST_HOUR_COVERAGE ? null : figure)),
    registers: hours.finalRegisters,
    coverage: hours.coverage,
  };
}
