import { describe, expect, it } from 'vitest';
import { exportedNames, fileAt, filesBelow, importedNames, textOf, withoutComments } from './support/source-files.ts';

const specifiersOf = (text: string): string[] =>
  [...text.matchAll(/(?:^import|^export|\bimport\()[^;'"]*?['"]([^'"]+)['"]/gm)].map((match) => match[1] ?? '');

const sources = filesBelow('src', '.ts').map((path) => {
  const text = textOf(path);
  const importsOf = (part: string): string[] =>
    specifiersOf(part)
      .filter((name) => /^\..*\.ts$/.test(name))
      .map((name) => fileAt(path, name));
  return { path, text, imports: importsOf(text), packages: specifiersOf(text).filter((name) => !name.startsWith('.')) };
});

/** Top folder below src, or the file itself for the few files directly in it. */
const folderOf = (path: string): string => path.split('/')[1] ?? '';

/** Who may import whom; a folder may always import itself. Files directly in src/ are named one by one. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  database: ['config.ts', 'logger.ts', 'process-alive.ts', 'reason-of.ts'],
  queue: ['logger.ts'],
  store: ['domain', 'database'],
  archive: ['domain', 'reason-of.ts'],
  channels: ['domain'],
  writers: ['domain'],
  services: [
    'domain',
    'store',
    'archive',
    'channels',
    'writers',
    'queue',
    'database',
    'context.ts',
    'logger.ts',
    'process-alive.ts',
    'reason-of.ts',
    'config.ts',
  ],
  http: ['domain', 'services', 'queue', 'context.ts', 'config.ts', 'logger.ts', 'reason-of.ts', 'version.ts'],
  mqtt: ['domain', 'services', 'queue', 'context.ts', 'logger.ts', 'reason-of.ts'],
  jobs: ['domain', 'services', 'queue', 'context.ts', 'logger.ts', 'reason-of.ts'],
};

describe('who may import whom', () => {
  it('every file imports only what its folder may', () => {
    const ruled = sources.filter(({ path }) => folderOf(path) in MAY_IMPORT);
    expect(ruled.length).toBeGreaterThan(500);
    const forbidden = ruled.flatMap(({ path, imports }) => {
      const folder = folderOf(path);
      const allowed = [folder, ...(MAY_IMPORT[folder] ?? [])];
      return imports
        .filter((imported) => !allowed.includes(folderOf(imported)))
        .map((imported) => `${path} imports ${imported}`);
    });
    expect(forbidden).toEqual([]);
  });

  it('every folder of src has its rule', () => {
    const folders = new Set(sources.map(({ path }) => folderOf(path)).filter((folder) => !folder.endsWith('.ts')));
    expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  });

  it('is what docs/architecture.md tells', () => {
    const [, table = ''] = textOf('docs/architecture.md').split('| folder | may import |\n|---|---|\n');
    const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map((match) => ({
      folders: match[1] ?? '',
      may: match[2] ?? '',
    }));
    const told = rows.flatMap(({ folders, may }) =>
      folders.split(', ').map((folder): [string, string[]] => [
        folder,
        may
          .split(/\W+/)
          .filter((word) => word in MAY_IMPORT)
          .sort(),
      ]),
    );
    const rules = Object.entries(MAY_IMPORT).map(([folder, may]): [string, string[]] => [
      folder,
      may.filter((name) => name in MAY_IMPORT).sort(),
    ]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(rules));
  });

  it('services take types, statements and retries from database, never the pool', () => {
    const users = sources.filter(
      ({ path, imports }) =>
        path.startsWith('src/services/')
        && imports.some(
          (imported) =>
            imported.startsWith('src/database/')
            && !['src/database/database.ts', 'src/database/retry.ts'].includes(imported),
        ),
    );
    expect(users.map(({ path }) => path)).toEqual([]);
  });

  it('there are no cycles, types included', () => {
    const graph = new Map(sources.map(({ path, imports }) => [path, imports]));
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (state.get(path) === 'done') return;
      if (state.get(path) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
        return;
      }
      state.set(path, 'open');
      for (const imported of graph.get(path) ?? []) visit(imported, [...trail, path]);
      state.set(path, 'done');
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });
});

describe.each(['services', 'domain'])('folders of %s', (parent) => {
  it('use one another in one direction, types included', () => {
    const roomOf = (path: string): string => new RegExp(`^src/${parent}/([^/]+)/`).exec(path)?.[1] ?? '';
    const uses = new Map<string, Set<string>>();
    for (const { path, imports } of sources.filter((source) => roomOf(source.path) !== '')) {
      const used = imports.map(roomOf).filter((room) => room !== '' && room !== roomOf(path));
      uses.set(roomOf(path), new Set([...(uses.get(roomOf(path)) ?? []), ...used]));
    }
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const room of uses.get(from) ?? []) {
        if (!seen.has(room)) reached(room, seen.add(room));
      }
      return seen;
    };
    expect(uses.size).toBeGreaterThan(10);
    expect([...uses.keys()].filter((room) => reached(room).has(room))).toEqual([]);
  });
});

describe('exports', () => {
  it('are used by another file: one that only a test uses, by a test of the same folder', () => {
    const users = new Map<string, string[]>();
    const all = ['src', 'scripts', 'test']
      .flatMap((folder) => filesBelow(folder, '.ts'))
      .map((path) => ({ path, text: textOf(path) }));
    for (const { path, text } of all) {
      for (const { from, name } of importedNames(path, text))
        users.set(`${from} ${name}`, [...(users.get(`${from} ${name}`) ?? []), path]);
    }
    const isUse = (exporter: string, user: string): boolean =>
      !user.startsWith('test/')
      || exporter.startsWith('test/')
      || folderOf(user).replace('.test.ts', '.ts') === folderOf(exporter);
    const exports = all.flatMap(({ path, text }) => exportedNames(text).map((name) => ({ path, name })));
    expect(exports.length).toBeGreaterThan(1_000);
    const usersOf = (path: string, name: string): string[] => [
      ...(users.get(`${path} ${name}`) ?? []),
      ...(users.get(`${path} *`) ?? []),
    ];
    const alone = exports.filter(({ path, name }) => !usersOf(path, name).some((user) => isUse(path, user)));
    expect(alone.map(({ path, name }) => `${name} of ${path}`)).toEqual([]);
  });
});

describe('names', () => {
  it('are exported once, so that one name means one thing', () => {
    const files = ['src', 'scripts'].flatMap((folder) => filesBelow(folder, '.ts'));
    const exporters = Map.groupBy(
      files.flatMap((path) => [...new Set(exportedNames(textOf(path)))].map((name) => ({ path, name }))),
      ({ name }) => name,
    );
    const twice = [...exporters].filter(([, places]) => places.length > 1);
    expect(twice.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([]);
  });

  it('of database and clock together is one, DataContext', () => {
    expect(
      sources.filter(({ text }) => text.includes("Pick<Context, 'database' | 'clock'>")).map(({ path }) => path),
    ).toEqual(['src/context.ts']);
  });
});

describe('what stands in one place only', () => {
  const matching = (pattern: RegExp, allowed: readonly string[]): string[] =>
    sources
      .filter(
        ({ path, text }) => !allowed.some((prefix) => path.startsWith(prefix)) && pattern.test(withoutComments(text)),
      )
      .map(({ path }) => path);

  it('the environment is read in config.ts', () => {
    expect(matching(/\bprocess\.env\b/, ['src/config.ts', 'src/database/embedded/'])).toEqual([]);
  });

  it('the clock is read in context.ts', () => {
    expect(
      matching(/\bDate\.now\(\)|\bnew Date\(\)|DateTime\.(now|local|utc)\(\)/, [
        'src/context.ts',
        'src/database/embedded/',
      ]),
    ).toEqual([]);
  });

  it('SQL text stands in sql/', () => {
    // The embedded engine composes statements out of what a login sends, and keeps itself up. LISTEN names a channel.
    const sql = /['"`]\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|CALL|WITH)\s/;
    expect(matching(sql, ['src/database/embedded/', 'src/http/middleware/screening.ts', 'src/domain/access/'])).toEqual(
      [],
    );
  });

  it('method and path of a route stand beside its handler, not in a table of routes', () => {
    const tables = sources.filter(({ path }) => /^src\/http\/(\w+\/)?routes\.ts$/.test(path));
    expect(tables.length).toBe(4);
    expect(
      tables.filter(({ text }) => /\b(method|path): /.test(withoutComments(text))).map(({ path }) => path),
    ).toEqual([]);
  });

  it('what was thrown becomes text in reason-of.ts', () => {
    expect(matching(/instanceof Error \? \w+\.message : /, ['src/reason-of.ts'])).toEqual([]);
  });

  it('words of the command line stay in scripts, config.ts and command-line.ts', () => {
    const rooms = sources.filter(({ path }) => /^src\/(domain|store|services|jobs|mqtt)\//.test(path));
    expect(rooms.filter(({ text }) => /['"`\s]--[a-z]/.test(withoutComments(text))).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('domain code does no I/O', () => {
    const forbidden = ['fs', 'net', 'http', 'https', 'child_process', 'pg', 'pino', 'hono'].flatMap((name) => [
      name,
      `node:${name}`,
      `node:${name}/promises`,
    ]);
    expect(
      sources
        .filter(
          ({ path, packages }) => path.startsWith('src/domain/') && packages.some((name) => forbidden.includes(name)),
        )
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

/** Words that name nothing in this service, in lower case. */
const SQL_KEYWORD =
  /(?<![.\w$])(?:select|from|where|and|or|not|in|is|as|on|join|cross|lateral|union|all|distinct|case|when|then|else|end|null|exists|between|like|any|array|group|order|having|limit|offset|with|insert|into|values|update|delete|returning|create|alter|drop|table|view|index|function|procedure|grant|revoke|returns|language|immutable|stable|begin|declare|loop|return|execute|raise|partition|asc|desc|unique|check|default|constraint|references|using)(?![\w$])/g;

/** SQL with comments, literals, quoted names and commands of psql blanked, and every line where it was. */
const withoutTexts = (sql: string): string =>
  sql.replaceAll(/--.*|'(?:[^']|'')*'|"[^"]*"|^\\.*$/gm, (text) => text.replaceAll(/[^\n]/g, ' '));

describe('files people can read', () => {
  const lines = (path: string): number => textOf(path).split('\n').length;

  it('no source file is longer than 400 lines', () => {
    const all = [...filesBelow('src', '.ts'), ...filesBelow('scripts', '.ts'), ...filesBelow('sql/queries', '.sql')];
    expect(all.filter((path) => lines(path) > 400)).toEqual([]);
  });

  it('no line is longer than 120 characters, but for a text or a pattern that stands in one piece', () => {
    const piece = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?:[^/\\\n]|\\.)+\/[a-z]*/g;
    const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);
    const tooLong = [...filesBelow('src', '.ts'), ...filesBelow('scripts', '.ts')].flatMap((path) => {
      let inTemplate = false;
      return textOf(path)
        .split('\n')
        .flatMap((line, index) => {
          const wasInTemplate = inTemplate;
          if (line.split('`').length % 2 === 0) inTemplate = !inTemplate;
          const isPiece = !isComment(line) && (wasInTemplate || inTemplate || line.replaceAll(piece, '').length <= 100);
          return line.length <= 120 || isPiece ? [] : [`${path}:${index + 1}`];
        });
    });
    expect(tooLong).toEqual([]);
  });

  it('no line of SQL is longer than 120 characters, and its keywords are upper-case', () => {
    const paths = filesBelow('sql', '.sql').filter((path) => path !== 'sql/schema.snapshot.sql');
    expect(paths.length).toBeGreaterThan(100);
    const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;
    const wrong = paths.flatMap((path) => {
      const text = textOf(path);
      return [
        ...[...text.matchAll(/^.{121,}$/gm)].map(({ index }) => `${path}:${lineOf(text, index)} is long`),
        ...[...withoutTexts(text).matchAll(SQL_KEYWORD)].map(
          ({ index, 0: word }) => `${path}:${lineOf(text, index)} has ${word}`,
        ),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('nothing is of type any, and no check is switched off', () => {
    expect(
      sources
        .filter(({ text }) =>
          /:\s*any\b|\bas any\b|<any>|@ts-(ignore|nocheck|expect-error)/.test(withoutComments(text)),
        )
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

describe('tests on a busy machine', () => {
  it('wait as long as they say: the second that a wait has by itself is short there', () => {
    const waits = filesBelow('test', '.ts')
      .filter((path) => path !== 'test/architecture.test.ts')
      .flatMap((path) => {
        const text = textOf(path);
        return [...text.matchAll(/\bvi\.wait(?:For|Until)\(/g)].map(({ index }) => ({
          place: `${path}:${text.slice(0, index).split('\n').length}`,
          call: callAt(text, index),
        }));
      });
    expect(waits.length).toBeGreaterThan(10);
    expect(waits.filter(({ call }) => !/\btimeout\b/.test(call)).map(({ place }) => place)).toEqual([]);
  });
});

/** The call that begins there, up to its closing parenthesis. */
function callAt(text: string, from: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', from); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')' && (depth -= 1) === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}
