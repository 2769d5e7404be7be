import type { Unit, UnitGroup } from '../measure/unit.ts';
import { provisionalOf, shareOf, sumCounts } from './provenance.ts';
import type { Bound, DocumentMeta, Figure, PeriodEntry, Provenance, Unheard } from './types.ts';
import { boundOfUnheard } from './unheard.ts';
import { catalogueOf } from '../texts/catalogue.ts';
import { type Language, LANGUAGES } from '../language.ts';

/** Completeness of a figure: its measured share, its meters, and the side on which the truth lies. */
export interface Completeness {
  /** Genuine slots / expected slots, 4 decimals; null when none was expected yet. Below 1: the figure is partial. */
  readonly coverage: number | null;
  readonly slotsExpected: number;
  readonly slotsGenuine: number;
  /** Estimated readings / readings, 4 decimals; null without readings. */
  readonly estimatedShare: number | null;
  /** Meters that the figure is made of, however many formulas lie between. */
  readonly meters: number;
  /** How many of them have measured something. */
  readonly metersMeasured: number;
  /** On which side of the figure the truth lies; null where enough was measured, and of what does not add up. */
  readonly bound: Bound | null;
  /** There when the figure may change once, because register checks have not run yet. */
  readonly provisional?: true;
}

/** Nature of a part: an amount that adds up, a state that is read (level, mean), or the work of a formula. */
type Nature = 'amount' | 'state' | 'formula';

/** Counts of a provenance that a part needs. */
type Counted = Pick<
  Provenance,
  | 'slotsExpected'
  | 'slotsGenuine'
  | 'readingsUsed'
  | 'readingsEstimated'
  | 'lastEpoch'
  | 'provisional'
  | 'failed'
  | 'bound'
  | 'meters'
  | 'metersMeasured'
>;

/** A unit's figure of some period as a part of a figure: its own, a total, a formula or a difference. */
export interface MeasuredPart extends Counted {
  readonly unitId: string;
  readonly nature: Nature;
  readonly value: Figure;
  /** -1: the figure is taken off; 0: it stands on both sides and cancels. Absent: it is added. */
  readonly factor?: 1 | 0 | -1;
  /** Water that passed and is in no figure: the figure lacks it, however large the measured share is. */
  readonly unheard?: Unheard | null;
}

/** Below this share of readings an amount is a bound, because the register bridges only shorter gaps. */
const LEAST_WHOLE_SHARE = 0.98;

/** Least coverage of a period that is compared with another one. */
export const COMPARABLE_COVERAGE = 0.9;

export const NATURES: Readonly<Record<UnitGroup, Nature>> = {
  FLOW: 'amount',
  CONSUMPTION: 'amount',
  ENERGY: 'amount',
  STOCK: 'state',
  GROUND_WATER_LEVEL: 'state',
  QUALITY: 'state',
  VIRTUAL: 'formula',
};

interface Figured {
  readonly value: Figure;
  readonly provenance: Provenance;
  readonly meta: Pick<DocumentMeta, 'unheard'>;
}

interface Spanned {
  readonly unit: Pick<Unit, 'unitId' | 'group'>;
  readonly figures: Figured | null;
}

/** A unit's figure as a part; none where nothing of its period has begun. */
export const partsOfSpan = (span: Spanned | undefined): readonly MeasuredPart[] =>
  span === undefined || span.figures === null
    ? []
    : [
        {
          ...span.figures.provenance,
          ...natured(span.unit),
          value: span.figures.value,
          unheard: span.figures.meta.unheard ?? null,
        },
      ];

const natured = ({ unitId, group }: Pick<Unit, 'unitId' | 'group'>): Pick<MeasuredPart, 'unitId' | 'nature'> => ({
  unitId,
  nature: NATURES[group],
});

/** Part of a document, whose figures tell the nature of its unit. */
export const partOfDocument = (
  document: Figured & { readonly unitId: string; readonly meta: DocumentMeta },
): MeasuredPart => ({
  ...document.provenance,
  unitId: document.unitId,
  nature: natureOf(document.meta),
  value: document.value,
  unheard: document.meta.unheard ?? null,
});

