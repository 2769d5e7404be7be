import { type Translated, translated } from '../../kernel/language.ts';
import type { FindingKind } from './kinds.ts';

/**
 * Forms in which people read a fact: amount (thousandths of siUnit), figure, ofParameter (with the parameter's unit),
 * percent, share, count, days, hours (told as a duration), duration (minutes), day, instant, text, list, word (of
 * FACT_VALUES), odds (from a log likelihood ratio).
 */
export type FactForm =
  | 'amount'
  | 'figure'
  | 'ofParameter'
  | 'percent'
  | 'share'
  | 'count'
  | 'days'
  | 'hours'
  | 'duration'
  | 'day'
  | 'instant'
  | 'text'
  | 'list'
  | 'word'
  | 'odds';

interface FactWords extends Translated {
  readonly form: FactForm;
}

/** Forms of the facts that a kind's evidence has, in the order in which pages list them. */
const FORMS_OF = {
  leak: {
    quantityPerDay: 'amount',
    excessPerHour: 'amount',
    shareOfUse: 'share',
    usualMeanHour: 'amount',
    method: 'word',
    usualFigurePerHour: 'amount',
    usualRunPerHour: 'amount',
    bandPerHour: 'amount',
    logTimesLikelier: 'odds',
  },
  burst: {
    highestHour: 'amount',
    usualHighestHour: 'amount',
    hours: 'hours',
    fromHour: 'hours',
    usualPerDay: 'amount',
  },
  'unusual-use': { used: 'amount', usual: 'amount', lower: 'amount', upper: 'amount', weeks: 'count' },
  standstill: { daysWithoutUse: 'days', usualPerDay: 'amount' },
  stuck: { daysConstant: 'days' },
  creep: { lowestPerHour: 'amount', daysWithoutStandstill: 'days' },
  reversed: { registerFell: 'amount', hoursFalling: 'hours', hoursRising: 'hours' },
  silence: {
    silentSince: 'instant',
    silentUntil: 'instant',
    silentMinutes: 'duration',
    silences: 'count',
    limitMinutes: 'duration',
  },
  'tank-low': { worstPercent: 'percent', limitPercent: 'percent', hours: 'hours' },
  'tank-full': { worstPercent: 'percent', limitPercent: 'percent', hours: 'hours' },
  overflow: { worstPercent: 'percent', limitPercent: 'percent', hours: 'hours' },
  'quality-outside': {
    parameter: 'text',
    value: 'ofParameter',
    min: 'ofParameter',
    max: 'ofParameter',
    days: 'days',
    otherParameters: 'list',
  },
  'battery-low': { batteryPercent: 'percent', limitPercent: 'percent', heardAt: 'instant' },
  'energy-drift': { energyPerWater: 'figure', usual: 'figure', lower: 'figure', upper: 'figure' },
  'swapped-meters': { swappedSince: 'day' },
  balance: { imbalancePerDay: 'amount', limitPerDay: 'amount', inflowPerDay: 'amount', days: 'days' },
} as const satisfies Readonly<Record<FindingKind, Readonly<Record<string, FactForm>>>>;

const NAMES: Readonly<Record<string, Translated>> = translated('findingFacts');

function namedFact(kind: string, fact: string, form: FactForm): FactWords {
  const name = NAMES[`${kind}.${fact}`];
  if (name === undefined) throw new Error(`The fact ${kind}.${fact} has no name.`);
  return { form, ...name };
}

/**
 * Names of the facts that a kind's evidence has, in the order in which pages list them. Facts without a name are for
 * programs, or stand elsewhere on the page.
 */
export const FINDING_FACTS = Object.fromEntries(
  Object.entries(FORMS_OF).map(([kind, forms]) => [
    kind,
    Object.fromEntries(
      Object.entries(forms).map(([fact, form]: [string, FactForm]) => [fact, namedFact(kind, fact, form)]),
    ),
  ]),
) as Readonly<Record<FindingKind, Readonly<Record<string, FactWords>>>>; // every kind

/** Values that are words of the service. */
export const FACT_VALUES: Readonly<Record<string, Translated>> = translated('findingValues');
