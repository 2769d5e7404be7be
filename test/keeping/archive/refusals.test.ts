import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archivedElsewhere, archiveMonths, restoreFromArchive } from '../../../src/keeping/archive/archives.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { rekeyReadings } from '../../../src/industries/clock/rekey.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { sealArchivedMonth } from '../../../src/keeping/archive/seal-month.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { removeReading } from '../../../src/readings/edits/reading-edits.ts';
import { CHUNKS_LOCK } from '../../../src/platform/database/locks.ts';
import { takingReadings } from '../../support/intake.ts';
import { findArchive } from '../../../src/keeping/store/archives.ts';
import { firstReadingOf } from '../../../src/platform/directory/store/meters.ts';
import { latestReadings } from '../../../src/readings/store/readings.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { at, dates, exported, process, send, unit, works } from '../../figures/processing/works.ts';
import { ACTOR, archivingTo, loadedWorks, month, monthFolders, storedReadings, temporaryDirectory } from './months.ts';

const JANUARY = month('01/2026');
const root = temporaryDirectory();
let made = 0;

let context: TestContext;
let industry: Industry;
let directory: string;
let before: string[];

const archiving = () => archivingTo(context, directory);
const monthDirectory = (): string => join(directory, encodeURIComponent(industry.industryId), '2026-01');
const readings = (): Promise<string[]> => storedReadings(context, industry, JANUARY);
const toBlob = (deleteData: boolean, ...months: string[]) =>
  archiveMonths(archiving(), ACTOR, industry, (months.length === 0 ? ['01/2026'] : months).map(month), deleteData);
const toDb = () => restoreFromArchive(archiving(), ACTOR, industry, JANUARY, false);

beforeAll(async () => {
  context = await testContext('2026-02-10T12:00:00Z');
});
beforeEach(async () => {
  made += 1;
  directory = join(root, String(made));
  mkdirSync(directory);
  industry = await loadedWorks(context, 'UTC', dates('2026-01-30', '2026-02-01'));
  before = await readings();
});

describe('nothing is removed', () => {
  it('of a month that has not ended, and nothing is written', async () => {
    await expect(toBlob(true, '01/2026', '02/2026')).rejects.toMatchObject({
      code: 400,
      message: '02/2026 has not ended: allowed are months before 02/2026',
    });
    expect(readdirSync(directory)).toEqual([]);
  });

  it('of a month of which a day waits to be processed', async () => {
    await send(context, industry, [{ unitId: 'M1', createdOn: at(industry, '2026-01-31', 3), value: 1 }]);
    const stored = await readings();
    await expect(toBlob(true)).rejects.toMatchObject({
      code: 400,
      message: 'Nothing of 01/2026 was removed: business day 31/01/2026 waits to be processed',
    });
    expect(await readings()).toEqual(stored);
  });

  it('when a reading has changed since the archive was written', async () => {
    await toBlob(false);
    const known = await findArchive(context.database, industry.industryKey, JANUARY);
    await send(context, industry, [
      { unitId: 'V1', createdOn: at(industry, '2026-01-31', 5), value: 1, summedValue: 2 },
    ]);
    await process(context, industry, '2026-01-30', '2026-02-01');
    const stored = await readings();
    if (known === null) throw new Error('nothing was archived');
    await expect(sealArchivedMonth(context, ACTOR, industry, JANUARY, known.manifest)).rejects.toThrow(
      'Nothing of 01/2026 was removed: readings of unit V1 have changed since the archive was written',
    );
    expect(await readings()).toEqual(stored);
  });

  it('when the directory refuses, and the answer says what was archived before', async () => {
    const other = `${directory}-file`;
    writeFileSync(other, '');
    await expect(archiveMonths(archivingTo(context, other), ACTOR, industry, [JANUARY], true)).rejects.toMatchObject({
      code: 400,
      message: 'The directory of ARCHIVE_URL is no directory',
    });
    expect(await readings()).toEqual(before);
  });

  const disk = mountSmallDisk(1);
  afterAll(() => disk?.remove());
  it.runIf(disk !== null)('when the disk of the archive is full, and no part of a file is left there', async () => {
    const place = disk?.directory ?? '';
    disk?.fill(4096);
    await expect(archiveMonths(archivingTo(context, place), ACTOR, industry, [JANUARY], true)).rejects.toMatchObject({
      code: 400,
      message: 'The directory of ARCHIVE_URL is full',
    });
    disk?.makeRoom();
    const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect([files.map(({ name }) => name), await readings()]).toEqual([[], before]);
    await expect(archiveMonths(archivingTo(context, place), ACTOR, industry, [JANUARY], true)).resolves.toMatchObject([
      { state: 'sealed' },
    ]);
  });

  it('of months without readings: 404', async () => {
    await expect(toBlob(true, '11/2025', '12/2025')).rejects.toMatchObject({
      code: 404,
      message: `Industry ${industry.industryId} has no readings of 11/2025 to 12/2025`,
    });
  });
});

