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

/** Folder below src, or the file itself for the few files directly in it: those compose the service. */
const capabilityOf = (path: string): string => path.split('/')[1] ?? '';
const isRoot = (path: string): boolean => path.split('/').length === 2;

/**
 * Capabilities by floors, lowest first, and which of those below each reads. kernel and platform are read by all.
 * docs/explanation/architecture.md has the same table.
 */
const READS: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  platform: [],
  ledger: [],
  annotations: [],
  readings: ['ledger'],
  figures: ['ledger', 'annotations', 'readings'],
  balance: ['ledger', 'readings', 'figures'],
  findings: ['figures', 'balance'],
  industries: ['ledger', 'readings', 'figures', 'balance'],
  alerts: ['readings', 'figures', 'balance', 'findings', 'industries'],
  reports: ['ledger', 'annotations', 'readings', 'figures', 'balance', 'findings', 'alerts'],
  keeping: ['ledger', 'readings', 'figures', 'findings', 'industries', 'alerts', 'reports'],
  window: ['annotations', 'readings', 'figures', 'balance', 'findings', 'industries', 'alerts', 'reports', 'keeping'],
  service: [
    'ledger',
    'annotations',
    'readings',
    'figures',
    'balance',
    'findings',
    'industries',
    'alerts',
    'reports',
    'keeping',
    'window',
  ],
};
const FLOORS = Object.keys(READS);

/** Files that look upwards, each with the reason that it has. None may be added. */
const LOOKS_UPWARDS: Readonly<Record<string, string>> = {
  'src/platform/http/endpoint.ts': 'the type of services that are not verbs yet',
  'src/platform/http/surface-app.ts': 'the type of services that are not verbs yet',
  'src/reports/http/user/report.ts': 'the type of services that are not verbs yet',
  'src/window/pages.ts': 'the type of services that are not verbs yet',
  'src/window/welcome.ts': 'the type of services that are not verbs yet',
};

/** Rooms that use each other although one direction would do. None may be added. */
const USE_EACH_OTHER: readonly string[] = [
  'platform/audit and platform/login',
  'platform/channels and platform/login',
  'platform/http and platform/login',
  'platform/http and platform/openapi',
];

type Layer = 'rules' | 'store' | 'verbs' | 'writers' | 'http' | 'jobs' | 'mqtt' | 'pages' | 'database' | 'adapters';

/** Second axis: the layer of a file, by the folders that it stands in. */
function layerOf(path: string): Layer {
  const [capability = '', ...folders] = path.split('/').slice(1, -1);
  if (capability === 'kernel' || folders.includes('rules')) return 'rules';
  if (folders.includes('store')) return 'store';
  if (folders.includes('http') || folders[0] === 'openapi') return 'http';
  if (folders.includes('jobs')) return 'jobs';
  if (folders.includes('mqtt')) return 'mqtt';
  if (folders.includes('writers') || folders.includes('drawing')) return 'writers';
  if (capability === 'window') return 'pages';
  if (capability === 'platform' && folders[0] === 'database') return 'database';
  if (capability === 'platform' && ['queue', 'channels'].includes(folders[0] ?? '')) return 'adapters';
  return 'verbs';
}

/** Who may import whom; a layer may always import itself. */
const LAYERS: Readonly<Record<Layer, readonly Layer[]>> = {
  rules: [],
  database: ['rules'],
  adapters: ['rules'],
  store: ['rules', 'database'],
  writers: ['rules'],
  verbs: ['rules', 'store', 'writers', 'database', 'adapters'],
  http: ['rules', 'verbs', 'adapters'],
  jobs: ['rules', 'verbs', 'adapters'],
  mqtt: ['rules', 'verbs', 'adapters'],
  pages: ['rules', 'verbs', 'http'],
};

