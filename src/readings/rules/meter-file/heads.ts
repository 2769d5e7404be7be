import { measureNamed, plainMeasure } from '../measures.ts';
import type { MeasuredUnit } from '../stored-value.ts';

export const FIGURE_KINDS = ['register', 'interval'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** The fields of a unit by which a file's figures become readings. */
export interface MeterFileUnit extends MeasuredUnit {
  readonly displayName: string;
}

/** Words that say which of both kinds a figure is. `reading`, `value`, `volume` and `total` are used for either. */
const KIND_WORDS: ReadonlyMap<string, FigureKind> = new Map(
  Object.entries({
    register: 'register',
    index: 'register',
    counter: 'register',
    cumulative: 'register',
    totalizer: 'register',
    totaliser: 'register',
    totalized: 'register',
    zählerstand: 'register',
    zaehlerstand: 'register',
    summedvalue: 'register',
    interval: 'interval',
    consumption: 'interval',
    usage: 'interval',
    delta: 'interval',
    verbrauch: 'interval',
  } as const),
);
const UNIT_HEADS: ReadonlySet<string> = new Set([
  'unitid',
  'unit id',
  'meter',
  'meter id',
  'meterid',
  'meter no',
  'device',
  'device id',
  'deviceid',
  'tag',
  'sensor',
]);
/** Heads of the time at which an interval ends. */
const END_HEADS: ReadonlySet<string> = new Set([
  'to',
  'until',
  'end',
  'end time',
  'end date',
  'to time',
  'to date',
  'time to',
  'date to',
  'interval end',
  'period end',
  'bis',
  'ende',
]);
const MEASURE_HEADS: ReadonlySet<string> = new Set(['uom', 'measure', 'unit of measure', 'einheit', 'units']);

const plainHead = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
export const namesUnitColumn = (head: string): boolean => UNIT_HEADS.has(plainHead(head).replaceAll('_', ' '));
export const namesEndOfInterval = (head: string): boolean => END_HEADS.has(plainHead(head).replaceAll('_', ' '));
export const namesMeasureColumn = (head: string): boolean => MEASURE_HEADS.has(plainHead(head));

/** Units by the words that name them. */
export interface UnitNames {
  readonly byId: ReadonlyMap<string, MeterFileUnit>;
  /** By ids and names in lower case, ids before names; null: the word names several. */
  readonly byPlainName: ReadonlyMap<string, MeterFileUnit | null>;
}

export function unitNamesOf(units: readonly MeterFileUnit[]): UnitNames {
  const plain = (nameOf: (unit: MeterFileUnit) => string): [string, MeterFileUnit | null][] =>
    [...Map.groupBy(units, (unit) => plainHead(nameOf(unit)))].map(([name, [one = null, ...others]]) => [
      name,
      others.length === 0 ? one : null,
    ]);
  return {
    byId: new Map(units.map((unit) => [unit.unitId, unit])),
    byPlainName: new Map([...plain(({ displayName }) => displayName), ...plain(({ unitId }) => unitId)]),
  };
}

/** The unit whose id a text is, else the one that it names in any case of its letters. */
export const unitNamed = ({ byId, byPlainName }: UnitNames, text: string): MeterFileUnit | null =>
  byId.get(text.trim()) ?? byPlainName.get(plainHead(text)) ?? null;

/** Unit, measure and kind that the head of a column names; null: the head does not name it. */
interface ReadHead {
  readonly unit: MeterFileUnit | null;
  readonly measure: string | null;
  /** Set where the measure's word has two meanings. */
  readonly either: string | null;
  readonly kind: FigureKind | null;
}

/** Measures that units have, the `m` of ground water among them. */
export const ownMeasuresOf = (units: readonly MeterFileUnit[]): ReadonlySet<string> =>
  new Set(units.map(({ siUnit }) => plainMeasure(siUnit)).filter((measure) => measure !== ''));

/**
 * The head `Main inlet register [m3]` names a unit, a kind and a measure, in any order and with any brackets.
 * @param ownMeasures in brackets they are measures, too
 */
export function readHead(head: string, names: UnitNames, ownMeasures: ReadonlySet<string>): ReadHead {
  let measure: string | null = null;
  let either: string | null = null;
  let kind: FigureKind | null = null;
  const takes = (word: string): boolean => {
    const named = measureNamed(word);
    const kindNamed = KIND_WORDS.get(plainHead(word));
    if (named === null && kindNamed === undefined) return false;
    if (typeof named === 'string') measure ??= named;
    else if (named !== null) either ??= named.either;
    kind ??= kindNamed ?? null;
    return true;
  };
  const takesInner = (inner: string): boolean => {
    if (takes(inner)) return true;
    if (!ownMeasures.has(plainMeasure(inner))) return false;
    measure ??= inner.trim();
    return true;
  };
  const wholeName = unitNamed(names, head);
  if (wholeName !== null) return { unit: wholeName, measure, either, kind };
  const outside = head.replaceAll(/[[(]([^\])]*)[\])]/g, (all, inner: string) => (takesInner(inner) ? ' ' : all));
  const words = outside.split(/([\s_,;:/-]+)/).filter((word) => word !== '');
  const isGap = (word: string): boolean => /^[\s_,;:/-]+$/.test(word);
  for (;;) {
    while (words.length > 0 && isGap(words.at(-1) ?? '')) words.pop();
    while (words.length > 0 && isGap(words[0] ?? '')) words.shift();
    const unit = unitNamed(names, words.join(''));
    if (unit !== null || words.length === 0) return { unit, measure, either, kind };
    // The name of a gallon is two words.
    if (words.length > 2 && takes(words.slice(-3).join(''))) words.length -= 3;
    else if (takes(words.at(-1) ?? '')) words.pop();
    else if (takes(words[0] ?? '')) words.shift();
    else return { unit: null, measure, either, kind };
  }
}
