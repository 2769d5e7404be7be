import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/*
 * Sources of rules are recorded beside their version, because stored results are left alone while the version stands.
 * So neither changes without the other.
 */

const ROOT = join(import.meta.dirname, '../..');
const IMPORTED = /(?:^|\n)(?:import|export)(?! type\b)[^'"]*?from '(\.[^']+)'/gu;
/** Texts that findings hold or tell. Others, and those of other languages, stand in no stored result. */
const TOLD = /^src\/kernel\/texts\/en\/(?:finding\w+|visibleLeakSentences|tankEnds|figureWords)\.json$/;
/** Comments in their own lines, and white space. */
const NO_RULE = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$|\s+/gmu;

interface Recorded {
  readonly version: number;
  readonly sources: Readonly<Record<string, string>>;
}

function sourcesOf(folders: readonly string[]): Recorded['sources'] {
  const waiting = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(ROOT, folder, name)),
  );
  const found = new Map<string, string>();
  const seen = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const name = relative(ROOT, path);
    if (seen.has(name) || !/^src\/(kernel|\w+\/rules)\//.test(name) || name.endsWith('/version.ts')) continue;
    seen.add(name);
    const source = readFileSync(path, 'utf8');
    if (!name.startsWith('src/kernel/texts/') || TOLD.test(name))
      found.set(name, createHash('sha256').update(source.replaceAll(NO_RULE, '')).digest('base64url').slice(0, 16));
    for (const [, imported = ''] of source.matchAll(IMPORTED)) waiting.push(join(dirname(path), imported));
  }
  return Object.fromEntries([...found].sort());
}

/** The rules' sources that changed, and the version, against those on record. UPDATE_SNAPSHOT=1 records them. */
export function againstRecord(record: string, version: number, folders: readonly string[]) {
  const path = join(ROOT, 'test/golden', record);
  const now: Recorded = { version, sources: sourcesOf(folders) };
  if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(path, 'utf8')) as Recorded; // written by this function
  const names = [...new Set([...Object.keys(now.sources), ...Object.keys(recorded.sources)])];
  return {
    sources: Object.keys(now.sources).length,
    recordedVersion: recorded.version,
    changed: names.filter((name) => now.sources[name] !== recorded.sources[name]),
  };
}