/**
 * An hour, day or month of a unit as a part. Entries have shares, so readings are counted from them: as many genuine
 * ones as slots, and estimated ones by their share.
 * @param slotsExpected of the entry; 0 where none is expected yet
 */
export function partOfEntry(
  unitId: string,
  nature: Nature,
  entry: Pick<PeriodEntry, 'y' | 'coverage' | 'estimatedShare' | 'bound' | 'unheard'>,
  slotsExpected: number,
): MeasuredPart {
  const { coverage, bound = null } = entry;
  const counts = countsOf({ coverage, estimatedShare: entry.estimatedShare ?? null }, slotsExpected);
  // Fields are named one by one: a page of a thousand units makes a hundred thousand parts, and copies take most of it.
  const part = {
    unitId,
    nature,
    value: entry.y,
    slotsExpected: counts.slotsExpected,
    slotsGenuine: counts.slotsGenuine,
    readingsEstimated: counts.readingsEstimated,
    readingsUsed: counts.readingsUsed,
    lastEpoch: null,
    unheard: entry.unheard ?? null,
  };
  return bound === null ? part : { ...part, bound };
}

/** Slots without a genuine reading are taken for estimated ones where nothing but estimates came. */
function countsOf(
  { coverage, estimatedShare }: { readonly coverage: number | null; readonly estimatedShare: number | null },
  slotsExpected: number,
): Omit<Counted, 'lastEpoch'> {
  const expected = coverage === null ? 0 : slotsExpected;
  const slotsGenuine = (coverage ?? 0) * expected;
  const share = estimatedShare ?? 0;
  const readingsEstimated = share >= 1 ? expected - slotsGenuine : (slotsGenuine * share) / (1 - share);
  return { slotsExpected: expected, slotsGenuine, readingsEstimated, readingsUsed: slotsGenuine + readingsEstimated };
}

export function natureOf({ openingStock, average, flowFactor }: DocumentMeta): Nature {
  if (openingStock !== undefined || average !== undefined) return 'state';
  return flowFactor === undefined ? 'formula' : 'amount';
}

/**
 * Completeness of a figure made of parts: the one rule for every total, unit, hour, day, formula and difference. All
 * weigh by slots, so a meter without data counts with all it should have sent.
 * Spec gap: the side on which the truth lies is not stated (docs/reference/api-choices.md, Figures: On which side the
 * truth lies).
 * @param adds way in which the parts make the figure; only a sum is a bound of what was not measured
 */
export function completenessOf(parts: readonly MeasuredPart[], adds: 'sum' | 'mean' | 'nothing' = 'sum'): Completeness {
  const { slotsExpected, slotsGenuine, readingsUsed, readingsEstimated } = sumCounts(parts);
  let [meters, metersMeasured] = [0, 0];
  for (const part of parts) {
    const counted = metersOf(part);
    meters += counted.meters;
    metersMeasured += counted.metersMeasured;
  }
  return {
    coverage: shareOf(slotsGenuine, slotsExpected),
    slotsExpected,
    slotsGenuine,
    estimatedShare: shareOf(readingsEstimated, readingsUsed),
    meters,
    metersMeasured,
    bound: adds === 'sum' && parts.some(({ value }) => value !== null) ? boundOfAll(parts.map(boundOf)) : null,
    ...provisionalOf(parts),
  };
}

/** Completeness of a sum of figures. A meter counts as often as it stands in the sum. */
export function completenessOfAll(figures: readonly Completeness[]): Completeness {
  const sumOf = (key: 'slotsExpected' | 'slotsGenuine' | 'meters' | 'metersMeasured'): number =>
    figures.reduce((sum, figure) => sum + figure[key], 0);
  const [slotsExpected, slotsGenuine] = [sumOf('slotsExpected'), sumOf('slotsGenuine')];
  const counted = sumCounts(figures.map((figure) => ({ ...countsOf(figure, figure.slotsExpected), lastEpoch: null })));
  return {
    coverage: shareOf(slotsGenuine, slotsExpected),
    slotsExpected,
    slotsGenuine,
    estimatedShare: shareOf(counted.readingsEstimated, counted.readingsUsed),
    meters: sumOf('meters'),
    metersMeasured: sumOf('metersMeasured'),
    bound: boundOfAll(figures.map(({ bound }) => bound)),
    ...provisionalOf(figures),
  };
}

