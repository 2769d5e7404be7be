import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import type { Sample } from '../../../../src/figures/rules/processors/types.ts';
import { READING_CHECKS } from '../../../../src/findings/rules/validation/checks.ts';
import { ownSamples } from '../../../../src/findings/rules/validation/quantity.ts';
import type { CheckedDay, Finding, ReadingCheck } from '../../../../src/findings/rules/validation/types.ts';

/* A meter that reports every hour, in litres; its figures are told in KL. The day begins at 00:00 UTC. */

const START = Date.parse('2026-06-10T00:00:00Z');
const HOUR = 3_600_000;
const METER: Unit = {
  unitId: 'M1',
  displayName: 'Main inlet',
  standardCategoryId: 'FLOW_CATEGORY',
  group: 'FLOW',
  siUnit: 'KL',
  flowFactor: 1,
  minNonZeroThreshold: 0,
  maxCapacity: null,
  dataUpdateFrequencySeconds: 3600,
  params: {},
  pRefKilowatts: null,
  calculations: null,
  registerChecks: null,
};

type Row = Partial<Sample> & { readonly hour: number };
const samplesOf = (rows: readonly Row[]): Sample[] =>
  rows.map(({ hour, ...row }) => ({
    epochMs: START + hour * HOUR,
    value: null,
    register: null,
    estimated: false,
    offline: false,
    ...row,
  }));

/** 24 hours of a value each, with the register that counts them from `register` on. */
export const metered = (values: readonly number[], register = 1_000_000): Row[] => {
  let counted = register;
  return values.map((value, hour) => ({ hour, value, register: (counted += value) }));
};
export const steady = (value: number): number[] => Array.from({ length: 24 }, () => value);

/** The finding of a check on these readings; null: none. */
export function run(
  name: ReadingCheck,
  rows: readonly Row[],
  more: { unit?: Partial<Unit>; hours?: number } = {},
): Finding | null {
  const unit = { ...METER, ...more.unit };
  const day: CheckedDay = {
    unit,
    startEpochMs: START,
    endEpochMs: START + 24 * HOUR,
    asOfEpochMs: START + (more.hours ?? 24) * HOUR,
    samples: ownSamples(unit, START, samplesOf(rows)),
  };
  return READING_CHECKS[name].check(day);
}

export const at = (hour: number): number => START + hour * HOUR;
