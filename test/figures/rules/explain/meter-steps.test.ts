import { describe, expect, it } from 'vitest';
import { explainSteps } from '../../../../src/figures/rules/explain/steps.ts';
import type { InstalledMeter } from '../../../../src/kernel/measure/meter.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { at, DAY_START, dayOf, type Reading, unitOf } from '../processors/builders.ts';

/** 14:20 in Kolkata. */
const SWAP = at(8, 20);
const EXCHANGED: InstalledMeter = {
  installedAtEpochMs: DAY_START + SWAP * 1000,
  serial: 'WM-7',
  initialRegister: 4,
  finalRegisterOfOld: 1211,
};

const textsOf = (meter: InstalledMeter, readings: readonly Reading[], hour: number): readonly string[] => {
  const day = dayOf(unitOf({ meters: [meter] }), readings);
  return explainSteps(day, processDay(day), hour).map((step) => `${step.rule}: ${step.text}`);
};
const everyTwenty: readonly Reading[] = [
  { second: at(8), value: 2, register: 1202 },
  { second: at(8, 15), value: 6, register: 1208 },
  { second: at(8, 25), value: 3, register: 7 },
];

describe('the hour in which a meter is exchanged', () => {
  it('names the exchange with both registers, and what each meter counted', () => {
    expect(textsOf(EXCHANGED, everyTwenty, 8).slice(0, 5)).toEqual([
      'register difference: ir = first register 1202 - its interval value 2 = 1200; fr = last register 1211; fr 1211 - ir 1200 = 11',
      'meter exchanged: another meter (WM-7) was installed at 2026-01-15T08:50:00.000Z; the one before was taken out at register 1211 and counts up to it; this one began at register 4 and counts from it',
      "first register of a meter: the meter sent its first register: since its installation at 4 it has counted 3, which takes the place of the reading's interval value",
      'register difference: ir = first register 7 - its interval value 3 = 4; fr = last register 7; fr 7 - ir 4 = 3',
      'sum of meters: what each meter counted in this hour adds up to 14; ir 1200 is the register of the first one, fr 7 of the last',
    ]);
  });

  it('says which register nobody wrote down', () => {
    const unknown = { ...EXCHANGED, serial: null, initialRegister: null, finalRegisterOfOld: null };
    expect(textsOf(unknown, everyTwenty, 8)[1]).toBe(
      'meter exchanged: another meter was installed at 2026-01-15T08:50:00.000Z; nobody wrote down the last register of the one before, so it counts up to its last reading; nobody wrote down the first register of this one, so it counts from its first reading',
    );
  });

  it('is told though nothing was sent in it, and so is what the new meter counted until its first reading', () => {
    const gap: readonly Reading[] = [
      { second: at(5), register: 1200 },
      { second: at(11), register: 64 },
    ];
    expect(textsOf(EXCHANGED, gap, 8)).toEqual([
      'register difference: ir = first register 1211 - its interval value 11 = 1200; fr = last register 1211; fr 1211 - ir 1200 = 11',
      expect.stringContaining('meter exchanged: another meter (WM-7)'),
      'sum of meters: what each meter counted in this hour adds up to 11; ir 1200 is the register of the first one, fr 4 of the last',
      'offline quantity: offlineValue 11: what the register counted beyond the interval values while slots were missing',
    ]);
    expect(textsOf(EXCHANGED, gap, 11)).toEqual([
      expect.stringContaining('since its installation at 4 it has counted 60'),
      expect.stringContaining('fr 64 - ir 4 = 60'),
      'offline quantity: offlineValue 60: what the new meter counted from 4 to its first reading: it is in the total',
    ]);
    expect(textsOf(EXCHANGED, gap, 9)).toEqual(['no reading: no reading in this hour: no total']);
  });
});
