import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import type { HourRollup } from '../../../src/figures/rules/processors/types.ts';
import { businessDateOf, dayWindow } from '../../../src/kernel/time/business-clock.ts';
import { addDays, FIRST_DATE, firstOfMonth, firstOfYear, LAST_DATE } from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { catchUpIndustry } from '../../../src/figures/processing/catch-up.ts';
import { rekeyIndustry } from '../../../src/industries/clock/rekey-industry.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import { refreshRecentRollups } from '../../../src/keeping/upkeep/upkeep.ts';
import { staleDays } from '../../../src/ledger/store/ledger.ts';
import { rollUpHours } from '../../support/roll-up-oracle.ts';
import { process, requireIndustry, send, unit, works } from '../../figures/processing/works.ts';
import { analystRollups, type Bucket, type RollupLevel, ROLLUP_LEVELS } from './analyst-rollups.ts';
import { type OwnContext, ownContext } from './own-database.ts';
import { runs } from '../../support/property-runs.ts';

const HOUR_MS = 3_600_000;
let context: OwnContext;
// It goes on from run to run: what is materialised does not go back.
beforeAll(async () => {
  context = await ownContext('2026-10-22T00:00:00Z');
});

const clock = fc.record({
  timezone: fc.constantFrom(
    'Pacific/Kiritimati',
    'Asia/Kolkata',
    'Europe/Berlin',
    'America/New_York',
    'Pacific/Pago_Pago',
  ),
  shiftStartAt: fc.constantFrom('00:00:00', '06:30:00', '22:00:00'),
  daysOffset: fc.constantFrom(-1, 0, 1),
});
const industryIndex = fc.nat({ max: 3 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('join' as const), clock }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change clock' as const), of: industryIndex, clock }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('move to clock' as const),
      of: industryIndex,
      clock,
      daysBack: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      of: industryIndex,
      minutesFromNow: fc.array(fc.integer({ min: -3 * 1440, max: 600 }), { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('daily run' as const), of: industryIndex }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('upkeep' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What an industry has sent: value by instant. */
interface Member {
  industry: Industry;
  readonly sent: Map<number, number>;
}

/** Hours by business day as the oracle adds them up. */
function hoursByDay({ industry, sent }: Member): Map<BusinessDate, HourRollup[]> {
  const byDay = Map.groupBy(
    [...sent].sort(([a], [b]) => a - b),
    ([epochMs]) => businessDateOf(industry.clock, epochMs),
  );
  return new Map(
    [...byDay].map(([date, readings]) => {
      const { startEpochMs } = dayWindow(industry.clock, date);
      // What lies beyond 24 hours is folded into the last minute.
      const samples = readings.map(([epochMs, value]) => ({
        epochMs,
        value,
        register: null,
        estimated: false,
        offline: false,
        minute: Math.min(Math.floor((epochMs - startEpochMs) / 60_000), 1439),
      }));
      return [date, rollUpHours(samples, 0)];
    }),
  );
}

const bucketOf = (bucket: string, hours: readonly HourRollup[]): Bucket => [
  bucket,
  hours.reduce((sum, hour) => sum + hour.readingCount, 0),
  hours.reduce((sum, hour) => sum + hour.valueSum, 0),
  hours[0]?.firstValue ?? null,
  hours.at(-1)?.lastValue ?? null,
  hours.at(-1)?.lastRegister ?? null,
];

/** All levels, of days that count. */
function expected(member: Member, counts: (date: BusinessDate) => boolean): Record<RollupLevel, Bucket[]> {
  const days = [...hoursByDay(member)].sort(([a], [b]) => a.localeCompare(b)).filter(([date]) => counts(date));
  const grouped = (start: (date: BusinessDate) => string): Bucket[] =>
    [...Map.groupBy(days, ([date]) => start(date))].map(([first, of]) =>
      bucketOf(
        `${first} 00:00:00`,
        of.flatMap(([, hours]) => hours),
      ),
    );
  return {
    hourly: days.flatMap(([date, hours]) =>
      hours.map((hour) => bucketOf(`${date} ${String(hour.hour).padStart(2, '0')}:00:00`, [hour])),
    ),
    daily: grouped((date) => date),
    monthly: grouped(firstOfMonth),
    yearly: grouped(firstOfYear),
  };
}

async function perform(members: Member[], act: Step): Promise<void> {
  const now = context.clock.now();
  const of = 'of' in act ? members[act.of % members.length] : undefined;
  switch (act.do) {
    case 'pass':
      return context.clock.set(new Date(now + act.hours * HOUR_MS).toISOString());
    case 'join':
      if (members.length < 4)
        members.push({ industry: await works(context, [unit('M', 'FLOW_CATEGORY')], act.clock), sent: new Map() });
      return;
    case 'upkeep':
      await refreshRecentRollups(context);
      return refreshDueRollups(context);
    default:
  }
  if (of === undefined) return;
  switch (act.do) {
    case 'send': {
      const instants = [...new Set(act.minutesFromNow)].map((minutes) => now + minutes * 60_000);
      for (const instant of instants) of.sent.set(instant, (instant / 60_000) % 97);
      await send(
        context,
        of.industry,
        instants.map((instant) => ({
          unitId: 'M',
          createdOn: new Date(instant).toISOString(),
          value: (instant / 60_000) % 97,
        })),
      );
      return;
    }
    case 'daily run':
      await catchUpIndustry(context, noQueue, of.industry.industryId);
      return refreshDueRollups(context);
    case 'change clock':
    case 'move to clock':
      of.industry = await works(context, [unit('M', 'FLOW_CATEGORY')], {
        ...act.clock,
        industryId: of.industry.industryId,
      });
      if (act.do === 'move to clock')
        await rekeyIndustry(context, of.industry, addDays(businessDateOf(of.industry.clock, now), -act.daysBack));
  }
}

/** The days that run or are still to come are right in hours and days at once, and so are the figures of every day. */
async function expectPresentRight(members: readonly Member[]): Promise<void> {
  for (const member of members) {
    member.industry = await requireIndustry(context, member.industry.industryId);
    const { industry } = member;
    const running = businessDateOf(industry.clock, context.clock.now());
    const seen = await analystRollups(context.database, industry, 'M');
    const present = expected(member, (date) => date >= running);
    expect({
      hourly: seen.hourly.filter(([bucket]) => bucket >= running),
      daily: seen.daily.filter(([bucket]) => bucket >= running),
    }).toEqual({ hourly: present.hourly, daily: present.daily });
    const past = [...hoursByDay(member).keys()].filter((date) => date <= running).sort();
    const figures = await readDays(context, { industry, unitIds: new Set(['M']), dates: past, withEntries: true });
    const { startEpochMs } = dayWindow(industry.clock, running);
    const hoursBegun = Math.floor((context.clock.now() - startEpochMs) / HOUR_MS) + 1;
    for (const [date, hours] of hoursByDay(member)) {
      if (date > running) continue;
      // Readings ahead count in the figure of the running day once their hour has begun.
      const counted =
        date < running ? hours : hours.filter(({ firstEpochMs }) => firstEpochMs < startEpochMs + hoursBegun * HOUR_MS);
      const total = counted.length === 0 ? null : counted.reduce((sum, hour) => sum + hour.valueSum, 0);
      expect([date, figures.get(date)?.get('M')?.value]).toEqual([date, total]);
    }
  }
}

/** Once the marked days are rebuilt, every level of every period is right. */
async function expectAllRight(members: readonly Member[]): Promise<void> {
  for (const { industry } of members) {
    for (const { businessDate: date } of await staleDays(
      context.database,
      industry.industryKey,
      FIRST_DATE,
      LAST_DATE,
    )) {
      if (date < businessDateOf(industry.clock, context.clock.now())) await process(context, industry, date, date);
    }
  }
  await refreshDueRollups(context);
  for (const member of members) {
    const seen = await analystRollups(context.database, member.industry, 'M');
    const all = expected(member, () => true);
    for (const level of ROLLUP_LEVELS) expect({ level, buckets: seen[level] }).toEqual({ level, buckets: all[level] });
  }
}

/** Their days end first, so that none of an earlier run keeps the days of this one from being materialised. */
async function sendEarlierOnesEast(): Promise<void> {
  await context.database.execute(
    `UPDATE tenant.industry_clock SET timezone = 'Pacific/Kiritimati', shift_start_at = '00:00', days_offset = 1`,
  );
  await perform([], { do: 'pass', hours: 72 });
}

describe('rollups of industries that come, change their clocks and send early and late', () => {
  it('are what their readings add up to: days that run at every moment, all others once their marks are answered', async () => {
    await fc.assert(
      fc.asyncProperty(clock, fc.array(step, { minLength: 10, maxLength: 24 }), async (first, steps) => {
        await sendEarlierOnesEast();
        const members: Member[] = [];
        const begin: Step[] = [
          { do: 'join', clock: first },
          { do: 'send', of: 0, minutesFromNow: [0, 60] },
          { do: 'pass', hours: 26 },
          { do: 'upkeep' },
        ];
        for (const act of [...begin, ...steps]) {
          await perform(members, act);
          await expectPresentRight(members);
        }
        await expectAllRight(members);
      }),
      { numRuns: runs(5), endOnFailure: true },
    );
  }, 300_000);
});
