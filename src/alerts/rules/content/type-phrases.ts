import type { COLOURS } from '../../../kernel/format/colours.ts';
import type { Language } from '../../../kernel/language.ts';
import { catalogueOf } from '../../../kernel/texts/catalogue.ts';
import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import type { AlertType, LimitKind } from '../types.ts';
import { type AdviceKey, type FactKey, factText, type Values } from './catalogue-texts.ts';
import { dayCountText } from '../../../kernel/format/figure-text.ts';

/** Facts as words of a language, ready to be put into a phrase; null is not known. */
export interface PhraseValues {
  readonly language: Language;
  readonly value: string | null;
  readonly limit: string | null;
  readonly peak: string | null;
  /** Distance of the value, or of an ended alert's peak, from the limit; null: none. */
  readonly beyond: string | null;
  readonly isAbove: boolean;
  /** The value was beyond its limit, and the newest one is not. */
  readonly isBack: boolean;
  /** Somebody asked to tell of a value that is not beyond its limit. */
  readonly isWithin: boolean;
  readonly since: string;
  /** null: when it began is not known. */
  readonly lasted: string | null;
  readonly parameter: string;
  readonly days: number | null;
  /** True when the unit has never sent anything. */
  readonly isNeverHeard: boolean;
  /** null: there is one kind of limit, or nobody knows which it is. */
  readonly limitKind: LimitKind | null;
  /** Place of a loss of water. A rule finds a leak of a unit in its nights; a request only claims one. */
  readonly lossOf: 'industry' | 'unit' | 'nights';
  /** null: the whole industry, or a unit that was removed. */
  readonly group: UnitGroup | null;
}

/** Phrases of one type of alert. A fact follows the place and a colon; an action is a sentence. */
interface Phrases {
  readonly colour: keyof typeof COLOURS;
  /** The matter, as a noun. */
  readonly noun: (pieces: PhraseValues) => string;
  readonly fired: (pieces: PhraseValues) => string;
  readonly recovered: (pieces: PhraseValues) => string;
  readonly action: (pieces: PhraseValues) => AdviceKey;
}

/** A text of facts with the pieces that it names. */
const fact = (pieces: PhraseValues, key: FactKey, more: Values = {}): string =>
  factText(pieces.language, key, {
    value: pieces.value,
    limit: pieces.limit,
    peak: pieces.peak,
    beyond: pieces.beyond,
    side: pieces.isAbove ? 'above' : 'below',
    within: pieces.isWithin ? 'yes' : 'no',
    time: pieces.since,
    lasted: pieces.lasted,
    kind: pieces.limitKind,
    ...more,
  });

/** A value back at its limit lasts until it has stayed there, so both are told. */
const withWorst = (pieces: PhraseValues, key: FactKey, more: Values = {}): string =>
  pieces.isBack
    ? fact(pieces, 'worstAndNow', { fact: fact(pieces, key, { ...more, value: null }) })
    : fact(pieces, key, more);

/** Sums of an hour, a day or a month against their limit; such a sum stays above until its time is over. */
function sumAbove(
  colour: Phrases['colour'],
  what: 'use' | 'energy',
  period: 'hour' | 'day' | 'month',
  action: AdviceKey,
): Phrases {
  const named = (pieces: PhraseValues): Values => ({
    what: fact(pieces, what),
    limitName: fact(pieces, 'limitName', { period }),
  });
  return {
    colour,
    noun: (pieces) => fact(pieces, 'sumNoun', named(pieces)),
    fired: (pieces) => fact(pieces, pieces.isWithin ? 'sumWithin' : 'sumAbove', named(pieces)),
    recovered: (pieces) => fact(pieces, 'sumEnded', { period }),
    action: () => action,
  };
}

/** A quantity of the moment against a bound. */
const outside = (
  colour: Phrases['colour'],
  what: (pieces: PhraseValues) => string,
  action: Phrases['action'],
): Phrases => ({
  colour,
  noun: (pieces) => fact(pieces, 'outsideNoun', { what: what(pieces) }),
  fired: (pieces) => withWorst(pieces, 'outside', { what: what(pieces) }),
  recovered: (pieces) => fact(pieces, 'backWithin', { what: what(pieces), after: fact(pieces, 'after') }),
  action,
});

/** The word for a meter's rate. */
const rate = (pieces: PhraseValues): string => fact(pieces, pieces.group === 'ENERGY' ? 'power' : 'flow');

/** Phrases for a rate beyond one bound. */
const rateOutside = (action: AdviceKey, energyAction: AdviceKey): Phrases => {
  const told = outside('water', rate, ({ group }) => (group === 'ENERGY' ? energyAction : action));
  return {
    ...told,
    noun: (pieces) => (pieces.isWithin ? fact(pieces, 'withinNoun', { what: rate(pieces) }) : told.noun(pieces)),
    fired: (pieces) => (pieces.isWithin ? fact(pieces, 'within', { what: rate(pieces) }) : told.fired(pieces)),
  };
};

