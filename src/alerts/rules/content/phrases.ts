import type { COLOURS } from '../../../kernel/format/colours.ts';
import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import type { AlertType, LimitKind } from '../types.ts';
import { dayWords } from './words.ts';

/** Facts as words, ready to be put into a phrase; null is not known. */
export interface Pieces {
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
  readonly noun: (pieces: Pieces) => string;
  readonly fired: (pieces: Pieces) => string;
  readonly recovered: (pieces: Pieces) => string;
  readonly action: (pieces: Pieces) => string;
}

const side = ({ isAbove }: Pieces): string => (isAbove ? 'above' : 'below');
const since = (pieces: Pieces): string => `since ${pieces.since}`;
const after = (pieces: Pieces, more = ''): string =>
  pieces.lasted === null ? since(pieces) : `after ${pieces.lasted}${more}`;
/** A value back at its limit lasts until it has stayed there. */
const worstAndNow = ({ peak, value }: Pieces): string => `, at worst ${peak}, now ${value}`;
const lasting = (pieces: Pieces): string => (pieces.lasted === null ? since(pieces) : `for ${pieces.lasted}`);

/** Sums of an hour, a day or a month against their limit; such a sum stays above until its time is over. */
const sumAbove = (colour: Phrases['colour'], what: string, period: string, action: string): Phrases => {
  const limit = `the ${period === 'day' ? 'daily' : `${period}ly`} limit`;
  const over = ({ beyond, limit: words }: Pieces): string =>
    `${beyond === null ? '' : `${beyond} `}above ${limit}${beyond === null && words !== null ? ` of ${words}` : ''}`;
  const within = ({ value, limit: words }: Pieces): string =>
    [value ?? what, limit, words].filter((part) => part !== null).join(' of ');
  return {
    colour,
    noun: ({ isWithin }) => `${what} ${isWithin ? 'within' : 'above'} ${limit}`,
    fired: (pieces) => `${pieces.isWithin ? within(pieces) : over(pieces)} ${since(pieces)}`,
    recovered: ({ beyond, isWithin }) =>
      `the ${period} ended ${isWithin ? 'within' : `${beyond === null ? '' : `${beyond} `}above`} its limit`,
    action: () => action,
  };
};

/** A quantity of the moment against a bound. */
const outside = (
  colour: Phrases['colour'],
  what: (pieces: Pieces) => string,
  action: (pieces: Pieces) => string,
): Phrases => ({
  colour,
  noun: (pieces) => `${what(pieces)} ${side(pieces)} its limit`,
  fired: (pieces) => {
    const value = pieces.isBack || pieces.value === null ? '' : ` ${pieces.value}`;
    const fact = `${what(pieces)}${value} ${side(pieces)} ${pieces.limit ?? 'its limit'} ${since(pieces)}`;
    return pieces.isBack ? fact + worstAndNow(pieces) : fact;
  },
  recovered: (pieces) =>
    `${what(pieces)} back within limits ${after(pieces)}${pieces.peak === null ? '' : `, at worst ${pieces.peak}`}`,
  action,
});

/** The word for a meter's rate. */
export const rateWord = (group: UnitGroup | null): string => (group === 'ENERGY' ? 'power' : 'flow');
const rate = ({ group }: Pieces): string => rateWord(group);

/** Phrases for a rate beyond one bound. */
const rateOutside = (action: string, energyAction: string): Phrases => {
  const told = outside('water', rate, ({ group }) => (group === 'ENERGY' ? energyAction : action));
  return {
    ...told,
    noun: (pieces) => (pieces.isWithin ? `${rate(pieces)} within its limit` : told.noun(pieces)),
    fired: (pieces) =>
      pieces.isWithin
        ? `${rate(pieces)} ${pieces.value}, the ${pieces.isAbove ? 'upper' : 'lower'} limit is ${pieces.limit}, ${since(pieces)}`
        : told.fired(pieces),
  };
};

/** Phrases for a value that should have changed and did not. */
const unchanged = (
  colour: Phrases['colour'],
  what: string,
  recovered: string,
  action: (pieces: Pieces) => string,
  withValue: boolean,
): Phrases => ({
  colour,
  noun: () => what,
  fired: (pieces) =>
    `${what}${withValue && pieces.value !== null ? ` at ${pieces.value}` : ''} ${pieces.days === null ? lasting(pieces) : `for ${dayWords(pieces.days)}`}`,
  // The time from its finding to its end says little about days in a row.
  recovered: (pieces) =>
    `${recovered} ${pieces.days === null ? after(pieces) : `after ${dayWords(pieces.days)} or more`}`,
  action,
});

const LOOK_FOR_WATER =
  'Check who uses this water. If nobody does, shut the valve and look for a leak behind the meter.';
/** Advice about a level beyond its limit. */
const levelAction = ({ group, isAbove }: Pieces): string => {
  if (group === 'GROUND_WATER_LEVEL')
    return isAbove
      ? 'Check what lies below ground near the well, and whether pumps that should run stand still.'
      : 'Draw less from this well, before its pump draws air.';
  return isAbove
    ? 'Stop the inflow, or the tank overflows. Then check float valve and pump control.'
    : 'Fill the tank or use less, before it runs dry and pumps draw air.';
};

/** Advice about a parameter, by the group of its unit. */
const parameterAction = ({ group }: Pieces): string => {
  if (group === 'ENERGY') return 'Check the supply, and the machines behind this meter.';
  return group === 'QUALITY' || group === null
    ? 'Confirm it with a sample by hand, and check the dosing before the water is used.'
    : 'Check on site whether it is so, and the sensor if it is not.';
};

