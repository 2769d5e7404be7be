import { strict } from '../../kernel/field-kinds.ts';
import { z } from 'zod';
import { exactToBillionths } from '../../kernel/measure/exact.ts';
import { litresOf } from '../../kernel/measure/litres.ts';
import { ownOf } from '../../kernel/own-of.ts';
import type { AlertType, ConditionSettings } from './types.ts';

/*
 * The condition of the rule-definition form (specification, User: alerts): parameter, operator, threshold, unit and
 * aggregation. Spec gap: which of the 16 types each of them means.
 */

const OPERATORS: Readonly<Record<string, 'above' | 'below'>> = {
  '>': 'above',
  '>=': 'above',
  gt: 'above',
  gte: 'above',
  above: 'above',
  '<': 'below',
  '<=': 'below',
  lt: 'below',
  lte: 'below',
  below: 'below',
};
/**
 * Operators that include equality. Only times can reach a limit. A measured value has to be beyond its threshold, so
 * these would promise too much.
 */
const OR_EQUAL: ReadonlySet<string> = new Set(['>=', 'gte', '<=', 'lte']);
const AGGREGATIONS: Readonly<Record<string, 'hour' | 'day' | 'month' | 'instant'>> = {
  hour: 'hour',
  hourly: 'hour',
  day: 'day',
  daily: 'day',
  sum: 'day',
  month: 'month',
  monthly: 'month',
  instant: 'instant',
  latest: 'instant',
  last: 'instant',
};

const oneOf = <T extends string>(values: Readonly<Record<string, T>>) => {
  const error = Object.keys(values).join(', ');
  return z
    .string({ error })
    .refine((text) => Object.hasOwn(values, text), { error })
    .transform((given): Word<T> => ({ given, means: values[given] }));
};
/** A word as it was sent, and what it means. */
interface Word<T extends string> {
  readonly given: string;
  readonly means: T | undefined;
}
/** Every word that means one of these values. */
const wordsFor = <T extends string>(values: Readonly<Record<string, T>>, meant: object): string =>
  Object.keys(values)
    .filter((word) => Object.hasOwn(meant, values[word] ?? ''))
    .join(', ');

const PARAMETER = 'the name of what is measured, 1 to 100 characters';
const shortName = z.string({ error: PARAMETER }).min(1, { error: PARAMETER }).max(100, { error: PARAMETER });

export const printedCondition = strict({
  parameter: shortName,
  operator: oneOf(OPERATORS),
  threshold: z.number({ error: 'a number' }),
  unit: z.string({ error: 'a unit of measure' }).max(50, { error: 'a text of at most 50 characters' }).nullish(),
  aggregation: oneOf(AGGREGATIONS).optional(),
});
export type PrintedCondition = z.output<typeof printedCondition>;

type Aggregation = 'hour' | 'day' | 'month' | 'instant';

/** The meaning of one parameter of the form. */
interface Meaning {
  readonly type: AlertType;
  readonly settings: (threshold: number) => ConditionSettings;
  readonly measure: Measure;
}

/** Measure of thresholds: the unit's own, the same an hour, that of its level, or a fixed one. */
type Measure = 'siUnit' | 'siUnit/h' | 'level' | '%' | 'minutes' | 'days';

const limit = (type: AlertType): Meaning => ({
  type,
  measure: 'siUnit',
  settings: (threshold) => ({ limit: threshold }),
});

/** Meanings by parameter, then by operator and aggregation. The first aggregation of each is the default. */
const MEANINGS: Readonly<Record<string, Partial<Record<'above' | 'below', Partial<Record<Aggregation, Meaning>>>>>> = {
  consumption: {
    above: { day: limit('unit_threshold'), hour: limit('hourly_threshold'), month: limit('monthly_threshold') },
  },
  energy: {
    above: {
      day: limit('energy_daily_threshold'),
      hour: limit('energy_threshold'),
      month: limit('energy_monthly_threshold'),
    },
  },
  flowRate: {
    above: {
      instant: {
        type: 'flow_rate_above_the_range',
        measure: 'siUnit/h',
        settings: (threshold) => ({ high: threshold }),
      },
    },
    below: {
      instant: {
        type: 'flow_rate_below_the_range',
        measure: 'siUnit/h',
        settings: (threshold) => ({ low: threshold }),
      },
    },
  },
  level: {
    above: { instant: { type: 'level_exceed', measure: 'level', settings: (threshold) => ({ high: threshold }) } },
    below: { instant: { type: 'level_exceed', measure: 'level', settings: (threshold) => ({ low: threshold }) } },
  },
  offlineMinutes: {
    above: {
      instant: { type: 'device_status', measure: 'minutes', settings: (threshold) => ({ silenceMinutes: threshold }) },
    },
  },
  stableFlowMinutes: {
    above: {
      instant: { type: 'stable_flow_alert', measure: 'minutes', settings: (threshold) => ({ minutes: threshold }) },
    },
  },
  noFlowDays: {
    above: { day: { type: 'no_flow_n_days', measure: 'days', settings: (threshold) => ({ days: threshold }) } },
  },
  noLevelVariationDays: {
    above: {
      day: { type: 'no_level_variation_n_days', measure: 'days', settings: (threshold) => ({ days: threshold }) },
    },
  },
  leakage: {
    above: {
      day: {
        type: 'water_balance_leakage',
        measure: '%',
        settings: (threshold) => ({ toleranceShare: exactToBillionths(threshold / 100) }),
      },
    },
  },
};

