import { describe, expect, it } from 'vitest';
import { readRule } from '../../../src/alerts/rules/read-rule.ts';
import type { RuleDefinition } from '../../../src/alerts/rules/rule.ts';
import { subjectsOf } from '../../../src/alerts/rules/subjects.ts';
import { ServiceError } from '../../../src/kernel/errors.ts';
import type { Industry, StoredUnit } from '../../../src/kernel/industry/industry.ts';
import type { Unit, UnitGroup } from '../../../src/kernel/measure/unit.ts';

const stored = (unitId: string, group: UnitGroup, siUnit = 'KL', params: Unit['params'] = {}): [string, StoredUnit] => {
  const unit: Unit = {
    unitId,
    displayName: unitId,
    standardCategoryId: group,
    group,
    siUnit,
    flowFactor: 1,
    minNonZeroThreshold: 0,
    maxCapacity: null,
    dataUpdateFrequencySeconds: 300,
    params,
    pRefKilowatts: null,
    calculations: null,
    registerChecks: null,
  };
  return [unitId, { unitKey: unitId.charCodeAt(0), current: unit, versions: [] }];
};
const pH = { pH: { displayName: 'pH', siUnit: '', isLatest: false } };
const industry: Pick<Industry, 'units' | 'categories'> = {
  units: new Map([
    stored('A', 'FLOW'),
    stored('B', 'FLOW', 'L'),
    stored('E', 'ENERGY', 'kWh'),
    stored('Q', 'QUALITY', '', pH),
    stored('T', 'STOCK'),
    stored('W', 'GROUND_WATER_LEVEL', 'm'),
  ]),
  categories: {
    categories: new Map([
      [
        'S',
        {
          categoryKey: 'S',
          standardCategoryId: 'S',
          subCategories: [{ id: 'SUB', displayName: 'Sub', units: ['A', 'T'] }],
        },
      ],
    ]),
    categoriesV2: new Map(),
    standardCategories: new Map(),
  },
};

const BODY = { title: 'Too much', severity: 'high' };
const printed = (condition: object, units: string[] = ['A']): RuleDefinition =>
  readRule({ ...BODY, condition, units }, industry);
const problemsOf = (body: unknown): string[] => {
  try {
    readRule(body, industry);
  } catch (error) {
    if (error instanceof ServiceError) {
      expect(error.code).toBe(1430);
      return error.details.map(({ field, problem }) => `${field} ${problem}`);
    }
    throw error;
  }
  return [];
};

