import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { exactToBillionths, minus, plus } from '../../../src/kernel/measure/exact.ts';
import { businessDate, parseRequestDate } from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { ALGORITHM_VERSION } from '../../../src/figures/rules/processors/version.ts';
import { explainFigure } from '../../../src/figures/explain/explain.ts';
import type { Explanation } from '../../../src/figures/http/schemas/explain.ts';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { importSample, provisionSample } from '../../support/sample-industry.ts';

const NOW = '2026-11-21T00:00:00Z';
let context: TestContext;
let canterbury: Industry;
let kolkata: Industry;

const date = (text: string): BusinessDate => parseRequestDate(text) ?? businessDate('1900-01-01');
const process = (industry: Industry, from: string, to: string) =>
  processDays(context, {
    industry,
    from: date(from),
    to: date(to),
    unitIds: null,
    updateOnlyVirtual: false,
    daily: true,
    monthly: true,
    yearly: true,
    write: true,
  });
/** Rows whose instant, as the file writes it, lies in [from, to). */
const within =
  (from: string, to: string) =>
  (row: unknown): boolean => {
    const { createdOn } = Object(row);
    return typeof createdOn === 'string' && createdOn >= from && createdOn < to;
  };
const explain = (unitId: string, day: string, hour: number | null = null, industry = canterbury) =>
  explainFigure(context, industry, { unitId, date: date(day), hour, divisionFactor: 1000 });
const stepOf = (explanation: Explanation, rule: string) => {
  const step = explanation.steps.find((candidate) => candidate.rule === rule);
  if (step === undefined)
    throw new Error(`no step ${rule} among ${explanation.steps.map((candidate) => candidate.rule).join()}`);
  return step;
};

beforeAll(async () => {
  context = await testContext(NOW);
  canterbury = await provisionSample(context, 'sample-industry');
  kolkata = await provisionSample(context, 'second-industry');
  await importSample(context, canterbury, undefined, within('2026-01-05', '2026-01-22'));
  await importSample(
    context,
    canterbury,
    ['CB_BORE_1', 'CB_GRID_IMPORT_LOW', 'CB_WELL_1', 'CB_TANK_2'],
    within('2026-04-02', '2026-04-06'),
  );
  await importSample(context, kolkata, undefined, within('2026-04-13', '2026-04-17'));
  await process(canterbury, '07/01/2026', '07/01/2026');
  await process(canterbury, '14/01/2026', '15/01/2026');
  await process(canterbury, '04/04/2026', '04/04/2026');
  await process(kolkata, '15/04/2026', '15/04/2026');
});

