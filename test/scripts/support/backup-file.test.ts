import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { readBackupFile, writeBackupFile } from '../../../scripts/support/backup-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'backup-file-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function* lines(word: string, pauseMilliseconds: number): AsyncGenerator<string> {
  for (let line = 0; line < 20; line += 1) {
    // Random text, because gzip would keep all of it back to the end otherwise.
    yield `${word} ${Array.from({ length: 1000 }, () => randomUUID()).join('')}\n`;
    await delay(pauseMilliseconds);
  }
}

async function wordsIn(path: string): Promise<Record<string, number>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readBackupFile(path)) pieces.push(piece);
  const words = Buffer.concat(pieces)
    .toString()
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '');
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, found]) => [word, found.length]));
}

it('two back-ups at once into one file leave the later one, whole, and no draft', async () => {
  const path = join(directory, 'two.gz');
  await Promise.all([writeBackupFile(path, lines('first', 5)), writeBackupFile(path, lines('second', 20))]);
  expect(await wordsIn(path)).toEqual({ second: 20, '': 1 });
  expect(readdirSync(directory).filter((name) => name.startsWith('two'))).toEqual(['two.gz']);
});

it('drafts of killed processes are removed by the next back-up, those of another host once they are old', async () => {
  const path = join(directory, 'killed.gz');
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const draftOf = (host: string, processId: number, daysAgo: number): string => {
    const draft = `${path}.${encodeURIComponent(host)}-${processId}-${randomUUID()}.part`;
    writeFileSync(draft, 'half a back-up');
    const at = Date.now() / 1000 - daysAgo * 86_400;
    utimesSync(draft, at, at);
    return draft.slice(directory.length + 1);
  };
  const elsewhere = `${hostname()}-2`;
  const stay = [draftOf(hostname(), process.ppid, 2), draftOf(elsewhere, gone, 0.5)];
  draftOf(hostname(), gone, 0);
  draftOf(elsewhere, process.ppid, 2);
  await writeBackupFile(path, lines('next', 0));
  expect(await wordsIn(path)).toEqual({ next: 20, '': 1 });
  const left = readdirSync(directory).filter((name) => name.startsWith('killed') && name.endsWith('.part'));
  expect(left.sort()).toEqual(stay.sort());
});

it('a directory or a device is refused before anything is written', async () => {
  const path = join(directory, 'folder');
  mkdirSync(path);
  for (const wrong of [path, '/dev/null'])
    await expect(writeBackupFile(wrong, lines('never', 0))).rejects.toThrow(`--to ${wrong}: is not a file`);
  expect(readdirSync(directory).filter((name) => name.startsWith('folder'))).toEqual(['folder']);
});
