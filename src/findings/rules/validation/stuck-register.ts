import { sum } from '../../../kernel/measure/exact.ts';
import type { Sample } from '../../../figures/rules/processors/types.ts';
import { inSiUnit, rawInWords } from './quantity.ts';
import type { Check } from './types.ts';

const FEWEST_READINGS = 12;
/** Steps of a register that intervals must count before the register is stuck, because it counts in steps. */
const STEPS = 2;
/** Raw step of a register that has not moved today. */
const UNKNOWN_STEP = 1000;

/** A register that stands still while its intervals count. */
export const stuckRegister: Check = (day) => {
  const read = day.samples.filter(({ register }) => register !== null);
  const steps = read.flatMap((sample, index) => {
    const before = read[index - 1]?.register ?? null;
    const step = before === null || sample.register === null ? 0 : Math.abs(sample.register - before);
    return step > 0 ? [step] : [];
  });
  const step = steps.length === 0 ? UNKNOWN_STEP : Math.min(...steps);
  const stuck = stretchesOf(read)
    .map((stretch) => ({ stretch, passed: sum(stretch.slice(1).map(({ value }) => value ?? 0)) }))
    .filter(({ stretch, passed }) => stretch.length >= FEWEST_READINGS && Math.abs(passed) > STEPS * step)
    .toSorted((a, b) => Math.abs(b.passed) - Math.abs(a.passed))[0];
  const [first] = stuck?.stretch ?? [];
  if (stuck === undefined || first === undefined) return null;
  return {
    value: inSiUnit(day, stuck.passed),
    limit: inSiUnit(day, STEPS * step * Math.sign(stuck.passed)),
    unit: day.unit.siUnit,
    atEpochMs: first.epochMs,
    text: `the register stood still over ${stuck.stretch.length} readings while intervals count ${rawInWords(day, stuck.passed)}`,
  };
};

/** Neighbouring readings with the same register, in lists. */
function stretchesOf(read: readonly Sample[]): Sample[][] {
  const stretches: Sample[][] = [];
  for (const sample of read) {
    const current = stretches.at(-1);
    if (current?.[0]?.register === sample.register) current.push(sample);
    else stretches.push([sample]);
  }
  return stretches;
}