describe('the explained figure', () => {
  it.each([
    ['settled', () => canterbury, '15/01/2026'],
    ['settled, of 25 hours', () => canterbury, '04/04/2026'],
    ['never processed', () => canterbury, '16/01/2026'],
    ['settled', () => kolkata, '15/04/2026'],
  ])(
    'of a day that is %s is that of its document, for every unit, in the day and in its hours',
    async (_, industryOf, day) => {
      const industry = industryOf();
      const unitIds = new Set(industry.units.keys());
      const documents = (await readDays(context, { industry, unitIds, dates: [date(day)], withEntries: true })).get(
        date(day),
      );
      expect(documents?.size).toBe(unitIds.size);
      for (const unitId of unitIds) {
        const document = documents?.get(unitId);
        if (document === undefined) throw new Error(unitId);
        for (const hour of [null, 0, 9, document.hourly.length - 1]) {
          const { figure } = await explain(unitId, day, hour, industry);
          expect([unitId, hour, figure.value, figure.coverage]).toEqual([
            unitId,
            hour,
            hour === null ? document.value : document.hourly[hour]?.y,
            hour === null ? document.provenance.coverageRatio : document.hourly[hour]?.coverage,
          ]);
          expect([unitId, hour, figure.agrees]).toEqual([unitId, hour, true]);
        }
      }
    },
  );

  it('says where it stands and where it comes from', async () => {
    expect((await explain('CB_TOWN_MAIN', '15/01/2026')).figure).toMatchObject({
      state: 'settled',
      source: 'stored document',
      shown: 0.1826,
      divisionFactor: 1000,
      stale: null,
      algorithmVersion: ALGORITHM_VERSION,
    });
    expect((await explain('CB_TOWN_MAIN', '16/01/2026')).figure).toMatchObject({
      state: 'not processed',
      source: 'computed now',
      computedAt: '2026-11-21T00:00:00.000Z',
      stored: null,
    });
    expect((await explain('CB_WELL_1', '15/01/2026')).figure).toMatchObject({ divisionFactor: 1, shown: -2.0662 });
  });

  it('of a stale day is computed from the readings, beside the stored one and the cause', async () => {
    const row = { unitId: 'CB_BORE_1', createdOn: '2026-01-14T10:07:00+13:00', value: 5000 };
    await ingestReadings({ context, onStaleDays: async () => {} }, canterbury, [[{ row }]], 'http');
    const { figure } = await explain('CB_BORE_1', '14/01/2026');
    expect(figure).toMatchObject({
      state: 'stale',
      source: 'computed now',
      agrees: true,
      stale: { causes: { 'late reading': 1 }, concernsThisUnit: true },
    });
    expect(figure.stored).not.toBeNull();
    // A virtual unit is stale with the units it uses.
    expect((await explain('CB_V_SUPPLY', '14/01/2026')).figure.stale?.concernsThisUnit).toBe(true);
    expect((await explain('CB_POND_1', '14/01/2026')).figure.stale?.concernsThisUnit).toBe(false);
  });

  it('of the running day counts what has been so far', async () => {
    context.clock.set('2026-01-16T00:00:00Z');
    try {
      const { figure, slots, window } = await explain('CB_TOWN_MAIN', '16/01/2026');
      expect(window.from).toBe('2026-01-15T17:00:00.000Z');
      expect(figure.state).toBe('running');
      // Readings of the sample's future are there already. The eighth hour begins at this instant, with four slots.
      expect(slots?.genuine).toBe(32);
      await expect(explain('CB_TOWN_MAIN', '17/01/2026')).rejects.toMatchObject({ code: 404 });
    } finally {
      context.clock.set(NOW);
    }
  });
});

