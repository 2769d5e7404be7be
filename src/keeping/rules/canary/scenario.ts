import type { InstalledMeter } from '../../../kernel/measure/meter.ts';
import { addDays } from '../../../kernel/time/business-date.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';

/*
 * A year of an industry in miniature: twenty-three business days in which everything happens that figures must survive.
 * The readings are made by the hour, so that every figure can be worked out by hand (expected.ts).
 *
 *   day  2  RESET: the register falls back to 0 at noon
 *   day  3  GAP: no reading from 06:00 to 12:00, while the register counts on
 *   day  4  LATE: all readings of the day come after the day was processed
 *   day  5  SWAP: another meter is installed at noon, between two readings
 *   day  6  is 25 hours long, because the clock is set back an hour at its end
 *   day 20  LEAK: from now on a tenth of a working hour flows at every hour, nights included. What is usual is known
 *           after three weeks
 */

const CANARY_DAYS = 23;
export const LATE_DAY = 4;
export const FIRST_DAY_OF_NEW_CLOCK = 7;
export const FIRST_DAY_OF_LEAK = 20;
const HOURS_BEFORE_NEW_CLOCK = FIRST_DAY_OF_NEW_CLOCK * 24 + 1;
const HOURS = CANARY_DAYS * 24 + 1;
/** Elapsed hours from the beginning of the first day. */
const RESET_AT = 2 * 24 + 12;
const GAP = { from: 3 * 24 + 6, until: 3 * 24 + 12 };
const SWAP_AT = 5 * 24 + 12;

/** Neither ever changes its clock, and the second is an hour behind. */
export const CANARY_ZONES = { before: 'Africa/Lagos', after: 'Africa/Abidjan' } as const;
export const CANARY_UNITS = ['STEADY', 'RESET', 'GAP', 'LATE', 'SWAP', 'LEAK', 'TOTAL'] as const;
export type CanaryUnit = (typeof CANARY_UNITS)[number];
export const CANARY_NAME = 'Canary, made and removed by the service itself';

export const canaryDates = (last: BusinessDate): readonly BusinessDate[] =>
  Array.from({ length: CANARY_DAYS }, (_, day) => addDays(last, day + 1 - CANARY_DAYS));

const beginOf = (last: BusinessDate): EpochMillis =>
  Date.parse(`${addDays(last, 1 - CANARY_DAYS)}T00:00:00Z`) - HOUR_MS;
/** The last of the days has ended by then. */
export const afterCanary = (last: BusinessDate): EpochMillis => Date.parse(`${addDays(last, 1)}T01:00:00Z`);

/** The bundle of the industry. Inactive, so that no list, schedule, report or alert knows of it. */
export const canaryBundle = (industryId: string, timezone: string): object => ({
  industry: {
    industryId,
    industryName: CANARY_NAME,
    isActive: false,
    test: true,
    daysOffset: 0,
    meta: { timezone, shift: { startAt: '00:00:00' } },
  },
  units: CANARY_UNITS.map((unitId) => ({
    unitId,
    displayName: unitId,
    siUnit: 'KL',
    dataUpdateFrequency: 3600,
    ...(unitId === 'TOTAL'
      ? { standardCategoryId: 'virtualCategory', meta: { calculations: '{STEADY} + {LEAK}' } }
      : { standardCategoryId: 'FLOW_CATEGORY' }),
  })),
});

export interface CanaryReading {
  readonly unitId: CanaryUnit;
  readonly createdOn: string;
  readonly value: number;
  readonly summedValue?: number;
}

interface HourOfCanary {
  readonly day: number;
  readonly hour: number;
}

/** The day of an elapsed hour, and the hour in it. Day 6 has a 25th. */
function placeOf(elapsed: number): HourOfCanary {
  if (elapsed >= HOURS_BEFORE_NEW_CLOCK) {
    const since = elapsed - HOURS_BEFORE_NEW_CLOCK;
    return { day: FIRST_DAY_OF_NEW_CLOCK + Math.floor(since / 24), hour: since % 24 };
  }
  const day = Math.min(Math.floor(elapsed / 24), FIRST_DAY_OF_NEW_CLOCK - 1);
  return { day, hour: elapsed - day * 24 };
}

type Sent = Pick<CanaryReading, 'value' | 'summedValue'>;

/** The reading that each unit sends in the middle of an elapsed hour; null: none. */
const SENT: Readonly<Record<Exclude<CanaryUnit, 'TOTAL'>, (elapsed: number, at: HourOfCanary) => Sent | null>> = {
  STEADY: () => ({ value: 1000 }),
  RESET: (elapsed) => ({
    value: 10,
    summedValue: elapsed < RESET_AT ? 5000 + 10 * (elapsed + 1) : 10 * (elapsed - RESET_AT + 1),
  }),
  GAP: (elapsed) =>
    elapsed >= GAP.from && elapsed < GAP.until ? null : { value: 10, summedValue: 2000 + 10 * (elapsed + 1) },
  LATE: () => ({ value: 5 }),
  SWAP: (elapsed) =>
    elapsed < SWAP_AT
      ? { value: 10, summedValue: 1000 + 10 * (elapsed + 1) }
      : { value: elapsed === SWAP_AT ? 5 : 10, summedValue: 5 + 10 * (elapsed - SWAP_AT) },
  LEAK: (_, { day, hour }) => ({
    value: (hour >= 8 && hour < 18 ? 1000 : 0) + (day >= FIRST_DAY_OF_LEAK ? 100 : 0),
  }),
};

/** Readings that come in time, and those of a day that come late. */
export function canaryReadings(last: BusinessDate): {
  readonly inTime: readonly CanaryReading[];
  readonly late: readonly CanaryReading[];
} {
  const begin = beginOf(last);
  const [inTime, late]: [CanaryReading[], CanaryReading[]] = [[], []];
  for (const [unitId, sent] of Object.entries(SENT) as [Exclude<CanaryUnit, 'TOTAL'>, (typeof SENT)['STEADY']][]) {
    for (let elapsed = 0; elapsed < HOURS; elapsed += 1) {
      const at = placeOf(elapsed);
      const reading = sent(elapsed, at);
      if (reading === null) continue;
      const createdOn = new Date(begin + elapsed * HOUR_MS + 30 * MINUTE_MS).toISOString();
      (unitId === 'LATE' && at.day === LATE_DAY ? late : inTime).push({ unitId, createdOn, ...reading });
    }
  }
  return { inTime, late };
}

/**
 * The meter that is installed in SWAP. The old one has counted 5 since its last reading, and the new one counts 5 until
 * its first.
 */
export const canaryMeter = (last: BusinessDate): InstalledMeter => ({
  installedAtEpochMs: beginOf(last) + SWAP_AT * HOUR_MS,
  serial: 'CANARY-2',
  initialRegister: 0,
  finalRegisterOfOld: 1000 + 10 * SWAP_AT + 5,
});
