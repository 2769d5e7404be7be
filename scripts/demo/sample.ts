import { createReadStream, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { parseInstant } from '../../src/kernel/time/instant.ts';
import { csvRows } from '../../src/readings/csv-rows.ts';
import type { DemoLogin } from '../../src/window/demonstration.ts';
import { closed, type Closing } from './closing.ts';
import { createSeries, inSeason, type RecordedReading, type Recording, type Series } from './series.ts';
import type { DemoState } from './state.ts';

const folder = new URL('../sample-data/', import.meta.url);

/** One industry of the sample data: its bundle, its files by unit, and the span of its readings. */
export interface DemoIndustry extends Recording {
  readonly industryId: string;
  readonly bundleFile: string;
  readonly filePrefix: string;
  /** First business day with readings. */
  readonly firstDate: string;
  readonly closing: Closing;
  /** Meters that were taken out of use when the recording ended, because they send nothing from then on; and why. */
  readonly retired: Readonly<Record<string, string>>;
  /** Account of the industry's device. */
  readonly device: { readonly username: string; readonly password: string };
}

export const CANTERBURY: DemoIndustry = {
  industryId: 'CANTERBURY',
  bundleFile: 'sample-industry.json',
  filePrefix: 'readings-',
  firstDate: '2025-07-01',
  recordedUntil: '2026-08-01T06:00:00+12:00',
  season: { from: '2026-01-01T00:00:00Z', to: '2026-01-29T00:00:00Z' },
  closing: {
    inflow: [
      { unitId: 'CB_BORE_1', litres: 1 },
      { unitId: 'CB_TOWN_MAIN', litres: 1 },
    ],
    outflow: [{ unitId: 'CB_BORE_1_FLOW', litres: 1 }],
    scaled: 'CB_BORE_1_FLOW',
    tank: { unitId: 'CB_POND_1', litres: 5_000_000 },
  },
  retired: { CB_SPARE_1: 'kept as a spare', CB_CAMPUS_1: 'under repair since it sent its one day' },
  device: { username: 'canterbury.user', password: 'Plains-user-1' },
};
const KOLKATA: DemoIndustry = {
  industryId: 'KOLKATA',
  bundleFile: 'second-industry.json',
  filePrefix: 'second-readings-',
  firstDate: '2026-04-01',
  recordedUntil: '2026-05-30T18:00:00+05:30',
  season: { from: '2026-04-04T00:00:00Z', to: '2026-05-02T00:00:00Z' },
  closing: {
    inflow: [{ unitId: 'KK_BORE', litres: 1 }],
    // The meter counts decilitres.
    outflow: [{ unitId: 'KK_METER', litres: 0.1 }],
    scaled: 'KK_BORE',
    tank: { unitId: 'KK_TANK', litres: 250_000 },
  },
  retired: {},
  device: { username: 'kolkata.user', password: 'Hooghly-user-1' },
};
export const SAMPLES: readonly DemoIndustry[] = [CANTERBURY, KOLKATA];

/** Accounts of the sample data, offered on the first page. */
export const demoLogins = ({ operator }: Pick<DemoState, 'operator'>): readonly DemoLogin[] => [
  { label: 'Plant manager, Canterbury', username: 'canterbury.admin', password: 'Plains-admin-1' },
  { label: 'User, Canterbury', ...CANTERBURY.device },
  { label: 'Plant manager, Kolkata', username: 'kolkata.admin', password: 'Hooghly-admin-1' },
  ...(operator === null ? [] : [{ label: 'Operator', ...operator }]),
];

export const readDemoBundle = async (sample: DemoIndustry): Promise<unknown> =>
  JSON.parse(await readFile(new URL(sample.bundleFile, folder), 'utf8'));

export const sampleFiles = (sample: DemoIndustry): { unitId: string; path: string }[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(sample.filePrefix) && name.endsWith('.csv.gz'))
    .map((name) => ({
      unitId: name.slice(sample.filePrefix.length, -'.csv.gz'.length),
      path: fileURLToPath(new URL(name, folder)),
    }));

export interface UnitSeries {
  readonly unitId: string;
  readonly series: Series;
}

/** Series of each unit that has a file. */
export async function readSeries(sample: DemoIndustry): Promise<UnitSeries[]> {
  const recorded = await Promise.all(
    sampleFiles(sample).map(async ({ unitId, path }) => [unitId, await readRecorded(path)] as const),
  );
  const season = new Map(recorded.map(([unitId, readings]) => [unitId, inSeason(readings, sample)]));
  const repeated = closed(season, sample.closing);
  return recorded.map(([unitId, readings]) => ({
    unitId,
    series: createSeries(readings, sample, repeated.get(unitId)),
  }));
}

async function readRecorded(path: string): Promise<RecordedReading[]> {
  const recorded: RecordedReading[] = [];
  for await (const rows of csvRows(createReadStream(path).pipe(createGunzip()))) {
    for (const raw of rows) {
      if (!('row' in raw) || typeof raw.row !== 'object' || raw.row === null) continue;
      const { createdOn, unitId: _, ...fields } = raw.row as Record<string, unknown>; // a CSV row: text by column
      const epochMs = parseInstant(createdOn);
      if (epochMs !== null) recorded.push({ epochMs, fields });
    }
  }
  return recorded;
}
