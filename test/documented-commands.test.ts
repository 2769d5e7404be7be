import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environment } from '../src/environment.ts';
import { childEnvironment } from './support/child-environment.ts';

/*
 * Every command of README and docs: its program, options, settings and files exist. What it does is tested where it can
 * be run: the demo and README's request in scripts/demo.test.ts, the first industry in scripts/first-industry.test.ts,
 * backup and restore in platform/database/backup.test.ts, the containers' file in compose.test.ts.
 */

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const file = (path: string): string => readFileSync(at(path), 'utf8');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'sql/README.md',
  'scripts/sample-data/README.md',
  ...readdirSync(at('docs/'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const { scripts } = JSON.parse(file('package.json')) as { scripts: Record<string, string> }; // this project's own
const settings = new Set(Object.keys(environment.shape));
/** Settings of tests, and what the demo prints to be pasted. */
const OTHER_SETTINGS = [
  'TEST_APPS',
  'TEST_ENGINE',
  'PROPERTY_SEED',
  'TEST_DEEP',
  'TEST_RESTART_COMMAND',
  'TEST_SERVER_DISK',
  'TEST_START_COMMAND',
  'UPDATE_SNAPSHOT',
  'TOKEN',
  'PGPASSWORD',
];

const PROGRAMS = ['npm', 'psql', 'pg_dump', 'pg_restore', 'pg_ctl', 'pgbackrest', 'docker', 'kubectl', 'curl'];

interface Command {
  readonly page: string;
  readonly text: string;
  readonly settings: readonly string[];
  readonly program: string;
  readonly words: readonly string[];
}

/** Words of a shell line as a shell splits it: quotes hold blanks together. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replaceAll(/['"]/g, ''));
const PROGRAM = /^(?:[A-Z_]+=\S* )*(?:npm|npx|node|psql|pg_dump|pg_restore|docker|curl|git|TOKEN=)/;

function commandOf(page: string, line: string): Command {
  // `TOKEN=$(curl ..)` keeps what a command prints.
  const text = /^TOKEN=\$\((.*)\)$/.exec(line)?.[1] ?? line;
  const words = wordsOf(text);
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  return {
    page,
    text,
    settings: words.slice(0, first).map((word) => word.split('=')[0] ?? ''),
    program: words[first] ?? '',
    words: words.slice(first + 1),
  };
}

const commands = PAGES.flatMap((page) => {
  const text = file(page);
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap((match) =>
    (match[1] ?? '')
      .replaceAll(/\\?\n {2}|\\\n/g, ' ')
      .trim()
      .split('\n'),
  );
  // In a table a bar is written with a backslash.
  const spans = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)]
    .map((match) => (match[1] ?? '').replaceAll('\\|', '|'))
    .filter((span) => PROGRAM.test(span) && span.includes(' '));
  return [...blocks, ...spans].flatMap((line) => line.split(' && ')).map((line) => commandOf(page, line.trim()));
});
const of = (...programs: string[]): Command[] => commands.filter(({ program }) => programs.includes(program));

/** The help of a client; null where it is not installed. */
function helpOf(program: string): string | null {
  try {
    return execFileSync(program, ['--help'], { encoding: 'utf8' });
  } catch {
    return null;
  }
}
const isOption = (word: string): boolean => word.startsWith('-') && word !== '--';

describe('commands of README and docs', () => {
  it('are found, and are of programs that this test knows', () => {
    expect(commands.length).toBeGreaterThan(40);
    expect(
      commands.filter(({ program }) => !PROGRAMS.includes(program)).map(({ page, text }) => `${page}: ${text}`),
    ).toEqual([]);
  });

  it('set nothing but settings that exist', () => {
    expect(
      commands.flatMap(({ page, settings: given }) =>
        given.filter((name) => !settings.has(name) && !OTHER_SETTINGS.includes(name)).map((name) => `${page}: ${name}`),
      ),
    ).toEqual([]);
  });

  it('of psql and pg_restore name files that exist', () => {
    const named = of('psql').flatMap(({ page, words }) =>
      words.flatMap((word, index) => (words[index - 1] === '-f' ? [{ page, word }] : [])),
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter(({ word }) => !existsSync(at(word)))).toEqual([]);
  });

  it('of pgbackrest are of the stanza and the directory that their page sets up', () => {
    const page = file('docs/how-to/operating.md');
    const [, stanza, directory = ''] = /^\[(\w+)\]\npg1-path=(\S+)$/m.exec(page) ?? [];
    const commands = of('pgbackrest').map(({ words }) => words);
    expect(new Set(commands.map((words) => words.at(-1)))).toEqual(
      new Set(['stanza-create', 'check', 'backup', 'restore']),
    );
    for (const words of commands) expect(words).toContain(`--stanza=${stanza}`);
    expect(page).toContain(`archive_command = 'pgbackrest --stanza=${stanza} archive-push %p'`);
    const beside = commands.flatMap((words) => words.flatMap((word) => /^--pg1-path=(.*)$/.exec(word)?.[1] ?? []));
    const started = of('pg_ctl').map(({ words }) => words[words.indexOf('-D') + 1] ?? '');
    expect(new Set(started)).toEqual(new Set([directory, ...beside]));
  });

  it('of docker are those that compose.test.ts and deploy.test.ts look into', () => {
    expect(new Set(of('docker').map(({ words }) => words.join(' ')))).toEqual(
      new Set([
        'compose up --build --detach',
        'compose -f compose.yaml -f deploy/compose.replica.yaml up --build --detach',
        'compose -f compose.yaml -f deploy/compose.replica.yaml stop replica',
        'compose -f compose.yaml -f deploy/compose.replica.yaml run --rm --no-deps --entrypoint rm replica -rf /var/lib/postgresql/data/replica',
        'compose -f compose.yaml -f deploy/compose.replica.yaml start replica',
        'compose exec service cat /secrets/internal',
      ]),
    );
    expect(existsSync(at('compose.yaml')) && existsSync(at('Dockerfile'))).toBe(true);
  });
});

/** `npm run NAME -- ..`, `npm start`, `npm test -- ..`. */
const npm = of('npm')
  .map((command) => {
    const [verb = '', name = ''] = command.words;
    const dashes = command.words.indexOf('--');
    return {
      ...command,
      verb,
      name: verb === 'run' ? name : verb,
      given: dashes < 0 ? [] : command.words.slice(dashes + 1),
      before: dashes < 0 ? command.words : command.words.slice(0, dashes),
    };
  })
  .filter(({ name }) => name !== 'ci');

describe('npm commands of README and docs', () => {
  it('hand flags on behind --, because npm keeps others for itself', () => {
    expect(npm.filter(({ before }) => before.some(isOption)).map(({ page, text }) => `${page}: ${text}`)).toEqual([]);
  });

  it.each([
    ...Map.groupBy(
      npm.filter(({ given }) => given.some(isOption)),
      ({ name }) => name,
    ),
  ])('npm run %s has every flag that they give it', (name, given) => {
    const [, path = ''] = /^node ((?:src|scripts)\/\S+)/.exec(scripts[name] ?? '') ?? [];
    expect(path, name).not.toBe('');
    const help = execFileSync(process.execPath, [path, '--help'], {
      cwd: at(''),
      encoding: 'utf8',
      env: childEnvironment(),
    });
    for (const { page, given: words } of given)
      for (const flag of words.filter(isOption))
        expect(help, `${page}: ${flag}`).toMatch(new RegExp(`^  ${flag}\\b`, 'm'));
  });

  it('of tests name files and folders that exist', () => {
    const named = npm
      .filter(({ name }) => name === 'test')
      .flatMap(({ page, given }) => given.filter((word) => word !== 'FILE').map((word) => ({ page, word })));
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter(({ word }) => !existsSync(at(word)))).toEqual([]);
  });
});

describe.each(['psql', 'pg_dump', 'pg_restore'])('%s commands of README and docs', (program) => {
  const help = helpOf(program);
  it.skipIf(help === null)(
    `have options that it knows (skipped where ${program} is not installed: package postgresql-client)`,
    () => {
      expect(of(program).length).toBeGreaterThan(0);
      for (const { page, words } of of(program))
        for (const option of words.filter(isOption))
          expect(help, `${page}: ${option}`).toMatch(new RegExp(`(?:^|[ ,])${option.split('=')[0]}[ ,=]`, 'm'));
    },
  );
});
