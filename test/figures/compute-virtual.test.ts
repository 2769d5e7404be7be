import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../src/kernel/document/types.ts';
import { evaluateFormula, operandsOf } from '../../src/kernel/formula/evaluate.ts';
import { parseFormula } from '../../src/kernel/formula/parse.ts';
import type { Industry, StoredUnit } from '../../src/kernel/industry/industry.ts';
import { industryFrom } from '../../src/kernel/industry/retired.ts';
import { exact } from '../../src/kernel/measure/exact.ts';
import type { Unit, UnitGroup } from '../../src/kernel/measure/unit.ts';
import type { DayFailures } from '../../src/figures/rules/processors/failure.ts';
import { processDay } from '../../src/figures/rules/processors/registry.ts';
import { addDays, businessDate } from '../../src/kernel/time/business-date.ts';
import { computeVirtual } from '../../src/figures/compute-virtual.ts';
import { planVirtualUnits, unitsOfWholeDays, virtualPlannerOf } from '../../src/figures/virtual-plan.ts';
import { at, DAY, DAY_START, dayOf, unitOf } from './rules/processors/builders.ts';
import { runs } from '../support/property-runs.ts';

/* Two meters, a tank and a quality unit; three virtual units over them and over one another. Two sub-categories. */
const MEASURED: Readonly<Record<string, UnitGroup>> = { A: 'FLOW', B: 'FLOW', TANK: 'STOCK', RIVER: 'QUALITY' };
const SUB_CATEGORIES: Readonly<Record<string, readonly string[]>> = { MIXED: ['A', 'RIVER', 'V1'], RIVERS: ['RIVER'] };
const VIRTUAL = ['V0', 'V1', 'V2'] as const;
const HOURS = [0, 1, 2] as const;

/** What each measured unit sent in each hour; the tank also what it held before. */
interface Sent {
  readonly hours: Readonly<Record<string, readonly (number | null)[]>>;
  readonly percentBefore: number | null;
}
interface World extends Sent {
  readonly formulas: Readonly<Record<string, string | null>>;
  readonly negativeAllowed: boolean;
}

const storedUnit = (unit: Unit, unitKey: number): StoredUnit => ({
  unitKey,
  current: unit,
  versions: [{ effectiveFrom: businessDate('1900-01-01'), unit, meta: {} }],
});
const unitsOf = ({ formulas }: World): readonly Unit[] => [
  ...Object.entries(MEASURED).map(([unitId, group]) =>
    unitOf({ unitId, group, maxCapacity: group === 'STOCK' ? 1000 : null }),
  ),
  ...VIRTUAL.map((unitId) => unitOf({ unitId, group: 'VIRTUAL', calculations: formulas[unitId] ?? null })),
];

function industryOf(world: World): Industry {
  const subCategories = Object.entries(SUB_CATEGORIES).map(([id, units]) => ({ id, displayName: id, units }));
  return {
    industryKey: 1,
    industryId: 'ACME',
    industryName: 'Acme',
    place: null,
    isActive: true,
    isTest: false,
    clock: { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 },
    virtualNegativeCalc: world.negativeAllowed,
    meta: {},
    units: new Map(unitsOf(world).map((unit, index) => [unit.unitId, storedUnit(unit, index)])),
    categories: {
      categories: new Map([['c', { categoryKey: 'c', standardCategoryId: 'sourceCategory', subCategories }]]),
      categoriesV2: new Map(),
      standardCategories: new Map(),
    },
  };
}

function measuredDay(unit: Unit, { hours, percentBefore }: World): DailyDocument {
  const readings = HOURS.flatMap((hour) => {
    const sent = hours[unit.unitId]?.[hour] ?? null;
    return sent === null
      ? []
      : [{ second: at(hour), ...(unit.group === 'QUALITY' ? { params: { pH: sent } } : { value: sent }) }];
  });
  return processDay(dayOf(unit, readings, { before: { register: null, value: percentBefore } }));
}

function compute(world: World, stored?: Map<string, DailyDocument>) {
  const industry = industryOf(world);
  const documents =
    stored
    ?? new Map(
      unitsOf(world)
        .filter(({ group }) => group !== 'VIRTUAL')
        .map((unit) => [unit.unitId, measuredDay(unit, world)]),
    );
  const failures = new Map<string, DayFailures>();
  computeVirtual({ industry, date: DAY, plan: planVirtualUnits(industry, DAY), documents, failures }, null, false);
  return { documents, failures };
}

/** The rule as it reads: a figure, no data, or failed. */
type Outcome = number | 'no data' | 'failed';

