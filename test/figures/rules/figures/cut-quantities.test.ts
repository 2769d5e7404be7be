import { describe, expect, it } from 'vitest';
import type { PeriodEntry } from '../../../../src/kernel/document/types.ts';
import { quantitiesOfParts } from '../../../../src/figures/rules/figures/cut-quantities.ts';
import type { HourPart } from '../../../../src/figures/rules/figures/hour-part.ts';
import { DAY_START, dayOf, unitOf } from '../processors/builders.ts';

const METER = unitOf({ dataUpdateFrequencySeconds: 900 });
const HOUR = { startEpochMs: DAY_START, cutEpochMs: DAY_START + 1_800_000, endEpochMs: DAY_START + 3_600_000 };

const entry = (y: number, more: Partial<PeriodEntry> = {}): PeriodEntry => ({
  x: '',
  y,
  offlineCount: 0,
  offlineDuration: 0,
  coverage: 1,
  meta: { lastEpoch: null },
  ...more,
});

/** A half hour in which these registers were read and that by itself tells so much. */
function part(y: number, ir: number, fr: number, fromSecond: number): HourPart {
  const readings = [
    { second: fromSecond, register: ir },
    { second: fromSecond + 900, register: fr },
  ];
  const [rollup] = dayOf(METER, readings).hours;
  if (rollup === undefined || rollup === null) throw new Error('Readings make a rollup.');
  return { entry: entry(y, { ir, fr }), rollup };
}

describe('an hour whose parts both have registers', () => {
  it('gives its first part what a meter counted since it was installed on a day before', () => {
    // 10 in the hour, 3 and 4 by the parts' own registers: the other 3 passed since the meter was installed.
    const parts = [part(3, 103, 106, 0), part(4, 106, 110, 1800)] as const;
    expect(quantitiesOfParts(entry(10), METER, HOUR, parts)).toEqual([
      { y: 6, unheard: null },
      { y: 4, unheard: null },
    ]);
  });
});
