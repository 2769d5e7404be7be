import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../src/config.ts';

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const readme = file('README.md');
const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> }; // this project's own

describe('README', () => {
  it('names only commands that exist, and all of them', () => {
    const longestFirst = Object.keys(scripts).sort((a, b) => b.length - a.length);
    const command = new RegExp(`npm (?:run )?(${longestFirst.join('|')})\\b`, 'g');
    const named = new Set([...readme.matchAll(command)].map((match) => match[1]));
    expect([...named].sort()).toEqual(Object.keys(scripts).sort());
    expect([...readme.matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1]).filter((name) => !((name ?? '') in scripts))).toEqual([]);
  });

  it('CI runs what a newcomer is told to run, no more and no less', () => {
    const told = readme.split('\n').find((line) => line.startsWith('npm ci && ') && line.endsWith('npm test')) ?? '';
    const [bang = '', ...lines] = file('.ci/run').trimEnd().split('\n');
    expect([bang, ...lines.filter((line) => !line.startsWith('#'))]).toEqual(['#!/usr/bin/env bash', 'set -euo pipefail', 'cd "$(dirname "$0")/.."', ...told.split(' && ')]);
    expect(told.split(' && ')).toEqual(['npm ci', 'npm run typecheck', 'npm test']);
  });

  it("prints the analysts' worked queries as they stand in sql/examples", () => {
    const examples = readdirSync(new URL('../sql/examples/', import.meta.url)).filter((name) => name.endsWith('.sql'));
    expect(examples.length).toBe(5);
    for (const name of examples) {
      const [title = '', ...query] = file(`sql/examples/${name}`).trimEnd().split('\n');
      expect(readme).toContain(title.replace(/^-- /, ''));
      expect(readme).toContain(query.join('\n'));
    }
  });

  it('lists every variable of the environment with its default', () => {
    const variables = [...file('src/config.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map((match) => match[1] ?? '');
    expect(variables.length).toBeGreaterThan(10);
    expect(variables.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
    expect(parseConfig({})).toMatchObject({ port: 3000, rateLimitPerHour: 50, rateLimitPerDay: 200, role: 'all', compressAfterDays: 35, readingRetentionDays: 0 });
  });

  it('names every place of the code where the specification was silent', () => {
    const folders = ['src', 'sql', 'scripts'];
    const marked = folders.flatMap((folder) => readdirSync(new URL(`../${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|sql)$/.test(name)).map((name) => `${folder}/${name}`))
      .filter((path) => file(path).includes('Spec gap'));
    expect(marked.filter((path) => !readme.includes(path))).toEqual([]);
  });
});
