import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyChanged, copyRunning } from '../../../../src/platform/database/embedded/template.ts';

let root: string;
const from = (name = ''): string => join(root, 'from', name);
const to = (name = ''): string => join(root, 'to', name);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'metered-water-copy-'));
  mkdirSync(from('base/1'), { recursive: true });
  for (const name of ['base/1/old', 'base/1/torn', 'base/1/dropped', 'segment']) writeFileSync(from(name), `${name} 1`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const read = (path: string): string => readFileSync(path, 'utf8');

describe('a copy that is made in two passes', () => {
  it('holds afterwards what the files hold: changed, new, renamed and removed ones', () => {
    const since = copyRunning(from(), to());
    expect(read(to('base/1/old'))).toBe('base/1/old 1');
    writeFileSync(from('base/1/torn'), 'base/1/torn 2');
    writeFileSync(from('base/1/new'), 'new');
    rmSync(from('base/1/dropped'));
    renameSync(from('segment'), from('segment 2'));
    copyChanged(from(), to(), since);
    expect([read(to('base/1/torn')), read(to('base/1/new')), read(to('segment 2'))]).toEqual([
      'base/1/torn 2',
      'new',
      'segment 1',
    ]);
    expect(() => read(to('base/1/dropped'))).toThrow('ENOENT');
    expect(() => read(to('segment'))).toThrow('ENOENT');
  });

  it('takes a file again whose time says nothing: it was touched as the first pass began', () => {
    const since = copyRunning(from(), to());
    writeFileSync(from('base/1/torn'), 'base/1/torn 3');
    utimesSync(from('base/1/torn'), new Date(0), new Date(0));
    copyChanged(from(), to(), since);
    expect(read(to('base/1/torn'))).toBe('base/1/torn 3');
  });

  it('leaves alone what was not touched since', () => {
    copyRunning(from(), to());
    writeFileSync(to('base/1/old'), 'BASE/1/OLD 1');
    // As if all of them had been written long ago.
    copyChanged(from(), to(), Number.POSITIVE_INFINITY);
    expect(read(to('base/1/old'))).toBe('BASE/1/OLD 1');
  });
});
