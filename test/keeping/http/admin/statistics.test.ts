import { beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../../../../src/service/metrics.ts';
import { compressOldChunks } from '../../../../src/readings/chunks.ts';
import { markStale } from '../../../../src/ledger/store/ledger.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { openBoss } from '../../../../src/platform/queue/client.ts';
import { createLogger } from '../../../../src/logger.ts';
import { process, send, unit, works } from '../../../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../../upkeep/own-database.ts';
import { mintOperator, type Operator } from '../../../industries/http/admin/support/operator.ts';

const NOW = '2026-06-11T06:00:00Z';
let context: OwnContext;
let operator: Operator;
beforeAll(async () => {
  context = await ownContext(NOW, { COMPRESS_AFTER_DAYS: '30' });
  operator = await mintOperator(context);
});

type Data = Readonly<Record<string, unknown>> & {
  readonly hypertables: readonly { readonly name: string }[];
  readonly queues: readonly { readonly queue: string }[];
};
async function statistics(): Promise<Data> {
  const { status, body } = await operator.get<{ data: Data }>('statistics');
  expect(status).toBe(200);
  return body.data;
}

describe('GET /api/admin/statistics', () => {
  it('tells of an installation that holds nothing that there is nothing', async () => {
    expect(await statistics()).toMatchObject({
      at: '2026-06-11T06:00:00.000Z',
      industries: 1,
      units: 0,
      stale: { days: 0, oldest: null, settledEventsWaiting: 0 },
      archives: [],
      queues: [],
      proof: { lastRunAt: null, rollupMismatches: 0, documentMismatches: { open: 0, agreed: 0 } },
      canary: null,
      sealedBefore: null,
    });
  });

  it('tells chunks and what compression saved, stale days, silent units and jobs that wait, as the metrics do', async () => {
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY'), unit('M2', 'FLOW_CATEGORY')]);
    const hours = Array.from({ length: 500 }, (_, hour) => new Date(Date.parse('2026-03-01') + hour * 3_600_000));
    await send(
      context,
      industry,
      hours.map((at) => ({ unitId: 'M1', createdOn: at.toISOString(), value: 1 })),
    );
    await process(context, industry, '2026-03-01', '2026-03-02');
    await compressOldChunks(context);
    const day = { businessDate: businessDate('2026-03-01'), unitKey: industry.units.get('M1')?.unitKey ?? 0 };
    await context.database.execute('DELETE FROM telemetry.stale_day');
    await markStale(
      context.database,
      industry.industryKey,
      [{ ...day, cause: 'late reading' as const }],
      new Date('2026-06-11T05:59:00Z'),
    );
    await context.database.execute(
      `INSERT INTO operations.archive (industry_key, month, state, location, manifest, row_count, byte_count, written_at, written_by)
       SELECT $1, m, 'sealed', 'file:', '{}', 10, 1000, now(), 'test' FROM unnest('{2025-01-01,2025-02-01}'::date[]) AS m`,
      [industry.industryKey],
    );
    const boss = await openBoss(context.opened.connection, createLogger('silent'));
    await boss.createQueue('waits');
    await boss.send('waits', {}, { startAfter: new Date('2026-06-11T05:00:00Z') });
    await boss.stop({ graceful: false });
    await context.database.execute('ANALYZE');

    const found = await statistics();
    expect(found).toMatchObject({
      archives: [{ state: 'sealed', months: 2, rowCount: 20, bytes: 2000 }],
      industries: 2,
      units: 2,
      stale: { days: 1, oldest: { industryId: industry.industryId, businessDate: '2026-03-01', ageSeconds: 60 } },
    });
    const readings = found.hypertables.find(({ name }) => name === 'telemetry.reading');
    expect(readings).toMatchObject({ rowCount: 500, compressedChunks: 1 });
    const { bytesBeforeCompression: before, bytesAfterCompression: after } = readings as unknown as Record<
      string,
      number
    >;
    expect(after).toBeLessThan(before ?? 0);
    expect(found.queues.filter(({ queue }) => queue === 'waits')).toEqual([
      { queue: 'waits', queued: 1, active: 0, failed: 0, oldestWaitSeconds: 3600, lastCompletedAt: null },
    ]);

    const { registry } = createMetrics({
      context,
      boss: () => null,
      queues: [],
      broker: () => null,
      engineRestarts: () => null,
      loginsCutOff: () => null,
      replicaReads: null,
    });
    const lines = (await registry.metrics()).split('\n');
    const silent = found['silentUnits'] as { minutes: number; units: number }[];
    expect(lines).toEqual(
      expect.arrayContaining([
        'water_stale_days 1',
        'water_oldest_stale_day_seconds 60',
        ...silent.map(({ minutes, units }) => `water_silent_units{minutes="${minutes}"} ${units}`),
      ]),
    );
    expect(silent.map(({ units }) => units)).toEqual([2, 2, 2]);
  });

  it('counts a unit as silent by its readings up to now, whatever a clock ahead has sent', async () => {
    const silentUnits = async () => (await statistics())['silentUnits'] as { minutes: number; units: number }[];
    const before = await silentUnits();
    const industry = await works(context, [unit('AHEAD', 'FLOW_CATEGORY'), unit('HEARD', 'FLOW_CATEGORY')]);
    const sent = { AHEAD: ['2026-06-11T04:00:00Z', '2026-06-11T09:00:00Z'], HEARD: ['2026-06-11T05:58:00Z'] };
    await send(
      context,
      industry,
      Object.entries(sent).flatMap(([unitId, instants]) =>
        instants.map((createdOn) => ({ unitId, createdOn, value: 1 })),
      ),
    );
    const more = new Map([
      [15, 1],
      [60, 1],
    ]);
    expect(await silentUnits()).toEqual(
      before.map(({ minutes, units }) => ({ minutes, units: units + (more.get(minutes) ?? 0) })),
    );
  });
});
