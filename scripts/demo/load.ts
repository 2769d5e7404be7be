import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import type { Context } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDateOf } from '../../src/kernel/time/business-clock.ts';
import { addDays, businessDate, daysBetween } from '../../src/kernel/time/business-date.ts';
import { setInUse } from '../../src/industries/change-unit.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { processDocuments } from '../../src/figures/processing/process.ts';
import { refreshDueRollups } from '../../src/figures/rollups/refresh-due-rollups.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import type { SentRow } from '../../src/readings/sent-rows.ts';
import { readGraphToEdit, replaceGraph } from '../../src/balance/edit-graph.ts';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { importFile } from '../support/import-file.ts';
import { requireIndustry } from '../support/industry.ts';
import { LATE_METER, type LateReadings, lateReadingsOf } from './story.ts';
import { CANTERBURY, readDemoBundle, readSeries, type UnitSeries, type DemoIndustry, sampleFiles } from './sample.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';
import { sum } from '../../src/kernel/measure/exact.ts';
import { createProgress } from '../support/progress.ts';

/** The newest half year alone is filled in since the recording, because a demo of later years must start as fast. */
const PRESENT_MILLISECONDS = 26 * 7 * 86_400_000;

/** A sample industry whose readings are stored and whose days are still to be processed. */
interface Imported {
  readonly sample: DemoIndustry;
  readonly industry: Industry;
  readonly late: LateReadings | null;
}

/**
 * Provisions sample industries, imports their recorded readings, processes every ended day and saves the proposed
 * graphs. With `present`, readings from the recording's end up to now are imported too. Repeatable.
 *
 * The industries take their turns together, because the database works for one while this process prepares the other.
 * All readings are stored before the first day is processed, so the rollups that all industries share are made once.
 * @returns readings that were left out, because they come late; null: none.
 */
export async function loadSamples(
  context: Context,
  samples: readonly DemoIndustry[],
  present: boolean,
  say: (line: string) => void,
): Promise<LateReadings | null> {
  const readings = createSharedProgress('Readings', 'rows');
  const imported = await Promise.all(
    samples.map((sample) => importSample(context, sample, present, readings.part(), say)),
  );
  readings.finish();
  const documents = createSharedProgress('Documents', 'days');
  await Promise.all(imported.map((one) => processSample(context, one, documents.part(), say)));
  documents.finish();
  await refreshDueRollups(context);
  return imported.find(({ late }) => late !== null)?.late ?? null;
}

async function importSample(
  context: Context,
  sample: DemoIndustry,
  present: boolean,
  progress: ProgressPart,
  say: (line: string) => void,
): Promise<Imported> {
  await provisionIndustry({ context, bundle: await readDemoBundle(sample) });
  const provisioned = await requireIndustry(context, sample.industryId);
  say(`${provisioned.industryName} (${sample.industryId}): ${provisioned.units.size} units provisioned`);

  const now = context.clock.now();
  const recorded = await importRecorded(context, provisioned, sample, now, progress);
  say(`${sample.industryId}: ${recorded} recorded readings stored`);
  const units = await readSeries(sample);
  const late = present ? lateReadingsIn(provisioned, units, now) : null;
  if (!present || now <= Date.parse(sample.recordedUntil)) return { sample, industry: provisioned, late };
  await retireMeters(context, sample);
  // Retired meters send nothing more, and their documents end with their last day.
  const industry = await requireIndustry(context, sample.industryId);
  const inUse = units.filter(({ unitId }) => industry.units.has(unitId));
  say(
    `${sample.industryId}: ${await addPresent(context, industry, inUse, late, sample, now)} readings since ${sample.recordedUntil.slice(0, 10)} stored: four recorded weeks, again and again`,
  );
  return { sample, industry, late };
}

async function processSample(
  context: Context,
  { sample, industry }: Imported,
  progress: ProgressPart,
  say: (line: string) => void,
): Promise<void> {
  const from = businessDate(sample.firstDate);
  const to = addDays(businessDateOf(industry.clock, context.clock.now()), -1);
  let days = 0;
  const { computed } = await processDocuments(context, [wholeRun(industry, from, to)], () =>
    progress.update((days += 1), daysBetween(from, to) + 1, days),
  );
  say(
    `${sample.industryId}: ${days} business days processed into ${computed.daily} daily, ${computed.monthly} monthly and ${computed.yearly} yearly documents`,
  );
  await saveProposedGraph(context, industry);
}

