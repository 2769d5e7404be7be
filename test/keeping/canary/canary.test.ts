import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { runCanary, watchCanary } from '../../../src/keeping/canary/run-canary.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import { lastCanary } from '../../../src/keeping/store/canary.ts';
import { unit, works } from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../upkeep/own-database.ts';

let context: OwnContext;
beforeAll(async () => {
  context = await ownContext('2026-03-10T04:37:00Z');
});

/** Rows of an installation that holds nobody: what is left says what a canary leaves behind. */
const leftOver = () =>
  context.database.execute(
    `SELECT (SELECT count(*) FROM tenant.industry) AS industries, (SELECT count(*) FROM telemetry.reading) AS readings,
            (SELECT count(*) FROM telemetry.rollup_daily) AS days, (SELECT count(*) FROM telemetry.document) AS documents,
            (SELECT count(*) FROM operations.finding) AS findings, (SELECT count(*) FROM operations.audit) AS audits`,
  );
const on = (): OwnContext => ({ ...context, config: parseConfig({ ...context.environment, CANARY: 'on' }) });

describe('the canary', () => {
  it('finds every figure as it was worked out by hand, and leaves nothing behind', async () => {
    expect(await runCanary(context, 'CANARY')).toEqual([]);
    await refreshDueRollups(context);
    expect(await leftOver()).toEqual([{ industries: 0, readings: 0, days: 0, documents: 0, findings: 0, audits: 0 }]);
  });

  it('does not run where it is off', async () => {
    await watchCanary(context);
    expect(await lastCanary(context.database)).toBeNull();
  });

  it('keeps when it last succeeded, and what it found since: a figure that differs is logged with both numbers', async () => {
    await watchCanary(on());
    expect(await lastCanary(context.database)).toMatchObject({
      succeededAt: new Date(context.clock.now()),
      mismatches: [],
    });
    context.clock.set('2026-03-11T04:37:00Z');
    const log = { ...context.log, error: vi.fn() };
    // Whoever writes documents of STEADY writes one thousandth too much.
    await context.database.execute(
      `CREATE FUNCTION public.one_more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.value := NEW.value + 1; RETURN NEW; END $$`,
    );
    await context.database.execute(
      `CREATE TRIGGER one_more BEFORE INSERT ON telemetry.document FOR EACH ROW WHEN (NEW.period = 'DAILY' AND NEW.value = 25000) EXECUTE FUNCTION public.one_more()`,
    );
    await watchCanary({ ...on(), log: log as unknown as OwnContext['log'] }); // the one function that is called
    const mismatch = { what: 'STEADY day 2026-02-21 value', expected: 25_000, found: 25_001 };
    expect(log.error.mock.calls).toContainEqual([mismatch, 'the canary found another figure than expected']);
    const last = await lastCanary(context.database);
    expect(last?.mismatches).toContainEqual(mismatch);
    expect([last?.ranAt, last?.succeededAt]).toEqual([
      new Date('2026-03-11T04:37:00Z'),
      new Date('2026-03-10T04:37:00Z'),
    ]);
  });

  it("leaves an industry of its id alone that is a customer's", async () => {
    await works(context, [unit('M1', 'FLOW_CATEGORY')], { industryId: 'CANARY' });
    await expect(watchCanary(on())).rejects.toThrow('Industry CANARY is not the canary\'s: its name is "CANARY".');
    expect((await lastCanary(context.database))?.problem).toContain("is not the canary's");
    expect(await leftOver()).toMatchObject([{ industries: 1 }]);
  });
});
