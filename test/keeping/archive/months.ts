import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from '../../support/after-file.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { type Month, readMonth } from '../../../src/keeping/rules/archive/months.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { refreshRollups } from '../../../src/figures/store/upkeep.ts';
import { at, dates, process, type Row, send, unit, virtual, works } from '../../figures/processing/works.ts';
import type { TestContext } from '../../support/database.ts';

/*
 * Industries whose readings of January 2026 are archived: registers, values, levels, parameters, estimates, and readings
 * after an offline period.
 */

export const ACTOR = { userId: 'U1', industryId: 'INTERNAL', address: null };

export const month = (text: string): Month => {
  const read = readMonth(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

/** A directory that goes with the test file. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'archive-test-'));
  afterFile(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Directories of an archived month's manifest and files. @param name yyyy-MM */
export function monthFolders(directory: string, industryId: string, name: string): readonly [string, string, string] {
  const [id, [year, of]] = [encodeURIComponent(industryId), name.split('-')];
  const data = (table: string) =>
    join(directory, 'lake', table, 'data', `industry=${id}`, `year=${year}`, `month=${of}`);
  return [join(directory, id, name), data('readings'), data('parameter_readings')];
}

/** With an archive in the directory. */
export const archivingTo = (context: TestContext, path: string) => ({
  ...context,
  config: { ...context.config, archive: { kind: 'directory' as const, path } },
  queue: noQueue,
});

export const UNITS = [
  unit('M1', 'FLOW_CATEGORY'),
  unit('V1', 'FLOW_CATEGORY'),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
  unit('RIVER', 'QUALITY_CATEGORY', {
    params: { pH: { displayName: 'pH', siUnit: '' }, 'TDS é': { displayName: 'TDS' } },
  }),
  virtual('TWICE', '{M1} * 2'),
];
const DAYS = dates('2025-12-30', '2026-02-06');

const rowsOf = (industry: Industry, date: string, index: number): Row[] =>
  [5, 17.25].flatMap((hours) => [
    { unitId: 'M1', createdOn: at(industry, date, hours), value: 10.1, summedValue: 100 + 20.2 * index + hours },
    {
      unitId: 'V1',
      createdOn: at(industry, date, hours),
      value: index / 3,
      interpolated: index % 3 === 0,
      ...(index % 5 === 0 ? { offlinePeriod: 7.5 } : {}),
    },
    {
      unitId: 'RIVER',
      createdOn: at(industry, date, hours),
      value: { pH: 7 + (index % 10) / 10, 'TDS é': 300 + index },
    },
    // Silent in the first days of February, so that its level is carried from January.
    ...(date > '2026-02-01' && date < '2026-02-05'
      ? []
      : [{ unitId: 'TANK', createdOn: at(industry, date, hours), value: 50 + index }]),
  ]);

/** With readings of days, by default around January, all of them processed. */
export async function loadedWorks(context: TestContext, timezone = 'Asia/Kolkata', days = DAYS): Promise<Industry> {
  const industry = await works(context, UNITS, { timezone, shiftStartAt: '06:00:00' });
  await send(
    context,
    industry,
    days.flatMap((date, index) => rowsOf(industry, date, index)),
  );
  await process(context, industry, days[0] ?? '', days.at(-1) ?? '');
  return industry;
}

/** Materialised, so that what is not refreshed is seen not to be. */
export const materialise = (context: TestContext): Promise<void> =>
  refreshRollups(context.database, businessDate('2025-12-30'), businessDate('2026-02-28'), businessDate('2026-04-01'));

const keysOf = (industry: Industry): readonly number[] => [...industry.units.values()].map(({ unitKey }) => unitKey);

/** Every column of every reading and sample of a month, as text. */
export async function storedReadings(context: TestContext, industry: Industry, month_: Month): Promise<string[]> {
  const span = [keysOf(industry), month_.from, month_.to];
  const where = 'unit_key = ANY ($1) AND business_at::date BETWEEN $2 AND $3';
  const rows = await context.database.execute<{ row: string }>(
    `SELECT to_jsonb(r)::text AS row FROM telemetry.reading r WHERE ${where}
     UNION ALL SELECT to_jsonb(p)::text FROM telemetry.parameter_reading p WHERE ${where} ORDER BY 1`,
    span,
  );
  return rows.map(({ row }) => row);
}

const ROLLUPS = ['', 'parameter_'].flatMap((prefix) =>
  ['hourly', 'daily', 'monthly', 'yearly'].map((level) => `${prefix}rollup_${level}`),
);

/** Every row of views that an analyst of the industry sees, by default of all rollups; by the view's name. */
export async function analystViews(
  context: TestContext,
  industry: Industry,
  views: readonly string[] = ROLLUPS,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const enough = new Error('rolled back');
  await context.database
    .transaction(async (transaction) => {
      await transaction.execute(
        'INSERT INTO tenant.analyst_login (role_name, industry_key, created_at, password_changed_at) VALUES (session_user, $1, now(), now())',
        [industry.industryKey],
      );
      for (const view of views)
        found[view] = (
          await transaction.execute<{ row: string }>(
            `SELECT to_jsonb(r)::text AS row FROM analytics.${view} r ORDER BY 1`,
          )
        ).map(({ row }) => row);
      throw enough;
    })
    .catch((error: unknown) => {
      if (error !== enough) throw error;
    });
  return found;
}