/** Takes meters out of use at the end of the recording, as somebody would have done who knew of their repair. */
async function retireMeters(context: Context, { industryId, retired, recordedUntil }: DemoIndustry): Promise<void> {
  const clock = { now: () => Date.parse(recordedUntil) };
  const by = { actor: { ...COMMAND, userId: 'demo' }, permissions: ['admin:*'] };
  for (const [unitId, reason] of Object.entries(retired))
    await setInUse(
      { ...context, clock, queue: noQueue },
      { industryId, unitId, by, reason, expected: null, dryRun: false },
      false,
    );
}

const lateReadingsIn = (industry: Industry, units: readonly UnitSeries[], now: number): LateReadings | null => {
  const unit = units.find(({ unitId }) => unitId === LATE_METER);
  return unit === undefined ? null : lateReadingsOf(industry, unit.series, now);
};

/** Saves the proposed graph, unless somebody has saved one. */
async function saveProposedGraph(context: Context, industry: Industry): Promise<void> {
  const { version, graph } = await readGraphToEdit(context, industry, { propose: true });
  if (version === 0)
    await replaceGraph(context, industry, graph, { by: { ...COMMAND, userId: 'demo' }, expected: null });
}

/** Imports the sample's files, without rows that are in the future of a machine whose clock is slow. */
async function importRecorded(
  context: Context,
  industry: Industry,
  sample: DemoIndustry,
  now: number,
  progress: ProgressPart,
): Promise<number> {
  const past = (row: SentRow): SentRow | null => {
    const createdOn =
      'row' in row && typeof row.row === 'object' && row.row !== null && 'createdOn' in row.row
        ? row.row.createdOn
        : null;
    return typeof createdOn === 'string' && Date.parse(createdOn) > now ? null : row;
  };
  const files = sampleFiles(sample);
  let rows = 0;
  for (const [index, { path }] of files.entries()) {
    const result = await importFile(
      context,
      noQueue,
      industry,
      path,
      (read, size, received) => progress.update(index + read / size, files.length, rows + received),
      past,
    );
    rows += result.received;
    if (result.rejected > 0)
      throw new Error(`${path}: ${result.rejected} rows were refused: ${result.errors[0]?.reason}`);
  }
  return rows;
}

async function addPresent(
  context: Context,
  industry: Industry,
  units: readonly UnitSeries[],
  late: LateReadings | null,
  sample: DemoIndustry,
  now: number,
): Promise<number> {
  const lateTimes = new Set(late?.readings.map(({ createdOn }) => createdOn));
  const isLate = (unitId: string, createdOn: string): boolean => unitId === late?.unitId && lateTimes.has(createdOn);
  const from = Math.max(Date.parse(sample.recordedUntil), now - PRESENT_MILLISECONDS);
  let rows = 0;
  for (const { unitId, series } of units) {
    const result = await ingestReadings(
      { context, onStaleDays: async () => {} },
      industry,
      [
        series(from, now)
          .filter(({ createdOn }) => !isLate(unitId, createdOn))
          .map((reading) => ({ row: { ...reading, unitId } })),
      ],
      'csv',
    );
    if (result.rejected > 0)
      throw new Error(`${unitId}: ${result.rejected} rows were refused: ${result.errors[0]?.reason}`);
    rows += result.received;
  }
  return rows;
}

/**
 * Sends three readings of a meter that nobody has registered yet, because refused rows are kept and the demo can show
 * them. Repeatable.
 */
export async function sendUnknownMeter(context: Context): Promise<void> {
  const industry = await requireIndustry(context, CANTERBURY.industryId);
  const rows = [0, 15, 30].map((minutes) => ({
    row: {
      unitId: 'CB_BORE_2',
      createdOn: new Date(Date.parse('2026-01-15T06:00:00+13:00') + minutes * 60_000).toISOString(),
      value: 5000,
    },
  }));
  await ingestReadings({ context, onStaleDays: async () => {} }, industry, [rows], 'csv');
}

/** Progress of one of several works that run together. */
interface ProgressPart {
  update(done: number, total: number, rows: number): void;
}

/** One bar for several works that run together: the share of all of them, each counted alike. */
function createSharedProgress(label: string, noun: string): { part(): ProgressPart; finish(): void } {
  const progress = createProgress(label, noun);
  const parts: { share: number; rows: number }[] = [];
  return {
    part() {
      const own = { share: 0, rows: 0 };
      parts.push(own);
      return {
        update(done, total, rows) {
          own.share = total > 0 ? done / total : 0;
          own.rows = rows;
          progress.update(sum(parts.map(({ share }) => share)), parts.length, sum(parts.map((one) => one.rows)));
        },
      };
    },
    finish: progress.finish,
  };
}
