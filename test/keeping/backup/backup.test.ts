import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pid as ownPid } from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { knownSchema, migrate, sqlFiles } from '../../../src/platform/database/migrate.ts';
import { openConfigured, type OpenDatabase } from '../../../src/platform/database/open.ts';
import { withSnapshot } from '../../../src/platform/database/snapshot.ts';
import type { BackupTrailer } from '../../../src/keeping/rules/backup/format.ts';
import { EXCLUDED_TABLES, RowDigest } from '../../../src/keeping/rules/backup/table-order.ts';
import { createLogger } from '../../../src/logger.ts';
import { checkBackup } from '../../../src/keeping/backup/read-backup.ts';
import { restoreBackup } from '../../../src/keeping/backup/restore-backup.ts';
import { writeBackup } from '../../../src/keeping/backup/write-backup.ts';
import { applyRetention } from '../../../src/keeping/upkeep/upkeep.ts';
import { industriesThere } from '../../../src/keeping/store/backup.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { login, type MintedUser, mintUser, testApp } from '../../service/support/app-fixture.ts';
import { testClock, type TestContext } from '../../support/database.ts';
import { at, documents, process, requireIndustry, send, unit, virtual, works } from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../upkeep/own-database.ts';

const NOW = '2026-11-21T00:00:00Z';
const KNOWN = knownSchema();

let context: OwnContext;
let industry: Industry;
let user: MintedUser;
let lines: string;
let trailer: BackupTrailer;
let heldMilliseconds: number | null;
/** An embedded installation of its own, whatever engine the run has. */
let place: OpenDatabase;
const directory = mkdtempSync(join(tmpdir(), 'metered-water-restored-'));
const placeConfig = parseConfig({ DATA_DIR: directory });

const reading = (date: string, hours: number, value: number) => [
  { unitId: 'M1', createdOn: at(industry, date, hours), value, summedValue: 1000 + value },
  { unitId: 'RIVER', createdOn: at(industry, date, hours), value: { pH: 7.1 } },
];

async function backUp(opened: OpenDatabase, dataDir: string, atFirst: () => Promise<unknown> = async () => {}) {
  let text = '';
  const about = { engine: 'embedded', release: 'test', beganAt: new Date(NOW) } as const;
  const written = await withSnapshot(opened, dataDir, createLogger('silent'), (database) =>
    writeBackup(database, about, async (parts) => {
      for await (const part of parts) {
        if (text === '') await atFirst();
        text += part;
      }
    }),
  );
  return { text, trailer: written.result, heldMilliseconds: written.heldMilliseconds };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  // Pieces that end inside of lines and letters.
  for (let from = 0; from < bytes.length; from += 4093) yield bytes.subarray(from, from + 4093);
}

const restore = async (text: string) =>
  restoreBackup(
    {
      context: { database: place.database, clock: testClock(NOW) },
      migrateTo: (names) =>
        names === null
          ? migrate(place.database)
          : migrate(place.database, {
              roles: sqlFiles('roles'),
              migrations: sqlFiles('migrations').filter(({ name }) => names.includes(name)),
              idempotent: [],
            }),
      isOneSession: true,
      onRows: () => {},
    },
    await checkBackup(bytesOf(text), KNOWN),
    () => bytesOf(text),
  );