describe('two requests at once', () => {
  it('archive a month once: the other one is refused', async () => {
    const both = await Promise.allSettled(
      [1, 2].map(() => archiveMonths(archiving(), ACTOR, industry, [JANUARY], true)),
    );
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(both[1]).toMatchObject({
      reason: { code: 400, message: expect.stringContaining('Another month is being archived') },
    });
    expect(await restoreFromArchive(archiving(), ACTOR, industry, JANUARY, false)).toMatchObject({ isRestored: true });
    expect(await readings()).toEqual(before);
  });
});

it('a month is archived while chunks are compressed or a back-up is written', async () => {
  const archived = context.database.withLock(CHUNKS_LOCK, () => toBlob(false));
  await expect(archived).resolves.toMatchObject([{ month: '2026-01-01', state: 'written' }]);
});

describe('a sealed month stays sealed', () => {
  beforeEach(async () => {
    await toBlob(true);
    expect(await readings()).toEqual([]);
  });

  it('when a byte of a file was changed, until the file is as it was', async () => {
    const path = join(monthFolders(directory, industry.industryId, '2026-01')[1], 'readings.parquet');
    const written = readFileSync(path);
    const tampered = Buffer.from(written);
    tampered[100] = (tampered[100] ?? 0) ^ 1;
    writeFileSync(path, tampered);
    await expect(toDb()).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('File readings.parquet of the archive of 01/2026 is not what was written'),
    });
    expect(await readings()).toEqual([]);
    writeFileSync(path, written);
    expect(await toDb()).toMatchObject({ isRestored: true });
    expect(await readings()).toEqual(before);
  });

  it('when a file is missing, or the manifest is another', async () => {
    const path = join(monthDirectory(), 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { units: { readings: { checksum: string } }[] };
    const [first] = manifest.units;
    if (first !== undefined) first.readings.checksum = '00';
    writeFileSync(path, JSON.stringify(manifest));
    await expect(toDb()).rejects.toThrow('The manifest of the archive of 01/2026 is not the one that was written');
    writeFileSync(path, '{}');
    await expect(toDb()).rejects.toThrow('The manifest of the archive cannot be read: its schemaVersion');
    rmSync(path);
    await expect(toDb()).rejects.toMatchObject({ code: 404 });
    expect(await readings()).toEqual([]);
  });

  it('for the command that moves readings to another clock', async () => {
    await expect(rekeyReadings(context, industry, businessDate('2026-01-31'))).rejects.toThrow(
      'the readings of 01/2026 are archived: allowed is a later date',
    );
  });

  it('while readings come that an interrupted restore has left, which counts them once', async () => {
    const documents = await exported(context, industry);
    const { many } = context.database;
    let statements = 0;
    const dying: TestContext = {
      ...context,
      database: {
        ...context.database,
        many: async (name, parameters) => {
          if (name === 'archive.insert_readings' && (statements += 1) > 2) throw new Error('killed');
          return many(name, parameters);
        },
      },
    };
    await expect(restoreFromArchive(archivingTo(dying, directory), ACTOR, industry, JANUARY, false)).rejects.toThrow(
      'killed',
    );
    expect((await readings()).length).toBeGreaterThan(0);
    expect(await process(context, industry, '2026-01-30', '2026-02-01')).toMatchObject({ daysSealed: 2 });
    expect(await exported(context, industry)).toBe(documents);
    expect(await toBlob(true)).toMatchObject([{ state: 'sealed' }]);
    expect(await toDb()).toMatchObject({ isRestored: true });
    expect(await readings()).toEqual(before);
  });
});