describe('a flow unit', () => {
  it('shows window, configuration, slots, readings and registers', async () => {
    const explanation = await explain('CB_TOWN_MAIN', '15/01/2026');
    expect(explanation).toMatchObject({
      unitName: 'Town main inlet',
      group: 'FLOW',
      siUnit: 'KL',
      date: '15/01/2026',
      hour: null,
      window: { from: '2026-01-14T17:00:00.000Z', to: '2026-01-15T17:00:00.000Z', lengthHours: 24 },
      clock: { timezone: 'Pacific/Auckland', shiftStartAt: '06:00:00', daysOffset: 0 },
      configuration: {
        effectiveFrom: '01/01/1900',
        flowFactor: 1,
        minNonZeroThreshold: 0,
        dataUpdateFrequency: 900,
        registerChecks: { dropout: 'exclude', glitch: 'exclude' },
      },
      slots: { expected: 96, genuine: 96, missing: [] },
      boundaries: { registerBefore: 20468, lastRegister: 20650.6 },
      excluded: [],
      registerEvents: [],
      formula: null,
    });
    expect(explanation.readings).toMatchObject({ used: 96, estimated: 0, isComplete: true });
    expect(explanation.readings?.list).toHaveLength(96);
    expect(explanation.readings?.list.at(-1)).toMatchObject({
      register: 20650.6,
      registerExcluded: false,
      parameters: null,
    });
  });

  it('shows each hour as fr - ir, and the day as their sum', async () => {
    const { steps, figure } = await explain('CB_TOWN_MAIN', '15/01/2026');
    const hourly = steps.filter((step) => step.rule === 'register difference');
    expect(hourly).toHaveLength(24);
    for (const { numbers, text } of hourly) {
      expect(minus(Number(numbers['fr']), Number(numbers['ir']))).toBe(numbers['total']);
      expect(text).toMatch(
        /^ir = first register [^ ]+ - its interval value [^ ]+ = [^ ]+; fr = last register [^ ]+; fr [^ ]+ - ir [^ ]+ = [^ ]+$/,
      );
    }
    expect(hourly.reduce((sum, { numbers }) => plus(sum, Number(numbers['total'])), 0)).toBe(figure.value);
    expect(steps.find((step) => step.rule === 'sum of hours')?.text).toBe('sum of 24 hourly totals = 182.6');
  });

  it('shows excluded readings with the reason and the event, and what passed meanwhile', async () => {
    const explanation = await explain('CB_TOWN_MAIN', '07/01/2026');
    expect(explanation.excluded.map(({ createdOn, register, reason }) => [createdOn, register, reason])).toEqual([
      [
        '2026-01-07T09:45:00.000Z',
        0,
        'dropout: the register read 0; it stood at 17.707 KL before and came back at 17.732 KL',
      ],
      [
        '2026-01-07T12:00:00.000Z',
        0,
        'dropout: the register read 0; it stood at 18.0186 KL before and came back at 18.021 KL',
      ],
      [
        '2026-01-07T13:15:00.000Z',
        0,
        'dropout: the register read 0; it stood at 18.0286 KL before and came back at 18.0286 KL',
      ],
    ]);
    expect(explanation.excluded[0]?.event).toMatchObject({
      kind: 'dropout',
      registerBefore: 17707,
      registerAfter: 17732,
    });
    const offline = explanation.steps.filter((step) => step.rule === 'offline quantity');
    expect(
      offline.map(({ numbers }) => [
        numbers['registerBefore'],
        numbers['ir'],
        Math.round(Number(numbers['offlineValue']) * 10) / 10,
      ]),
    ).toEqual([
      [17707, 17732, 25],
      [18018.6, 18021, 2.4],
    ]);
    expect(offline[0]?.text).toContain(
      "the register's step from 17\u202f707, where the readings before leave it, to ir 17\u202f732: it belongs to no hour's total",
    );
    expect((await explain('CB_TOWN_MAIN', '07/01/2026', 16)).excluded).toHaveLength(1);
  });

  it('shows one hour alone', async () => {
    const { window, readings, steps, slots, boundaries } = await explain('KK_METER', '15/04/2026', 3, kolkata);
    expect(window).toEqual({ from: '2026-04-14T15:30:00.000Z', to: '2026-04-14T16:30:00.000Z', lengthHours: 1 });
    expect(readings).toMatchObject({ used: 4, isComplete: true });
    expect(slots).toEqual({ expected: 4, genuine: 4, missing: [] });
    expect(steps.every((step) => step.hour === 3)).toBe(true);
    expect(steps[0]?.text).toMatch(/first register [^ ]+ × 0\.1 - its interval value [^ ]+ × 0\.1 = /);
    expect(boundaries?.registerBefore).not.toBeNull();
  });

  it('that never sent anything says so', async () => {
    const { figure, readings, steps, slots } = await explain('CB_SPARE_1', '15/01/2026');
    expect(figure).toMatchObject({ value: null, shown: null, coverage: 0 });
    expect(readings).toEqual({ used: 0, estimated: 0, list: [], isComplete: true });
    expect(slots?.missing).toEqual([{ from: '2026-01-14T17:00:00.000Z', to: '2026-01-15T17:00:00.000Z' }]);
    expect(steps.find((step) => step.rule === 'sum of hours')?.text).toBe('no hour has a total: no value');
  });

  it('names the slots that are missing, merged over hours', async () => {
    const { slots } = await explain('CB_CAMPUS_1', '15/01/2026');
    expect(slots?.expected).toBe(288);
    expect(slots?.genuine).toBe(183);
    const minutes = (slots?.missing ?? []).reduce(
      (sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 60_000,
      0,
    );
    expect(minutes).toBe((288 - 183) * 5);
    expect(slots?.missing.length).toBeLessThan(10);
  });
});

describe('other groups', () => {
  it('stock: the arithmetic of the level with its truncation, and the opening stock', async () => {
    const explanation = await explain('CB_POND_1', '15/01/2026');
    expect(stepOf(explanation, 'closing stock')).toMatchObject({
      hour: null,
      numbers: { maxCapacity: 5_000_000, reading: 61.7, level: 3_085_000 },
    });
    expect(stepOf(explanation, 'closing stock').text).toContain(
      'maxCapacity 5\u202f000\u202f000 × 61.7 / 100 = 3\u202f085\u202f000, truncated to 2 decimals: 3\u202f085\u202f000',
    );
    expect(stepOf(explanation, 'opening stock').numbers).toEqual({
      maxCapacity: 5_000_000,
      reading: 61.7,
      openingStock: 3_085_000,
    });
  });

  it('ground water: last reading and mean of hours', async () => {
    const explanation = await explain('CB_WELL_1', '15/01/2026');
    expect(explanation.steps.find((step) => step.rule === 'last reading' && step.hour === null)?.numbers).toEqual({
      level: -2.0662,
    });
    expect(stepOf(explanation, 'mean of hours').numbers['hours']).toBe(24);
  });

  it('quality: sum, samples and mean of each parameter, with the samples themselves', async () => {
    const explanation = await explain('CB_RIVER_QUALITY', '15/01/2026');
    const means = explanation.steps.filter((step) => step.hour === null);
    expect(means.map((step) => step.text.split(':')[0]).sort()).toEqual([
      'conductivity',
      'dissolvedOxygen',
      'pH',
      'temperature',
      'turbidity',
    ]);
    for (const { numbers } of means)
      expect(exactToBillionths(Number(numbers['sum']) / Number(numbers['samples']))).toBe(numbers['mean']);
    expect(means.map((step) => step.text)).toContain('pH: sum 811.92 / 96 samples = 8.4575');
    expect(explanation.readings?.list[0]?.parameters).toMatchObject({
      pH: expect.any(Number),
      temperature: expect.any(Number),
    });
  });

  it('energy: pairs used and dropped by reason, and the saving', async () => {
    const saving = stepOf(await explain('KK_TEST_REGISTER', '15/04/2026', null, kolkata), 'energy savings');
    expect(saving.numbers['pairs']).toBe(95);
    const dropped = Object.entries(saving.numbers)
      .filter(([name]) => name.startsWith('dropped'))
      .reduce((sum, [, pairs]) => sum + Number(pairs), 0);
    expect(Number(saving.numbers['used']) + dropped).toBe(95);
    const last = (await explain('KK_POWER', '15/04/2026', null, kolkata)).steps.filter(
      (step) => step.rule === 'last sample',
    );
    expect(last.map((step) => step.numbers['last']).sort()).toEqual([0.8944, 1.4, 241.88]);
  });

  it('virtual: the formula, its operands and their units', async () => {
    const { formula, steps, readings, slots, figure } = await explain('CB_V_POND_DRAW', '20/01/2026');
    expect([readings, slots]).toEqual([null, null]);
    expect(formula).toMatchObject({
      isCyclic: false,
      isClamped: false,
      reasonForNull: null,
      negativeAllowed: false,
      result: 828_000,
    });
    expect(steps).toMatchObject([
      { rule: 'formula', text: '2\u202f985\u202f000 + 898\u202f000 - 3\u202f055\u202f000 = 828\u202f000' },
    ]);
    expect(formula?.operands.map(({ kind, value }) => [kind, value])).toEqual([
      ['openingStock', 2_985_000],
      ['value', 898_000],
      ['value', 3_055_000],
    ]);
    expect(figure.value).toBe(828_000);
    const consumption = await explain('CB_V_CONSUMPTION', '15/01/2026');
    // A sub-category stands for its units.
    expect(consumption.formula?.operands.map(({ name, units }) => [name, units.map((unit) => unit.unitId)])).toEqual([
      ['V2_CON_IRRIGATION', ['CB_BORE_1_FLOW']],
      ['V2_CON_CAMPUS', ['CB_CAMPUS_1', 'CB_SPARE_1']],
    ]);
  });

  it('virtual: a negative result that counts as 0 says so', async () => {
    const { formula, figure, steps } = await explain('CB_V_NET_GRID', '15/01/2026');
    expect(figure.value).toBe(0);
    expect(formula).toMatchObject({ result: -15_970, isClamped: true, negativeAllowed: false });
    expect(steps[0]?.text).toMatch(/ = -15\u202f970, which counts as 0 because virtualNegativeCalc is off$/);
    const kept = await explain('KK_V_BALANCE', '15/04/2026', null, kolkata);
    expect(kept.formula).toMatchObject({ isClamped: false, negativeAllowed: true });
  });
});

describe('what cannot be explained', () => {
  it('is a unit of another industry: nothing is said of it', async () => {
    await expect(explain('KK_METER', '15/04/2026')).rejects.toMatchObject({ code: 404 });
  });

  it('is an hour that the day does not have', async () => {
    await expect(explain('CB_TOWN_MAIN', '15/01/2026', 24)).rejects.toMatchObject({
      code: 1403,
      details: [{ field: 'hour' }],
    });
    expect((await explain('CB_GRID_IMPORT_LOW', '04/04/2026', 24)).readings?.used).toBe(1);
    await expect(explain('CB_BORE_1', '27/09/2025', 23)).rejects.toMatchObject({ code: 1403 });
  });
});
