import type { PgBoss, Schedule } from 'pg-boss';
import { describe, expect, it } from 'vitest';
import { nextMorning, scheduleIndustries } from '../../src/service/schedules.ts';
import { dayWindow } from '../../src/kernel/time/business-clock.ts';
import { businessDate, eachDate } from '../../src/kernel/time/business-date.ts';
import { DAY_MS, MINUTE_MS } from '../../src/kernel/time/durations.ts';
import type { EpochMillis } from '../../src/kernel/time/types.ts';

const iso = (instant: EpochMillis): string => new Date(instant).toISOString().slice(0, 16);
const YEAR = [...eachDate(businessDate('2026-01-01'), businessDate('2026-12-31'))];
const SHIFTS = [
  ['Asia/Kolkata', '06:30:00', 0],
  ['Europe/Berlin', '02:30:00', 0],
  ['Europe/Berlin', '01:58:00', 0],
  ['Europe/Berlin', '23:58:00', 1],
  ['Europe/Berlin', '06:00:00', 2],
  ['Europe/Berlin', '22:00:00', -1],
  ['Africa/Cairo', '00:00:00', 0],
  ['America/Santiago', '00:00:00', 0],
  ['Australia/Lord_Howe', '02:10:00', 0],
  ['Pacific/Kiritimati', '06:00:00', 0],
] as const;

describe('the next morning of a shift start', () => {
  it.each([
    ['Asia/Kolkata', '06:00:00', '2026-06-01T00:00', '2026-06-01T00:33'],
    ['Asia/Kolkata', '06:00:00', '2026-06-01T00:33', '2026-06-02T00:33'],
    ['Asia/Kolkata', '23:59:59', '2026-06-01T00:00', '2026-06-01T18:32'],
    // Clocks skip the shift start, and show it twice.
    ['Europe/Berlin', '02:30:00', '2026-03-28T12:00', '2026-03-29T01:33'],
    ['Europe/Berlin', '02:30:00', '2026-10-24T12:00', '2026-10-25T01:33'],
    ['Africa/Cairo', '00:00:00', '2026-04-23T12:00', '2026-04-23T22:03'],
  ])('in %s at %s, asked at %s, is at %s', (timezone, shiftStartAt, now, morning) => {
    expect(iso(nextMorning({ timezone, shiftStartAt, daysOffset: 0 }, Date.parse(`${now}Z`)))).toBe(morning);
  });

  it.each(SHIFTS)(
    'in %s at %s, with %s days of offset, is three minutes after the end of each business day of a year',
    (timezone, shiftStartAt, daysOffset) => {
      const clock = { timezone, shiftStartAt, daysOffset };
      for (const date of YEAR) {
        const { startEpochMs, endEpochMs } = dayWindow(clock, date);
        expect(iso(nextMorning(clock, startEpochMs + 4 * MINUTE_MS))).toBe(iso(endEpochMs + 3 * MINUTE_MS));
      }
    },
  );
});

/** The second day of four on which clocks of these zones change. */
const CHANGES = ['2026-03-29', '2026-04-05', '2026-04-24', '2026-09-06', '2026-10-04', '2026-10-25', '2026-10-30'];
/** A look every ten minutes. */
const LOOKS = CHANGES.flatMap((change) =>
  Array.from({ length: 4 * 144 }, (_, index) => Date.parse(change) - DAY_MS + index * 10 * MINUTE_MS),
);

/** A queue that keeps schedules in memory. */
class Schedules {
  kept: Schedule[] = [];
  getSchedules = async (queue?: string): Promise<Schedule[]> => this.kept.filter(({ name }) => name === queue);
  unschedule = async (): Promise<void> => {};
  send = (async () => null) as PgBoss['send'];
  schedule: PgBoss['schedule'] = async (name, cron, _data, options) => {
    const { key = '', tz = '' } = options ?? {};
    this.kept = [...this.kept.filter((other) => other.key !== key), { name, key, cron, timezone: tz } as Schedule];
  };
}

describe('the schedule of a shift start', () => {
  it.each(SHIFTS)(
    'in %s at %s, with %s days of offset, is due once for each morning, also where clocks change',
    async (timezone, shiftStartAt, daysOffset) => {
      const boss = new Schedules();
      const runs = [{ industryId: 'ONE', timezone, shiftStartAt, daysOffset }];
      const due: string[] = [];
      const mornings: string[] = [];
      for (const now of LOOKS) {
        await scheduleIndustries(boss, runs, now);
        const morning = nextMorning({ timezone, shiftStartAt, daysOffset }, now);
        if (morning <= now + 10 * MINUTE_MS) mornings.push(iso(morning));
        // Minutes until the next look, by the schedule as it is.
        const [minute, hour] = (boss.kept[0]?.cron ?? '').split(' ').map(Number);
        for (let at = now + MINUTE_MS; at <= now + 10 * MINUTE_MS; at += MINUTE_MS) {
          const date = new Date(at);
          if (date.getUTCMinutes() === minute && date.getUTCHours() === hour) due.push(iso(at));
        }
      }
      expect(due).toEqual(mornings);
      expect(mornings).toHaveLength(CHANGES.length * 4);
    },
  );
});
