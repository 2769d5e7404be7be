import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '../../../src/keeping/archive-files/archive.ts';
import { directoryArchive } from '../../../src/keeping/archive-files/directory.ts';
import { archiveMonth } from '../../../src/keeping/archive/archive-month.ts';
import { archiveMonths, readArchives, restoreFromArchive } from '../../../src/keeping/archive/archives.ts';
import { removeFiles } from '../../../src/keeping/archive/remove-files.ts';
import { findArchive } from '../../../src/keeping/store/archives.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, dates, process, send, unit, works } from '../../figures/processing/works.ts';
import { ACTOR, archivingTo, month, monthFolders, storedReadings, temporaryDirectory } from '../archive/months.ts';
import { duckdb, icebergRows } from './engines.ts';

/*
 * The tables at every step of a change: after each file that was written or removed the process dies. Whatever version
 * an engine takes then, the hinted one or the newest, has whole months alone, and the same request puts it right.
 */

const JANUARY = month('01/2026');
const root = temporaryDirectory();
let made = 0;

let context: TestContext;
let industry: Industry;
let neighbour: Industry;
let directory: string;
let query: Awaited<ReturnType<typeof duckdb>>;

const table = (name = 'readings') => join(directory, 'lake', name);
const archiving = () => archivingTo(context, directory);
const toBlob = (of: Industry, deleteData: boolean, ...months: string[]) =>
  archiveMonths(archiving(), ACTOR, of, months.map(month), deleteData);
const toDb = (deleteBlob: boolean) => restoreFromArchive(archiving(), ACTOR, industry, JANUARY, deleteBlob);

/** Sums by industry and month, of rows of a version. */
const summed = (rows: Awaited<ReturnType<typeof icebergRows>>): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const of = row['business_at'] instanceof Date ? row['business_at'].toISOString().slice(0, 7) : '';
    const key = `${row['industry_id'] === industry.industryId ? 'own' : 'neighbour'} ${of}`;
    sums[key] = (sums[key] ?? 0) + Number(row['value']);
  }
  return sums;
};
const hinted = async () => summed(await icebergRows(table()));
/** The newest version, which engines take that look for the one after the hinted one. */
const newest = async () => {
  const names = readdirSync(join(table(), 'metadata')).map((name) => /^v(\d+)\./.exec(name)?.[1] ?? '0');
  return summed(await icebergRows(table(), Math.max(...names.map(Number))));
};

class Killed extends Error {}
/** An archive whose process dies before a step. */
function dyingBefore(step: number): Archive {
  const whole = directoryArchive(directory);
  let done = 0;
  const next = (): void => {
    if ((done += 1) > step) throw new Killed();
  };
  return {
    ...whole,
    put: async (name, file) => {
      next();
      await whole.put(name, file);
    },
    remove: async (name) => {
      next();
      await whole.remove(name);
    },
  };
}

/** Does the work with a process that dies before its first step, before its second, and so on, until none is left. */
async function cutOffEverywhere(
  start: () => void | Promise<void>,
  work: (archive: Archive) => Promise<unknown>,
  check: () => Promise<void>,
): Promise<number> {
  for (let step = 0; ; step += 1) {
    await start();
    const isDone = await work(dyingBefore(step)).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return false;
      },
    );
    await check();
    if (isDone) return step;
  }
}

/** Copies the archive and brings the copy back, as often as asked for. */
function kept(): () => void {
  const copy = `${directory}-kept`;
  cpSync(directory, copy, { recursive: true });
  return () => {
    rmSync(directory, { recursive: true });
    cpSync(copy, directory, { recursive: true });
  };
}

beforeAll(async () => {
  context = await testContext('2026-04-01T12:00:00Z');
  query = await duckdb();
});
beforeEach(async () => {
  made += 1;
  directory = join(root, String(made));
  mkdirSync(directory);
  [industry, neighbour] = [
    await works(context, [unit('M1', 'FLOW_CATEGORY')]),
    await works(context, [unit('M1', 'FLOW_CATEGORY')]),
  ];
  for (const [of, value] of [
    [industry, 1],
    [neighbour, 10],
  ] as const) {
    await send(
      context,
      of,
      dates('2026-01-31', '2026-02-01').map((date) => ({ unitId: 'M1', createdOn: at(of, date, 5), value })),
    );
    await process(context, of, '2026-01-31', '2026-02-02');
  }
  await toBlob(neighbour, false, '01/2026', '02/2026');
});
const NEIGHBOUR = { 'neighbour 2026-01': 10, 'neighbour 2026-02': 10 };