/**
 * The completeness of a figure as answers tell it, without its other fields. Hours of a running day are weighed by
 * parts of slots, which are told as whole ones.
 */
export const completenessIn = (figure: Completeness): Completeness => ({
  coverage: figure.coverage,
  slotsExpected: Math.round(figure.slotsExpected),
  slotsGenuine: Math.round(figure.slotsGenuine),
  estimatedShare: figure.estimatedShare,
  meters: figure.meters,
  metersMeasured: figure.metersMeasured,
  bound: figure.bound,
  ...(figure.provisional === undefined ? {} : { provisional: figure.provisional }),
});

/** A unit with readings of its own is one meter. */
export const metersOf = ({
  meters = 1,
  metersMeasured,
  slotsGenuine,
}: Pick<Provenance, 'meters' | 'metersMeasured' | 'slotsGenuine'>): Pick<
  Completeness,
  'meters' | 'metersMeasured'
> => ({
  meters,
  metersMeasured: metersMeasured ?? (slotsGenuine > 0 ? 1 : 0),
});

/** On which side of a sum the truth lies for what this part lacks. */
export function boundOf(part: MeasuredPart): Bound | null {
  const own = ownBound(part);
  const { factor = 1 } = part;
  return factor === 0 ? null : factor === 1 ? own : turned(own);
}

/**
 * Readings that did not arrive can only add to what a meter counted, as long as it counts up. The last level of a tank
 * may have been higher or lower. What a formula lacks may be taken off, so its document says it.
 */
function ownBound(part: MeasuredPart): Bound | null {
  const unread = part.value === null && part.slotsExpected > 0 ? 'open' : null;
  if (part.nature === 'state') return unread;
  const figure = typeof part.value === 'number' ? part.value : null;
  const unheard = boundOfUnheard(figure, part.unheard);
  if (part.nature === 'formula') return boundOfAll([part.bound ?? unread, unheard]);
  if (!lacksMuch(part)) return unheard;
  return figure !== null && figure < 0 ? 'open' : boundOfAll(['at least', unheard]);
}

/**
 * A good part of one meter's readings is missing. An estimate is in the figure and may be too high, so an estimated
 * slot is not missing.
 */
export const lacksMuch = (
  part: Pick<Provenance, 'slotsExpected' | 'slotsGenuine' | 'readingsEstimated' | 'meters'>,
): boolean => {
  const missing = part.slotsExpected - part.slotsGenuine - part.readingsEstimated;
  return missing > ((1 - LEAST_WHOLE_SHARE) * part.slotsExpected) / Math.max(1, part.meters ?? 1);
};

/** The opposite bound, for a figure that is subtracted. */
export const turned = (bound: Bound | null): Bound | null =>
  bound === 'at least' ? 'at most' : bound === 'at most' ? 'at least' : bound;

/** The bound of a figure's size, as where it is told without its sign. */
export const boundOfSize = (value: number, bound: Bound | null): Bound | null => (value < 0 ? turned(bound) : bound);

/** Bounds of parts that are added up: those that point both ways leave the sum open. */
export function boundOfAll(bounds: Iterable<Bound | null>): Bound | null {
  let found: Bound | null = null;
  for (const bound of bounds) {
    if (bound === null || bound === found) continue;
    if (found !== null) return 'open';
    found = bound;
  }
  return found;
}

/** True for a bound worth telling. The side of an open bound is not known, so the measured share says everything. */
export const isTold = (bound: Bound | null): bound is Exclude<Bound, 'open'> => bound !== null && bound !== 'open';

/** Words before a figure: `at least `, `at most `, or nothing. */
export const boundWords = (bound: Bound | null, language: Language = 'en'): string =>
  isTold(bound) ? `${boundWord(bound, language)} ` : '';

/** `at least` or `at most`. */
export const boundWord = (bound: Exclude<Bound, 'open'>, language: Language): string =>
  catalogueOf(language).measureTerms[bound];

export const isBoundWord = (word: string | undefined): boolean =>
  LANGUAGES.some((language) => (['at least', 'at most'] as const).some((bound) => boundWord(bound, language) === word));
