import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Querier } from '../../../src/platform/database/database.ts';
import { archiveMonths, readArchives, restoreFromArchive } from '../../../src/keeping/archive/archives.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { explainFigure } from '../../../src/figures/explain/explain.ts';
import { compressOldChunks } from '../../../src/readings/chunks.ts';
import { proveDocuments } from '../../../src/keeping/upkeep/prove-documents.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import { verifyRollups } from '../../../src/keeping/upkeep/verify-rollups.ts';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { removeReadings } from '../../../src/readings/store/reading-edits.ts';
import { at, exported, process, send, staleOf } from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../upkeep/own-database.ts';
import {
  ACTOR,
  analystViews,
  archivingTo,
  loadedWorks,
  materialise,
  month,
  monthFolders,
  storedReadings,
  temporaryDirectory,
} from './months.ts';

const JANUARY = month('01/2026');
const directory = temporaryDirectory();

let context: OwnContext;
let industry: Industry;
let neighbour: Industry;
const archiving = () => archivingTo(context, directory);
const fileOf = (name: string): string =>
  monthFolders(directory, industry.industryId, '2026-01')
    .map((folder) => join(folder, name))
    .find(existsSync) ?? name;

/** What must not change while a month is archived. */
const figures = async () => ({
  documents: await exported(context, industry),
  views: await analystViews(context, industry),
});
let readingsBefore: string[];
let figuresBefore: Awaited<ReturnType<typeof figures>>;

beforeAll(async () => {
  context = await ownContext('2026-04-01T12:00:00Z', { COMPRESS_AFTER_DAYS: '35' });
  industry = await loadedWorks(context);
  neighbour = await loadedWorks(context, 'UTC');
  await materialise(context);
  await compressOldChunks(context);
  readingsBefore = await storedReadings(context, industry, JANUARY);
  figuresBefore = await figures();
});

