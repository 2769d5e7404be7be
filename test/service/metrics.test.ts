import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { namedStatements } from '../../src/platform/database/named-query.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { createMetrics, type Measured } from '../../src/service/metrics.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { receiveReadings } from '../../src/readings/receive-readings.ts';
import { takingReadings } from '../support/intake.ts';
import { ingest, mintWorks } from '../readings/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';

/* Counts of a whole installation: on a database of this file alone. */

const NOON = '2026-11-21T12:00:00Z';
let context: OwnContext;
let works: Industry;
beforeAll(async () => {
  context = await ownContext(NOON);
  works = await mintWorks(context);
});

const metricsOf = (more: Partial<Measured> = {}) =>
  createMetrics({
    context,
    boss: () => null,
    queues: [],
    broker: () => null,
    engineRestarts: () => null,
    loginsCutOff: () => null,
    replicaReads: null,
    ...more,
  });
/** Lines of one metric as they are served, without the explanations. */
async function linesOf(name: string, more: Partial<Measured> = {}): Promise<string[]> {
  return (await metricsOf(more).registry.metrics()).split('\n').filter((line) => line.startsWith(name));
}
const reading = (unitId: string, createdOn: string) => ({ unitId, createdOn, value: 1 });

describe('the metrics tell', () => {
  it('units without a reading for a quarter of an hour, an hour and thirty hours; those that never sent count, virtual and removed ones do not', async () => {
    const all = [
      'water_silent_units{minutes="15"} 6',
      'water_silent_units{minutes="60"} 6',
      'water_silent_units{minutes="1800"} 6',
    ];
    expect(await linesOf('water_silent_units')).toEqual(all);
    await ingest(context, works, [
      reading('M1', '2026-11-21T11:50:00Z'),
      // Exactly an hour ago is not newer than an hour, as in the list of offline devices.
      reading('M2', '2026-11-21T11:00:00Z'),
      reading('TANK', '2026-11-20T12:00:00Z'),
    ]);
    expect(await linesOf('water_silent_units')).toEqual([
      'water_silent_units{minutes="15"} 5',
      'water_silent_units{minutes="60"} 5',
      'water_silent_units{minutes="1800"} 3',
    ]);
    await context.database.execute(
      `UPDATE tenant.unit SET removed_at = now() WHERE industry_key = $1 AND unit_id = 'BORE'`,
      [works.industryKey],
    );
    expect((await linesOf('water_silent_units'))[2]).toBe('water_silent_units{minutes="1800"} 2');
    await context.database.execute('UPDATE tenant.industry SET is_active = false WHERE industry_key = $1', [
      works.industryKey,
    ]);
    expect((await linesOf('water_silent_units'))[0]).toBe('water_silent_units{minutes="15"} 0');
  });

  it('rows that wait in the quarantine, and refused ones by reason', async () => {
    const other = await mintWorks(context);
    const metrics = metricsOf();
    await receiveReadings(
      takingReadings(context, noQueue, metrics.countRows),
      other,
      [
        [
          { row: reading('NOBODY', NOON) },
          { row: reading('NO_ONE', NOON) },
          { row: { unitId: 'M1', createdOn: NOON } },
          { row: reading('M1', NOON) },
        ],
      ],
      'http',
    );
    const lines = (await metrics.registry.metrics()).split('\n');
    expect(lines).toContain('water_quarantine_held_rows 3');
    expect(lines).toContain('water_refused_rows_total{source="http",reason="unit_unknown"} 2');
    expect(lines).toContain('water_refused_rows_total{source="http",reason="no_value"} 1');
    expect(lines).toContain('water_ingest_rows_total{source="http",verdict="rejected"} 3');
    expect(lines).toContain('water_ingest_rows_total{source="http",verdict="inserted"} 1');
  });

  it('the link to the broker, where there is one', async () => {
    expect(await linesOf('water_mqtt_connected')).toEqual([]);
    expect(await linesOf('water_mqtt_connected', { broker: () => 'connected' })).toEqual(['water_mqtt_connected 1']);
    expect(await linesOf('water_mqtt_connected', { broker: () => 'away' })).toEqual(['water_mqtt_connected 0']);
  });

  it('how often the embedded engine died; nothing of that with a server', async () => {
    let deaths = 0;
    const { registry } = metricsOf({ engineRestarts: () => deaths });
    expect(await registry.metrics()).toContain('water_engine_restarts_total 0');
    deaths = 2;
    for (const _ of ['asked', 'and asked again'])
      expect(await registry.metrics()).toContain('water_engine_restarts_total 2');
    expect(await linesOf('water_engine_restarts')).toEqual([]);
  });
});

it('one scrape asks the database for nothing twice, and the next one asks anew', async () => {
  const asked: string[] = [];
  const many: Database['many'] = (name, parameters) => {
    asked.push(name);
    return context.database.many(name, parameters);
  };
  const database: Database = { ...context.database, ...namedStatements(many) };
  const { registry } = metricsOf({ context: { ...context, database } });
  await registry.metrics();
  const first = asked.splice(0).toSorted();
  expect(first).toEqual([...new Set(first)]);
  expect(first).toContain('settled-events.totals');
  await registry.metrics();
  expect(asked.toSorted()).toEqual(first);
});

it('a database that never answers costs the metrics that need it, and no scrape', async () => {
  const never = () => new Promise<never>(() => {});
  const database: Database = { ...context.database, ...namedStatements(never), ping: never };
  const { registry } = metricsOf({ context: { ...context, database }, engineRestarts: () => 1 });
  const lines = (await registry.metrics()).split('\n');
  expect(lines.filter((line) => /^water_(quarantine|stale|oldest|rollup|silent|database)/.test(line))).toEqual([]);
  expect(lines).toContain('water_engine_restarts_total 1');
});

it('while the database is away the metrics that need it are absent, not 0, and the others are served', async () => {
  let isAway = false;
  const refuse = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  const many: Database['many'] = (name, parameters) => (isAway ? refuse() : context.database.many(name, parameters));
  const database: Database = { ...context.database, ...namedStatements(many), ping: async () => !isAway };
  const { registry } = metricsOf({ context: { ...context, database }, engineRestarts: () => 1 });
  expect(await registry.metrics()).toContain('water_quarantine_held_rows ');
  isAway = true;
  const lines = (await registry.metrics()).split('\n');
  expect(lines.filter((line) => /^water_(quarantine|stale|oldest|rollup|silent)/.test(line))).toEqual([]);
  expect(lines).toEqual(expect.arrayContaining(['water_database_up 0', 'water_engine_restarts_total 1']));
});
