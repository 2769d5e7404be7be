import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ALGORITHM_VERSION } from '../../../../src/figures/rules/processors/registry.ts';

/*
 * Days of which nothing has changed are left alone, and what decides that of the rules in code is ALGORITHM_VERSION
 * alone. So the sources that make figures are recorded beside the version, and neither changes without the other.
 */

const ROOT = join(import.meta.dirname, '../../../..');
const RECORD = join(ROOT, 'test/golden/algorithm.json');
/** What makes a figure, with everything of the domain that it imports. */
const FOLDERS = ['figures/rules/processors', 'kernel/formula', 'kernel/measure', 'figures/rules/register-checks'].map(
  (name) => `src/${name}`,
);
const IMPORTED = /(?:^|\n)(?:import|export)(?! type\b)[^'"]*?from '(\.[^']+)'/gu;
/** Comments in their own lines, and white space. */
const NO_RULE = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$|\s+/gmu;

interface Recorded {
  readonly version: number;
  readonly sources: Readonly<Record<string, string>>;
}

function sourcesNow(): Recorded['sources'] {
  const waiting = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(ROOT, folder, name)),
  );
  const found = new Map<string, string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const name = relative(ROOT, path);
    if (found.has(name) || !/^src\/(kernel|\w+\/rules)\//.test(name) || name.endsWith('/version.ts')) continue;
    const source = readFileSync(path, 'utf8');
    found.set(name, createHash('sha256').update(source.replaceAll(NO_RULE, '')).digest('base64url').slice(0, 16));
    for (const [, imported = ''] of source.matchAll(IMPORTED)) waiting.push(join(dirname(path), imported));
  }
  return Object.fromEntries([...found].sort());
}

it('the version of the rules is raised when a source that makes figures changes', () => {
  const now: Recorded = { version: ALGORITHM_VERSION, sources: sourcesNow() };
  expect(Object.keys(now.sources).length).toBeGreaterThan(30);
  if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(RECORD, `${JSON.stringify(now, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Recorded; // written by this test
  const names = [...new Set([...Object.keys(now.sources), ...Object.keys(recorded.sources)])];
  const changed = names.filter((name) => now.sources[name] !== recorded.sources[name]);
  const advice =
    now.version === recorded.version
      ? 'Can any figure be another one now? Then raise ALGORITHM_VERSION in src/figures/rules/processors/version.ts, and stored days are computed anew. Can none (a name, a comment, a speed)? Then leave the version. Either way record it: UPDATE_SNAPSHOT=1 npm test -- test/figures/rules/processors/version.test.ts'
      : 'ALGORITHM_VERSION is another one. Record it with its sources: UPDATE_SNAPSHOT=1 npm test -- test/figures/rules/processors/version.test.ts';
  expect({ version: now.version, changed }, advice).toEqual({ version: recorded.version, changed: [] });
});

it('no record is of a later version than the code', () => {
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Recorded; // written by the test above
  expect(recorded.version).toBeLessThanOrEqual(ALGORITHM_VERSION);
});
