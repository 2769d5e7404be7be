import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { clockAsOf } from '../../../src/kernel/time/business-clock.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../../../src/kernel/time/types.ts';

const ZONES = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Auckland',
] as const;

/**
 * Whole, half and odd minutes, and times that one of the zones skips or repeats (Sao Paulo at midnight, Lord Howe 01:45
 * and 02:15, Chatham 03:15).
 */
const SHIFTS = [
  '00:00:00',
  '00:30:00',
  '01:30:00',
  '01:45:00',
  '02:00:00',
  '02:15:00',
  '02:30:00',
  '03:00:00',
  '03:15:00',
  '06:00:00',
  '06:30:00',
  '08:17:23',
  '12:00:00',
  '18:00:00',
  '23:30:00',
  '23:59:59',
] as const;

// The tables of Node and of a database differ for future years as soon as one is older and a country changes its law;
// the zones above have had no change since 2019, and up to here both extend today's rules.
const FROM = Date.UTC(1970, 0, 1);
const TO = Date.UTC(2100, 0, 1);
const STEP_MS = 10 * 86_400_000;
const HOUR_MS = 3_600_000;

/** The first second after each change of clocks of a zone, found by halving: independent of the code under test. */
const changesOf = (name: string): EpochMillis[] => {
  const zone = IANAZone.create(name);
  const changes: EpochMillis[] = [];
  let offset = zone.offset(FROM);
  for (let from = FROM; from < TO; from += STEP_MS) {
    let [before, after] = [from, from + STEP_MS];
    const next = zone.offset(after);
    if (offset === next) continue;
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000;
      if (zone.offset(middle) === offset) before = middle;
      else after = middle;
    }
    changes.push(after);
    offset = next;
  }
  return changes;
};

const CHANGES = new Map(ZONES.map((zone) => [zone, changesOf(zone)]));

export const anyClock: fc.Arbitrary<BusinessClock> = fc.record({
  timezone: fc.constantFrom(...ZONES),
  shiftStartAt: fc.constantFrom(...SHIFTS),
  daysOffset: fc.integer({ min: -1, max: 2 }),
});

/** Any millisecond of 1970 to 2099, and as often one within two days of a change of clocks in the zone. */
const instantOf = (timezone: string): fc.Arbitrary<EpochMillis> => {
  const anywhere = fc.integer({ min: FROM, max: TO - 1 });
  const changes = [...CHANGES].find(([zone]) => zone === timezone)?.[1] ?? [];
  if (changes.length === 0) return anywhere;
  const nearChange = fc
    .tuple(
      fc.constantFrom(...changes),
      fc.oneof(
        fc.integer({ min: -48 * HOUR_MS, max: 48 * HOUR_MS }),
        fc.integer({ min: -96, max: 96 }).map((halfHours) => (halfHours * HOUR_MS) / 2),
      ),
    )
    .map(([change, distance]) => change + distance);
  return fc.oneof(anywhere, nearChange);
};

export interface ClockedInstant {
  readonly clock: BusinessClock;
  readonly instant: EpochMillis;
}

export const anyClockedInstant: fc.Arbitrary<ClockedInstant> = anyClock.chain((clock) =>
  instantOf(clock.timezone).map((instant) => ({ clock, instant })),
);

const HISTORY_DAYS = 30;
const FROM_THE_BEGINNING = businessDate('1900-01-01');

/**
 * A clock of one to four rules, all changed within a month, so that some begin before the one before them has placed a
 * day; and instants about then.
 */
export const anyClockWithHistory: fc.Arbitrary<ClockedInstant> = fc
  .record({
    rules: fc.array(anyClock, { minLength: 1, maxLength: 4 }),
    month: fc.integer({ min: FROM + 40 * 24 * HOUR_MS, max: TO - 400 * 24 * HOUR_MS }),
    days: fc.uniqueArray(fc.integer({ min: 0, max: HISTORY_DAYS }), { minLength: 3, maxLength: 3 }),
    instants: fc.integer({ min: -5 * 24 * HOUR_MS, max: (HISTORY_DAYS + 5) * 24 * HOUR_MS }),
  })
  .map(({ rules, month, days, instants }) => {
    const first = businessDate(new Date(month).toISOString().slice(0, 10));
    const dates: BusinessDate[] = [
      FROM_THE_BEGINNING,
      ...days.toSorted((a, b) => a - b).map((day) => addDays(first, day)),
    ];
    const history = rules.map((rule, index) => ({ fromDate: dates[index] ?? FROM_THE_BEGINNING, ...rule }));
    return { clock: clockAsOf(history, month), instant: month + instants };
  });