describe('a sealed month', () => {
  it('keeps its register events, and nothing is judged across it', async () => {
    const checked = await works(context, [
      unit('C', 'FLOW_CATEGORY', { meta: { registerChecks: { dropout: 'exclude' } } }),
    ]);
    const row = (date: string, hours: number, summedValue: number) => ({
      unitId: 'C',
      createdOn: at(checked, date, hours),
      value: 1,
      summedValue,
    });
    const days = dates('2025-12-31', '2026-02-01');
    // A register that drops to 0 for one reading in January.
    await send(
      context,
      checked,
      days.flatMap((date, index) => [
        row(date, 2, date === '2026-01-10' ? 0 : 100 + 2 * index),
        row(date, 20, 101 + 2 * index),
      ]),
    );
    await process(context, checked, '2025-12-31', '2026-02-01');
    const events = () =>
      context.database.execute(
        'SELECT kind, from_at::text, detected_at::text FROM telemetry.register_event WHERE unit_key = $1 ORDER BY from_at',
        [checked.units.get('C')?.unitKey],
      );
    const found = await events();
    expect(found).toHaveLength(1);
    const stored = await storedReadings(context, checked, JANUARY);
    await archiveMonths(archiving(), ACTOR, checked, [JANUARY], true);
    // Both ends of the sealed month are due at once.
    await send(context, checked, [row('2025-12-31', 5, 100), row('2026-02-01', 5, 164)]);
    await process(context, checked, '2025-12-31', '2026-02-01');
    expect(await events()).toEqual(found);
    await restoreFromArchive(archiving(), ACTOR, checked, JANUARY, false);
    await process(context, checked, '2025-12-31', '2026-02-01');
    expect(await storedReadings(context, checked, JANUARY)).toEqual(stored);
    expect(await events()).toHaveLength(1);
  });
});

describe('a unit whose month is archived', () => {
  it('has its first reading there, and its newest one once a later one is removed', async () => {
    const key = industry.units.get('RIVER')?.unitKey ?? 0;
    const first = await firstReadingOf(context.database, key);
    await toBlob(true);
    expect(await firstReadingOf(context.database, key)).toBe(first);
    // A back-up lacks them.
    expect(await archivedElsewhere(context)).toContain(
      `the readings of 1 month of 1 industry are in the archive at ${directory} and in no back-up: copy it, too`,
    );
    const changing = takingReadings(context, noQueue);
    const decision = { industry, unitId: 'RIVER', reason: 'wrong', by: ACTOR };
    for (const hours of [5, 17.25])
      await removeReading(changing, decision, Date.parse(at(industry, '2026-02-01', hours)));
    const [state] = await latestReadings(context.database, [key]);
    expect(state?.createdOn.toISOString()).toBe(at(industry, '2026-01-31', 17.25));
    expect(state?.parameters).toEqual({ pH: 7.1, 'TDS é': 301 });
  });
});

describe('the database', () => {
  it('keeps readings that are not those of the archive', async () => {
    await toBlob(false);
    await send(context, industry, [{ unitId: 'V1', createdOn: at(industry, '2026-01-31', 6), value: 1 }]);
    const stored = await readings();
    await expect(toDb()).rejects.toThrow(
      'The database has readings of 01/2026 that are not those of the archive; nothing was restored',
    );
    expect(await readings()).toEqual(stored);
  });

  it('that has lost a month, and all it knew of its archive, gets it back from the files', async () => {
    await toBlob(false);
    const keys = [...industry.units.values()].map(({ unitKey }) => unitKey);
    for (const table of ['telemetry.reading', 'telemetry.parameter_reading', 'telemetry.unit_state'])
      await context.database.execute(`DELETE FROM ${table} WHERE unit_key = ANY ($1)`, [keys]);
    await context.database.execute('DELETE FROM operations.archive WHERE industry_key = $1', [industry.industryKey]);
    expect(await toDb()).toMatchObject({ isRestored: true });
    expect(await readings()).toEqual(before);
    const state = await context.database.execute<{ newest: string; first: string; params: unknown }>(
      'SELECT created_on::text AS newest, first_business_date::text AS first, params FROM telemetry.unit_state WHERE unit_key = $1',
      [industry.units.get('RIVER')?.unitKey],
    );
    expect(state).toEqual([
      { newest: '2026-01-31 23:15:00+00', first: '2026-01-30', params: { pH: 7.1, 'TDS é': 301 } },
    ]);
    expect(statSync(join(monthDirectory(), 'manifest.json')).size).toBeGreaterThan(0);
  });
});
