import type { BusinessDate } from '../../kernel/time/types.ts';
import { standstillOn } from './day-of-use.ts';
import { middleOf } from '../../kernel/statistics.ts';
import type { InsightUnit } from './types.ts';
import { usedOn } from './usual-days.ts';

/** Most of so many units that would have counted stood still: the site did, and not a meter. */
const LEAST_UNITS = 3;
const MOST_SHARE = 0.5;
/** This share is enough where so many of them never rest, because others may leak on. A holiday stops none of these. */
const SOME_SHARE = 0.34;
const LEAST_TIRELESS = 2;
/** Only days on which many units used little are looked at closely. */
const LITTLE_SHARE = 0.2;
const MANY_SHARE = 0.25;

/** Days on which the site as a whole stood still. */
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
