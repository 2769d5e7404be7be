import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { QueueClient } from '../../src/platform/queue/client.ts';
import type { Changed } from '../../src/industries/change-entity.ts';
import { REBUILD_QUEUE } from '../../src/ledger/ask-for-rebuilds.ts';
import { staleDays } from '../../src/ledger/store/ledger.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';
import { Copy, shownChanges } from '../figures/changes/copy.ts';
import { at, documents, process, requireIndustry, send, unit, virtual, works } from '../figures/processing/works.ts';
import { databaseEnvironment } from '../support/database-environment.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { readUnit } from '../../src/industries/read-industry.ts';
import { changeUnit } from '../../src/industries/change-unit.ts';

const NOW = '2026-06-11T00:00:00Z';
let context: TestContext;
beforeAll(async () => {
  context = await testContext(NOW);
});

const request = (industryId: string, unitId: string) => ({
  industryId,
  unitId,
  by: { actor: { userId: 'op1', industryId: 'INTERNAL', address: null }, permissions: [] },
  reason: null,
  expected: null,
  dryRun: false,
});
/** What was asked of the queue. */
const sent: [string, object][] = [];
const queue: QueueClient = {
  send: async (name, payload) => {
    sent.push([name, payload]);
  },
};
const change = (industryId: string, unitId: string, patch: Record<string, unknown>): Promise<Changed> =>
  changeUnit({ ...context, queue }, request(industryId, unitId), patch);

const DAYS = ['2026-05-30', '2026-05-31', '2026-06-01', '2026-06-02'];

describe('a flowFactor from 1 June', () => {
  it('restates June onwards and nothing earlier: days, months, year and the feed of changes', async () => {
    const industry = await works(context, [
      unit('A', 'FLOW_CATEGORY'),
      unit('B', 'FLOW_CATEGORY'),
      virtual('SUM', '{A} + {B}'),
    ]);
    await send(
      context,
      industry,
      DAYS.flatMap((date, index) => [
        { unitId: 'A', createdOn: at(industry, date, 5), value: 10 + index },
        { unitId: 'B', createdOn: at(industry, date, 5), value: 100 },
      ]),
    );
    await process(context, industry, '2026-05-30', '2026-06-02');
    await context.database.execute('DELETE FROM telemetry.stale_day WHERE industry_key = $1', [industry.industryKey]);
    const copy = new Copy(context, industry);
    await copy.follow();
    const earlier = (await documents(context, industry, 'DAILY', true)).filter(({ id }) => id.includes('-05-2026'));

    const changed = await change(industry.industryId, 'A', { flowFactor: 2, meta: { effectiveFrom: '01/06/2026' } });
    expect(changed.staleFrom.map(({ unitId, fromDate }) => [unitId, fromDate])).toEqual([['A', '2026-06-01']]);
    expect(sent.splice(0)).toEqual([[REBUILD_QUEUE, { industryId: industry.industryId }]]);
    const marked = await staleDays(
      context.database,
      industry.industryKey,
      businessDate('2026-01-01'),
      businessDate('2026-12-31'),
    );
    const dates = marked.map((day) => day.businessDate).sort();
    expect([dates[0], dates.at(-1), dates.length]).toEqual(['2026-06-01', '2026-06-02', 2]);

    await process(context, await requireIndustry(context, industry.industryId), '2026-06-01', '2026-06-02');
    expect(shownChanges(await copy.follow())).toEqual([
      '2026-06-01 DAILY A: 12 -> 24 (configuration)',
      '2026-06-02 DAILY A: 13 -> 26 (configuration)',
      '2026-06-01 DAILY SUM: 112 -> 124 (configuration)',
      '2026-06-02 DAILY SUM: 113 -> 126 (configuration)',
      '2026-06-01 MONTHLY A: 25 -> 50 (configuration)',
      '2026-06-01 MONTHLY SUM: 225 -> 250 (configuration)',
      // 10 + 11 of May, and twice 25 of June.
      '2026-01-01 YEARLY A: 46 -> 71 (configuration)',
      '2026-01-01 YEARLY SUM: 446 -> 471 (configuration)',
    ]);
    // Not even computed again.
    expect((await documents(context, industry, 'DAILY', true)).filter(({ id }) => id.includes('-05-2026'))).toEqual(
      earlier,
    );
  });

  it('marks no day that has not begun, nor the running one', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const today = await change(industry.industryId, 'A', { flowFactor: 2 });
    const later = await change(industry.industryId, 'A', { flowFactor: 3, meta: { effectiveFrom: '01/07/2026' } });
    expect([today.staleFrom, later.staleFrom, sent]).toEqual([[], [], []]);
  });
});

describe('two operators in two processes', () => {
  it('who change one unit at the same time lose nothing: the later one is told what changed, by whom and when', async () => {
    const industryId = mintId('RACE');
    await works(context, [unit('A', 'FLOW_CATEGORY')], { industryId });
    const start = async () => {
      const child = spawn(globalThis.process.execPath, [fileURLToPath(new URL('process.ts', import.meta.url))], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...childEnvironment(), ...databaseEnvironment() },
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      // It writes text lines and never ends before it is told to.
      return { child, next: async () => (await lines.next()).value as string };
    };
    const processes = await Promise.all([start(), start()]);
    expect(await Promise.all(processes.map(({ next }) => next()))).toEqual(['ready', 'ready']);
    for (const [index, { child }] of processes.entries())
      child.stdin.write(
        `${JSON.stringify({ industryId, unitId: 'A', userId: `op${index}`, times: 8, at: Date.parse(NOW) })}\n`,
      );
    const said = (await Promise.all(processes.map(({ next }) => next()))).map(
      (line) => JSON.parse(line) as { refused: number; told: string },
    );
    for (const { child } of processes) child.stdin.end();
    await Promise.all(processes.map(({ child }) => once(child, 'exit')));
    const { value } = await readUnit(context, industryId, 'A');
    expect(value.unit.minNonZeroThreshold).toBe(16);
    expect(said.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(0);
    for (const { refused, told } of said)
      if (refused > 0)
        expect(told).toMatch(
          /^The unit A was changed by somebody else meanwhile: minNonZeroThreshold was changed from \d+ to \d+ by op[01] at 2026-06-11T00:00:00\.000Z/,
        );
    const rows = await context.database.execute(
      `SELECT FROM operations.audit a JOIN tenant.industry i USING (industry_key) WHERE i.industry_id = $1 AND a.verb = 'unit.change'`,
      [industryId],
    );
    expect(rows).toHaveLength(16);
  });
});
