import { roundedBand, type BalanceStatus } from './status.ts';
import { boundWords, completenessOfAll } from '../../kernel/document/completeness.ts';
import { figureText, roundedDecimals, sentenceCase } from '../../kernel/format/figure-text.ts';
import { sumOrNull } from '../../figures/rules/processors/numbers.ts';
import type { WaterBalance } from './balance.ts';
import type { BalanceFigure } from './figure.ts';
import { balanceDecimals } from './node-figure.ts';
import type { Band } from './uncertainty.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import { filledText } from '../../kernel/format/message.ts';
import type { Language } from '../../kernel/language.ts';

/** The fields of a balance that its flows need. */
export type FlowBalance = Pick<WaterBalance, 'figures' | 'sources' | 'uses' | 'iwa'>;

/** Whether there are flows to draw: a side has a figure, and all figures have one unit of measure. */
export function hasFlows({ figures: { inflow, outflow, stockChange }, sources, uses }: FlowBalance): boolean {
  const known = [...Object.values(sources), ...Object.values(uses), stockChange].filter(({ value }) => value !== null);
  const units = new Set(known.map(({ siUnit }) => siUnit));
  return units.size <= 1 && (inflow.value !== null || outflow.value !== null);
}

/** A flow into the system, or out of it. */
export interface FlowPart {
  readonly name: string;
  readonly kind: 'flow' | 'stock' | 'unaccounted';
  readonly figure: BalanceFigure;
  readonly status: BalanceStatus | null;
}

export interface FlowSides {
  /** Flows into the system. */
  readonly left: readonly FlowPart[];
  /** Flows out of it: uses, gain of the tanks, unaccounted-for water. */
  readonly right: readonly FlowPart[];
}

/**
 * The two sides of a balance, which always add up to the same: sources on the left, uses on the right. Gain of tanks
 * and unaccounted-for water are on the right. A part with a negative figure moves to the other side: loss of tanks, or
 * outflow beyond inflow.
 * @param most number of single flows on a side; the smallest others become one
 */
export function flowSides(
  { sources, uses, figures }: FlowBalance,
  most = Infinity,
  language: Language = 'en',
): FlowSides {
  const words = catalogueOf(language).balancePicture;
  const { stockChange, unaccounted } = figures;
  const brought = gathered(eachOnce(sources), most, language).map((part) => partOf(part.displayName, part, 'flow', 1));
  const taken = [
    ...gathered(eachOnce(uses), most, language).map((part) => partOf(part.displayName, part, 'flow', -1)),
    ...(stockChange.value !== null || stockChange.slotsExpected > 0
      ? [partOf(words[stockName(stockChange.value)], stockChange, 'stock', -1)]
      : []),
    {
      ...partOf(words[unaccountedName(unaccounted.value)], unaccounted, 'unaccounted', -1),
      status: unaccounted.status,
    },
  ];
  const all = [...brought, ...taken];
  const isLeft = ({ figure: { value }, side }: Sided): boolean =>
    value === null || value === 0 ? side === 1 : value * side > 0;
  const without = ({ side: _, ...part }: Sided): FlowPart => part;
  return { left: all.filter(isLeft).map(without), right: all.filter((part) => !isLeft(part)).map(without) };
}

interface Sided extends FlowPart {
  readonly side: 1 | -1;
}

const partOf = (name: string, figure: BalanceFigure, kind: FlowPart['kind'], side: 1 | -1): Sided => ({
  name,
  kind,
  figure,
  status: null,
  side,
});

const stockName = (change: number | null): 'stockChange' | 'takenFromTanks' | 'keptInTanks' =>
  change === null || change === 0 ? 'stockChange' : change < 0 ? 'takenFromTanks' : 'keptInTanks';
const unaccountedName = (rest: number | null): 'moreThanCameIn' | 'unaccounted' =>
  rest !== null && rest < 0 ? 'moreThanCameIn' : 'unaccounted';

type Named = BalanceFigure & { readonly displayName: string };

const sizeOf = ({ value }: BalanceFigure): number => Math.abs(value ?? 0);
export const partSize = ({ figure }: FlowPart): number => sizeOf(figure);

