import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SettingError } from '../../../src/config.ts';
import { makeDirectory, requireDataDir } from '../../../src/platform/database/directory.ts';

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'directory-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

it('a data directory is created with those above it, for its owner only, and left empty', () => {
  const directory = join(temporary(), 'a', 'b');
  for (const _ of ['new', 'there already']) requireDataDir(directory);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory)).toEqual([]);
});

it.runIf(existsSync('/proc/self')).each([
  ['below /proc, where nothing can be created', '/proc/x'],
  ['deep below it', '/proc/x/y/z'],
  ['that is there but takes no files', '/proc'],
  ['below a device', '/dev/null/x'],
])('a data directory %s is told at once', (_, directory) => {
  expect(() => requireDataDir(directory)).toThrow(SettingError);
  expect(() => requireDataDir(directory)).toThrow(
    new RegExp(
      `^DATA_DIR: "${directory}" cannot be used \\(.+\\), it must be a directory that this user can create and write to\\.$`,
    ),
  );
});

it('a file is no directory', () => {
  const file = join(temporary(), 'file');
  writeFileSync(file, '');
  expect(() => makeDirectory(file)).toThrow('it is a file');
  expect(() => makeDirectory(join(file, 'x'))).toThrow(/ENOTDIR/);
});
