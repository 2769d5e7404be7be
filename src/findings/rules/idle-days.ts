import type { BusinessDate } from '../../kernel/time/types.ts';
import { standstillOn } from './day-of-use.ts';
import { middleOf } from '../../kernel/statistics.ts';
import type { InsightUnit } from './types.ts';
import { usedOn } from './usual-days.ts';

/** Units that must have been in use usually. When most of them stand still, the site does, and no meter is at fault. */
const LEAST_UNITS = 3;
const MOST_SHARE = 0.5;
/**
 * Share of still units that is enough when this many units that never rest stand still, too. A holiday stops none of
 * them, and the other units may leak on.
 */
const SOME_SHARE = 0.34;
const LEAST_TIRELESS = 2;
/**
 * Share of a usual day below which a unit used little. Only days on which many units used little are judged closely.
 */
const LITTLE_SHARE = 0.2;
const MANY_SHARE = 0.25;

/** Days on which the whole site stood still. */
export function idleDays(units: readonly InsightUnit[]): ReadonlySet<BusinessDate> {
  const meters = units.filter(({ group }) => group === 'FLOW' || group === 'CONSUMPTION');
  const little = new Map<BusinessDate, number>();
  for (const { days } of meters) {
    const usual = middleOf(days.map(usedOn).filter((total) => total > 0));
    for (const day of days)
      if (usual > 0 && usedOn(day) < LITTLE_SHARE * usual) little.set(day.date, (little.get(day.date) ?? 0) + 1);
  }
  const quiet = [...little].filter(([, count]) => count > MANY_SHARE * meters.length).map(([date]) => date);
  return new Set(quiet.filter((date) => isIdle(meters, date)));
}

function isIdle(meters: readonly InsightUnit[], date: BusinessDate): boolean {
  const said = meters.flatMap(({ days }) => {
    const index = days.findIndex((day) => day.date === date);
    return standstillOn(days, index) ?? [];
  });
  const still = said.filter((one) => one.isStill);
  const stopsTireless = still.filter(({ neverRests }) => neverRests).length >= LEAST_TIRELESS;
  return said.length >= LEAST_UNITS && still.length > (stopsTireless ? SOME_SHARE : MOST_SHARE) * said.length;
}
