import type { DataContext } from '../../context.ts';
import { findCategory, type Industry, type StoredUnit } from '../../kernel/industry/industry.ts';
import { countsOn, industryFrom, isDeviceAt } from '../../kernel/industry/retired.ts';
import { litresOfFigure } from '../rules/loss-estimate.ts';
import { LITRES_PER_CUBIC_METRE } from '../../kernel/measure/litres.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { DayInsight } from '../store/insights.ts';
import { readHours } from '../../figures/read-hours.ts';
import { unitsOf } from '../../figures/rules/device-data/categories.ts';
import { maxOrNull } from '../../figures/rules/processors/numbers.ts';
import { onlineAsOf, SILENT_AFTER_MINUTES } from '../../kernel/measure/offline-thresholds.ts';

const CONSUMPTION = 'ID_CONSUMPTION';
const MICRO = 1e6;

/**
 * Total use and online units of a day. Spec gap: totalConsumption adds up the units of category ID_CONSUMPTION in
 * kilolitres, or all water meters where there is no such category. A unit is online when it has sent within the last 60
 * minutes of the day, or of now. Virtual units send nothing and are not counted.
 * @param dates ascending. While the running day has hardly begun, the day before it shows which units send.
 */
export async function dayInsights(
  context: DataContext,
  inUse: Industry,
  dates: readonly BusinessDate[],
  now: EpochMillis,
): Promise<DayInsight[]> {
  // A retired unit counts for the days until then.
  const industry = industryFrom(inUse, dates[0]);
  const units = [...industry.units.values()];
  const consumers = consumingUnits(industry);
  const hours = await readHours(context, industry, units, dates);
  return dates.map((date) => {
    const asOf = onlineAsOf(dayWindow(industry.clock, date).endEpochMs, now);
    const onlineAfter = asOf - SILENT_AFTER_MINUTES.day * MINUTE_MS;
    const senders = units.filter((unit) => isDeviceAt(unit, asOf));
    const online = senders.filter(({ unitKey }) => {
      const last = maxOrNull(
        dates.filter((day) => day <= date).map((day) => hours.get(unitKey)?.get(day)?.lastEpochMs ?? null),
      );
      return last !== null && last > onlineAfter;
    });
    const counting = consumers.filter(
      (unit) => countsOn(unit, date) && litresOfFigure(0, unit.current.siUnit) !== null,
    );
    const days = counting.map((unit) => ({ unit, day: hours.get(unit.unitKey)?.get(date) }));
    const litres = days.flatMap(({ unit, day }) => litresOfFigure(day?.value ?? null, unit.current.siUnit) ?? []);
    // A total with a formula that failed has no figure.
    const isKnown = litres.length > 0 && !days.some(({ day }) => day?.failed === true);
    return {
      date,
      totalConsumption: isKnown ? kilolitres(litres.reduce((sum, one) => sum + one, 0)) : null,
      onlineUnits: online.length,
      offlineUnits: senders.length - online.length,
    };
  });
}

const kilolitres = (litres: number): number => Math.round((litres / LITRES_PER_CUBIC_METRE) * MICRO) / MICRO;

function consumingUnits(industry: Industry): StoredUnit[] {
  const { units } = industry;
  const category = findCategory(industry, CONSUMPTION);
  return category === null
    ? [...units.values()].filter(({ current: { group } }) => group === 'FLOW' || group === 'CONSUMPTION')
    : unitsOf(industry, [category]).flatMap((unitId) => units.get(unitId) ?? []);
}
