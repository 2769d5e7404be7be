import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainSteps } from '../../../../src/figures/rules/explain/steps.ts';
import type { ExplainedStep } from '../../../../src/figures/rules/explain/types.ts';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import type { UnitDay } from '../../../../src/figures/rules/processors/types.ts';
import { at, dayOf, type Reading, unitOf } from '../processors/builders.ts';
import { runs } from '../../../support/property-runs.ts';

const stepsOf = (
  unit: Partial<Unit>,
  readings: readonly Reading[],
  overrides: Partial<UnitDay> = {},
  hour: number | null = null,
): readonly ExplainedStep[] => {
  const day = dayOf(unitOf(unit), readings, overrides);
  return explainSteps(day, processDay(day), hour);
};
const ofHour = (steps: readonly ExplainedStep[], hour: number): readonly ExplainedStep[] =>
  steps.filter((step) => step.hour === hour);
const texts = (steps: readonly ExplainedStep[]): readonly string[] => steps.map((step) => `${step.rule}: ${step.text}`);

describe('an hour of a flow unit is explained by the rule that was applied', () => {
  it('register difference', () => {
    const steps = stepsOf(
      { dataUpdateFrequencySeconds: 1800 },
      [
        { second: at(0), value: 10.3, register: 20478.3 },
        { second: at(0, 30), value: 5, register: 20650.6 },
      ],
      {},
      0,
    );
    expect(texts(steps)).toEqual([
      'register difference: ir = first register 20\u202f478.3 - its interval value 10.3 = 20\u202f468; fr = last register 20\u202f650.6; fr 20\u202f650.6 - ir 20\u202f468 = 182.6',
    ]);
    expect(steps[0]?.numbers).toMatchObject({
      firstRegister: 20478.3,
      firstRegisterValue: 10.3,
      lastRegister: 20650.6,
      sumOfValues: 15.3,
      flowFactor: 1,
      readings: 2,
    });
  });

  it('register difference with a factor', () => {
    const [step] = stepsOf(
      { flowFactor: 0.1 },
      [
        { second: at(0), value: 20, register: 1020 },
        { second: at(0, 5), register: 1100 },
      ],
      {},
      0,
    );
    expect(step?.text).toBe(
      'ir = first register 1020 × 0.1 - its interval value 20 × 0.1 = 100; fr = last register 1100 × 0.1; fr 110 - ir 100 = 10',
    );
  });

  it('register fell: sum of values', () => {
    const [step] = stepsOf(
      {},
      [
        { second: at(0), value: 4, register: 5000 },
        { second: at(0, 5), value: 3, register: 3 },
      ],
      {},
      0,
    );
    expect(step).toMatchObject({
      rule: 'register fell',
      text: 'register fell: fr 3 is less than what the hour began with; sum of 2 interval values 7 = 7; ir = fr - total = -4',
      numbers: { total: 7 },
    });
  });

  it('register fell and nothing else is known', () => {
    const [step] = stepsOf(
      {},
      [
        { second: at(0), register: 5000 },
        { second: at(0, 5), register: 3 },
      ],
      {},
      0,
    );
    expect(step).toMatchObject({
      rule: 'register fell',
      text: 'register fell and no reading of the hour has an interval value: the quantity is unknown',
      numbers: { total: null },
    });
  });

  it('register difference of a meter that counts down, whose factor is negative', () => {
    const [step] = stepsOf(
      { flowFactor: -1 },
      [
        { second: at(0), value: -5, register: 1000 },
        { second: at(0, 5), value: -5, register: 965 },
      ],
      {},
      0,
    );
    expect(step).toMatchObject({
      rule: 'register difference',
      numbers: { ir: -1005, fr: -965, total: 40, flowFactor: -1 },
    });
    expect(step?.text).toBe(
      'ir = first register 1000 × -1 - its interval value -5 × -1 = -1005; fr = last register 965 × -1; fr -965 - ir -1005 = 40',
    );
  });

  it('register fell, times a negative factor: it rose', () => {
    const [step] = stepsOf(
      { flowFactor: -1 },
      [
        { second: at(0), value: -5, register: 40 },
        { second: at(0, 5), value: -5, register: 35 },
        { second: at(0, 10), value: -5, register: 99_999 },
      ],
      {},
      0,
    );
    expect(step).toMatchObject({ rule: 'register fell', numbers: { total: 15 } });
    expect(step?.text).toBe(
      'register fell (times flowFactor -1, which is negative): fr -99\u202f999 is less than what the hour began with; sum of 3 interval values -15 × -1 = 15; ir = fr - total = -100\u202f014',
    );
    const [unknown] = stepsOf(
      { flowFactor: -1 },
      [
        { second: at(0), register: 3 },
        { second: at(0, 5), register: 90 },
      ],
      {},
      0,
    );
    expect(unknown?.text).toBe(
      'register fell (times flowFactor -1, which is negative) and no reading of the hour has an interval value: the quantity is unknown',
    );
  });

  it('a step between hours of a meter that counts down is named as offline quantity', () => {
    const steps = stepsOf(
      { flowFactor: -1 },
      [
        { second: at(0), value: -5, register: 995 },
        { second: at(5), value: -3, register: 950 },
      ],
      { before: { register: 1000, value: null } },
    );
    expect(steps.filter((step) => step.rule === 'offline quantity').map((step) => [step.hour, step.text])).toEqual([
      [
        5,
        "offlineValue 42: the register's step from -995, where the readings before leave it, to ir -953: it belongs to no hour's total",
      ],
    ]);
  });

  it('rounding noise is no fall', () => {
    const [step] = stepsOf(
      {},
      [
        { second: at(0), value: 0.1, register: 215.7 },
        { second: at(0, 5), value: 0, register: 215.6 },
      ],
      {},
      0,
    );
    expect(step).toMatchObject({ rule: 'register difference', numbers: { total: 0 } });
  });

  it('sum of values, no value, no reading', () => {
    const steps = stepsOf({}, [
      { second: at(0), value: 4 },
      { second: at(1), params: {} },
    ]);
    expect(texts([...ofHour(steps, 0), ...ofHour(steps, 1), ...ofHour(steps, 2)])).toEqual([
      'sum of values: no register counts in this hour: sum of 1 interval value 4 = 4',
      'no value: the readings of this hour have neither a register that counts nor an interval value: no total',
      'no reading: no reading in this hour: no total',
    ]);
    expect(steps.find((step) => step.rule === 'sum of hours')).toMatchObject({
      text: 'sum of 1 hourly total = 4',
      numbers: { hours: 1, total: 4 },
    });
  });

  it('and beside it what passed unseen: between hours, in missing slots, as estimates', () => {
    const steps = stepsOf(
      {},
      [
        { second: at(0), value: 10, register: 110 },
        { second: at(2), value: 5, register: 150 },
        { second: at(2, 30), value: 5, register: 190 },
        { second: at(3), value: 7, register: 197, estimated: true },
      ],
      { before: { register: 90, value: null } },
    );
    expect(
      steps
        .filter((step) => step.rule === 'offline quantity')
        .map((step) => [step.hour, step.numbers['offlineValue'], step.text]),
    ).toEqual([
      [
        0,
        10,
        "offlineValue 10: the register's step from 90, where the readings before leave it, to ir 100: it belongs to no hour's total",
      ],
      [
        2,
        70,
        "offlineValue 70: the register's step from 110, where the readings before leave it, to ir 145: it belongs to no hour's total; what the register counted beyond the interval values while slots were missing",
      ],
      [3, 7, 'offlineValue 7: estimated values 7'],
    ]);
  });

  it('the totals of the steps are those of the document, whatever the readings', () => {
    const anyReading = fc.record({
      second: fc.integer({ min: 0, max: 86_399 }),
      value: fc.option(fc.integer({ min: -5, max: 50 }), { nil: null }),
      register: fc.option(fc.integer({ min: 0, max: 300 }), { nil: null }),
      estimated: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyReading, { selector: (reading) => reading.second, maxLength: 60 }),
        fc.constantFrom(1, 0.1, 2.5, -1, -0.1),
        (readings, flowFactor) => {
          const day = dayOf(
            unitOf({ flowFactor }),
            readings.toSorted((a, b) => a.second - b.second),
          );
          const document = processDay(day);
          const steps = explainSteps(day, document, null);
          document.hourly.forEach((entry, hour) => {
            const total = ofHour(steps, hour).find((step) => 'total' in step.numbers)?.numbers['total'] ?? null;
            expect(total).toBe(entry.y);
            const fell = ofHour(steps, hour).some((step) => step.rule === 'register fell');
            const rollup = day.hours.find((candidate) => candidate.hour === hour);
            expect(fell).toBe(
              rollup !== undefined
                && rollup.firstRegister !== null
                && rollup.lastRegister !== null
                && (rollup.lastRegister - (rollup.firstRegister - (rollup.firstRegisterValue ?? 0))) * flowFactor < 0,
            );
          });
          expect(steps.find((step) => step.rule === 'sum of hours')?.numbers['total']).toBe(document.value);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('an energy unit', () => {
  it('shows pairs used and dropped by reason', () => {
    const readings: Reading[] = [
      { second: 0, value: 1, register: 0 },
      { second: 300, value: 1, register: 250 },
      { second: 600, value: 0, register: 250 },
      { second: 900, value: 1, register: 100 },
      { second: 1200, value: 1, register: 9000 },
      { second: 3600, value: 1, register: 9001 },
      { second: 3900, value: 1, register: 9002, estimated: true },
      { second: 4200, value: 1 },
      { second: 4500, value: 1, register: 9100, offline: true },
    ];
    const saving = stepsOf({ group: 'ENERGY', pRefKilowatts: 6 }, readings).find(
      (step) => step.rule === 'energy savings',
    );
    expect(saving?.numbers).toMatchObject({
      pRef: 6,
      pairs: 8,
      used: 2,
      idle: 1,
      'dropped: register fell': 1,
      'dropped: above 1.5 times pRef': 1,
      'dropped: readings missing between': 1,
      'dropped: estimated': 1,
      'dropped: register missing': 2,
    });
    expect(saving?.text).toContain(
      '8 pairs of neighbouring samples against pRef 6 kW: 2 used, 1 of them at or below the threshold and saving nothing; dropped: 1 (register fell)',
    );
    expect(stepsOf({ group: 'ENERGY' }, readings).find((step) => step.rule === 'energy savings')?.text).toBe(
      'no reference power is declared: energySaved 0, coverage 0',
    );
  });

  it('that counts down with a negative factor shows its pairs as they count, and says so', () => {
    // 850 -> 600 saves, 600 -> 590 is at the cutoff, 590 -> 700 rose.
    const readings: Reading[] = [
      { second: 0, value: -1, register: 850 },
      { second: 300, value: -250, register: 600 },
      { second: 600, value: -10, register: 590 },
      { second: 900, value: 110, register: 700 },
    ];
    const saving = stepsOf(
      { group: 'ENERGY', pRefKilowatts: 6, flowFactor: -1, minNonZeroThreshold: 10 },
      readings,
    ).find((step) => step.rule === 'energy savings');
    expect(saving?.numbers).toMatchObject({
      pairs: 3,
      used: 2,
      idle: 1,
      'dropped: register fell': 1,
      energySaved: 0.25,
    });
    expect(saving?.text).toContain(
      'against pRef 6 kW, values and registers with the sign of flowFactor -1: 2 used, 1 of them at or below the threshold and saving nothing; dropped: 1 (register fell)',
    );
  });
});

describe('levels and parameters', () => {
  it('a tank without capacity has no level, and says so', () => {
    const [hour] = stepsOf({ group: 'STOCK', maxCapacity: null }, [{ second: at(5), value: 61.7 }]);
    expect(hour?.text).toBe(
      'closing: reading 61.7 %; no maxCapacity is declared: no level; opening: reading 61.7 %; no maxCapacity is declared: no level',
    );
  });

  it('a tank shows the truncation, and that nothing was there before', () => {
    const day = stepsOf({ group: 'STOCK', maxCapacity: 10_000 }, [{ second: at(5), value: 0.29 }]).filter(
      (step) => step.hour === null,
    );
    expect(texts(day)).toEqual([
      'closing stock: last level of the day, of hour 5: maxCapacity 10\u202f000 × 0.29 / 100 = 29, truncated to 2 decimals: 29',
      'opening stock: no reading before the day: openingStock 0',
    ]);
  });

  it('a surveyed tank shows percent, elevation and volume one after the other', () => {
    const volumeCurve = [
      { elevationMetres: 0, volumeCubicMetres: 0 },
      { elevationMetres: 2, volumeCubicMetres: 40 },
    ];
    const tank = { group: 'STOCK' as const, maxCapacity: 40_000, volumeCurve };
    const before = { register: null, value: 10, maxCapacity: 1000 };
    const day = stepsOf(tank, [{ second: at(5), value: 25 }], { before }).filter((step) => step.hour === null);
    expect(texts(day)).toEqual([
      'closing stock: last level of the day, of hour 5: 25 % of the height from 0 to 2 m is 0.5 m, where the curve holds 10 m³; × 1000 = 10\u202f000, truncated to 2 decimals: 10\u202f000',
      'opening stock: last reading before the day: maxCapacity 1000 × 10 / 100 = 100, truncated to 2 decimals: 100',
    ]);
    expect(day[0]?.numbers).toMatchObject({ reading: 25, elevationMetres: 0.5, volumeCubicMetres: 10, level: 10_000 });
    expect(day[1]?.numbers).not.toHaveProperty('elevationMetres');
  });

  it('a parameter without samples is left out of the means', () => {
    const unit = {
      group: 'QUALITY' as const,
      params: {
        pH: { displayName: 'pH', siUnit: '', isLatest: false },
        turbidity: { displayName: 'Turbidity', siUnit: 'NTU', isLatest: false },
      },
    };
    expect(
      texts(
        stepsOf(
          unit,
          [
            { second: 0, params: { pH: 7 } },
            { second: 300, params: { pH: 8 } },
          ],
          {},
          0,
        ),
      ),
    ).toEqual(['mean of samples: pH: sum 15 / 2 samples = 7.5', 'mean of samples: turbidity: no sample, left out']);
  });

  it('a parameter may have any name', () => {
    const steps = stepsOf({ group: 'QUALITY' }, [{ second: 0, params: { constructor: 4 } }], {}, 0);
    expect(texts(steps)).toEqual(['mean of samples: constructor: sum 4 / 1 sample = 4']);
  });

  it('an hour without readings says so, whatever the group', () => {
    for (const group of ['STOCK', 'GROUND_WATER_LEVEL', 'QUALITY', 'ENERGY'] as const)
      expect(stepsOf({ group }, [{ second: 0, value: 1 }], {}, 7)).toMatchObject([{ rule: 'no reading', hour: 7 }]);
  });
});