function expected(
  world: World,
  documents: ReadonlyMap<string, DailyDocument>,
  unitId: string,
  hour: number | null,
  above: readonly string[] = [],
): Outcome {
  if (!(unitId in world.formulas)) {
    const document = documents.get(unitId);
    const figure = hour === null ? document?.value : document?.hourly[hour]?.y;
    return typeof figure === 'number' ? figure : 'no data';
  }
  const text = world.formulas[unitId] ?? null;
  if (text === null || above.includes(unitId)) return 'failed';
  const formula = parseFormula(text);
  const { ids, openingStockIds, addAll } = operandsOf(formula);
  const named = (id: string): readonly string[] =>
    id in MEASURED || id in world.formulas ? [id] : (SUB_CATEGORIES[id] ?? []);
  const of = (used: string): Outcome => expected(world, documents, used, hour, [...above, unitId]);
  // Being in or above a cycle is a failure, by whatever kind of use.
  const isCyclic = (start: string, trail: readonly string[]): boolean => {
    const own = world.formulas[start] ?? null;
    if (own === null) return false;
    if (trail.includes(start)) return true;
    const uses = operandsOf(parseFormula(own));
    return [...uses.ids, ...uses.openingStockIds].flatMap(named).some((used) => isCyclic(used, [...trail, start]));
  };
  if (isCyclic(unitId, []) || ids.some((id) => MEASURED[id] === 'QUALITY')) return 'failed';
  const sumIds = (unitIds: readonly string[]): Outcome[] =>
    unitIds.filter((used) => MEASURED[used] !== 'QUALITY').map(of);
  const all = addAll ? sumIds(Object.keys(MEASURED)) : [];
  const outcomes = [...ids.flatMap((id) => sumIds(named(id))), ...all];
  if (outcomes.includes('failed')) return 'failed';
  const total = (found: readonly Outcome[]): number | null =>
    found.every((outcome) => typeof outcome !== 'number')
      ? null
      : found.reduce<number>((sum, outcome) => sum + (typeof outcome === 'number' ? outcome : 0), 0);
  const usesFigures = addAll || ids.some((id) => named(id).length > 0);
  if (usesFigures && outcomes.every((outcome) => outcome === 'no data')) return 'no data';
  expect(openingStockIds.every((id) => id === 'TANK')).toBe(true);
  const result = evaluateFormula(formula, {
    value: (id) => total(sumIds(named(id))),
    openingStock: () => documents.get('TANK')?.meta.openingStock ?? null,
    addAll: () => total(all),
  });
  if (result === null) return 'failed';
  // Whoever uses this unit uses its figure as it is stored.
  return result < 0 && !world.negativeAllowed ? 0 : exact(result);
}

const anyOperand = fc.constantFrom(
  '{A}',
  '{B}',
  '{TANK}',
  '{RIVER}',
  '{V0}',
  '{V1}',
  '{V2}',
  '{MIXED}',
  '{RIVERS}',
  '{GONE}',
  '{TANK}#meta#openingStock',
  'ADD_ALL',
  '2',
  '0',
);
const anyText = fc
  .array(fc.tuple(fc.constantFrom('+', '-', '*', '/'), anyOperand), { minLength: 1, maxLength: 3 })
  .map((parts) =>
    parts.map(([operator, operand], index) => (index === 0 ? operand : `${operator} ${operand}`)).join(' '),
  );
const anySent = fc.array(fc.option(fc.integer({ min: 0, max: 4 })), {
  minLength: HOURS.length,
  maxLength: HOURS.length,
});
const anyWorld: fc.Arbitrary<World> = fc.record({
  hours: fc.record({ A: anySent, B: anySent, TANK: anySent, RIVER: anySent }),
  percentBefore: fc.option(fc.integer({ min: 0, max: 9 })),
  formulas: fc.record({ V0: fc.option(anyText, { freq: 9 }), V1: anyText, V2: anyText }),
  negativeAllowed: fc.boolean(),
});

it('a formula of which all units are retired has no figure; beside others a retired one is none of its operands', () => {
  const formulas = { V0: '{A}', V1: '{A} + {B}', V2: '{A} + 5' };
  const world: World = { hours: { B: [3] }, percentBefore: null, formulas, negativeAllowed: false };
  const { units, ...known } = industryOf(world);
  const unitsEver = new Map(
    [...units].map(([unitId, stored]) => [
      unitId,
      unitId === 'A' ? { ...stored, retirement: { atEpochMs: 0, lastDate: addDays(DAY, -1) } } : stored,
    ]),
  );
  const industry = { ...known, units: new Map([...units].filter(([unitId]) => unitId !== 'A')), unitsEver };
  // Days are planned once, whichever units are asked for.
  expect(virtualPlannerOf(industryFrom(industry, DAY))).toBe(virtualPlannerOf(industry));
  const documents = new Map([['B', measuredDay(unitOf({ unitId: 'B' }), world)]]);
  const work = { industry, date: DAY, plan: planVirtualUnits(industry, DAY), documents, failures: new Map() };
  computeVirtual(work, null, false);
  expect(['V0', 'V1', 'V2'].map((unitId) => documents.get(unitId)?.value)).toEqual([null, 3, null]);
});

