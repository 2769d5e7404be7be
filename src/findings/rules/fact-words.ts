import type { Translated } from '../../kernel/language.ts';
import type { FindingKind } from './kinds.ts';

/**
 * Forms in which people read a fact: amount (thousandths of siUnit), figure, ofParameter (with the parameter's unit),
 * percent, share, count, days, duration (minutes), day, instant, text, list, word (of FACT_VALUES), odds (from a log
 * likelihood ratio).
 */
export type FactForm =
  | 'amount'
  | 'figure'
  | 'ofParameter'
  | 'percent'
  | 'share'
  | 'count'
  | 'days'
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

const HOURS = { form: 'count', en: 'Hours of it', hi: 'कितने घंटे' } as const;
const DAYS = { form: 'days', en: 'Days of it', hi: 'कितने दिन' } as const;
const USUAL_DAY = { form: 'amount', en: 'Usual in a day', hi: 'एक दिन में सामान्य' } as const;
const TANK = {
  worstPercent: { form: 'percent', en: 'Content at its extreme', hi: 'चरम पर भराव' },
  limitPercent: { form: 'percent', en: 'Limit', hi: 'सीमा' },
  hours: HOURS,
} as const;

/**
 * Names of the facts that a kind's evidence has, in the order in which pages list them. Facts without a name are for
 * programs, or stand elsewhere on the page.
 */
export const FINDING_FACTS: Readonly<Record<FindingKind, Readonly<Record<string, FactWords>>>> = {
  leak: {
    quantityPerDay: { form: 'amount', en: 'More than usual in a day', hi: 'एक दिन में सामान्य से अधिक' },
    excessPerHour: { form: 'amount', en: 'More than usual in an hour', hi: 'एक घंटे में सामान्य से अधिक' },
    shareOfUse: { form: 'share', en: 'Share of the usual use', hi: 'सामान्य उपयोग का अंश' },
    usualMeanHour: { form: 'amount', en: 'Usual use of an hour, on average', hi: 'औसतन एक घंटे का सामान्य उपयोग' },
    method: { form: 'word', en: 'Seen in', hi: 'कहाँ दिखा' },
    usualFigurePerHour: { form: 'amount', en: 'Usual there, in an hour', hi: 'वहाँ सामान्य, प्रति घंटा' },
    usualRunPerHour: { form: 'amount', en: 'Usual hour of a run', hi: 'चलने का सामान्य घंटा' },
    bandPerHour: { form: 'amount', en: 'Varies there by', hi: 'वहाँ घट-बढ़' },
    logTimesLikelier: { form: 'odds', en: 'Likelier with a leak than without', hi: 'रिसाव होने की संभावना, न होने से' },
  },
  burst: {
    highestHour: { form: 'amount', en: 'Highest hour', hi: 'सबसे ऊँचा घंटा' },
    usualHighestHour: { form: 'amount', en: 'Usual highest hour', hi: 'सामान्यतः सबसे ऊँचा घंटा' },
    hours: { form: 'count', en: 'Hours in a row', hi: 'लगातार घंटे' },
    fromHour: { form: 'count', en: 'Hours after the day began', hi: 'दिन शुरू होने के कितने घंटे बाद' },
    usualPerDay: USUAL_DAY,
  },
  'unusual-use': {
    used: { form: 'amount', en: 'Used on the last of its days', hi: 'इसके अंतिम दिन उपयोग' },
    usual: { form: 'amount', en: 'Usual for the weekday', hi: 'इस वार का सामान्य' },
    lower: { form: 'amount', en: 'Usually at least', hi: 'सामान्यतः कम से कम' },
    upper: { form: 'amount', en: 'Usually at most', hi: 'सामान्यतः अधिक से अधिक' },
    weeks: { form: 'count', en: 'Weeks compared', hi: 'कितने हफ़्तों से तुलना' },
  },
  standstill: {
    daysWithoutUse: { form: 'days', en: 'Counted nothing for', hi: 'कुछ नहीं गिना' },
    usualPerDay: USUAL_DAY,
  },
  stuck: { daysConstant: { form: 'days', en: 'One and the same for', hi: 'एक ही स्तर' } },
  creep: {
    lowestPerHour: { form: 'amount', en: 'Lowest hour of a day, on average', hi: 'दिन का सबसे नीचा घंटा, औसतन' },
    daysWithoutStandstill: { form: 'days', en: 'Without one still hour for', hi: 'बिना रुके' },
  },
  reversed: {
    registerFell: { form: 'amount', en: 'Ran backwards by', hi: 'कितना उलटा चला' },
    hoursFalling: { form: 'count', en: 'Hours backwards', hi: 'उलटे घंटे' },
    hoursRising: { form: 'count', en: 'Hours forwards', hi: 'सीधे घंटे' },
  },
  silence: {
    silentSince: { form: 'instant', en: 'Last reading before it', hi: 'इससे पहले अंतिम रीडिंग' },
    silentUntil: { form: 'instant', en: 'Next reading', hi: 'अगली रीडिंग' },
    silentMinutes: { form: 'duration', en: 'Silent for', hi: 'मौन की अवधि' },
    silences: { form: 'count', en: 'Silences', hi: 'कितनी बार मौन' },
    limitMinutes: { form: 'duration', en: 'Tolerated', hi: 'सहनीय' },
  },
  'tank-low': TANK,
  'tank-full': TANK,
  overflow: TANK,
  'quality-outside': {
    parameter: { form: 'text', en: 'Parameter', hi: 'मापदंड' },
    value: { form: 'ofParameter', en: 'Farthest outside', hi: 'सबसे अधिक बाहर' },
    min: { form: 'ofParameter', en: 'Declared minimum', hi: 'घोषित न्यूनतम' },
    max: { form: 'ofParameter', en: 'Declared maximum', hi: 'घोषित अधिकतम' },
    days: DAYS,
    otherParameters: { form: 'list', en: 'Also outside', hi: 'ये भी बाहर' },
  },
  'energy-drift': {
    energyPerWater: { form: 'figure', en: 'Energy for each unit of water', hi: 'प्रति इकाई जल ऊर्जा' },
    usual: { form: 'figure', en: 'Usual', hi: 'सामान्य' },
    lower: { form: 'figure', en: 'Usually at least', hi: 'सामान्यतः कम से कम' },
    upper: { form: 'figure', en: 'Usually at most', hi: 'सामान्यतः अधिक से अधिक' },
  },
  'swapped-meters': { swappedSince: { form: 'day', en: 'Swapped since', hi: 'कब से बदले' } },
  balance: {
    imbalancePerDay: { form: 'amount', en: 'Not accounted for in a day', hi: 'एक दिन में बिना हिसाब' },
    limitPerDay: { form: 'amount', en: 'Tolerated in a day', hi: 'एक दिन में स्वीकार्य' },
    inflowPerDay: { form: 'amount', en: 'Comes in on a day', hi: 'एक दिन में आता है' },
    days: DAYS,
  },
};

/** Values that are words of the service. */
export const FACT_VALUES: Readonly<Record<string, Translated>> = {
  'base-flow': { en: 'the flow that is left when nothing is used', hi: 'वह बहाव जो बिना उपयोग के भी रहता है' },
  'quiet-hours': { en: 'the quiet hours', hi: 'शांत घंटे' },
  'lowest-hours': { en: 'the lowest hours of each day', hi: 'हर दिन के सबसे नीचे घंटे' },
  'runs-and-rests': { en: 'the runs of the pump and its rests', hi: 'पंप के चलने और रुकने के घंटे' },
  'every-hour': { en: 'every hour', hi: 'हर घंटा' },
};