/** The same file with a row of a table changed, and whole by its sums: as only somebody on purpose makes it. */
function forged(table: string, change: (row: string) => string): string {
  const all = lines.trimEnd().split('\n');
  const heading = all.findIndex((line) => line.startsWith(`{"table":"${table}"`));
  const end = all.findIndex((line, index) => index > heading && !line.startsWith('['));
  all[heading + 1] = change(all[heading + 1] ?? '');
  const digest = new RowDigest();
  for (const row of all.slice(heading + 1, end)) digest.add(row);
  const body = `${all.slice(0, -1).join('\n')}\n`;
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ ...trailer, tables: { ...trailer.tables, [table]: digest.value() }, sha256 })}\n`;
}

beforeAll(async () => {
  context = await ownContext(NOW);
  industry = await works(context, [
    unit('M1', 'FLOW_CATEGORY'),
    unit('RIVER', 'QUALITY_CATEGORY', { params: { pH: { displayName: 'pH', siUnit: '' } } }),
    virtual('TWICE', '{M1} * 2'),
  ]);
  // Control characters are refused today; a name of before may hold them.
  await context.database.execute('UPDATE tenant.unit SET display_name = $2 WHERE unit_key = $1', [
    industry.units.get('M1')?.unitKey,
    'Größe "1"\n\t\\ — naïve',
  ]);
  user = await mintUser(context, { industryId: industry.industryId });
  const dates = ['2025-03-01', '2025-03-02', '2025-12-20', '2026-10-01', '2026-11-02', '2026-11-03'];
  await send(
    context,
    industry,
    dates.flatMap((date, index) => [...reading(date, 5, 0.1 + index), ...reading(date, 6.5, 3e-7)]),
  );
  for (const date of dates) await process(context, industry, date, date);
  // The readings of March of last year go; their rollups stay, and cannot be computed again.
  await applyRetention({ ...context, config: { ...context.config, readingRetentionDays: 340 } });
  await send(context, industry, reading('2026-11-02', 8, 4));
  const made = await backUp(context.opened, context.config.dataDir, () =>
    send(context, industry, reading('2026-11-03', 9, 5)),
  );
  ({ text: lines, trailer, heldMilliseconds } = made);
  place = await openConfigured(placeConfig, createLogger('silent'));
});
afterAll(async () => {
  await place.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

describe('a back-up', () => {
  it('holds what was acknowledged before it began and nothing that came while it was written', async () => {
    // Four days of two readings and the late one, of two units; those of March are gone.
    expect(trailer.tables['telemetry.reading']?.rows).toBe(18);
    expect(trailer.tables['telemetry.parameter_reading']?.rows).toBe(9);
    const [now] = await context.database.execute<{ count: number }>('SELECT count(*) FROM telemetry.reading');
    expect(now?.count).toBe(20);
    expect(heldMilliseconds === null).toBe(context.opened.kind === 'server');
  });

  it('leaves out tables that exist, and no others', async () => {
    const tables = (await context.database.many<{ name: string }>('backup.tables')).map(({ name }) => name);
    expect([...EXCLUDED_TABLES.keys()].filter((name) => !tables.includes(name))).toEqual([]);
    expect(Object.keys(trailer.tables).sort()).toEqual(tables.filter((name) => !EXCLUDED_TABLES.has(name)).sort());
  });

  it.each([
    ['cut in the middle', (text: string) => text.slice(0, text.length / 2), 'cut short'],
    ['cut behind a line', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1), 'cut short'],
    [
      'with another figure',
      (text: string) => text.replace('"5.1"', '"5.2"').replace('"4.1"', '"4.2"'),
      'changed or damaged',
    ],
    ['without a row', (text: string) => text.replace(/\n\[.*(?=\n\[)/, ''), 'changed or damaged'],
    ['with a line of something else', (text: string) => text.replace('\n[', '\nnothing\n['), 'changed or damaged'],
    ['with something behind its end', (text: string) => `${text}[]\n`, 'something follows its end'],
    ['of a newer format', (text: string) => text.replace('"version":1', '"version":2'), 'this release reads up to 1'],
    [
      'of a newer schema',
      (text: string) => text.replace('"1001_industries.sql"', '"9999_later.sql"'),
      'which this release does not know',
    ],
    ['that is another file', () => 'unitId,createdOn\nM1,now\n', 'not a back-up of this service'],
    ['that is empty', () => '', 'cut short'],
  ])('%s is refused before anything is restored', async (_, change, reason) => {
    await expect(checkBackup(bytesOf(change(lines)), KNOWN)).rejects.toThrow(reason);
  });

  it('with a row that the database refuses leaves the place empty', async () => {
    const wrong = forged('tenant.unit', (row) => row.replace(/^\["(\d+)","\d+"/, '["$1","999"'));
    await expect(restore(wrong)).rejects.toThrow('rows of table tenant.unit cannot be stored');
    expect(await industriesThere(place.database)).toEqual([]);
  });

  it('is restored into an empty place of the embedded engine, equal in every table, and the service goes on', async () => {
    expect((await restore(lines)).mismatches).toBe(0);
    const restored: TestContext = { ...context, config: placeConfig, clock: testClock(NOW), database: place.database };
    const again = await backUp(place, directory);
    expect(again.trailer.tables).toEqual(trailer.tables);
    // Keys of this table, which stays behind, go on by themselves.
    const { 'telemetry.rollup_due_due_key_seq': _, ...sequences } = trailer.sequences;
    expect(again.trailer.sequences).toEqual(expect.objectContaining(sequences));
    await login(testApp(restored), user);

    const same = await requireIndustry(restored, industry.industryId);
    const newest = async () =>
      (await place.database.one<{ changeNo: number }>('changes.newest', { industryKey: same.industryKey })).changeNo;
    const before = await newest();
    await send(restored, same, reading('2026-11-03', 9, 5));
    await process(restored, same, '2026-11-02', '2026-11-03');
    await process(context, industry, '2026-11-02', '2026-11-03');
    expect(await documents(restored, same, 'DAILY')).toEqual(await documents(context, industry, 'DAILY'));
    expect(await newest()).toBeGreaterThan(before);
    const rolled = `SELECT bucket::text, sum(reading_count) AS readings, sum(value_sum_micro) AS total FROM telemetry.rollup_daily GROUP BY 1 ORDER BY 1`;
    const days = await place.database.execute<{ bucket: string }>(rolled);
    expect(days.map(({ bucket }) => bucket.slice(0, 10))).toContain('2025-03-01');
    expect(days).toEqual(await context.database.execute(rolled));
  });

  it('is copied beside one of another host, and the copy of one that was killed is removed', async () => {
    const { pid: gone } = spawnSync('true');
    const [other, killed] = [`${hostname()}-2`, hostname()].map(
      (host) => `backup-copy-${encodeURIComponent(host)}-${gone}`,
    );
    for (const name of [other, killed]) mkdirSync(join(directory, String(name)));
    const copies = () => readdirSync(directory).filter((name) => name.startsWith('backup-copy-'));
    const { result } = await withSnapshot(place, directory, createLogger('silent'), () => Promise.resolve(copies()));
    expect(result.sort()).toEqual([other, `backup-copy-${encodeURIComponent(hostname())}-${ownPid}`].sort());
    expect(copies()).toEqual([other]);
  });

  it('is not restored where an industry is', async () => {
    await expect(restore(lines)).rejects.toThrow(
      `the place is not empty, it holds industry ${industry.industryId}: restore into an empty database or data directory`,
    );
  });
});