/** Other ways to write them. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['water', 'consumption'],
  ['volume', 'consumption'],
  ['flow', 'flowRate'],
  ['flow_rate', 'flowRate'],
  ['tankLevel', 'level'],
  ['deviceStatus', 'offlineMinutes'],
]);

export const PRINTED_PARAMETERS: readonly string[] = Object.keys(MEANINGS);

/** Meaning of the form; a text names the wrong field and its mistake. */
type ReadCondition =
  | { readonly meaning: Meaning }
  | { readonly field: 'operator' | 'aggregation' | 'parameter'; readonly given: unknown; readonly allowed: string };

/** @param parameters names of the units' parameters beside their own figure. */
export function readPrintedCondition(
  { parameter, operator, aggregation }: PrintedCondition,
  parameters: ReadonlySet<string>,
): ReadCondition {
  const name = SYNONYMS.get(parameter) ?? parameter;
  const meanings = ownOf(MEANINGS, name);
  if (meanings === undefined) {
    if (parameters.has(parameter)) return sampled(parameter, operator, aggregation);
    const allowed = [...PRINTED_PARAMETERS, ...parameters].join(', ');
    return { field: 'parameter', given: parameter, allowed };
  }
  const byAggregation = meanings[operator.means ?? 'above'];
  if (byAggregation === undefined)
    return { field: 'operator', given: operator.given, allowed: `${wordsFor(OPERATORS, meanings)} of ${name}` };
  const meaning = aggregation?.means === undefined ? Object.values(byAggregation)[0] : byAggregation[aggregation.means];
  if (meaning === undefined) {
    const allowed = `${wordsFor(AGGREGATIONS, byAggregation)} of ${name}`;
    return { field: 'aggregation', given: aggregation?.given, allowed };
  }
  const isTime = meaning.measure === 'minutes' || meaning.measure === 'days';
  return isTime ? { meaning } : (beyondAlone(name, operator, meanings) ?? { meaning });
}

/** Condition whose samples are judged one by one. */
const sampled = (
  parameter: string,
  operator: PrintedCondition['operator'],
  aggregation: PrintedCondition['aggregation'],
): ReadCondition => {
  if (aggregation !== undefined && aggregation.means !== 'instant') {
    const allowed = `${wordsFor(AGGREGATIONS, { instant: true })} of ${parameter}`;
    return { field: 'aggregation', given: aggregation.given, allowed };
  }
  const isBeyond = beyondAlone(parameter, operator, { above: true, below: true });
  return isBeyond ?? { meaning: qualityOf(parameter, operator.means ?? 'above') };
};

function beyondAlone(name: string, { given }: PrintedCondition['operator'], sides: object): ReadCondition | null {
  if (!OR_EQUAL.has(given)) return null;
  const words = Object.entries(OPERATORS).flatMap(([word, side]) =>
    Object.hasOwn(sides, side) && !OR_EQUAL.has(word) ? [word] : [],
  );
  return { field: 'operator', given, allowed: `${words.join(', ')} of ${name}` };
}

const qualityOf = (parameter: string, operator: 'above' | 'below'): Meaning => ({
  type: 'quality_threshold',
  measure: 'siUnit',
  settings: (threshold) => ({ parameter, ...(operator === 'above' ? { max: threshold } : { min: threshold }) }),
});

const PER_HOUR = /(?:\/h|\/hr|\/hour|ph)$/;
const WORDS = {
  '%': ['%', 'percent'],
  minutes: ['minutes', 'minute', 'min'],
  days: ['days', 'day', 'd'],
} as const satisfies Partial<Record<Measure, readonly string[]>>;

/** The measure of a threshold for one unit. */
interface OwnMeasure {
  readonly measure: Exclude<Measure, 'level'>;
  /** Words of the condition for people. */
  readonly words: string;
}

/** The level of a tank is percent of it, that of ground water is in its own unit. */
export function measureOfUnit(measure: Measure, isTank: boolean, siUnit: string): OwnMeasure {
  const own = measure === 'level' ? (isTank ? '%' : 'siUnit') : measure;
  return { measure: own, words: own === 'siUnit' ? siUnit : own === 'siUnit/h' ? `${siUnit}/h` : own };
}

/**
 * The factor that brings a threshold from the form's unit of measure into the unit's own; null: it cannot be. No unit
 * of measure means the own one.
 */
export function factorTo(
  measure: OwnMeasure['measure'],
  siUnit: string,
  given: string | null | undefined,
): number | null {
  if (given === null || given === undefined || given === '') return 1;
  if (measure !== 'siUnit' && measure !== 'siUnit/h') return WORDS[measure].some((word) => word === given) ? 1 : null;
  const text = measure === 'siUnit/h' ? (PER_HOUR.test(given) ? given.replace(PER_HOUR, '') : null) : given;
  if (text === null) return null;
  if (text === siUnit) return 1;
  const [from, to] = [litresOf(1, text), litresOf(1, siUnit)];
  return from === null || to === null ? null : exactToBillionths(from / to);
}
