import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import type { TestContext } from '../../support/database.ts';
import {
  documents,
  type Json,
  type Row,
  unit,
  virtual,
  works,
  type WorksOptions,
} from '../../figures/processing/works.ts';

/*
 * A plant whose clock changes: a meter with a register, one with interval values alone, a tank, a laboratory and the
 * sum of the meters. A reading an hour. Days begin at 06:00 in Kolkata at first, 00:30 UTC.
 */

const UNITS: readonly Json[] = [
  unit('METER', 'FLOW_CATEGORY'),
  unit('PULSE', 'FLOW_CATEGORY', { minNonZeroThreshold: 3 }),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
  unit('LAB', 'QUALITY_CATEGORY', { params: { ph: { displayName: 'pH' } } }),
  virtual('BOTH', '{METER} + {PULSE}'),
];

export const AT_06: WorksOptions = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00' };
export const AT_07: WorksOptions = { ...AT_06, shiftStartAt: '07:00:00' };
export const AT_22: WorksOptions = { ...AT_06, shiftStartAt: '22:00:00' };
export const BERLIN: WorksOptions = { timezone: 'Europe/Berlin', shiftStartAt: '06:00:00' };

export const plant = (context: TestContext, options: WorksOptions, of?: Industry): Promise<Industry> =>
  works(context, UNITS, { ...options, ...(of === undefined ? {} : { industryId: of.industryId }) });

const HOUR_MS = 3_600_000;
const BEGAN = Date.parse('2026-01-01T00:00:00Z');

/** A reading of each unit every hour of `[from, to)`; what is read depends on the instant alone. */
export function readings(from: string, to: string): Row[] {
  const rows: Row[] = [];
  for (let epochMs = Date.parse(from); epochMs < Date.parse(to); epochMs += HOUR_MS) {
    const createdOn = new Date(epochMs + 600_000).toISOString();
    const hour = Math.floor((epochMs - BEGAN) / HOUR_MS);
    rows.push(
      { unitId: 'METER', createdOn, value: 2, summedValue: 1000 + 2 * hour },
      { unitId: 'PULSE', createdOn, value: hour % 7, interpolated: hour % 11 === 0 },
      { unitId: 'TANK', createdOn, value: hour % 100 },
      { unitId: 'LAB', createdOn, value: { ph: 6 + (hour % 20) / 10 } },
    );
  }
  return rows;
}

/** What all daily documents of a flow unit add up to, and the sum of its readings. */
export async function sums(
  context: TestContext,
  industry: Industry,
  unitId: string,
  rows: readonly Row[],
): Promise<{ documents: number; readings: number }> {
  const own = (await documents<DailyDocument>(context, industry, 'DAILY')).filter(
    (document) => document.unitId === unitId,
  );
  return {
    documents: own.reduce((sum, { value }) => sum + (typeof value === 'number' ? value : 0), 0),
    readings: rows
      .filter((row) => row.unitId === unitId)
      .reduce((sum, { value }) => sum + (typeof value === 'number' ? value : 0), 0),
  };
}