describe('a month that is archived and removed', () => {
  it('stands in files that any reader of Parquet reads', async () => {
    const [archived] = await archiveMonths(archiving(), ACTOR, industry, [JANUARY], false);
    // 31 days, 2 instants, 4 units of which one sends two parameters.
    expect(archived).toMatchObject({
      month: '2026-01-01',
      state: 'written',
      readings: 31 * 2 * 4,
      samples: 31 * 2 * 2,
    });
    const table = tableFromIPC(readParquet(readFileSync(fileOf('readings.parquet'))).intoIPCStream());
    expect([table.numRows, table.schema.fields.map(({ name }) => name)]).toEqual([
      248,
      [
        'industry_id',
        'unit_id',
        'created_on',
        'business_at',
        'value',
        'summed_value',
        'estimated',
        'offline_minutes',
        'register_excluded',
        'received_at',
      ],
    ]);
    const values = [...(table.getChild('summed_value') ?? [])].filter((value) => value !== null);
    // The register of the first day of January, index 2 of the days, at its hour 5.
    expect(values[0]).toBe(100 + 20.2 * 2 + 5);
    expect(await storedReadings(context, industry, JANUARY)).toEqual(readingsBefore);
  });

  it('is told with all its files, the readings among them, wherever they stand', async () => {
    const [archived] = await readArchives(archiving(), industry.industryKey);
    const id = industry.industryId;
    expect([archived?.location, archived?.files]).toEqual([
      `${id}/2026-01`,
      [
        `lake/readings/data/industry=${id}/year=2026/month=01/readings.parquet`,
        `lake/parameter_readings/data/industry=${id}/year=2026/month=01/parameter-readings.parquet`,
        `${id}/2026-01/manifest.json`,
      ],
    ]);
    expect(archived?.files.map((file) => existsSync(join(directory, file)))).toEqual([true, true, true]);
    const elsewhere = { ...context, config: { ...context.config, archive: null } };
    expect((await readArchives(elsewhere, industry.industryKey))[0]?.files).toEqual([]);
  });

  it('has no readings in the database any more, and all its documents and rollups', async () => {
    const [sealed] = await archiveMonths(archiving(), ACTOR, industry, [JANUARY], true);
    expect(sealed).toMatchObject({ state: 'sealed' });
    expect(await storedReadings(context, industry, JANUARY)).toEqual([]);
    expect(await figures()).toEqual(figuresBefore);
    await refreshDueRollups(context);
    // The rollups of all industries have nothing of it any more.
    const left = await context.database.execute(
      `SELECT FROM telemetry.rollup_daily WHERE unit_key = ANY ($1) AND bucket >= '2026-01-01' AND bucket < '2026-02-01'`,
      [[...industry.units.values()].map(({ unitKey }) => unitKey)],
    );
    expect(left).toEqual([]);
    expect(await figures()).toEqual(figuresBefore);
    expect((await storedReadings(context, neighbour, JANUARY)).length).toBe(readingsBefore.length);
  });

  it('is not archived again from nothing', async () => {
    const before = readFileSync(fileOf('readings.parquet'));
    expect(await archiveMonths(archiving(), ACTOR, industry, [JANUARY], true)).toMatchObject([
      { state: 'sealed', readings: 248 },
    ]);
    expect(readFileSync(fileOf('readings.parquet')).equals(before)).toBe(true);
  });

  it('is left out of a batch over it, and the days after it begin with what it handed on', async () => {
    const result = await process(context, industry, '2025-12-30', '2026-02-06');
    expect(result).toMatchObject({ days: 8, daysSealed: 31, sealedStretches: [['2026-01-01', '2026-01-31']] });
    expect(await figures()).toEqual(figuresBefore);
  });

  it('is explained by its stored document, and by why there is no more to tell', async () => {
    const { sealed, figure, slots, steps } = await explainFigure(context, industry, {
      unitId: 'V1',
      date: businessDate('2026-01-10'),
      hour: null,
      divisionFactor: 1,
    });
    expect([sealed, figure.state, figure.source, figure.agrees, figure.recomputedValue]).toEqual([
      'the readings of 01/2026 are archived',
      'sealed',
      'stored document',
      null,
      null,
    ]);
    expect([slots, steps]).toEqual([null, []]);
    // The 12th of the days: its index thirds, twice, as decimals of a millionth.
    expect(figure.value).toBeCloseTo((2 * 11) / 3, 5);
  });

  it('ends with an estimate where its last reading was one, once all newer ones are taken away', async () => {
    const unitKey = industry.units.get('V1')?.unitKey ?? 0;
    const days = { from: businessDate('2026-01-01'), to: businessDate('2026-02-28') };
    const enough = new Error('rolled back');
    const newest = async (transaction: Querier, instants: readonly Date[]) => {
      await removeReadings(transaction, unitKey, instants, days);
      return transaction.execute<{ created_on: Date; estimated: boolean }>(
        'SELECT created_on, estimated FROM telemetry.unit_state WHERE unit_key = $1',
        [unitKey],
      );
    };
    const lastOf = (date: string) => new Date(at(industry, date, 17.25));
    await expect(
      context.database.transaction(async (transaction) => {
        const february = await transaction.execute<{ created_on: string }>(
          'SELECT created_on FROM telemetry.reading WHERE unit_key = $1',
          [unitKey],
        );
        const genuine = await newest(
          transaction,
          february.map((row) => new Date(row.created_on)),
        );
        expect(genuine.map((row) => [new Date(row.created_on), row.estimated])).toEqual([
          [lastOf('2026-01-31'), false],
        ]);
        // Of each third day the readings are estimates, the 29th among them.
        await transaction.execute(
          `DELETE FROM telemetry.sealed_rollup_daily WHERE unit_key = $1 AND bucket >= '2026-01-30'`,
          [unitKey],
        );
        const estimate = await newest(transaction, [lastOf('2026-01-31')]);
        expect(estimate.map((row) => [new Date(row.created_on), row.estimated])).toEqual([
          [lastOf('2026-01-29'), true],
        ]);
        throw enough;
      }),
    ).rejects.toBe(enough);
  });

  it('takes no late reading, which is held in quarantine', async () => {
    const row = { unitId: 'M1', createdOn: at(industry, '2026-01-10', 7), value: 5 };
    const { rejected, reasons, errors } = await ingestReadings(
      { context, onStaleDays: async () => {} },
      industry,
      [[{ row }]],
      'http',
    );
    expect([rejected, reasons]).toEqual([1, { period_sealed: 1 }]);
    expect(errors[0]?.reason).toContain('the readings of 01/2026 are archived');
  });

  it('stays as it is while late readings of a neighbour of the same days are processed and proven', async () => {
    const viewsOfNeighbour = await analystViews(context, neighbour);
    await send(context, neighbour, [{ unitId: 'V1', createdOn: at(neighbour, '2026-01-10', 7), value: 5 }]);
    await process(context, neighbour, '2026-01-10', '2026-01-10');
    await refreshDueRollups(context);
    expect((await analystViews(context, neighbour))['rollup_yearly']).not.toEqual(viewsOfNeighbour['rollup_yearly']);
    const day = businessDate('2026-01-10');
    expect(await verifyRollups(context, day, day)).toEqual({ mismatches: [], unrepaired: [] });
    expect(await proveDocuments(context, [day])).toEqual([]);
    expect(await figures()).toEqual(figuresBefore);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('comes back with every column of every reading, and its figures are computed to be the same', async () => {
    const restored = await restoreFromArchive(archiving(), ACTOR, industry, JANUARY, false);
    expect(restored).toMatchObject({ isRestored: true, state: 'restored', readings: 248, areFilesRemoved: false });
    expect(await storedReadings(context, industry, JANUARY)).toEqual(readingsBefore);
    expect(await figures()).toEqual(figuresBefore);
    const stale = await staleOf(context, industry);
    expect([stale.length, stale[0]]).toEqual([31, '2026-01-01: M1 V1 TANK RIVER: restored archive']);
    await process(context, industry, '2026-01-01', '2026-01-31');
    await refreshDueRollups(context);
    expect(await figures()).toEqual(figuresBefore);
    const copies = await context.database.execute<{ count: number }>(
      'SELECT count(*) FROM telemetry.sealed_rollup_hourly',
    );
    expect(copies).toEqual([{ count: 0 }]);
  });

  it('is found unchanged when it is restored again, and its files can then be removed', async () => {
    expect(await restoreFromArchive(archiving(), ACTOR, industry, JANUARY, true)).toMatchObject({
      isRestored: false,
      files: [],
      areFilesRemoved: true,
    });
    expect(existsSync(fileOf('readings.parquet'))).toBe(false);
    expect(await readArchives(archiving(), industry.industryKey)).toEqual([]);
    await expect(restoreFromArchive(archiving(), ACTOR, industry, JANUARY, false)).rejects.toMatchObject({ code: 404 });
    expect(await staleOf(context, industry)).toEqual([]);
  });
});
