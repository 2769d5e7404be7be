import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import { daySettled } from '../../../src/kernel/document/day-settled.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { tellFigures } from '../../../src/platform/live/publish.ts';
import { createReadingTeller } from '../../../src/platform/live/tell-readings.ts';
import { readQuarantine, releaseRows } from '../../../src/readings/quarantine.ts';
import { receiveReadings } from '../../../src/readings/receive-readings.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { takingReadings } from '../../support/intake.ts';
import { ingest } from '../../readings/works.ts';
import { unit, works } from '../../figures/processing/works.ts';

interface Told {
  readonly channel: string;
  readonly name?: string;
  readonly payload?: unknown;
}

let context: TestContext;
const told: Told[] = [];
beforeAll(async () => {
  context = await testContext('2026-03-01T06:00:00Z');
  // What this service sends.
  await context.database.listen('web_event', (text) => told.push(JSON.parse(text) as Told));
});

const toldOn = (channel: string): Told[] => told.filter((event) => event.channel === channel);
const at = (instant: string): number => Date.parse(instant);

describe('stored readings', () => {
  it('are told at once, and what comes within a second of it as one event', async () => {
    const tell = createReadingTeller(context);
    const [id, other] = [`burst-${process.pid}`, `other-${process.pid}`];
    const started = performance.now();
    tell(id, [{ unitKey: 1, createdOnEpochMs: at('2026-03-01T05:00:00Z') }]);
    for (let n = 0; n < 50; n += 1)
      tell(id, [
        { unitKey: 2 + (n % 3), createdOnEpochMs: at('2026-03-01T05:10:00Z') },
        { unitKey: 2, createdOnEpochMs: at('2026-03-01T05:05:00Z') },
      ]);
    tell(other, [{ unitKey: 9, createdOnEpochMs: at('2026-03-01T04:00:00Z') }]);
    await expect.poll(() => toldOn(`V2_${id}`).length, { timeout: 60_000 }).toBe(2);
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
    expect(toldOn(`V2_${id}`).map(({ name, payload }) => ({ name, payload }))).toEqual([
      { name: 'reading', payload: { units: 1, newest: '2026-03-01T05:00:00.000Z' } },
      { name: 'reading', payload: { units: 3, newest: '2026-03-01T05:10:00.000Z' } },
    ]);
    expect(toldOn(`V2_${other}`)).toHaveLength(1);
  });

  it('are told when an operator releases them from quarantine', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    await ingest(context, industry, [{ unitId: 'OLD', createdOn: '2026-03-01T05:00:00Z', value: 5 }]);
    const [held] = await readQuarantine(context, industry.industryKey, 'held', 0, 1);
    const decision = { industry, ids: [held?.quarantineId ?? 0], by: COMMAND };
    await releaseRows(takingReadings(context, noQueue), decision, { unitId: 'A' });
    await expect.poll(() => toldOn(`V2_${industry.industryId}`).length, { timeout: 60_000 }).toBe(1);
  });

  it('are told after their commit, and not when they say what was stored already', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')]);
    const rows = ['A', 'B'].map((unitId) => ({ row: { unitId, createdOn: '2026-03-01T05:00:00Z', value: 5 } }));
    const channel = `V2_${industry.industryId}`;
    const receive = (sent: readonly { readonly row: object }[]) =>
      receiveReadings(takingReadings(context, noQueue), industry, [sent], 'http');
    await receive(rows);
    await expect.poll(() => toldOn(channel).length, { timeout: 60_000 }).toBe(1);
    expect(toldOn(channel)[0]?.payload).toEqual({ units: 2, newest: '2026-03-01T05:00:00.000Z' });
    await receive(rows);
    const [corrected] = rows.map(({ row }) => ({ row: { ...row, value: 6 } }));
    if (corrected !== undefined) await receive([corrected]);
    await expect.poll(() => toldOn(channel).length, { timeout: 60_000 }).toBe(2);
    expect(toldOn(channel)[1]?.payload).toEqual({ units: 1, newest: '2026-03-01T05:00:00.000Z' });
  });
});

describe('settled days', () => {
  const settle = async (changedUnitKeys: readonly number[]) => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const day = { causes: ['late reading'], markedAt: null, changedUnitKeys };
    const event = daySettled({
      eventKey: 1,
      industryKey: industry.industryKey,
      settledAt: new Date(context.clock.now()),
      days: ['2026-02-27', '2026-02-28'].map((date) => ({ ...day, date: businessDate(date) })),
    });
    await context.database.transaction((transaction) => tellFigures(transaction, event));
    return context.database.execute('SELECT channel, name, payload FROM alerting.web_event WHERE industry_key = $1', [
      industry.industryKey,
    ]);
  };

  it('are kept as one event that names the days whose figures changed', async () => {
    expect(await settle([7, 8])).toEqual([
      {
        channel: expect.stringMatching(/^V2_/),
        name: 'figures',
        payload: { days: ['27/02/2026', '28/02/2026'], units: 2 },
      },
    ]);
  });

  it('that changed no figure tell nobody', async () => {
    expect(await settle([])).toEqual([]);
  });
});
