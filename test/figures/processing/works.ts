import { businessDate, eachDate } from '../../../src/kernel/time/business-date.ts';
import { dayStart } from '../../../src/kernel/time/business-clock.ts';
import type { ProcessedDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import type { Context } from '../../../src/context.ts';
import { rebuildBacklogJob, rebuildIndustryJob } from '../../../src/figures/jobs/process-industry.ts';
import type { QueueClient } from '../../../src/platform/queue/client.ts';
import { BACKLOG_QUEUE, REBUILD_QUEUE, REFRESH_DUE_QUEUE } from '../../../src/ledger/ask-for-rebuilds.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import {
  rebuildBacklog,
  rebuildIndustry,
  type RebuildLimits,
} from '../../../src/figures/processing/rebuild-industry.ts';
import type { BatchRequest, BatchResult } from '../../../src/figures/processing/request.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import { markStaleDays } from '../../../src/industries/provisioning/mark-stale-days.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { ingestReadings, type IngestResult } from '../../../src/readings/ingest.ts';
import { exportDocuments } from '../../../src/figures/store/read-documents.ts';
import type { Period } from '../../../src/figures/store/document-rows.ts';
import { findIndustry } from '../../../src/platform/directory/store/industries.ts';
import { mintId } from '../../support/database.ts';

/*
 * Industries of these tests: units and clock as a test declares them, readings as rows, documents as the export gives
 * them.
 */

export type Json = Record<string, unknown>;
type BatchContext = Pick<Context, 'database' | 'clock' | 'config' | 'log'>;

export const unit = (unitId: string, standardCategoryId: string, more: Json = {}): Json => ({
  unitId,
  displayName: `Unit ${unitId}`,
  standardCategoryId,
  siUnit: 'KL',
  dataUpdateFrequency: 3600,
  ...more,
});
export const virtual = (unitId: string, calculations: string): Json =>
  unit(unitId, 'virtualCategory', { meta: { calculations } });

export interface WorksOptions {
  readonly timezone?: string;
  readonly shiftStartAt?: string;
  readonly daysOffset?: number;
  readonly industryId?: string;
  readonly isActive?: boolean;
  readonly virtualNegativeCalc?: boolean;
  readonly clockEffectiveFrom?: string;
}

/** Provisions an industry with these units; the same id again changes it, and marks what the change reaches. */
export async function works(
  context: BatchContext,
  units: readonly Json[],
  options: WorksOptions = {},
): Promise<Industry> {
  const industryId = options.industryId ?? mintId('WORKS');
  const bundle = {
    industry: {
      industryId,
      industryName: industryId,
      isActive: options.isActive ?? true,
      ...(options.daysOffset === undefined ? {} : { daysOffset: options.daysOffset }),
      meta: {
        timezone: options.timezone ?? 'UTC',
        shift: { startAt: options.shiftStartAt ?? '00:00:00' },
        virtualNegativeCalc: options.virtualNegativeCalc ?? false,
        clockEffectiveFrom: options.clockEffectiveFrom ?? null,
      },
    },
    units,
  };
  await provisionIndustry({ context, bundle, markStale: markStaleDays(context as Context) }); // it uses the clock alone
  return requireIndustry(context, industryId);
}

export async function requireIndustry(context: BatchContext, industryId: string): Promise<Industry> {
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null) throw new Error(`no industry ${industryId}`);
  return industry;
}

export interface Row {
  readonly unitId: string;
  readonly createdOn: string;
  readonly value?: unknown;
  readonly summedValue?: number;
  readonly interpolated?: boolean;
  readonly offlinePeriod?: number;
  readonly paramValue?: unknown;
}

/** Sends rows as one batch, in the order given; none may be refused. */
export async function send(context: BatchContext, industry: Industry, rows: readonly Row[]): Promise<IngestResult> {
  const result = await ingestReadings(
    { context, onStaleDays: async () => {} },
    industry,
    [rows.map((row) => ({ row }))],
    'http',
  );
  if (result.rejected > 0) throw new Error(JSON.stringify(result.errors));
  return result;
}

/** The instant `hours` elapsed hours after the start of a business day. */
export const at = (industry: Industry, date: string, hours: number): string =>
  new Date(dayStart(industry.clock, businessDate(date)) + hours * 3_600_000).toISOString();

/** Computes every day: tests of what is computed would see nothing of a day that is left as it is. */
export const requestOf = (
  industry: Industry,
  from: string,
  to: string,
  more: Partial<BatchRequest> = {},
): BatchRequest => ({
  industry,
  from: businessDate(from),
  to: businessDate(to),
  unitIds: null,
  updateOnlyVirtual: false,
  daily: true,
  monthly: true,
  yearly: true,
  write: true,
  recompute: true,
  ...more,
});

export const process = (
  context: BatchContext,
  industry: Industry,
  from: string,
  to: string,
  more: Partial<BatchRequest> = {},
): Promise<BatchResult> => processDays(context, requestOf(industry, from, to, more));

const unitNames = (industry: Industry) =>
  new Map([...industry.units.values()].map((stored) => [stored.unitKey, stored.current.unitId]));

