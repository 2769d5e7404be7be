import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import type { Querier } from '../../../src/platform/database/database.ts';
import { namedStatements } from '../../../src/platform/database/named-query.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import { rebuildIndustry } from '../../../src/figures/processing/rebuild-industry.ts';
import { checkDueDays } from '../../../src/figures/register-checks/due-checks.ts';
import { overruleRegister } from '../../../src/figures/register-checks/register-checks.ts';
import { registersAround } from '../../../src/figures/store/register-events.ts';
import { markStale } from '../../../src/ledger/store/ledger.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  dailyValues,
  excludedSlots,
  instantOf,
  march,
  meterOf,
  offlineValues,
  processMarch,
  provisionMeter,
  sendRegisters,
  slots,
  staleOf,
} from './meters.ts';
import type { StatementValues } from '../../../src/platform/database/statements.ts';

const EXCLUDE = { dropout: 'exclude', glitch: 'exclude' };
const LATER = '2026-11-21T00:00:00Z';
let context: TestContext;
beforeAll(async () => {
  context = await testContext(LATER);
});

const counting = (): { context: TestContext; asked: string[] } => {
  const asked: string[] = [];
  const counted = (querier: Querier): Querier => ({
    ...querier,
    ...namedStatements((name, values) => {
      asked.push(name);
      return querier.many(name, values);
    }),
  });
  const { database } = context;
  return {
    asked,
    context: {
      ...context,
      database: {
        ...database,
        ...counted(database),
        transaction: (work) => database.transaction((querier) => work(counted(querier))),
      },
    },
  };
};

describe('processing days', () => {
  it('takes dropouts out of first and last registers, and reports what they hide as offline quantity', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 110, 0, 0, 150, 160, 170, 180));
    await processMarch(context, industry, 1, 2);
    expect(await excludedSlots(context, industry)).toEqual([2, 3]);
    // Every hour holds one register, so all water passes between hours.
    expect(await dailyValues(context, industry)).toEqual({ '01': 0, '02': 0 });
    expect(await offlineValues(context, industry)).toEqual([10, 70]);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('leaves registers of units without checks as they are', async () => {
    const industry = await provisionMeter(context, null);
    await sendRegisters(context, industry, slots(0, 100, 110, 0, 0, 150, 160, 170, 180));
    await processMarch(context, industry, 1, 2);
    expect(await excludedSlots(context, industry)).toEqual([]);
    expect(await offlineValues(context, industry)).toEqual([10, 180]);
  });

  it("judges with the next days' readings, if they are there", async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 5000, 5010, 5020, 0, 0, 3, 7, 12, 15, 18));
    await processMarch(context, industry, 1, 1);
    expect(await excludedSlots(context, industry)).toEqual([]);
  });

  it('marks the day before when later readings change its verdict, and rebuilds it', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 5000, 5010, 5020, 0));
    await processMarch(context, industry, 1, 1);
    expect(await excludedSlots(context, industry)).toEqual([3]);
    await sendRegisters(context, industry, slots(4, 0, 3, 7, 12, 15, 18, 21, 24));
    const result = await processMarch(context, industry, 2, 3);
    // The zeros were the beginning of a new count.
    expect(await excludedSlots(context, industry)).toEqual([]);
    expect(result.staleElsewhere).toEqual(['2026-03-01']);
    expect(await staleOf(context, industry)).toEqual(['2026-03-01 register check']);

    await rebuildIndustry(context, noQueue, industry.industryId);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('rewrites the next day as well when a day hands another register on to it', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 5000, 5010, 5020, 5030, 5040, 5050, 5060, 5070));
    await processMarch(context, industry, 1, 2);
    expect(await offlineValues(context, industry)).toEqual([30, 40]);
    await sendRegisters(context, industry, slots(3, 0));
    await rebuildIndustry(context, noQueue, industry.industryId);
    expect(await excludedSlots(context, industry)).toEqual([3]);
    expect(await offlineValues(context, industry)).toEqual([20, 50]);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('rewrites virtual units that use the meter', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, { 0: 100, 1: 130 });
    await processMarch(context, industry, 1, 1);
    expect(await dailyValues(context, industry, 'BOTH')).toEqual({ '01': 0 });
  });

  it('does not judge the running day, nor on a dry run', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    context.clock.set('2026-03-02T13:00:00Z');
    await sendRegisters(context, industry, slots(0, 100, 110, 120, 130, 140, 0, 150));
    await processMarch(context, industry, 2, 2);
    expect(await excludedSlots(context, industry)).toEqual([]);
    context.clock.set(LATER);
    const { asked, context: counted } = counting();
    await processDays(counted, {
      industry,
      from: march(1),
      to: march(2),
      unitIds: null,
      updateOnlyVirtual: false,
      daily: true,
      monthly: false,
      yearly: false,
      write: false,
    });
    expect(asked.filter((name) => name.startsWith('register-events'))).toEqual([]);
    expect(await excludedSlots(context, industry)).toEqual([]);
  });
});