describe('the tables of an archive', () => {
  it('have nothing of a month or all of it, wherever its archiving is cut off', async () => {
    const steps = await cutOffEverywhere(
      kept(),
      (archive) => archiveMonth(context, archive, ACTOR, industry, JANUARY),
      async () => {
        for (const found of [await hinted(), await newest()])
          expect([NEIGHBOUR, { ...NEIGHBOUR, 'own 2026-01': 1 }]).toContainEqual(found);
      },
    );
    // Two files, the manifest, the readings' entries, list, metadata and hint, and what the first version had.
    expect(steps).toBe(9);
    expect(await hinted()).toEqual({ ...NEIGHBOUR, 'own 2026-01': 1 });
  });

  it('have the former readings, none or the new ones, wherever a changed month is cut off', async () => {
    await toBlob(industry, false, '01/2026', '02/2026');
    await send(context, industry, [{ unitId: 'M1', createdOn: at(industry, '2026-01-31', 6), value: 5 }]);
    const others = { ...NEIGHBOUR, 'own 2026-02': 1 };
    const restart = kept();
    await cutOffEverywhere(
      restart,
      (archive) => archiveMonth(context, archive, ACTOR, industry, JANUARY),
      async () => {
        for (const found of [await hinted(), await newest()])
          expect([{ ...others, 'own 2026-01': 1 }, others, { ...others, 'own 2026-01': 6 }]).toContainEqual(found);
      },
    );
    // The folders never have a month twice.
    const sums = await query(
      `SELECT sum(value) AS of FROM read_parquet('${table()}/data/*/*/*/*.parquet') WHERE industry_id = '${industry.industryId}'`,
    );
    expect(sums).toEqual([{ of: 7 }]);
  });

  it('name no file that is gone, wherever the removal of a month is cut off', async () => {
    await toBlob(industry, false, '01/2026');
    const known = await findArchive(context.database, industry.industryKey, JANUARY);
    if (known === null) throw new Error('nothing was archived');
    const enough = new Error('no transaction');
    const database = { ...context.database, transaction: () => Promise.reject(enough) };
    await cutOffEverywhere(
      kept(),
      (archive) =>
        removeFiles({ ...context, database }, archive, { actor: ACTOR, industry }, JANUARY, known.manifest).catch(
          (error: unknown) => {
            if (error !== enough) throw error;
          },
        ),
      async () => {
        for (const found of [await hinted(), await newest()])
          expect([NEIGHBOUR, { ...NEIGHBOUR, 'own 2026-01': 1 }]).toContainEqual(found);
      },
    );
    expect(await hinted()).toEqual(NEIGHBOUR);
  });

  it.each([
    ['archived again', () => toBlob(industry, false, '01/2026'), { ...NEIGHBOUR, 'own 2026-01': 1 }],
    ['removed', () => toDb(true), NEIGHBOUR],
  ])('are put right where a month is %s after any cut, whatever version was written', async (_, work, expected) => {
    // From the manifest on. Before it there is no archive to be removed.
    for (let step = 3; step < 8; step += 1) {
      await expect(archiveMonth(context, dyingBefore(step), ACTOR, industry, JANUARY)).rejects.toThrow(Killed);
      await work();
      expect([await hinted(), await newest()]).toEqual([expected, expected]);
      if (expected !== NEIGHBOUR) await toDb(true);
    }
  });

  it('stay as they are while the same month is archived again or comes back', async () => {
    await toBlob(industry, true, '01/2026');
    const versions = () => readFileSync(join(table(), 'metadata/version-hint.text'), 'utf8');
    const before = [versions(), await hinted()];
    await toBlob(industry, true, '01/2026');
    await toDb(false);
    await toBlob(industry, false, '01/2026');
    expect([versions(), await hinted()]).toEqual(before);
  });

  it('keep the files of twelve versions, however many there were', async () => {
    for (let round = 0; round < 5; round += 1) {
      await toBlob(industry, false, '01/2026', '02/2026');
      await toDb(true);
    }
    await toBlob(industry, false, '01/2026');
    const names = readdirSync(join(table(), 'metadata'));
    const versions = names.flatMap((name) => /^v(\d+)\./.exec(name)?.[1] ?? []).map(Number);
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 3));
    // Who found the oldest of them has all that it names. The neighbour's entries of version 2 are those of all since.
    expect(summed(await icebergRows(table(), 3))).toEqual({ ...NEIGHBOUR, 'own 2026-01': 1 });
    expect(await hinted()).toEqual({ ...NEIGHBOUR, 'own 2026-01': 1, 'own 2026-02': 1 });
    expect(names.filter((name) => /^(v|snapshot-|entries-)[12][-.]/.test(name))).toEqual(['entries-2-0.avro']);
    // Months without samples are in no table of samples.
    expect(existsSync(join(table('parameter_readings'), 'metadata'))).toBe(false);
  });

  it('name the place to which the archive was moved, once a month is archived there', async () => {
    const former = directory;
    directory = `${former}-moved`;
    renameSync(former, directory);
    await toBlob(industry, false, '02/2026');
    expect(existsSync(former)).toBe(false);
    expect(await hinted()).toEqual({ ...NEIGHBOUR, 'own 2026-02': 1 });
  });

  it('that were lost get sealed months back when these are archived again, whose files stay as they are', async () => {
    await toBlob(industry, true, '01/2026', '02/2026');
    await toBlob(neighbour, true, '01/2026', '02/2026');
    const whole = await hinted();
    const data = monthFolders(directory, industry.industryId, '2026-01')[1];
    const bytes = readFileSync(join(data, 'readings.parquet'));
    rmSync(join(table(), 'metadata'), { recursive: true });
    await toBlob(industry, true, '01/2026', '02/2026');
    expect(await hinted()).toEqual({ 'own 2026-01': 1, 'own 2026-02': 1 });
    await toBlob(neighbour, true, '01/2026', '02/2026');
    expect(await hinted()).toEqual(whole);
    expect(readFileSync(join(data, 'readings.parquet')).equals(bytes)).toBe(true);
  });

  it('that a copy of the archive lacks get sealed months back there', async () => {
    await toBlob(industry, true, '01/2026', '02/2026');
    const former = directory;
    directory = `${former}-copied`;
    cpSync(former, directory, { recursive: true });
    rmSync(join(table(), 'metadata'), { recursive: true });
    const places = [`${industry.industryId}/2026-01`, `${industry.industryId}/2026-02`];
    const listed = async () =>
      (await readArchives(archiving(), industry.industryKey)).map(({ location }) => location).toReversed();
    const absent = 'not in the archive of ARCHIVE_URL';
    expect(await listed()).toEqual([absent, absent]);
    const again = await toBlob(industry, true, '01/2026', '02/2026');
    expect(await hinted()).toEqual({ 'own 2026-01': 1, 'own 2026-02': 1 });
    // From then on the archive is there, and what was copied may go.
    expect([again.map(({ location }) => location), await listed()]).toEqual([places, places]);
    // Another place that has no such month is none of the archive's.
    directory = `${former}-empty`;
    mkdirSync(directory);
    expect(await toBlob(industry, true, '01/2026')).toMatchObject([{ state: 'sealed', location: absent }]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('get the months beside a sealed one whose files are gone, which is named', async () => {
    await toBlob(industry, true, '01/2026');
    rmSync(join(directory, 'lake'), { recursive: true });
    const problem =
      'Sealed month 01/2026 cannot join the tables again: File readings.parquet of the archive of 01/2026 is missing';
    await expect(toBlob(industry, true, '01/2026', '02/2026')).rejects.toMatchObject({
      code: 400,
      message: `${problem}. Archived: 02/2026`,
      details: [{ field: '01/2026', problem }],
    });
    expect(await hinted()).toEqual({ 'own 2026-02': 1 });
  });

  it.each([
    ['lost', () => rmSync(join(table(), 'metadata/version-hint.text'))],
    ['no number', () => writeFileSync(join(table(), 'metadata/version-hint.text'), '?')],
  ])('go on from their newest version where the hint is %s', async (_, spoil) => {
    spoil();
    rmSync(join(table(), 'metadata/v1.metadata.json'));
    await toBlob(industry, false, '01/2026');
    expect(await hinted()).toEqual({ ...NEIGHBOUR, 'own 2026-01': 1 });
  });

  it('that cannot be read are refused by name, and nothing is removed', async () => {
    writeFileSync(join(table(), 'metadata/v2.metadata.json'), '{}');
    const before = await storedReadings(context, industry, JANUARY);
    expect(before).toHaveLength(1);
    await expect(toBlob(industry, true, '01/2026')).rejects.toMatchObject({
      code: 400,
      message:
        'File lake/readings/metadata/v2.metadata.json of the archive cannot be read: remove folder lake/readings/metadata and archive the months again',
    });
    expect(await storedReadings(context, industry, JANUARY)).toEqual(before);
    expect(existsSync(monthFolders(directory, industry.industryId, '2026-01')[0])).toBe(false);
  });
});

describe('a month that an earlier release archived', () => {
  it('comes back from its files, and joins the tables when it is archived again', async () => {
    await toBlob(industry, true, '01/2026');
    const [folder, readings, samples] = monthFolders(directory, industry.industryId, '2026-01');
    renameSync(join(readings, 'readings.parquet'), join(folder, 'readings.parquet'));
    renameSync(join(samples, 'parameter-readings.parquet'), join(folder, 'parameter-readings.parquet'));
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as object;
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, schemaVersion: 1 }));
    rmSync(join(directory, 'lake'), { recursive: true });
    expect(await toDb(false)).toMatchObject({ isRestored: true, readings: 1 });
    await toBlob(industry, false, '01/2026', '02/2026');
    expect(readdirSync(folder)).toEqual(['manifest.json']);
    expect(await hinted()).toEqual({ 'own 2026-01': 1, 'own 2026-02': 1 });
  });
});
