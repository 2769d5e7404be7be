import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { markStaleDays } from '../../../src/industries/provisioning/mark-stale-days.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { businessDate, parseRequestDate } from '../../../src/kernel/time/business-date.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { findIndustry } from '../../../src/platform/directory/store/industries.ts';
import { readDocuments } from '../../../src/figures/store/read-documents.ts';
import { registersAround, type StoredRegister } from '../../../src/figures/store/register-events.ts';
import { mintId, type TestContext } from '../../support/database.ts';

/*
 * Works with one meter that reports every six hours, days from midnight to midnight UTC: slot 0 is the first reading of
 * 01/03/2026, slot 4 that of 02/03/2026.
 */
const FIRST_DAY = Date.UTC(2026, 2, 1);
const SLOT_MS = 6 * 3_600_000;
export const instantOf = (slot: number): number => FIRST_DAY + slot * SLOT_MS;
/** Day of March 2026. */
export const march = (day: number) => businessDate(`2026-03-${String(day).padStart(2, '0')}`);

const bundleOf = (industryId: string, checks: unknown, more: Record<string, unknown>) => ({
  industry: { industryId, industryName: industryId, meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
  units: [
    {
      unitId: 'M1',
      displayName: 'Meter 1',
      standardCategoryId: 'FLOW_CATEGORY',
      siUnit: 'KL',
      dataUpdateFrequency: 21600,
      meta: { registerChecks: checks, ...more },
    },
    {
      unitId: 'BOTH',
      displayName: 'Twice the meter',
      standardCategoryId: 'virtualCategory',
      siUnit: 'KL',
      meta: { calculations: '{M1} * 2' },
    },
  ],
});

/** Provisions the works, or changes the meter's checks. `more`: further meta of the meter, e.g. effectiveFrom. */
export async function provisionMeter(
  context: TestContext,
  checks: unknown,
  industryId = mintId('METER'),
  more: Record<string, unknown> = {},
): Promise<Industry> {
  await provisionIndustry({ context, bundle: bundleOf(industryId, checks, more), markStale: markStaleDays(context) });
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null) throw new Error(`no industry ${industryId}`);
  return industry;
}

export const meterOf = (industry: Industry) => {
  const unit = industry.units.get('M1');
  if (unit === undefined) throw new Error('no meter');
  return unit;
};

/** Sends registers by slot; the interval value is left out, so that figures follow from registers alone. */
export async function sendRegisters(
  context: TestContext,
  industry: Industry,
  registers: Readonly<Record<number, number>>,
): Promise<void> {
  const rows = Object.entries(registers).map(([slot, summedValue]) => ({
    row: { unitId: 'M1', createdOn: new Date(instantOf(Number(slot))).toISOString(), summedValue },
  }));
  const result = await ingestReadings({ context, onStaleDays: async () => {} }, industry, [rows], 'http');
  if (result.rejected > 0) throw new Error(JSON.stringify(result.errors));
}

/** Registers of slots from..; undefined leaves a slot out. */
export const slots = (from: number, ...registers: readonly (number | undefined)[]): Record<number, number> =>
  Object.fromEntries(
    registers.flatMap((register, index) => (register === undefined ? [] : [[from + index, register]])),
  );

/** Processes days of March 2026, both included. */
export const processMarch = (context: TestContext, industry: Industry, from: number, to: number) =>
  processDays(context, {
    industry,
    from: march(from),
    to: march(to),
    unitIds: null,
    updateOnlyVirtual: false,
    daily: true,
    monthly: true,
    yearly: true,
    write: true,
  });

export const storedRegisters = (context: TestContext, industry: Industry): Promise<StoredRegister[]> =>
  registersAround(
    context.database,
    meterOf(industry).unitKey,
    businessDate('2026-01-01'),
    businessDate('2027-01-01'),
    1,
  );

/** Slots whose register is taken out of first and last. */
export const excludedSlots = async (context: TestContext, industry: Industry): Promise<number[]> =>
  (await storedRegisters(context, industry))
    .filter((reading) => reading.excluded)
    .map((reading) => (reading.epochMs - FIRST_DAY) / SLOT_MS);

/** Stale days as `day cause`. */
export const staleOf = async (context: TestContext, industry: Industry): Promise<string[]> =>
  (
    await context.database.execute<{ day: string; causes: Record<string, number> }>(
      'SELECT business_date::text AS day, causes FROM telemetry.stale_day WHERE industry_key = $1 ORDER BY 1',
      [industry.industryKey],
    )
  ).map(({ day, causes }) => `${day} ${Object.keys(causes).sort().join()}`);

export const requestDate = (text: string) => parseRequestDate(text) ?? businessDate('1900-01-01');

/** Values of the days of March that are stored of a unit, by day of the month. */
export async function dailyValues(
  context: TestContext,
  industry: Industry,
  unitId = 'M1',
): Promise<Record<string, unknown>> {
  const unitKey = industry.units.get(unitId)?.unitKey ?? -1;
  const stored = await readDocuments(context.database, {
    industryId: industry.industryId,
    units: new Map([[unitKey, unitId]]),
    period: 'DAILY',
    from: march(1),
    to: march(31),
  });
  return Object.fromEntries(stored.map(({ periodStart, document }) => [periodStart.slice(-2), document.value]));
}
/** Quantities of the same days of M1 that passed while it was offline. */
export async function offlineValues(context: TestContext, industry: Industry): Promise<unknown[]> {
  const stored = await readDocuments(context.database, {
    industryId: industry.industryId,
    units: new Map([[meterOf(industry).unitKey, 'M1']]),
    period: 'DAILY',
    from: march(1),
    to: march(31),
  });
  return stored.map(({ document }) => document.meta.offlineValue);
}
