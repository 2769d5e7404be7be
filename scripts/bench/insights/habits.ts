import type { Chance } from './chance.ts';

/** Facts of a day at a site. */
export interface SiteDay {
  /** Weekday from 0 to 6; the last two are days of rest. */
  readonly weekday: number;
  readonly isHoliday: boolean;
  /** Warmth from -1 in winter to 1 in summer. */
  readonly warmth: number;
}

/** Use of a unit: its flow in each hour of a day, in its own measure. */
type Habit = (day: SiteDay) => number[];

const HOURS = 24;
/** Share of a process's wandering that is left on the next day. */
const PROCESS_CARRIED = 0.7;
const hoursOf = (flowAt: (hour: number) => number): number[] =>
  Array.from({ length: HOURS }, (_, hour) => Math.max(0, flowAt(hour)));
const isRest = ({ weekday, isHoliday }: SiteDay): boolean => isHoliday || weekday >= 5;
const bell = (hour: number, at: number, width: number): number => Math.exp(-(((hour - at) / width) ** 2) / 2);

/** Offices and schools: nothing at night but a cistern now and then, little on days of rest. */
function office(chance: Chance): Habit {
  const [opens, closes] = [chance.whole(6, 8), chance.whole(16, 20)];
  const rest = chance.between(0, 0.15);
  const cistern = chance.between(0, 0.08);
  return (day) => {
    const level = (isRest(day) ? rest : 1) * (1 + 0.12 * chance.normal());
    return hoursOf((hour) => {
      if (hour < opens || hour >= closes) return chance.happens(cistern) ? 0.03 : 0;
      return level * (0.6 + bell(hour, 12, 2)) * (1 + 0.2 * chance.normal());
    });
  };
}

/** Houses, hostels and small hotels: taps at any hour, mornings and evenings most. */
function household(chance: Chance): Habit {
  const people = chance.between(2, 40);
  return (day) => {
    const guests = people * (1 + 0.15 * chance.normal()) * (day.weekday >= 5 ? 1.15 : 1);
    return hoursOf((hour) => {
      const taps = guests * (0.02 + 0.9 * bell(hour, 7, 1.5) + 0.7 * bell(hour, 19, 2.5) + 0.25 * bell(hour, 13, 3));
      const times = Math.max(0, Math.round(taps + Math.sqrt(taps) * chance.normal()));
      return times * 0.01 * chance.between(0.5, 1.5);
    });
  };
}

/** Hospitals and hotels: legitimate use all night. */
function hospital(chance: Chance): Habit {
  const night = chance.between(0.25, 0.5);
  const noise = chance.between(0.05, 0.12);
  return (day) => {
    const level = 1 + 0.04 * chance.normal() - (isRest(day) ? 0.1 : 0);
    return hoursOf(
      (hour) => level * (night + 0.7 * bell(hour, 9, 3) + 0.5 * bell(hour, 18, 3)) * (1 + noise * chance.normal()),
    );
  };
}

/** Works that never stop: a base that hardly varies, and batches on top of it. */
function works(chance: Chance): Habit {
  const [noise, batches] = [chance.between(0.01, 0.03), chance.between(1, 6)];
  return (day) => {
    const hours = hoursOf(() => 0.6 * (1 + noise * chance.normal()));
    const count = isRest(day) ? Math.floor(batches / 2) : Math.round(batches + chance.normal());
    for (let batch = 0; batch < count; batch += 1) {
      const [from, length] = [chance.whole(0, HOURS - 1), chance.whole(1, 3)];
      const more = chance.between(0.3, 1);
      for (let hour = from; hour < Math.min(HOURS, from + length); hour += 1) hours[hour] = (hours[hour] ?? 0) + more;
    }
    return hours;
  };
}

/** Two shifts, a cleaning crew by night, closed on Sundays. */
function shifts(chance: Chance): Habit {
  const cleaning = chance.between(0.03, 0.1);
  return (day) => {
    const isClosed = day.isHoliday || day.weekday === 6;
    const level = 1 + 0.1 * chance.normal();
    return hoursOf((hour) => {
      if (isClosed) return 0;
      if (hour >= 6 && hour < 22) return level * (1 + 0.15 * chance.normal());
      return hour === 23 || hour === 0 ? cleaning * (1 + 0.4 * chance.normal()) : 0;
    });
  };
}

/** Batches at any hour, on some days none. */
function batches(chance: Chance): Habit {
  const usual = chance.between(2, 6);
  return (day) => {
    const hours = hoursOf(() => 0);
    const count = day.isHoliday ? 0 : Math.max(0, Math.round(usual + 1.5 * chance.normal()));
    for (let batch = 0; batch < count; batch += 1) {
      const [from, length, flow] = [chance.whole(0, HOURS - 2), chance.whole(1, 4), chance.between(0.7, 1.3)];
      for (let hour = from; hour < Math.min(HOURS, from + length); hour += 1) hours[hour] = (hours[hour] ?? 0) + flow;
    }
    return hours;
  };
}

