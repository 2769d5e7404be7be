import { minus } from '../../kernel/measure/exact.ts';
import { sumOrNull } from '../../figures/rules/processors/numbers.ts';

/** Kinds of water that a source may give (`meta.waterSource` of its unit). */
export const WATER_SOURCES = ['fresh', 'recycled', 'rain'] as const;
export type WaterSource = (typeof WATER_SOURCES)[number];

export const NEUTRALITY_RATINGS = ['water positive', 'water neutral', 'not water neutral', 'unknown'] as const;
type NeutralityRating = (typeof NEUTRALITY_RATINGS)[number];

export interface Sustainability {
  /**
   * (recycled + rain) / fresh, 4 decimals; null when no unit declares its kind of water, or no fresh water was
   * measured.
   */
  readonly waterNeutralityIndex: number | null;
  readonly rating: NeutralityRating;
  readonly freshWithdrawal: number | null;
  readonly recycled: number | null;
  readonly rainWater: number | null;
}

export const waterSourceOf = (meta: Readonly<Record<string, unknown>>): WaterSource | null =>
  WATER_SOURCES.find((source) => source === meta['waterSource']) ?? null;

const INDEX_PARTS = 10_000;

/**
 * Share of the withdrawn fresh water that recycled and harvested rain water make good. Industry is water neutral where
 * verified savings reach its fresh-water use, and water positive beyond (NITI Aayog, Water Neutrality for Indian
 * Industry, 2023). Spec gap: formula and ratings are not stated. A source without a declared kind counts as fresh,
 * because savings have to be shown. Savings outside of the site are not measured and not in the index. Half a percent
 * to either side of 1 counts as neutral.
 */
export function sustainabilityOf(
  sources: readonly { readonly value: number | null; readonly waterSource: WaterSource | null }[],
): Sustainability {
  if (sources.every(({ waterSource }) => waterSource === null)) return NOT_SAID;
  const of = (...kinds: readonly (WaterSource | null)[]): number | null =>
    sumOrNull(sources.filter(({ waterSource }) => kinds.includes(waterSource)).map(({ value }) => value));
  const [freshWithdrawal, recycled, rainWater] = [of('fresh', null), of('recycled'), of('rain')];
  const returned = sources.some(isReturned) ? of('recycled', 'rain') : 0;
  const isKnown = freshWithdrawal !== null && freshWithdrawal > 0 && returned !== null;
  const waterNeutralityIndex = isKnown ? Math.round((returned / freshWithdrawal) * INDEX_PARTS) / INDEX_PARTS : null;
  return { waterNeutralityIndex, rating: ratingOf(waterNeutralityIndex), freshWithdrawal, recycled, rainWater };
}

const isReturned = ({ waterSource }: { readonly waterSource: WaterSource | null }): boolean =>
  waterSource === 'recycled' || waterSource === 'rain';

const NOT_SAID: Sustainability = {
  waterNeutralityIndex: null,
  rating: 'unknown',
  freshWithdrawal: null,
  recycled: null,
  rainWater: null,
};
const NEUTRAL_WITHIN = 0.005;

function ratingOf(index: number | null): NeutralityRating {
  if (index === null) return 'unknown';
  if (Math.abs(minus(index, 1)) <= NEUTRAL_WITHIN) return 'water neutral';
  return index > 1 ? 'water positive' : 'not water neutral';
}