/** The limit of a loss: the share that the rule tolerates, or the error of the meters. */
const besideLoss = ({ limit, limitKind }: Pieces): string => {
  if (limit === null) return '';
  if (limitKind === 'band') return `, more than the ${limit} by which the meters may err,`;
  return limitKind === 'tolerance' ? `, ${limit} tolerated,` : `, limit ${limit},`;
};

interface Loss {
  readonly noun: string;
  readonly fact: (shown: string | null, pieces: Pieces) => string;
  readonly over: string;
  readonly action: string;
}
const LOSSES: Readonly<Record<Pieces['lossOf'], Loss>> = {
  industry: {
    noun: 'water unaccounted for',
    fact: (shown, pieces) => `${shown ?? 'water'} unaccounted for${besideLoss(pieces)} ${since(pieces)}`,
    over: 'inflow and outflow agree again',
    action: 'Look for a leak or an unmetered use between the inlets and the outlets.',
  },
  unit: {
    noun: 'leakage',
    fact: (shown, pieces) => `leakage${shown === null ? '' : ` of ${shown}`}${besideLoss(pieces)} ${since(pieces)}`,
    over: 'leakage over',
    action: 'Look for a leak or an unmetered use behind the meter.',
  },
  nights: {
    noun: 'night flow above the usual',
    fact: (shown, pieces) =>
      `night flow${shown === null ? '' : ` ${shown}`} above ${pieces.limit ?? 'the usual'} ${since(pieces)}`,
    over: 'night flow as usual again',
    action: 'Look for a leak behind the meter, best at night, when nobody uses water.',
  },
};

const LOOK_FOR_ENERGY = 'Check which machines run. Switch off what runs without need.';

/** The sixteen types of the specification (Events, Alert types). */
export const PHRASES: Readonly<Record<AlertType, Phrases>> = {
  unit_threshold: sumAbove('water', 'use', 'day', LOOK_FOR_WATER),
  hourly_threshold: sumAbove('water', 'use', 'hour', LOOK_FOR_WATER),
  monthly_threshold: sumAbove(
    'water',
    'use',
    'month',
    'Check which days used most, and plan the rest of the month with what is left.',
  ),
  energy_threshold: sumAbove('energy', 'energy', 'hour', LOOK_FOR_ENERGY),
  energy_daily_threshold: sumAbove('energy', 'energy', 'day', LOOK_FOR_ENERGY),
  energy_monthly_threshold: sumAbove(
    'energy',
    'energy',
    'month',
    'Check which days used most, and move what can wait to the next month.',
  ),
  device_status: {
    colour: 'muted',
    noun: () => 'no readings',
    fired: (pieces) =>
      [
        pieces.isNeverHeard ? `no reading ever, watched ${since(pieces)}` : `no readings ${since(pieces)}`,
        ...(pieces.limitKind === 'death' ? ['its network tells that it is cut off'] : []),
      ].join(', '),
    recovered: (pieces) =>
      pieces.isNeverHeard
        ? `sends its first readings ${after(pieces, ' of waiting')}`
        : `sends again ${after(pieces, ' without readings')}`,
    action: ({ isNeverHeard }) =>
      isNeverHeard
        ? 'Check that the device is installed, and that it sends under the id of this unit.'
        : 'Check power and connection of the device. Its figures are incomplete until it sends again.',
  },
  level_exceed: outside('stock', () => 'level', levelAction),
  stable_flow_alert: unchanged(
    'water',
    'unvarying flow',
    'flow varies again',
    () => 'Look for an open valve or a leak: real use varies. If there is none, the meter may be stuck.',
    true,
  ),
  flow_rate_above_the_range: rateOutside(
    'Look for a burst pipe or an open valve behind the meter, and shut it if nobody needs the water.',
    LOOK_FOR_ENERGY,
  ),
  flow_rate_below_the_range: rateOutside(
    'Check the supply in front of the meter: pump, valve and filter.',
    'Check whether the machines run that should.',
  ),
  flow_rate_back_in_range: {
    colour: 'water',
    noun: (pieces) => `${rate(pieces)} out of range`,
    fired: (pieces) =>
      `${rate(pieces)} back in range${pieces.value === null ? '' : ` at ${pieces.value}`} ${since(pieces)}`,
    recovered: (pieces) =>
      `${rate(pieces)} back in range ${after(pieces, ' outside')}${pieces.peak === null ? '' : `, at worst ${pieces.peak}`}`,
    action: () => 'Nothing to do. If work was under way, check that it can end.',
  },
  quality_threshold: outside('quality', ({ parameter }) => parameter, parameterAction),
  no_flow_n_days: unchanged(
    'water',
    'no flow',
    'flow again',
    () => 'Check whether the line is meant to be shut. If not, look at valve, pump and meter.',
    false,
  ),
  no_level_variation_n_days: unchanged(
    'stock',
    'unchanged level',
    'level moves again',
    ({ group }) =>
      `Check the level sensor: the level of a ${group === 'GROUND_WATER_LEVEL' ? 'well' : 'tank'} in use moves.`,
    false,
  ),
  water_balance_leakage: {
    colour: 'ground',
    noun: ({ lossOf }) => LOSSES[lossOf].noun,
    fired: (pieces) => {
      const { value, isBack, lossOf } = pieces;
      const fact = LOSSES[lossOf].fact(value === null || isBack ? null : value, pieces);
      return isBack ? fact + worstAndNow(pieces) : fact;
    },
    recovered: (pieces) => `${LOSSES[pieces.lossOf].over} ${after(pieces)}`,
    action: ({ lossOf }) => LOSSES[lossOf].action,
  },
};