describe('a rule in the form of the specification', () => {
  it.each([
    [{ parameter: 'consumption', operator: '>', threshold: 10 }, ['A'], 'unit_threshold', { limit: 10 }],
    [
      { parameter: 'consumption', operator: 'gt', threshold: 10, aggregation: 'hourly' },
      ['A'],
      'hourly_threshold',
      { limit: 10 },
    ],
    [
      { parameter: 'water', operator: '>', threshold: 10, aggregation: 'monthly' },
      ['A'],
      'monthly_threshold',
      { limit: 10 },
    ],
    [{ parameter: 'energy', operator: '>', threshold: 5, unit: 'kWh' }, ['E'], 'energy_daily_threshold', { limit: 5 }],
    [
      { parameter: 'energy', operator: '>', threshold: 5, aggregation: 'hour' },
      ['E'],
      'energy_threshold',
      { limit: 5 },
    ],
    [
      { parameter: 'energy', operator: '>', threshold: 5, aggregation: 'month' },
      ['E'],
      'energy_monthly_threshold',
      { limit: 5 },
    ],
    [
      { parameter: 'flowRate', operator: '>', threshold: 5, unit: 'KL/h' },
      ['A'],
      'flow_rate_above_the_range',
      { high: 5 },
    ],
    [{ parameter: 'flow', operator: '<', threshold: 5 }, ['A'], 'flow_rate_below_the_range', { low: 5 }],
    [{ parameter: 'level', operator: '<', threshold: 20, unit: '%' }, ['T'], 'level_exceed', { low: 20 }],
    [{ parameter: 'pH', operator: '>', threshold: 8.5 }, ['Q'], 'quality_threshold', { parameter: 'pH', max: 8.5 }],
    [
      { parameter: 'offlineMinutes', operator: '>', threshold: 45, unit: 'minutes' },
      ['A'],
      'device_status',
      { silenceMinutes: 45 },
    ],
    [{ parameter: 'stableFlowMinutes', operator: '>', threshold: 120 }, ['A'], 'stable_flow_alert', { minutes: 120 }],
    [{ parameter: 'noFlowDays', operator: '>=', threshold: 4 }, ['A'], 'no_flow_n_days', { days: 4 }],
    [
      { parameter: 'noLevelVariationDays', operator: '>=', threshold: 4 },
      ['T'],
      'no_level_variation_n_days',
      { days: 4 },
    ],
    [
      { parameter: 'leakage', operator: '>', threshold: 15, unit: '%' },
      [],
      'water_balance_leakage',
      { toleranceShare: 0.15 },
    ],
  ])('%j of %j is %s', (condition, units, alertType, settings) => {
    expect(printed(condition, units)).toMatchObject({
      alertType,
      settings,
      scope: units.length === 0 ? { kind: 'industry', ids: [] } : { kind: 'unit', ids: units },
    });
  });

  it('has its threshold in the own measure of its units', () => {
    const litres = { parameter: 'consumption', operator: '>', threshold: 2500, unit: 'L' };
    expect(printed(litres, ['A']).settings).toEqual({ limit: 2.5 });
    expect(printed(litres, ['B']).settings).toEqual({ limit: 2500 });
    expect(problemsOf({ ...BODY, condition: litres, units: ['A', 'B'] })).toEqual([
      'condition.unit is "L", allowed is KL or L',
    ]);
    expect(problemsOf({ ...BODY, condition: { ...litres, unit: 'kg' }, units: ['A'] })).toEqual([
      'condition.unit is "kg", allowed is KL',
    ]);
  });

  it('of a level is in percent of a tank, in the own unit of ground water, and of one of the two', () => {
    const low = { parameter: 'level', operator: '<', threshold: 12 };
    expect(printed({ ...low, unit: 'm' }, ['W']).settings).toMatchObject({ low: 12 });
    expect(printed(low, ['W']).settings).toMatchObject({ low: 12 });
    const problems = (unit: string | null, units: string[]) =>
      problemsOf({ ...BODY, condition: { ...low, unit }, units });
    expect(problems('%', ['W'])).toEqual(['condition.unit is "%", allowed is m']);
    expect(problems('m', ['T'])).toEqual(['condition.unit is "m", allowed is %']);
    for (const unit of ['%', 'm', null])
      expect(problems(unit, ['T', 'W'])).toEqual([
        'units is a list, allowed is a list of tanks alone, whose levels are %, or of ground water alone',
      ]);
  });

  it.each([
    [{ parameter: 'consumption', operator: '>=' }, ['A'], 'operator is ">=", allowed is >, gt, above of consumption'],
    [
      { parameter: 'level', operator: 'lte' },
      ['T'],
      'operator is "lte", allowed is >, gt, above, <, lt, below of level',
    ],
    [{ parameter: 'pH', operator: 'gte' }, ['Q'], 'operator is "gte", allowed is >, gt, above, <, lt, below of pH'],
    [
      { parameter: 'pH', operator: '>', aggregation: 'monthly' },
      ['Q'],
      'aggregation is "monthly", allowed is instant, latest, last of pH',
    ],
    [{ parameter: 'consumption', operator: '>', unit: 'constructor' }, ['A'], 'unit is "constructor", allowed is KL'],
  ])('that would not be followed to the letter is refused: %j', (condition, units, problem) => {
    expect(problemsOf({ ...BODY, condition: { threshold: 5, ...condition }, units })).toEqual([`condition.${problem}`]);
  });

  it('of leakage is a share of the whole balance, and names no units', () => {
    const condition = { parameter: 'leakage', operator: '>', threshold: 50, unit: '%' };
    expect(problemsOf({ ...BODY, condition, units: ['A'] })).toEqual([
      'units is a list, allowed is an empty list, because a share is lost of the whole balance; alertType water_balance_leakage takes nights of units',
    ]);
  });

  it('has defaults for everything else', () => {
    expect(printed({ parameter: 'flowRate', operator: '>', threshold: 5 })).toEqual({
      alertType: 'flow_rate_above_the_range',
      scope: { kind: 'unit', ids: ['A'] },
      settings: { high: 5, leaveHigh: null },
      title: 'Too much',
      description: null,
      severity: 'high',
      holdMinutes: 15,
      recoverMinutes: 15,
      lateAfterMinutes: 360,
      channels: {},
      schedule: { enabled: false, timezone: null, quietHours: null, holdCritical: false },
      escalation: [],
      isEnabled: true,
    });
  });

  it('is told all its mistakes at once', () => {
    const condition = { parameter: 'consumption', operator: '=', threshold: 'x', extra: 1 };
    expect(
      problemsOf({
        severity: 'worst',
        condition,
        units: ['A', 'NONE'],
        channels: { email: { enabled: true, recipients: [] }, sms: { enabled: true, phoneNumbers: ['12'] } },
        schedule: { quietHours: { start: '25:00', end: '06:00' } },
        escalation: [
          { afterMinutes: 20, channels: {} },
          { afterMinutes: 10, channels: {} },
        ],
      }),
    ).toEqual([
      'title is missing, allowed is a text of 1 to 200 characters in one line, not only blanks',
      'severity is "worst", allowed is critical, high, medium, low',
      'channels.email.recipients is an empty list, allowed is a list of at least one recipient while it is enabled',
      'channels.sms.phoneNumbers[0] is "12", allowed is the international format, + and 7 to 15 digits, or 10 digits',
      'schedule.quietHours.start is "25:00", allowed is a local time HH:MM',
      'escalation is a list, allowed is a list in the order of afterMinutes, each once',
      'condition.operator is "=", allowed is >, >=, gt, gte, above, <, <=, lt, lte, below',
      'condition.threshold is "x", allowed is a number',
      'condition.extra is not a known field, allowed are parameter, operator, threshold, unit, aggregation',
      'units[1] is "NONE", allowed is the id of a unit of the industry',
    ]);
  });

  it('has quiet hours that last', () => {
    const condition = { parameter: 'consumption', operator: '>', threshold: 5 };
    const schedule = { quietHours: { start: '06:00', end: '06:00' } };
    expect(problemsOf({ ...BODY, condition, units: ['A'], schedule })).toEqual([
      'schedule.quietHours.end is "06:00", allowed is another time than the start',
    ]);
  });

  it('has no chat space that is enabled without an address', () => {
    const condition = { parameter: 'consumption', operator: '>', threshold: 5 };
    expect(problemsOf({ ...BODY, condition, units: ['A'], channels: { chat: { enabled: true } } })).toEqual([
      'channels.chat.webhookUrl is null, allowed is an address that begins with https:// or http://, while it is enabled',
    ]);
  });

  it('takes an empty address of a chat space that is off, as a form sends it, and none of one that is on', () => {
    const condition = { parameter: 'consumption', operator: '>', threshold: 5 };
    const rule = { ...BODY, condition, units: ['A'], channels: { chat: { enabled: false, webhookUrl: '' } } };
    expect(readRule(rule, industry).channels.chat).toEqual({ enabled: false, webhookUrl: null });
    const on = { ...rule, channels: { chat: { enabled: true, webhookUrl: '' } } };
    expect(problemsOf(on)).toHaveLength(1);
  });

  it('has no further recipients where only the end is told, because nothing can be unanswered', () => {
    const back = { alertType: 'flow_rate_back_in_range', settings: { high: 9 }, scope: { kind: 'unit', ids: ['A'] } };
    const escalation = [{ afterMinutes: 5, channels: {} }];
    expect(problemsOf({ ...BODY, ...back, escalation })).toEqual([
      'escalation is a list, allowed is an empty list, because only the end of such an alert is told',
    ]);
    expect(problemsOf({ ...BODY, ...back, alertType: 'flow_rate_above_the_range', escalation })).toEqual([]);
  });

  it.each([
    [
      { parameter: 'consumption', operator: '<', threshold: 5 },
      'condition.operator is "<", allowed is >, >=, gt, gte, above of consumption',
    ],
    [
      { parameter: 'flowRate', operator: '<', threshold: 5, aggregation: 'daily' },
      'condition.aggregation is "daily", allowed is instant, latest, last of flowRate',
    ],
    [
      { parameter: 'level', operator: '<', threshold: 5, aggregation: 'sum' },
      'condition.aggregation is "sum", allowed is instant, latest, last of level',
    ],
    [
      { parameter: 'turbidity', operator: '<', threshold: 5 },
      'condition.parameter is "turbidity", allowed is consumption, energy, flowRate, level, offlineMinutes, stableFlowMinutes, noFlowDays, noLevelVariationDays, leakage',
    ],
    [
      { parameter: 'consumption', operator: '>', threshold: -1 },
      'condition.threshold is -1, allowed is a number above 0, 1000000000000 at most in size',
    ],
    [
      { parameter: 'level', operator: '>', threshold: 5 },
      'units[0] is "A" of FLOW, allowed is a unit of STOCK, GROUND_WATER_LEVEL',
    ],
  ])('%j is refused: %s', (condition, message) => {
    expect(problemsOf({ ...BODY, condition, units: ['A'] })[0]).toBe(message);
  });
});

