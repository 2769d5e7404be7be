import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '../../../src/keeping/archive-files/archive.ts';
import { directoryArchive } from '../../../src/keeping/archive-files/directory.ts';
import { archiveMonths, readArchives, restoreFromArchive } from '../../../src/keeping/archive/archives.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { removeFiles } from '../../../src/keeping/archive/remove-files.ts';
import { findArchive } from '../../../src/keeping/store/archives.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, dates, send } from '../../figures/processing/works.ts';
import { ACTOR, archivingTo, loadedWorks, month, monthFolders, storedReadings, temporaryDirectory } from './months.ts';

const JANUARY = month('01/2026');
const root = temporaryDirectory();
let made = 0;

let context: TestContext;
let industry: Industry;
let directory: string;
let before: string[];

const archiving = () => archivingTo(context, directory);
const toDb = (deleteBlob: boolean) => restoreFromArchive(archiving(), ACTOR, industry, JANUARY, deleteBlob);
const readings = (): Promise<string[]> => storedReadings(context, industry, JANUARY);
const files = (): string[] =>
  monthFolders(directory, industry.industryId, '2026-01')
    .flatMap((path) => (existsSync(path) ? readdirSync(path) : []))
    .sort();
const ALL_FILES = ['manifest.json', 'parameter-readings.parquet', 'readings.parquet'];

/** Removes files until it is killed: in front of a file, or of the transaction behind the last one. */
async function cutOffBefore(step: number): Promise<void> {
  const known = await findArchive(context.database, industry.industryKey, JANUARY);
  if (known === null) throw new Error('nothing was archived');
  const killed = new Error('killed');
  let removed = 0;
  const dying: Archive = {
    ...directoryArchive(directory),
    remove: (name) => {
      // What engines read is given up before the first of the month's own files.
      const isStep = !name.includes('/metadata/') && existsSync(join(directory, name));
      if (isStep && (removed += 1) > step) throw killed;
      return directoryArchive(directory).remove(name);
    },
  };
  const database = { ...context.database, transaction: () => Promise.reject(killed) };
  await expect(
    removeFiles({ ...context, database }, dying, { actor: ACTOR, industry }, JANUARY, known.manifest),
  ).rejects.toBe(killed);
}

beforeAll(async () => {
  context = await testContext('2026-02-10T12:00:00Z');
  industry = await loadedWorks(context, 'UTC', dates('2026-01-30', '2026-02-01'));
});
beforeEach(async () => {
  made += 1;
  directory = join(root, String(made));
  mkdirSync(directory);
  before = await readings();
  await archiveMonths(archiving(), ACTOR, industry, [JANUARY], false);
});

describe('the removal of an archive', () => {
  it.each([
    ['before the first file', 0, ALL_FILES],
    ['after the readings', 1, ['manifest.json', 'parameter-readings.parquet']],
    ['before the manifest', 2, ['manifest.json']],
    ['after the last file', 3, []],
  ])('that is killed %s is finished by the same request, and the readings stay', async (_, step, left) => {
    await cutOffBefore(step);
    expect(files()).toEqual(left);
    expect(await toDb(true)).toMatchObject({ isRestored: false, areFilesRemoved: true, state: 'written' });
    expect([files(), await readArchives(archiving(), industry.industryKey), await readings()]).toEqual([
      [],
      [],
      before,
    ]);
    await expect(toDb(true)).rejects.toMatchObject({ code: 404 });
  });

  it('that is killed is marked in the list, and named by a restore that is to keep the files', async () => {
    const removalBegan = async () =>
      (await readArchives(archiving(), industry.industryKey)).map(
        ({ removalBeganAt }) => removalBeganAt?.getTime() ?? null,
      );
    expect(await removalBegan()).toEqual([null]);
    await cutOffBefore(1);
    expect(await removalBegan()).toEqual([context.clock.now()]);
    await expect(toDb(false)).rejects.toMatchObject({
      code: 400,
      message:
        'The files of 01/2026 are being removed, its readings are in the database: deleteBlob=true removes what is left of them',
    });
    expect(files()).toEqual(['manifest.json', 'parameter-readings.parquet']);
  });

  it('that is killed goes on nowhere but where it began, and the answer names both places', async () => {
    await cutOffBefore(1);
    const elsewhere = `${directory}-elsewhere`;
    mkdirSync(elsewhere);
    await expect(
      restoreFromArchive(archivingTo(context, elsewhere), ACTOR, industry, JANUARY, true),
    ).rejects.toMatchObject({
      code: 400,
      message:
        'The files of 01/2026 are being removed, and ARCHIVE_URL names another place now: set it to the former one, which table operations.archive keeps, or archive the month again',
    });
    expect([files(), (await readArchives(archiving(), industry.industryKey)).length]).toEqual([
      ALL_FILES.slice(0, 2),
      1,
    ]);
    expect(await toDb(true)).toMatchObject({ areFilesRemoved: true });
    expect(files()).toEqual([]);
  });

  it('of files that were copied to another place goes on there', async () => {
    const former = directory;
    directory = `${former}-moved`;
    cpSync(former, directory, { recursive: true });
    await cutOffBefore(1);
    expect(await readArchives(archiving(), industry.industryKey)).toMatchObject([
      { location: `${industry.industryId}/2026-01` },
    ]);
    expect(await toDb(true)).toMatchObject({ areFilesRemoved: true });
    expect([files(), await readArchives(archiving(), industry.industryKey), await readings()]).toEqual([
      [],
      [],
      before,
    ]);
  });

  it('that is killed is given up once the month is archived again', async () => {
    await cutOffBefore(2);
    expect(await archiveMonths(archiving(), ACTOR, industry, [JANUARY], true)).toMatchObject([{ state: 'sealed' }]);
    expect([files(), await readings()]).toEqual([ALL_FILES, []]);
    expect(await toDb(true)).toMatchObject({ isRestored: true, areFilesRemoved: true });
    expect([files(), await readings()]).toEqual([[], before]);
  });

  it('that is killed is finished whatever readings have come since', async () => {
    await cutOffBefore(1);
    await send(context, industry, [{ unitId: 'V1', createdOn: at(industry, '2026-01-31', 6), value: 1 }]);
    expect(await toDb(true)).toMatchObject({ isRestored: false, areFilesRemoved: true });
    expect([files(), (await readings()).length]).toEqual([[], before.length + 1]);
  });
});