/**
 * Stored documents of all periods, in the order of the export. `withComputedAt`: with the time at which each was
 * computed.
 */
export async function documents<D extends ProcessedDocument>(
  context: BatchContext,
  industry: Industry,
  period: Period,
  withComputedAt = false,
): Promise<D[]> {
  const span = {
    industryId: industry.industryId,
    units: unitNames(industry),
    period,
    from: businessDate('1900-01-01'),
    to: businessDate('2200-01-01'),
  };
  const found: ProcessedDocument[] = [];
  for await (const stored of exportDocuments(context.database, industry.industryKey, span)) {
    found.push(
      withComputedAt
        ? {
            ...stored.document,
            provenance: Object.assign({}, stored.document.provenance, { computedAt: stored.computedAt.toISOString() }),
          }
        : stored.document,
    );
  }
  return found as D[]; // the caller names the document of the period it asks for
}

/**
 * Every stored document as JSON text, ids without the industry, so that two industries of the same units and readings
 * compare equal.
 */
export async function exported(context: BatchContext, industry: Industry, withComputedAt = false): Promise<string> {
  const all: ProcessedDocument[] = [];
  for (const period of ['DAILY', 'MONTHLY', 'YEARLY'] as const)
    all.push(...(await documents(context, industry, period, withComputedAt)));
  return all
    .map((document) => JSON.stringify(document))
    .join('\n')
    .replaceAll(industry.industryId, 'X');
}

/** Stale days as `date: units: causes`. */
export const staleOf = async (context: BatchContext, industry: Industry): Promise<string[]> => {
  const names = unitNames(industry);
  const rows = await context.database.execute<{ day: string; unit_keys: number[]; causes: Json }>(
    'SELECT business_date::text AS day, unit_keys, causes FROM telemetry.stale_day WHERE industry_key = $1 ORDER BY 1',
    [industry.industryKey],
  );
  return rows.map(
    (row) =>
      `${row.day}: ${row.unit_keys.map((key) => names.get(key)).join(' ')}: ${Object.keys(row.causes).sort().join(', ')}`,
  );
};

export const processedOf = async (context: BatchContext, industry: Industry): Promise<string[]> =>
  (
    await context.database.execute<{ day: string }>(
      'SELECT business_date::text AS day FROM telemetry.processed_day WHERE industry_key = $1 ORDER BY 1',
      [industry.industryKey],
    )
  ).map((row) => row.day);

/** Rollups of one level of the industry's units, as JSON text, units by name. */
export async function rollups(
  context: BatchContext,
  industry: Industry,
  level: 'hourly' | 'daily' | 'monthly' | 'yearly',
): Promise<string> {
  const names = unitNames(industry);
  const rows = await context.database.execute<{ unit_key: number; row: Json }>(
    `SELECT unit_key, to_jsonb(r) - 'unit_key' AS row FROM telemetry.rollup_${level} r WHERE unit_key = ANY ($1) ORDER BY unit_key, bucket`,
    [[...names.keys()]],
  );
  return rows.map(({ unit_key, row }) => JSON.stringify([names.get(unit_key), row])).join('\n');
}

/** A queue whose jobs are done one after the other when the test says so, as one worker would do them. */
export function jobsByHand(context: BatchContext, limits?: RebuildLimits) {
  interface Waiting {
    readonly queue: string;
    readonly payload: object;
    readonly key: string;
  }
  const waiting: Waiting[] = [];
  const queue: QueueClient = {
    send: async (name, payload, { singletonKey, startAfter }) => {
      if (startAfter !== undefined && startAfter.getTime() > context.clock.now()) return;
      if (!waiting.some((job) => job.queue === name && job.key === singletonKey))
        waiting.push({ queue: name, payload, key: singletonKey });
    },
  };
  /** Does the next job; the name of its queue, null when none waits. */
  const workOne = async (): Promise<string | null> => {
    const next = waiting.shift();
    if (next === undefined) return null;
    if (next.queue === REBUILD_QUEUE)
      await rebuildIndustry(context, queue, rebuildIndustryJob.payload.parse(next.payload).industryId, limits);
    if (next.queue === BACKLOG_QUEUE)
      await rebuildBacklog(context, queue, rebuildBacklogJob.payload.parse(next.payload), limits);
    if (next.queue === REFRESH_DUE_QUEUE) await refreshDueRollups(context);
    return next.queue;
  };
  const work = async (): Promise<string[]> => {
    const done: string[] = [];
    for (let name = await workOne(); name !== null; name = await workOne()) done.push(name);
    return done;
  };
  return { queue, waiting, workOne, work };
}

/** A fixed shuffle: the same seed gives the same order. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed;
  for (let index = result.length - 1; index > 0; index -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (index + 1);
    const [a, b] = [result[index], result[other]];
    if (a !== undefined && b !== undefined) [result[index], result[other]] = [b, a];
  }
  return result;
}

export const dates = (from: string, to: string): string[] => [...eachDate(businessDate(from), businessDate(to))];