describe('a rule in our own form', () => {
  it('names its type, settings and scope', () => {
    const rule = readRule(
      { ...BODY, alertType: 'unit_threshold', settings: { limit: 3 }, scope: { kind: 'subCategory', ids: ['SUB'] } },
      industry,
    );
    expect(rule).toMatchObject({ alertType: 'unit_threshold', settings: { limit: 3 }, holdMinutes: 0 });
  });

  it.each([
    [{ alertType: 'none' }, 'alertType is "none", allowed is unit_threshold'],
    [{ alertType: 'unit_threshold' }, 'settings.limit is missing, allowed is a number above 0'],
    [
      { alertType: 'device_status', scope: { kind: 'subCategory', ids: ['NONE'] } },
      'scope.ids[0] is "NONE", allowed is the id of a sub-category of the industry',
    ],
    [
      { alertType: 'device_status', scope: { kind: 'industry', ids: ['A'] } },
      'scope.ids is a list, allowed is an empty list, because it is the whole industry',
    ],
    [{}, 'alertType is missing, allowed is unit_threshold'],
    [
      { alertType: 'unit_threshold', settings: { limit: 3 }, scope: { kind: 'unit', ids: Array(2001).fill('A') } },
      'allowed is a list of at most 2000 ids',
    ],
  ])('%j is refused: %s', (body, message) => {
    expect(problemsOf({ ...BODY, ...body })[0]).toContain(message);
  });
});

