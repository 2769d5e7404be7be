import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment } from '../src/environment.ts';
import { PAGES as WINDOW } from '../src/window/page-list.ts';
import { SURFACES } from '../src/platform/http/route-terms.ts';
import { surfaceDocument } from '../src/service/surface-documents.ts';

/*
 * README and docs/: what they name exists, what they must list is listed, and a reader's eye finds the end of every
 * line.
 */

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const file = (path: string): string => readFileSync(at(path), 'utf8');
const below = (folder: string, ending: RegExp): string[] =>
  readdirSync(at(`${folder}/`), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);

// This project's own.
const { scripts, version } = JSON.parse(file('package.json')) as { scripts: Record<string, string>; version: string };
const DOCS = below('docs', /\.md$/);
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...DOCS];
const page = (name: string): string => file(`docs/${name}.md`);
const all = PAGES.map(file).join('\n');

const headingsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
/** The anchor that a heading gets where pages are shown. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

describe('README', () => {
  it('has at most 150 lines', () => {
    expect(file('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  it('leads to every page', () => {
    expect(PAGES.filter((path) => path !== 'README.md' && !file('README.md').includes(`](${path})`))).toEqual([]);
  });

  it('CI runs what a newcomer is told to run, no more and no less', () => {
    const told =
      file('README.md')
        .split('\n')
        .find((line) => line.startsWith('npm ci && ') && line.endsWith('npm test')) ?? '';
    const [bang = '', ...lines] = file('.ci/run').trimEnd().split('\n');
    expect([bang, ...lines.filter((line) => !line.startsWith('#'))]).toEqual([
      '#!/usr/bin/env bash',
      'set -euo pipefail',
      'cd "$(dirname "$0")/.."',
      ...told.split(' && '),
    ]);
    expect(told.split(' && ')).toEqual(['npm ci', 'npm run check', 'npm test']);
  });
});

describe('README and docs', () => {
  it('have no line longer than 120 characters but rows of tables', () => {
    const everyPage = [...PAGES, 'sql/README.md', 'scripts/sample-data/README.md'];
    const long = everyPage
      .flatMap((path) =>
        file(path)
          .split('\n')
          .map((line, index) => ({ at: `${path}:${index + 1}`, line })),
      )
      .filter(({ line }) => line.length > 120 && !line.startsWith('|'));
    expect(long.map((found) => found.at)).toEqual([]);
  });

  it('name only commands that exist, and all of them', () => {
    const longestFirst = Object.keys(scripts).sort((a, b) => b.length - a.length);
    const command = new RegExp(`npm (?:run )?(${longestFirst.join('|')})\\b`, 'g');
    expect([...new Set([...all.matchAll(command)].map((match) => match[1]))].sort()).toEqual(
      Object.keys(scripts).sort(),
    );
    expect(
      [...all.matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1]).filter((name) => !((name ?? '') in scripts)),
    ).toEqual([]);
  });

  it('link to files and headings that exist', () => {
    const links = PAGES.flatMap((from) =>
      [...withoutCode(file(from)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => ({ from, to: match[1] ?? '' })),
    ).filter(({ to }) => !to.startsWith('http'));
    expect(links.length).toBeGreaterThan(20);
    const dead = links.filter(({ from, to }) => {
      const [path = '', anchor] = to.split('#');
      const target = path === '' ? from : normalize(join(dirname(from), path));
      return (
        !existsSync(at(target)) || (anchor !== undefined && !headingsOf(file(target)).map(anchorOf).includes(anchor))
      );
    });
    expect(dead).toEqual([]);
  });

  it('name files of the repository that exist', () => {
    const named = PAGES.flatMap((from) =>
      [...file(from).matchAll(/`((?:src|sql|scripts|test|docs)\/[A-Za-z0-9_./-]*)`/g)].map((match) => ({
        from,
        path: match[1] ?? '',
      })),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ path }) => !existsSync(at(path)))).toEqual([]);
  });
});

describe('docs', () => {
  it('tour.md has two walks of a dozen stops, each stop with its files', () => {
    const walks = page('explanation/tour')
      .split(/^## /m)
      .slice(1)
      .map((walk) => walk.split(/^\d+\. /m).slice(1));
    expect(walks.map((stops) => stops.length)).toEqual([12, 12]);
    expect(walks.flat().filter((stop) => !/`src\/[^`]+`|`sql\/[^`]+`/.test(stop))).toEqual([]);
  });

  it('tour.md leads a late reading through each room once: ledger, processing, figures, settled', () => {
    const [, walk = ''] = page('explanation/tour').split('## One late reading\n');
    const stops = walk
      .split(/^\d+\. /m)
      .slice(1)
      .map((stop) => stop.split('\n\n')[0] ?? '');
    const visited = stops.flatMap((stop) =>
      [...stop.matchAll(/`src\/(ledger|figures\/processing|figures\/settled|figures)\/[\w-]+\.ts`/g)].map(
        (match) => match[1],
      ),
    );
    expect(visited.filter((room, index) => room !== visited[index - 1])).toEqual([
      'ledger',
      'figures/processing',
      'figures',
      'figures/settled',
    ]);
  });

  it('architecture.md tells which files read each level of rollups', () => {
    const [, section = ''] = page('explanation/architecture').split('## Who reads which rollup\n');
    const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([a-z, ]*?) ?\| `(sql\/[^`]+)` \|/gm)].map(
      (match) => ({ levels: match[1] ?? '', path: match[2] ?? '' }),
    );
    const readers = new Map<string, string[]>();
    let levels = '';
    for (const row of rows) {
      levels = row.levels === '' ? levels : row.levels;
      for (const level of levels.split(', ')) readers.set(level, [...(readers.get(level) ?? []), row.path]);
    }
    const sql = ['sql/queries', 'sql/idempotent'].flatMap((folder) => below(folder, /\.sql$/));
    for (const [level, name] of [
      ['hour', 'hourly'],
      ['day', 'daily'],
      ['month', 'monthly'],
      ['year', 'yearly'],
    ] as const) {
      const reading = sql.filter((path) =>
        new RegExp(`(?:FROM|JOIN) telemetry\\.(?:parameter_)?rollup_${name}\\b`).test(file(path)),
      );
      expect(readers.get(level)?.sort(), level).toEqual(reading.sort());
    }
  });

  it('analysts.md prints the worked queries as they stand in sql/examples', () => {
    const examples = readdirSync(at('sql/examples/')).filter((name) => name.endsWith('.sql'));
    expect(examples.length).toBe(6);
    for (const name of examples) {
      const [title = '', ...query] = file(`sql/examples/${name}`).trimEnd().split('\n');
      expect(page('how-to/analysts')).toContain(title.replace(/^-- /, ''));
      expect(page('how-to/analysts')).toContain(query.join('\n'));
    }
  });

  it('operating.md lists every variable of the environment with its default', () => {
    const rows = page('how-to/operating')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split(' | '));
    const wrong = Object.entries(environment.parse({})).filter(([name, fallback]) => {
      const row = rows.find((cells) => cells.some((cell) => cell.includes(`\`${name}\``)));
      const shown = ['number', 'string'].includes(typeof fallback) ? String(fallback) : '';
      return row === undefined || !(row[1] ?? '').includes(shown);
    });
    expect(wrong).toEqual([]);
  });

  it('pages.md lists every page', () => {
    const rows = page('reference/pages')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(
      WINDOW.filter(({ path }) => !rows.some((row) => row.includes(`\`${path}\``))).map(({ path }) => path),
    ).toEqual([]);
  });

  it('api-choices.md names every place of the code where the specification was silent', () => {
    const marked = ['src', 'sql', 'scripts']
      .flatMap((folder) => below(folder, /\.(ts|sql)$/))
      .filter((path) => file(path).includes('Spec gap'));
    expect(marked.filter((path) => !page('reference/api-choices').includes(`\`${path}\``))).toEqual([]);
  });
});

describe('citations in the code', () => {
  const sources = ['src', 'sql', 'scripts', 'test']
    .flatMap((folder) => below(folder, /\.(ts|sql)$/))
    .filter((path) => path !== 'test/readme.test.ts');
  // A citation may go on in the next line of its comment.
  const comments = sources.map((path) => ({ path, text: file(path).replaceAll(/\n\s*(?:\*|\/\/|--) ?/g, ' ') }));

  it('of docs name a file and a heading that exist', () => {
    const cited = comments.flatMap(({ path, text }) =>
      [...text.matchAll(/(docs\/[a-z-]+(?:\/[a-z-]+)*\.md)(?:, ([^).;:]+))?/g)].map(
        ([citation, target = '', heading]) => ({
          path,
          citation,
          target,
          heading,
        }),
      ),
    );
    expect(cited.length).toBeGreaterThan(10);
    const dead = cited.filter(
      ({ target, heading }) =>
        !existsSync(at(target)) || (/^[A-Zv]/.test(heading ?? '') && !headingsOf(file(target)).includes(heading ?? '')),
    );
    expect(dead).toEqual([]);
  });

  it('of the specification begin with a section that api-choices.md lists', () => {
    const [, list = ''] = page('reference/api-choices').split('## Sections of the specification\n');
    const sections = [...list.matchAll(/^- (.+)$/gm)].map((match) => match[1] ?? '');
    const cited = comments.flatMap(({ path, text }) =>
      [...text.matchAll(/\((?:.{0,80}[;,] )?specification, ([^)]*)\)/g)].map((match) => ({
        path,
        section: match[1] ?? '',
      })),
    );
    expect(cited.length).toBeGreaterThan(60);
    expect(
      cited.filter(
        ({ section }) =>
          !sections.some(
            (name) => section === name || (/^[ ,;:]/.test(section.slice(name.length)) && section.startsWith(name)),
          ),
      ),
    ).toEqual([]);
  });

  it('name no document that is not part of the repository', () => {
    expect(comments.filter(({ text }) => /\bDESIGN\b|\(Design\b|README, /.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });
});

describe('the version', () => {
  it('is one: package.json, OpenAPI documents and the newest section of CHANGELOG.md', () => {
    expect(/^## (\d+\.\d+\.\d+)/m.exec(file('CHANGELOG.md'))?.[1]).toBe(version);
    expect(SURFACES.map((surface) => surfaceDocument(surface).info.version)).toEqual(SURFACES.map(() => version));
    const lock = JSON.parse(file('package-lock.json')) as { version: string }; // written by npm
    expect(lock.version).toBe(version);
  });
});

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}