describe('what is judged', () => {
  it('is nothing for an industry without checks: one look at the ledger', async () => {
    const industry = await provisionMeter(context, null);
    await sendRegisters(context, industry, slots(0, 100, 0, 110));
    const { asked, context: counted } = counting();
    await checkDueDays(counted, industry, march(1), march(3));
    expect(asked).toEqual(['ledger.stale_days']);
  });

  it('is nothing when no reading changed since', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 0, 110));
    await processMarch(context, industry, 1, 3);
    const { asked, context: counted } = counting();
    await processMarch(counted, industry, 1, 3);
    expect(asked.filter((name) => name.startsWith('register-events'))).toEqual([]);
  });

  it('again changes no row', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 0, 110, 0, 0, 0, 120, 5, 130));
    const rows = () =>
      context.database.execute(
        `SELECT (SELECT array_agg(xmin::text ORDER BY created_on) FROM telemetry.reading WHERE unit_key = $1 AND business_at > '2020-01-01') AS readings,
              (SELECT array_agg(xmin::text ORDER BY from_at) FROM telemetry.register_event WHERE unit_key = $1) AS events,
              (SELECT array_agg(revision ORDER BY business_date) FROM telemetry.stale_day WHERE industry_key = $2) AS marks`,
        [meterOf(industry).unitKey, industry.industryKey],
      );
    await checkDueDays(context, industry, march(1), march(3));
    const before = await rows();
    expect(before).toMatchObject([{ events: expect.arrayContaining([expect.any(String)]) }]);
    await checkDueDays(context, industry, march(1), march(3));
    expect(await rows()).toEqual(before);
  });

  it('includes units whose checks were taken away for the past: their flags and events go', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 0, 110, 120));
    await processMarch(context, industry, 1, 1);
    expect(await excludedSlots(context, industry)).toEqual([1]);
    const unchecked = await provisionMeter(context, null, industry.industryId, { effectiveFrom: '01/01/1900' });
    await processMarch(context, unchecked, 1, 1);
    expect(await excludedSlots(context, industry)).toEqual([]);
    expect(
      await context.database.execute('SELECT * FROM telemetry.register_event WHERE unit_key = $1', [
        meterOf(industry).unitKey,
      ]),
    ).toEqual([]);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('reaches as far as the counted readings around: zeros and what an operator excludes do not count', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 101, 102, 0, 104, 105, 106, 107, 108, 0, 110, 111, 112));
    const word = (slot: number) =>
      overruleRegister({ ...context, queue: noQueue }, industry, {
        unitId: 'M1',
        createdOnEpochMs: instantOf(slot),
        action: 'exclude',
        by: COMMAND,
      });
    await word(2);
    await word(10);
    const around = await registersAround(context.database, meterOf(industry).unitKey, march(2), march(2), 2);
    expect(around.map((reading) => reading.register)).toEqual([100, 101, 102, 0, 104, 105, 106, 107, 108, 0, 110, 111]);
    expect(
      (await registersAround(context.database, meterOf(industry).unitKey, march(2), march(2), 5))
        .map((reading) => reading.register)
        .at(-1),
    ).toBe(112);
    expect(await registersAround(context.database, -1, march(2), march(2), 2)).toEqual([]);
  });

  it('includes compressed readings', async () => {
    // A chunk of its own: other tests on this database look at rows in ways that compressed chunks do not allow.
    const [from, to] = [businessDate('2011-03-01'), businessDate('2011-03-02')];
    const base = (Date.UTC(2011, 2, 1) - instantOf(0)) / (instantOf(1) - instantOf(0));
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(base, 100, 0, 110, 0, 0, 120, 130, 140));
    const compressed = await context.database.execute(
      "SELECT compress_chunk(c) FROM show_chunks('telemetry.reading', older_than => timestamp '2011-07-01', newer_than => timestamp '2011-01-01') AS c",
    );
    expect(compressed.length).toBeGreaterThan(0);
    await processDays(context, {
      industry,
      from,
      to,
      unitIds: null,
      updateOnlyVirtual: false,
      daily: true,
      monthly: true,
      yearly: true,
      write: true,
    });
    const registers = await registersAround(context.database, meterOf(industry).unitKey, from, to, 1);
    expect(registers.map(({ register, excluded }) => [register, excluded])).toEqual([
      [100, false],
      [0, true],
      [110, false],
      [0, true],
      [0, true],
      [120, false],
      [130, false],
      [140, false],
    ]);
  });
});

describe('marks that come while registers are judged', () => {
  it('are not answered by the run that did not see their readings', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 110, 0, 130));
    const { database } = context;
    /** Someone else commits a late reading of the day right after the readings were read. */
    let done = false;
    const interrupted: TestContext = {
      ...context,
      database: {
        ...database,
        transaction: (work) =>
          database.transaction((querier) =>
            work({
              ...querier,
              ...namedStatements(async <R>(name: string, values?: StatementValues) => {
                if (name === 'register-events.remove_events' && !done) {
                  done = true;
                  await markStale(
                    querier,
                    industry.industryKey,
                    [{ businessDate: '2026-03-01', unitKey: meterOf(industry).unitKey, cause: 'late reading' }],
                    new Date(context.clock.now()),
                  );
                }
                return querier.many<R>(name, values);
              }),
            }),
          ),
      },
    };
    await processMarch(interrupted, industry, 1, 1);
    expect(done).toBe(true);
    expect(await staleOf(context, industry)).toEqual(['2026-03-01 late reading,register check']);
    await processMarch(context, industry, 1, 1);
    expect(await staleOf(context, industry)).toEqual([]);
  });
});