describe('settings that no evaluation could follow', () => {
  const MINUTES = 'allowed is a whole number of minutes from 1 to 86400';
  it.each([
    ['device_status', { silenceMinutes: 1e12 }, `settings.silenceMinutes is 1000000000000, ${MINUTES}`],
    ['device_status', { silenceMinutes: 0.5 }, `settings.silenceMinutes is 0.5, ${MINUTES}`],
    ['stable_flow_alert', { minutes: 86_401 }, `settings.minutes is 86401, ${MINUTES}`],
    ['unit_threshold', { limit: 2e12 }, 'settings.limit is 2000000000000, allowed is a number above 0, 1000000000000'],
    ['level_exceed', { low: -1e300 }, 'settings.low is -1e+300, allowed is a number or null, 1000000000000'],
    ['flow_rate_above_the_range', { high: 1e300 }, 'settings.high is 1e+300'],
    ['no_flow_n_days', { upTo: 1e300 }, 'settings.upTo is 1e+300'],
    ['water_balance_leakage', { toleranceShare: 1e300 }, 'settings.toleranceShare is 1e+300'],
    ['quality_threshold', { parameter: 'p'.repeat(101), max: 1 }, 'settings.parameter is '],
  ])('are refused: %s %j', (alertType, settings, message) => {
    expect(problemsOf({ ...BODY, alertType, settings })[0]).toContain(message);
  });

  it('end where those that can be followed do', () => {
    const silent = { ...BODY, alertType: 'device_status', settings: { silenceMinutes: 86_400 } };
    expect(readRule(silent, industry).settings).toEqual({ silenceMinutes: 86_400 });
  });
});

describe('a unit that a rule names again and again', () => {
  it('is named once, and watched once', () => {
    const body = { ...BODY, alertType: 'unit_threshold', settings: { limit: 3 } };
    const rule = readRule({ ...body, scope: { kind: 'unit', ids: ['A', 'B', 'A', 'A'] } }, industry);
    expect(rule.scope.ids).toEqual(['A', 'B']);
    const printedRule = printed({ parameter: 'consumption', operator: '>', threshold: 10 }, ['A', 'A']);
    expect(printedRule.scope.ids).toEqual(['A']);
    const stored = { ...rule, scope: { kind: 'unit', ids: Array<string>(10_000).fill('A') } } as const;
    expect(subjectsOf([stored], industry)).toHaveLength(1);
  });
});

describe('of several definitions of one type', () => {
  const rule = (title: string, kind: RuleDefinition['scope']['kind'], ids: string[], more: object = {}) =>
    readRule(
      { ...BODY, title, alertType: 'unit_threshold', settings: { limit: 3 }, scope: { kind, ids }, ...more },
      industry,
    );
  const watched = (rules: readonly RuleDefinition[]): string[] =>
    subjectsOf(rules, industry).map(({ rule: { title }, stored: unit }) => `${title} ${unit?.current.unitId ?? '-'}`);

  it('the most specific counts for a unit, and several of one kind count beside each other', () => {
    const all = rule('all', 'industry', []);
    const sub = rule('sub', 'subCategory', ['SUB']);
    const own = [rule('own', 'unit', ['A']), rule('own too', 'unit', ['A'])];
    expect(watched([all])).toEqual(['all A', 'all B']);
    expect(watched([all, sub]).sort()).toEqual(['all B', 'sub A']);
    expect(watched([all, sub, ...own]).sort()).toEqual(['all B', 'own A', 'own too A']);
    expect(watched([all, rule('off', 'unit', ['A'], { isEnabled: false })])).toEqual(['all A', 'all B']);
  });

  it('a leak of the industry is watched beside the leaks of its units', () => {
    const leak = (title: string, kind: 'industry' | 'unit', ids: string[]) =>
      rule(title, kind, ids, { alertType: 'water_balance_leakage', settings: {} });
    expect(watched([leak('all', 'industry', []), leak('own', 'unit', ['A'])])).toEqual(['all -', 'own A']);
  });
});
