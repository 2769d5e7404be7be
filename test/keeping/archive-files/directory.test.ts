import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ArchiveError } from '../../../src/keeping/archive-files/archive.ts';
import { directoryArchive } from '../../../src/keeping/archive-files/directory.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

const directory = mkdtempSync(join(tmpdir(), 'directory-archive-test-'));
afterAll(() => rmSync(directory, { recursive: true }));
const NAME = 'ACME/2026-01/readings.parquet';
let made = 0;
let root: string;
let file: string;
beforeEach(() => {
  made += 1;
  root = join(directory, String(made), 'archive');
  file = join(directory, `file-${made}`);
  writeFileSync(file, 'readings');
});
const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('a directory', () => {
  it('gives back what was put there, whose directories are made where they lack', async () => {
    const archive = directoryArchive(root);
    const copy = `${file}-copy`;
    expect(await archive.get(NAME, copy)).toBe(false);
    await archive.put(NAME, file);
    expect([await archive.get(NAME, copy), readFileSync(copy, 'utf8')]).toEqual([true, 'readings']);
    expect(filesIn(root)).toEqual(['readings.parquet']);
  });

  it('keeps nothing of a file that was cut off: the next one takes its place', async () => {
    const archive = directoryArchive(root);
    await archive.put(NAME, file);
    writeFileSync(join(root, `${NAME}.part`), 'rea');
    await archive.put(NAME, file);
    expect(filesIn(root)).toEqual(['readings.parquet']);
  });

  it('loses what was cut off with the file, and directories with their last file, but not itself', async () => {
    const archive = directoryArchive(root);
    await archive.put(NAME, file);
    writeFileSync(join(root, `${NAME}.part`), 'rea');
    await archive.remove(NAME);
    expect(readdirSync(root)).toEqual([]);
  });

  const disk = mountSmallDisk(1);
  afterAll(() => disk?.remove());
  it.runIf(disk !== null)('is not called full when the disk for its copy is', async () => {
    const archive = directoryArchive(root);
    writeFileSync(file, Buffer.alloc(100_000));
    await archive.put(NAME, file);
    disk?.fill(4096);
    const failure: unknown = await archive
      .get(NAME, join(disk?.directory ?? '', 'copy'))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ENOSPC' });
    expect(failure).not.toBeInstanceOf(ArchiveError);
  });
});