/** Sub-categories that had a unit: where all units were retired before, nothing is missing. */
export const partsInUse = <Part extends { readonly units: readonly unknown[] }>(parts: readonly Part[]): Part[] =>
  parts.filter(({ units }) => units.length > 0);

/**
 * Sub-categories of a side, each unit in the first that lists it: it is once in the side's total, and the two sides
 * would not add up to the same otherwise.
 */
function eachOnce(parts: FlowBalance['sources']): readonly Named[] {
  const seen = new Set<string>();
  return partsInUse(Object.values(parts)).flatMap((part): Named[] => {
    const own = part.units.filter(({ unitId }) => !seen.has(unitId));
    for (const { unitId } of own) seen.add(unitId);
    if (own.length === part.units.length) return [part];
    if (own.length === 0) return [];
    const value = part.value === null ? null : sumOrNull(own.map((unit) => unit.value));
    return [{ ...part, ...completenessOfAll(own), value, band: null }];
  });
}

/** The largest parts in their order, with the sum of the others behind them. */
function gathered(parts: readonly Named[], most: number, language: Language): readonly Named[] {
  if (parts.length <= most) return parts;
  const alone = new Set(parts.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, most - 1));
  const others = parts.filter((part) => !alone.has(part));
  const rest: Named = {
    displayName: filledText(catalogueOf(language).balancePicture.others, { count: others.length }, language),
    value: sumOrNull(others.map(({ value }) => value)),
    siUnit: others[0]?.siUnit ?? null,
    // The sum has no band, because its parts may share meters, and widths then do not add up.
    band: null,
    ...completenessOfAll(others),
  };
  return [...parts.filter((part) => alone.has(part)), rest];
}

/** Writes a flow with its unit of measure and the decimals of all flows, or fewer. */
export type WriteFlow = (value: number, mostDecimals?: number) => string;

interface Volume {
  readonly value: number | null;
}
type Volumes = Readonly<Record<string, Volume & { readonly units: readonly Volume[] }>>;

/** All volumes of a balance: its totals, its sub-categories and their units. */
export const volumesOf = ({
  figures,
  sources,
  uses,
}: {
  readonly figures: Readonly<Record<string, Volume>>;
  readonly sources: Volumes;
  readonly uses: Volumes;
}): readonly number[] =>
  [
    ...Object.values(figures),
    ...[sources, uses].flatMap((side) => Object.values(side).flatMap((part) => [part, ...part.units])),
  ].flatMap(({ value }) => value ?? []);

/** Half the width of a band, with no digit beyond those that it is told by. */
export function bandWidth(band: Band, write: WriteFlow): string {
  const { plusMinus } = roundedBand(band);
  return write(plusMinus, roundedDecimals([plusMinus]));
}

/** A writer of a balance's flows, with the decimals that all its volumes have. */
export function flowWriter(balance: FlowBalance): WriteFlow {
  const { inflow, outflow } = balance.figures;
  const decimals = balanceDecimals(volumesOf(balance));
  const siUnit = inflow.siUnit ?? outflow.siUnit ?? '';
  return (value, mostDecimals = decimals) =>
    `${figureText(value, Math.min(decimals, mostDecimals))}${siUnit === '' ? '' : `\u00a0${siUnit}`}`;
}

/** A sentence for readers who do not see the picture. */
export function flowsSentence(
  { figures: { inflow, outflow, unaccounted } }: FlowBalance,
  write: WriteFlow,
  language: Language,
): string {
  const words = catalogueOf(language).balancePicture;
  const text = ({ value, bound }: BalanceFigure): string =>
    value === null ? words.unknownAmount : `${boundWords(bound, language)}${write(value)}`;
  const amount = text(unaccounted);
  const rest =
    unaccounted.band === null
      ? amount
      : filledText(words.plusMinus, { amount, band: bandWidth(unaccounted.band, write) }, language);
  const values = { inflow: sentenceCase(text(inflow)), outflow: text(outflow), rest };
  return filledText(unaccounted.status === 'balanced' ? words.sentenceBalanced : words.sentence, values, language);
}