describe('virtual units over virtual units', () => {
  it('have a figure, no data or a failure by one rule, in every hour and the day', () => {
    const seen = { figure: 0, 'no data': 0, failed: 0 };
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { documents, failures } = compute(world);
        for (const unitId of VIRTUAL) {
          for (const hour of [...HOURS, null]) {
            const document = documents.get(unitId);
            const figure = hour === null ? document?.value : document?.hourly[hour]?.y;
            const failure = hour === null ? failures.get(unitId)?.day : failures.get(unitId)?.hours[hour];
            const outcome = expected(world, documents, unitId, hour);
            seen[typeof outcome === 'number' ? 'figure' : outcome] += 1;
            if (typeof outcome === 'number') expect([figure, failure]).toEqual([expect.closeTo(outcome, 5), null]);
            else expect([figure, failure !== null]).toEqual([null, outcome === 'failed']);
          }
        }
      }),
      {
        numRuns: runs(1500),
        examples: [
          [
            {
              hours: { A: [null, null, null], B: [null, null, null], TANK: [null, null, 1], RIVER: [null, null, null] },
              percentBefore: 6,
              formulas: { V0: 'ADD_ALL / {TANK}#meta#openingStock', V1: '{TANK}#meta#openingStock * {V0}', V2: '{A}' },
              negativeAllowed: false,
            },
          ],
        ],
      },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(runs(300));
  });

  it('pass a failure on with the name of the unit whose it is', () => {
    const sent = { A: [4, null, null], B: [null, 2, null], TANK: [null, null, null], RIVER: [7, 7, 7] };
    const world = { hours: sent, percentBefore: null, negativeAllowed: true };
    const divided = compute({ ...world, formulas: { V0: '{A} / {B}', V1: '{V0} + {A}', V2: '{MIXED} - 1' } });
    // Hour 0: 4 / 0. Hour 1: 0 / 2 = 0, then 0 + 0, then A + V1 - 1. Hour 2: nobody sent anything. Day: 4 / 2 = 2, 2 +
    // 4 = 6, 4 + 6 - 1.
    const own = { unitId: 'V0', kind: 'not finite' };
    for (const [unitId, figures] of [
      ['V0', [null, 0, null, 2]],
      ['V1', [null, 0, null, 6]],
      ['V2', [null, -1, null, 9]],
    ] as const) {
      const document = divided.documents.get(unitId);
      expect([...HOURS.map((hour) => document?.hourly[hour]?.y), document?.value], unitId).toEqual(figures);
      expect(divided.failures.get(unitId)?.hours.slice(0, 3), unitId).toEqual([own, null, null]);
    }
    const named = compute({ ...world, formulas: { V0: '{RIVER} + {A}', V1: '{V0} * 2 + {A}', V2: '{V1} + ADD_ALL' } });
    expect(VIRTUAL.map((unitId) => [named.documents.get(unitId)?.value, named.failures.get(unitId)?.day])).toEqual(
      VIRTUAL.map(() => [null, { unitId: 'V0', kind: 'quality unit', operandId: 'RIVER' }]),
    );
  });

  it('have over stored documents of others what they have over computed ones, in every hour and the day', () => {
    fc.assert(
      fc.property(anyWorld, fc.subarray<string>([...VIRTUAL]), (world, later) => {
        const fresh = compute(world);
        const sealed = compute(world, new Map([...fresh.documents].filter(([unitId]) => !later.includes(unitId))));
        expect(sealed.documents).toEqual(fresh.documents);
        expect(sealed.failures).toEqual(fresh.failures);
      }),
      {
        numRuns: runs(300),
        examples: [
          [
            {
              // Hour 0: 4 / 0 has failed. Hour 1: no data, so the tank counts alone. The day: 6 / 2.
              hours: { A: [4, null, 2], B: [0, null, 2], TANK: [1, 1, 1], RIVER: [null, null, null] },
              percentBefore: null,
              formulas: { V0: '{A} / {B}', V1: '{V0} + {TANK}', V2: null },
              negativeAllowed: false,
            },
            ['V1'],
          ],
        ],
      },
    );
  });

  it('count hours without a figure as failed where the formula of a stored document is another one by now', () => {
    const hours = { A: [4, null, 2], B: [0, null, 2], TANK: [1, 1, 1], RIVER: [null, null, null] };
    const world = { hours, percentBefore: null, negativeAllowed: true };
    const earlier = compute({ ...world, formulas: { V0: '{A} / {B}', V1: null, V2: null } }).documents;
    const later = { ...world, formulas: { V0: '{A} * 2', V1: '{V0} + 1', V2: '{V1} + {TANK}' } };
    const { documents, failures } = compute(later, new Map([...earlier].filter(([unitId]) => !/V[12]/.test(unitId))));
    expect(HOURS.map((hour) => documents.get('V1')?.hourly[hour]?.y)).toEqual([null, null, 2]);
    // 6 / 2 is the day's figure, as it was.
    expect(VIRTUAL.map((unitId) => documents.get(unitId)?.value)).toEqual([3, 4, 14]);
    const stored = { unitId: 'V0', kind: 'stored' };
    expect(failures.get('V2')?.hours.slice(0, 3)).toEqual([stored, stored, null]);
  });

  it('pass the failure of a stored document on as on the day when it was computed', () => {
    const hours = { A: [4, 4, null], B: [0, 0, null], TANK: [1, 1, null], RIVER: [null, null, null] };
    const world = { hours, percentBefore: null, negativeAllowed: true };
    const earlier = compute({ ...world, formulas: { V0: '{A} / {B}', V1: null, V2: null } }).documents;
    const formulas = { V0: '{A} / {B}', V1: '{V0} + {TANK}', V2: '{V1} * 2' };
    const fresh = compute({ ...world, formulas }).documents;
    for (const [divided, kind] of [
      ['{A} / {B}', 'not finite'],
      ['{A} + {B}', 'stored'],
    ] as const) {
      const stored = new Map([...earlier].filter(([unitId]) => !['V1', 'V2'].includes(unitId)));
      const sealed = compute({ ...world, formulas: { ...formulas, V0: divided } }, stored);
      for (const unitId of ['V1', 'V2']) {
        const [now, then] = [sealed.documents.get(unitId), fresh.get(unitId)];
        // 4 / 0 in both hours and the day.
        expect([now?.value, now?.hourly[0]?.y, now?.provenance.failed], unitId).toEqual([null, null, true]);
        expect(now?.value, unitId).toEqual(then?.value);
        expect(sealed.failures.get(unitId)?.day, unitId).toEqual({ unitId: 'V0', kind });
      }
    }
  });

  it('count a quality unit that is named for its opening stock alone as 0, which is no failure', () => {
    const hours = { A: [4, null, null], B: [null, null, null], TANK: [null, null, null], RIVER: [7, 7, 7] };
    const { documents, failures } = compute({
      hours,
      percentBefore: null,
      negativeAllowed: true,
      formulas: { V0: '{A} + {RIVER}#meta#openingStock', V1: '{V0} + 1', V2: '{RIVER}#meta#openingStock + 3' },
    });
    // The last one uses no figure of a unit, so it is a constant.
    expect(VIRTUAL.map((unitId) => [documents.get(unitId)?.value, failures.get(unitId)?.day])).toEqual([
      [4, null],
      [5, null],
      [3, null],
    ]);
  });

  it('leave quality units out of sub-categories and ADD_ALL, their completeness included', () => {
    const hours = { A: [4, 4, 4], B: [null, null, null], TANK: [1, null, null], RIVER: [7, null, null] };
    const { documents } = compute({
      hours,
      percentBefore: null,
      negativeAllowed: false,
      formulas: { V0: 'ADD_ALL', V1: '{A}', V2: '{RIVERS} + 1' },
    });
    expect(VIRTUAL.map((unitId) => documents.get(unitId)?.value)).toEqual([12 + 10, 12, null]);
    const expectedSlots = ['A', 'B', 'TANK'].reduce(
      (sum, unitId) => sum + (documents.get(unitId)?.provenance.slotsExpected ?? 0),
      0,
    );
    expect(documents.get('V0')?.provenance.slotsExpected).toBe(expectedSlots);
    expect(documents.get('V0')?.hourly[0]?.x).toBe(new Date(DAY_START).toISOString());
  });
});

describe('a virtual unit counts whole days alone', () => {
  it('where its formula uses a level, an opening stock, or a unit that does', () => {
    const found = (V0: string, V1: string, V2: string): readonly string[] => [
      ...unitsOfWholeDays(
        industryOf({ hours: {}, percentBefore: null, negativeAllowed: true, formulas: { V0, V1, V2 } }),
        [DAY],
      ),
    ];
    expect(found('{A} + {B}', '{TANK}#meta#openingStock - {A}', '{V1} * 2')).toEqual(['V1', 'V2']);
    expect(found('{TANK} - {B}', '{A}', '{V1}')).toEqual(['V0']);
    // ADD_ALL has the tank.
    expect(found('ADD_ALL', '{A}', '{V1}')).toEqual(['V0']);
  });
});
