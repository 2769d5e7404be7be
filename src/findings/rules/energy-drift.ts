import { middleOf, usualRange } from '../../kernel/statistics.ts';
import { limitOf } from './kinds.ts';
import { runsOf } from './runs.ts';
import type { Found, InsightUnit } from './types.ts';
import { usedOn } from './usual-days.ts';

/** A pump's energy unit and the water unit that it moves. */
interface PumpedWater {
  readonly energy: InsightUnit;
  readonly water: InsightUnit;
}

/** Days whose median is compared with the usual one. */
const DAYS = 5;
const USUAL_DAYS = 28;
/** Days with a ratio without which nothing is usual yet. */
const LEAST_RATIO_DAYS = 10;
const BAND_DEVIATIONS = 3;
/** Share of a usual day's water below which a day tells nothing. */
const LEAST_PUMPED_SHARE = 0.2;
const MOST_MISSING_HOURS = 2;

const isWhole = ({ hours }: { readonly hours: readonly (number | null)[] }): boolean =>
  hours.length > 0 && hours.filter((hour) => hour === null).length <= MOST_MISSING_HOURS;

/**
 * Specific energy by day, in thousandths of the energy unit per thousandth of the water unit (e.g. Wh per litre); null:
 * unknown.
 */
function ratios({ energy, water }: PumpedWater): (number | null)[] {
  const usual = middleOf(water.days.map(usedOn).filter((used) => used > 0));
  return water.days.map((day, index) => {
    const own = energy.days[index];
    if (own === undefined || !isWhole(own) || !isWhole(day)) return null;
    const pumped = usedOn(day);
    return pumped <= 0 || pumped < LEAST_PUMPED_SHARE * usual || usedOn(own) <= 0 ? null : usedOn(own) / pumped;
  });
}

/** Runs of days whose specific energy has left its band, upwards or downwards. */
export function energyDrift(pumped: PumpedWater): Found[] {
  const { energy, water } = pumped;
  const course = ratios(pumped);
  const leastBandShare = (limitOf(energy.limits, 'energy-drift') ?? 0) / 100;
  const before = new Map<number, { usual: number; width: number; now: number }>();
  const runs = runsOf(
    course.length,
    () => 1,
    (index, since) => {
      const known = course.slice(0, index + 1).flatMap((ratio, at) => (ratio === null ? [] : [{ ratio, at }]));
      if (course[index] === null || known.length < DAYS) return 'neither';
      const recent = known.slice(-DAYS);
      const from = since ?? recent[0]?.at ?? index;
      const usual = usualRange(
        known
          .filter(({ at }) => at < from)
          .slice(-USUAL_DAYS)
          .map(({ ratio }) => ratio),
      );
      if (usual === null || usual.count < LEAST_RATIO_DAYS) return 'neither';
      const now = middleOf(recent.map(({ ratio }) => ratio));
      const width = Math.max(BAND_DEVIATIONS * usual.deviation, leastBandShare * usual.median);
      if (Math.abs(now - usual.median) <= width) return 'no';
      before.set(since ?? index, { usual: usual.median, width, now });
      return 'yes';
    },
  );
  return runs.flatMap((run): Found[] => {
    const told = before.get(run.first);
    const [firstDay, raisedOn, lastDay] = [run.first, run.raised, run.last].map((at) => water.days[at]?.date);
    if (told === undefined || firstDay === undefined || raisedOn === undefined || lastDay === undefined) return [];
    // Days that were hardly measured tell no amount, and are not counted in the run.
    const pumpedDays = water.days.filter((_, at) => at >= run.first && at <= run.last && course[at] !== null);
    const perDay = (told.now - told.usual) * middleOf(pumpedDays.map(usedOn));
    return [
      {
        kind: 'energy-drift',
        unitId: energy.unitId,
        firstDay,
        raisedOn,
        lastDay,
        isOpen: run.last === course.length - 1,
        quantity: perDay > 0 ? perDay * run.count : null,
        quantityPerDay: perDay > 0 ? perDay : null,
        confidence: Math.min(0.9, 0.4 + (0.2 * Math.abs(told.now - told.usual)) / told.width),
        evidence: {
          waterUnitId: water.unitId,
          energyPerWater: told.now,
          usual: told.usual,
          lower: told.usual - told.width,
          upper: told.usual + told.width,
        },
      },
    ];
  });
}