/** Irrigation: the pump runs for hours or for a day and a half, most on warm days, and then rests. */
function irrigation(chance: Chance): Habit {
  let left = 0;
  const often = chance.between(0.3, 0.6);
  return ({ warmth }) =>
    hoursOf((hour) => {
      if (hour === 5 && left <= 0 && chance.happens(often * (1 + 0.4 * warmth))) left = chance.whole(5, 36);
      left -= 1;
      return left >= 0 ? 1 + 0.02 * chance.normal() : 0;
    });
}

/** A process that never stops and hardly varies: its level wanders by a percent or two from day to day. */
function process(chance: Chance): Habit {
  const [noise, wander] = [chance.between(0.005, 0.02), chance.between(0.005, 0.015)];
  let off = 0;
  return () => {
    off = PROCESS_CARRIED * off + wander * chance.normal();
    return hoursOf(() => (1 + off) * (1 + noise * chance.normal()));
  };
}

/** A pump that is started and stopped by hand. While it runs, its water table falls. */
function runAndRest(chance: Chance, runs: () => number, rests: () => number): Habit {
  const drawdown = chance.between(0, 0.08);
  // Some pumps have a throttled run now and then.
  const throttled = chance.happens(0.3) ? 0.15 : 0;
  let [isRunning, left, ranFor, level] = [chance.happens(0.5), chance.whole(1, HOURS), 0, 1];
  return () =>
    hoursOf(() => {
      if (left <= 0) {
        [isRunning, left, ranFor] = [!isRunning, isRunning ? rests() : runs(), 0];
        level = chance.happens(throttled) ? chance.between(0.3, 0.8) : 1;
      }
      left -= 1;
      ranFor += 1;
      const falling = 1 - drawdown * Math.min(1, ranFor / (2 * HOURS));
      return isRunning ? level * falling * (1 + 0.015 * chance.normal()) : 0;
    });
}

/** A bore that runs for days and rests for days, at the farm's demand. */
function bore(chance: Chance): Habit {
  const [longest, restful] = [chance.whole(3, 6), chance.whole(2, 5)];
  return runAndRest(
    chance,
    () => chance.whole(HOURS, longest * HOURS),
    () => chance.whole(HOURS, restful * HOURS),
  );
}

/** A pump that is switched on in the evening of every other day. */
function alternate(chance: Chance): Habit {
  const usual = chance.whole(8, 20);
  let next = 0;
  return runAndRest(
    chance,
    () => (next = usual + chance.whole(-2, 2)),
    () => 2 * HOURS - next,
  );
}

/** One of two bores that take turns, some days each. */
function standby(chance: Chance): Habit {
  const days = chance.whole(2, 4);
  return runAndRest(
    chance,
    () => days * HOURS + chance.whole(-2, 2),
    () => days * HOURS + chance.whole(-2, 2),
  );
}

/** A pump that keeps a tank full: it runs for a while whenever the float falls. */
function tankFill(chance: Chance): Habit {
  let level = 1;
  return (day) =>
    hoursOf((hour) => {
      level -= (isRest(day) ? 0.06 : 0.12) * (0.4 + bell(hour, 13, 5)) * (1 + 0.3 * chance.normal());
      if (level > 0.6) return 0;
      const filled = 1 - level;
      level = 1;
      return filled;
    });
}

/** Cooling: follows the weather, from hour to hour and from week to week. */
function cooling(chance: Chance): Habit {
  let weather = 0;
  return ({ warmth }) => {
    weather = 0.7 * weather + 0.08 * chance.normal();
    const level = 1 + 0.25 * warmth + weather;
    return hoursOf((hour) => level * (0.35 + 0.65 * bell(hour, 15, 4)) * (1 + 0.06 * chance.normal()));
  };
}

/** Habits of the bench's units by name. */
export const HABITS: Readonly<Record<string, (chance: Chance) => Habit>> = {
  office,
  household,
  hospital,
  works,
  shifts,
  batches,
  irrigation,
  bore,
  alternate,
  standby,
  tankFill,
  cooling,
  process,
  coarse: household,
};

/** Pumps that a person starts and stops, each for days. */
export const RUN_AND_REST: readonly string[] = ['bore', 'alternate', 'standby'];
/** Habits that only {@link HABITS} by name are chosen from: sites of all habits have none of them. */
export const BY_NAME: readonly string[] = [...RUN_AND_REST, 'process', 'coarse'];
/** Hours of a unit's mean use that one pulse of a coarse meter counts. */
export const COARSE_PULSE_HOURS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  coarse: [1, 5],
};
/** Units that may rest for days at any time, so standing still says nothing about them. */
export const WITHOUT_RHYTHM: readonly string[] = ['irrigation', 'batches', ...RUN_AND_REST];
