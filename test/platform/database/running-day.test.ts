import { expect, it } from 'vitest';
import { businessAt, businessDateOf } from '../../../src/kernel/time/business-clock.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import { findIndustry } from '../../../src/platform/directory/store/industries.ts';
import { mintId, testContext } from '../../support/database.ts';

const ZONES = ['Asia/Kolkata', 'Europe/Berlin', 'Pacific/Auckland', 'America/New_York'] as const;
const SHIFTS = ['00:00:00', '06:00:00', '13:30:00', '22:00:00'] as const;

it('the running business day and rule that analysts see are those of the program, whenever a clock changes around today', async () => {
  const { database } = await testContext();
  const [moment] = await database.execute<{ now_ms: number }>(
    "SELECT floor(date_part('epoch', now()) * 1000) AS now_ms",
  );
  const now = moment?.now_ms ?? 0;
  const today = businessDate(new Date(now).toISOString().slice(0, 10));
  for (let index = 0; index < 32; index += 1) {
    const industryId = mintId('CHANGING');
    const rule = (step: number) =>
      [ZONES[(index + step) % 4], SHIFTS[(index * 3 + step) % 4], (index + step) % 3] as const;
    await database.execute(
      'INSERT INTO tenant.industry (industry_id, industry_name, timezone, shift_start_at, days_offset) VALUES ($1, $1, $2, $3, $4)',
      [industryId, ...rule(0)],
    );
    for (const [step, days] of [
      [1, (index % 5) - 3],
      [2, (index % 5) - 1],
      [3, (index % 5) + 1],
    ] as const) {
      await database.execute(
        'INSERT INTO tenant.industry_clock SELECT industry_key, $2::date, $3, $4::time, $5::int FROM tenant.industry WHERE industry_id = $1',
        [industryId, addDays(today, days), ...rule(step)],
      );
    }
    const industry = await findIndustry(database, industryId, now);
    if (industry === null) throw new Error('just inserted');
    const at = 'to_timestamp($2::float8 / 1000)';
    const [seen] = await database.execute<Record<string, unknown>>(
      `SELECT r.timezone, r.shift_start_at::text AS shift, r.days_offset AS offset_days, r.business_date::text AS view_date,
              telemetry.business_date(r.industry_key, ${at})::text AS date, to_char(telemetry.business_at(r.industry_key, ${at}), 'YYYY-MM-DD HH24:MI:SS.MS') AS position
       FROM analytics_private.running_day r WHERE r.industry_key = $1`,
      [industry.industryKey, now],
    );
    const date = businessDateOf(industry.clock, now);
    expect(seen).toEqual({
      timezone: industry.clock.timezone,
      shift: industry.clock.shiftStartAt,
      offset_days: industry.clock.daysOffset,
      view_date: date,
      date,
      position: businessAt(industry.clock, now).slice(0, 23),
    });
  }
});
