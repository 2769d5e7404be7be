import type { PeriodEntry, Provenance } from '../../../../src/kernel/document/types.ts';
import type { SpanEntry, UnitSpan } from '../../../../src/figures/rules/figures/unit-span.ts';
import type { Category } from '../../../../src/kernel/industry/industry.ts';
import { GROUP_OF_STANDARD_CATEGORY, type Unit } from '../../../../src/kernel/measure/unit.ts';

export function unit(unitId: string, standardCategoryId = 'FLOW_CATEGORY', changes: Partial<Unit> = {}): Unit {
  const group = GROUP_OF_STANDARD_CATEGORY[standardCategoryId];
  if (group === undefined) throw new Error(`${standardCategoryId} has no group`);
  return {
    unitId,
    displayName: `Unit ${unitId}`,
    standardCategoryId,
    group,
    siUnit: 'KL',
    flowFactor: 1,
    minNonZeroThreshold: 0,
    maxCapacity: null,
    dataUpdateFrequencySeconds: 3600,
    params: {},
    pRefKilowatts: null,
    calculations: null,
    registerChecks: null,
    ...changes,
  };
}

export const entry = (y: PeriodEntry['y'], changes: Partial<PeriodEntry> = {}): PeriodEntry => ({
  x: '2026-06-10T00:30:00.000Z',
  y,
  offlineCount: 0,
  offlineDuration: 0,
  coverage: 1,
  meta: { lastEpoch: null },
  ...changes,
});

/** Hours of 10 June 2026 in UTC. */
export const hourly = (...values: (number | null)[]): readonly PeriodEntry[] =>
  values.map((y, hour) => entry(y, { x: new Date(Date.UTC(2026, 5, 10, hour)).toISOString() }));

export const provenance = (changes: Partial<Provenance> = {}): Provenance => ({
  slotsExpected: 24,
  slotsGenuine: 24,
  readingsUsed: 24,
  readingsEstimated: 0,
  coverageRatio: 1,
  estimatedShare: 0,
  algorithmVersion: 1,
  lastEpoch: null,
  ...changes,
});

/** A unit whose whole span has this figure and whose buckets are `entries`. */
export const span = (
  of: Unit,
  value: PeriodEntry['y'],
  entries: readonly (PeriodEntry & Partial<SpanEntry>)[] = [],
  changes: Partial<NonNullable<UnitSpan['figures']>> = {},
): UnitSpan => ({
  unit: of,
  entries: entries.map((one) => ({ slotsExpected: 1, ...one })),
  figures: { value, meta: { offlineCount: 0, offlineDuration: 0 }, provenance: provenance(), ...changes },
});

export const spansOf = (...spans: readonly UnitSpan[]): ReadonlyMap<string, UnitSpan> =>
  new Map(spans.map((one) => [one.unit.unitId, one]));

export const category = (
  standardCategoryId: string,
  subCategories: Readonly<Record<string, readonly string[]>>,
): Category => ({
  categoryKey: 'CATEGORY',
  standardCategoryId,
  subCategories: Object.entries(subCategories).map(([id, units]) => ({ id, displayName: id, units })),
});