describe('who may import whom', () => {
  const pairs = sources
    .filter(({ path }) => !isRoot(path))
    .flatMap(({ path, imports }) => imports.filter((name) => !isRoot(name)).map((imported) => ({ path, imported })));

  it('a capability reads kernel, platform and those below it that its row names', () => {
    expect(pairs.length).toBeGreaterThan(4_000);
    const forbidden = pairs.filter(({ path, imported }) => {
      const [from, to] = [capabilityOf(path), capabilityOf(imported)];
      const allowed = [
        from,
        ...(FLOORS.indexOf(from) > 0 ? ['kernel'] : []),
        ...(FLOORS.indexOf(from) > 1 ? ['platform'] : []),
      ];
      return !(path in LOOKS_UPWARDS) && ![...allowed, ...(READS[from] ?? [])].includes(to);
    });
    expect(forbidden.map(({ path, imported }) => `${path} imports ${imported}`)).toEqual([]);
  });

  it('every capability reads only those on floors below, and whatever its row names', () => {
    const upwards = Object.entries(READS).flatMap(([from, reads]) =>
      reads.filter((to) => FLOORS.indexOf(to) >= FLOORS.indexOf(from)).map((to) => `${from} reads ${to}`),
    );
    const used = new Set(pairs.map(({ path, imported }) => `${capabilityOf(path)} ${capabilityOf(imported)}`));
    const unused = Object.entries(READS).flatMap(([from, reads]) =>
      reads.filter((to) => !used.has(`${from} ${to}`)).map((to) => `${from} does not read ${to}`),
    );
    expect([...upwards, ...unused]).toEqual([]);
  });

  it('whoever looks upwards still does', () => {
    const upwards = new Set(
      pairs
        .filter(({ path, imported }) => FLOORS.indexOf(capabilityOf(imported)) > FLOORS.indexOf(capabilityOf(path)))
        .map(({ path }) => path),
    );
    expect(Object.keys(LOOKS_UPWARDS).filter((path) => !upwards.has(path))).toEqual([]);
  });

  it('a layer imports only what stands below it, in every capability', () => {
    const forbidden = pairs.filter(({ path, imported }) => {
      if (capabilityOf(path) === 'service' || capabilityOf(imported) === 'service') return false;
      const [from, to] = [layerOf(path), layerOf(imported)];
      return from !== to && !LAYERS[from].includes(to);
    });
    expect(forbidden.map(({ path, imported }) => `${path} imports ${imported}`)).toEqual([]);
  });

  it('rules, stores and writers import no file of the root: no settings, no clock, no logger', () => {
    const users = sources.filter(
      ({ path, imports }) =>
        !isRoot(path) && ['rules', 'store', 'writers'].includes(layerOf(path)) && imports.some((name) => isRoot(name)),
    );
    expect(users.map(({ path }) => path)).toEqual([]);
  });

  it('rooms of a capability use one another in one direction, but for the pairs that are named', () => {
    const roomOf = (path: string): string => path.split('/').slice(1, 3).join('/');
    const uses = new Map<string, Set<string>>();
    for (const { path, imported } of pairs) {
      if (capabilityOf(path) !== capabilityOf(imported) || capabilityOf(path) === 'window') continue;
      if ([path, imported].some((name) => name.split('/').length < 4)) continue;
      if (roomOf(path) !== roomOf(imported))
        uses.set(roomOf(path), (uses.get(roomOf(path)) ?? new Set()).add(roomOf(imported)));
    }
    const mutual = [...uses].flatMap(([room, used]) =>
      [...used].filter((other) => room < other && uses.get(other)?.has(room)).map((other) => `${room} and ${other}`),
    );
    expect(mutual.sort()).toEqual(USE_EACH_OTHER);
  });

  it('every folder of src has its row', () => {
    const folders = new Set(sources.filter(({ path }) => !isRoot(path)).map(({ path }) => capabilityOf(path)));
    expect([...folders].sort()).toEqual([...FLOORS].sort());
  });

  it('is what docs/explanation/architecture.md tells', () => {
    const [, table = ''] = textOf('docs/explanation/architecture.md').split('| capability | reads |\n|---|---|\n');
    const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (\w+) \| (.*?) ?\|$/gm)].map((match) => [
      match[1] ?? '',
      (match[2] ?? '').split(/\W+/).filter((word) => word in READS),
    ]);
    expect(Object.fromEntries(rows)).toEqual(READS);
  });

  it('verbs take types, statements and retries from the database, never the pool', () => {
    const open = new Set([
      'database.ts',
      'retry.ts',
      'array-literal.ts',
      'binary-array.ts',
      'list-page.ts',
      'low-priority-transaction.ts',
      // Addresses alone, and keys alone.
      'servers.ts',
      'locks.ts',
    ]);
    const users = pairs.filter(
      ({ path, imported }) =>
        layerOf(path) === 'verbs'
        && capabilityOf(path) !== 'service'
        && imported.startsWith('src/platform/database/')
        && !open.has(imported.split('/').slice(3).join('/')),
    );
    expect(users.map(({ path, imported }) => `${path} imports ${imported}`)).toEqual([]);
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

describe('exports', () => {
  it('are used by another file: one that only a test uses, by a test of its capability or of the whole service', () => {
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
      || ['service', capabilityOf(exporter)].includes(capabilityOf(user).replace('.test.ts', '.ts'));
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
    expect(matching(/\bprocess\.env\b/, ['src/config.ts', 'src/platform/database/embedded/'])).toEqual([]);
  });

  it('the clock is read in context.ts', () => {
    expect(
      matching(/\bDate\.now\(\)|\bnew Date\(\)|DateTime\.(now|local|utc)\(\)/, [
        'src/context.ts',
        'src/platform/database/embedded/',
        // It runs in the browser.
        'src/window/worker/',
      ]),
    ).toEqual([]);
  });

  it('SQL text stands in sql/', () => {
    // The embedded engine composes statements out of what a login sends, and keeps itself up. LISTEN names a channel.
    const sql = /['"`]\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|CALL|WITH)\s/;
    expect(
      matching(sql, [
        'src/platform/database/embedded/',
        'src/platform/http/middleware/screening.ts',
        'src/platform/login/rules/',
      ]),
    ).toEqual([]);
  });

  it('method and path of a route stand beside its handler, not in a table of routes', () => {
    const tables = sources.filter(({ path }) => path.startsWith('src/service/routes/'));
    expect(tables.length).toBe(4);
    expect(
      tables.filter(({ text }) => /\b(method|path): /.test(withoutComments(text))).map(({ path }) => path),
    ).toEqual([]);
  });

  it('what was thrown becomes text in reason-of.ts', () => {
    expect(matching(/instanceof Error \? \w+\.message : /, ['src/kernel/reason-of.ts'])).toEqual([]);
  });

  it('words of the command line stay in scripts, config.ts and command-line.ts', () => {
    const rooms = sources.filter(
      ({ path }) =>
        !isRoot(path)
        && capabilityOf(path) !== 'service'
        && ['rules', 'store', 'verbs', 'jobs', 'mqtt'].includes(layerOf(path)),
    );
    expect(rooms.filter(({ text }) => /['"`\s]--[a-z]/.test(withoutComments(text))).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('rules do no I/O', () => {
    const forbidden = ['fs', 'net', 'http', 'https', 'child_process', 'pg', 'pino', 'hono'].flatMap((name) => [
      name,
      `node:${name}`,
      `node:${name}/promises`,
    ]);
    expect(
      sources
        .filter(({ path, packages }) => layerOf(path) === 'rules' && packages.some((name) => forbidden.includes(name)))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});