/** Phrases for a value that should have changed and did not. */
const unchanged = (
  colour: Phrases['colour'],
  what: FactKey,
  over: FactKey,
  action: AdviceKey,
  withValue: boolean,
): Phrases => ({
  colour,
  noun: (pieces) => fact(pieces, what),
  fired: (pieces) =>
    fact(pieces, 'unchanged', {
      what: fact(pieces, what),
      lasted: daysOf(pieces) ?? pieces.lasted,
      ...(withValue ? {} : { value: null }),
    }),
  // The time from its finding to its end says little about days in a row.
  recovered: (pieces) =>
    fact(pieces, 'changesAgain', { over: fact(pieces, over), days: daysOf(pieces), after: fact(pieces, 'after') }),
  action: () => action,
});

const daysOf = ({ days, language }: PhraseValues): string | null =>
  days === null ? null : dayCountText(days, language);

/** Advice about a level beyond its limit. */
const levelAction = ({ group, isAbove }: PhraseValues): AdviceKey =>
  group === 'GROUND_WATER_LEVEL' ? (isAbove ? 'wellHigh' : 'wellLow') : isAbove ? 'tankHigh' : 'tankLow';

/** Advice about a parameter, by the group of its unit. */
const parameterAction = ({ group }: PhraseValues): AdviceKey => {
  if (group === 'ENERGY') return 'supply';
  return group === 'QUALITY' || group === null ? 'quality' : 'onSite';
};

interface Loss {
  readonly noun: FactKey;
  readonly fact: FactKey;
  readonly over: FactKey;
  readonly action: AdviceKey;
}
const LOSSES: Readonly<Record<PhraseValues['lossOf'], Loss>> = {
  industry: { noun: 'unaccountedNoun', fact: 'unaccounted', over: 'agreeAgain', action: 'lossOfIndustry' },
  unit: { noun: 'leakNoun', fact: 'leak', over: 'leakOver', action: 'lossOfUnit' },
  nights: { noun: 'nightNoun', fact: 'nightFlow', over: 'usualAgain', action: 'lossOfNights' },
};

/** The sixteen types of the specification (Events, Alert types). */
export const PHRASES: Readonly<Record<AlertType, Phrases>> = {
  unit_threshold: sumAbove('water', 'use', 'day', 'water'),
  hourly_threshold: sumAbove('water', 'use', 'hour', 'water'),
  monthly_threshold: sumAbove('water', 'use', 'month', 'waterOfMonth'),
  energy_threshold: sumAbove('energy', 'energy', 'hour', 'energy'),
  energy_daily_threshold: sumAbove('energy', 'energy', 'day', 'energy'),
  energy_monthly_threshold: sumAbove('energy', 'energy', 'month', 'energyOfMonth'),
  device_status: {
    colour: 'muted',
    noun: (pieces) => fact(pieces, 'noReadings'),
    fired: (pieces) => fact(pieces, pieces.isNeverHeard ? 'neverHeard' : 'silent'),
    recovered: (pieces) => fact(pieces, pieces.isNeverHeard ? 'heardFirst' : 'heardAgain'),
    action: ({ isNeverHeard }) => (isNeverHeard ? 'neverHeard' : 'silent'),
  },
  level_exceed: outside('stock', ({ language }) => catalogueOf(language).alertMeasures.level, levelAction),
  stable_flow_alert: unchanged('water', 'unvaryingFlow', 'variesAgain', 'unvarying', true),
  flow_rate_above_the_range: rateOutside('rateHigh', 'energy'),
  flow_rate_below_the_range: rateOutside('rateLow', 'powerLow'),
  flow_rate_back_in_range: {
    colour: 'water',
    noun: (pieces) => fact(pieces, 'outOfRange', { what: rate(pieces) }),
    fired: (pieces) => fact(pieces, 'backAt', { what: rate(pieces) }),
    recovered: (pieces) => fact(pieces, 'backAfter', { what: rate(pieces) }),
    action: () => 'backInRange',
  },
  quality_threshold: outside('quality', ({ parameter }) => parameter, parameterAction),
  no_flow_n_days: unchanged('water', 'noFlow', 'flowAgain', 'noFlow', false),
  no_level_variation_n_days: unchanged('stock', 'unchangedLevel', 'movesAgain', 'levelSensor', false),
  water_balance_leakage: {
    colour: 'ground',
    noun: (pieces) => fact(pieces, LOSSES[pieces.lossOf].noun),
    fired: (pieces) => withWorst(pieces, LOSSES[pieces.lossOf].fact),
    recovered: (pieces) =>
      fact(pieces, 'lossOver', { over: fact(pieces, LOSSES[pieces.lossOf].over), after: fact(pieces, 'after') }),
    action: ({ lossOf }) => LOSSES[lossOf].action,
  },
};
