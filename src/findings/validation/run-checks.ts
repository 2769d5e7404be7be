import type { DataContext } from '../../context.ts';
import { inBatches } from '../../kernel/in-batches.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { CHECKS } from '../rules/validation/checks.ts';
import type { UnitFinding } from '../rules/validation/report-lines.ts';
import type { CheckedDay, CheckName } from '../rules/validation/types.ts';
import { readingsOfDay } from '../../figures/store/day-readings.ts';
import { dailyHistory } from '../store/validation.ts';

/** Number of units whose readings are in memory at the same time. */
const UNITS_AT_ONCE = 200;
/** Days before that tell what is usual: four of each weekday. */
const HISTORY_DAYS = 28;

/**
 * Runs checks over the readings of an industry's business day, which has begun. Units without a device are left out.
 * @returns the number of checked units, and the findings in order of the units
 */
export async function checkDay(
  { database, clock }: DataContext,
  industry: Industry,
  date: BusinessDate,
  names: readonly CheckName[],
): Promise<{ units: number; findings: UnitFinding[] }> {
  const now = clock.now();
  const window = dayWindow(industry.clock, date);
  const units = [...industry.units.values()].filter(({ current }) =>
    names.some((name) => CHECKS[name].groups.includes(current.group)),
  );
  const findings: UnitFinding[] = [];
  for (const part of inBatches(units, UNITS_AT_ONCE)) {
    const keys = part.map(({ unitKey }) => unitKey);
    const samples = new Map((await readingsOfDay(database, keys, date)).map(({ unitKey, rows }) => [unitKey, rows]));
    const [from, to] = [addDays(date, -HISTORY_DAYS), addDays(date, -1)];
    const history = await dailyHistory(database, industry.industryKey, keys, from, to);
    for (const unit of part) {
      const day: CheckedDay = {
        unit: unitAsOf(unit, date),
        startEpochMs: window.startEpochMs,
        endEpochMs: window.endEpochMs,
        asOfEpochMs: Math.min(now, window.endEpochMs),
        samples: samples.get(unit.unitKey) ?? [],
        history: history.get(unit.unitKey) ?? [],
      };
      findings.push(...findingsOf(industry.industryId, unit, date, day, names));
    }
  }
  return { units: units.length, findings };
}

const findingsOf = (
  industryId: string,
  { current }: StoredUnit,
  date: BusinessDate,
  day: CheckedDay,
  names: readonly CheckName[],
): UnitFinding[] =>
  names.flatMap((check) => {
    const finding = CHECKS[check].groups.includes(day.unit.group) ? CHECKS[check].check(day) : null;
    if (finding === null) return [];
    return [{ industryId, unitId: current.unitId, unitName: current.displayName, date, check, ...finding }];
  });
