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
/** Comments in lines of their own. */
const COMMENTS = /^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)$/gmu;
const SQL_COMMENTS = /^\s*--.*$/gmu;

interface Sources {
  /** Folders of rules. What they import of the kernel and of other rules belongs to them. */
  readonly folders: readonly string[];
  /** Further files that decide what the rules are given; what they import of the kernel and of rules as well. */
  readonly files?: readonly string[];
}

interface Recorded {
  readonly version: number;
  readonly sources: Readonly<Record<string, string>>;
}

/** Digest of what a source says, whatever its comments and its white space. */
function digestOf(source: string, comments: RegExp): string {
  const said = source.replaceAll(comments, '').replaceAll(/\s+/gu, '');
  return createHash('sha256').update(said).digest('base64url').slice(0, 16);
}

function sourcesOf({ folders, files = [] }: Sources): Recorded['sources'] {
  const waiting = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(ROOT, folder, name)),
  );
  const found = new Map<string, string>();
  for (const name of files) {
    const source = readFileSync(join(ROOT, name), 'utf8');
    found.set(name, digestOf(source, name.endsWith('.sql') ? SQL_COMMENTS : COMMENTS));
    for (const [, imported = ''] of source.matchAll(IMPORTED)) waiting.push(join(ROOT, dirname(name), imported));
  }
  const seen = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const name = relative(ROOT, path);
    if (seen.has(name) || !/^src\/(kernel|\w+\/rules)\//.test(name) || name.endsWith('/version.ts')) continue;
    seen.add(name);
    const source = readFileSync(path, 'utf8');
    if (!name.startsWith('src/kernel/texts/') || TOLD.test(name)) found.set(name, digestOf(source, COMMENTS));
    for (const [, imported = ''] of source.matchAll(IMPORTED)) waiting.push(join(dirname(path), imported));
  }
  return Object.fromEntries([...found].sort());
}

/** The rules' sources that changed, and the version, against those on record. UPDATE_SNAPSHOT=1 records them. */
export function againstRecord(record: string, version: number, from: Sources) {
  const path = join(ROOT, 'test/golden', record);
  const now: Recorded = { version, sources: sourcesOf(from) };
  if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(path, 'utf8')) as Recorded; // written by this function
  const names = [...new Set([...Object.keys(now.sources), ...Object.keys(recorded.sources)])];
  return {
    names: Object.keys(now.sources),
    recordedVersion: recorded.version,
    changed: names.filter((name) => now.sources[name] !== recorded.sources[name]),
  };
}
