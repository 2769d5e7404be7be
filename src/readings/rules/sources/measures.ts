import { MILLI } from '../../../kernel/measure/exact.ts';
import { divided, multiplied, type Ratio, ratioOf, roundedTo } from '../../../kernel/measure/ratio.ts';

/** Measures in which a device may count. Gallons are named by their country, because they differ by 20 %. */
export const MEASURES = ['m3', 'KL', 'L', 'ft3', 'galUS', 'galUK', 'Wh', 'kWh', 'MWh', 'MJ'] as const;
export type Measure = (typeof MEASURES)[number];

interface Size {
  readonly kind: 'volume' | 'energy';
  /** In litres or watt hours. */
  readonly size: Ratio;
}

const volume = (numerator: bigint, denominator = 1n): Size => ({ kind: 'volume', size: { numerator, denominator } });
const energy = (numerator: bigint, denominator = 1n): Size => ({ kind: 'energy', size: { numerator, denominator } });

/** By definition: a US gallon is 231 cubic inches, an imperial one 4.54609 L, 3.6 MJ are 1 kWh. */
const SIZES: Readonly<Record<Measure, Size>> = {
  m3: volume(1000n),
  KL: volume(1000n),
  L: volume(1n),
  ft3: volume(28_316_846_592n, 1_000_000_000n),
  galUS: volume(3_785_411_784n, 1_000_000_000n),
  galUK: volume(454_609n, 100_000n),
  Wh: energy(1n),
  kWh: energy(1000n),
  MWh: energy(1_000_000n),
  MJ: energy(2500n, 9n),
};

/** Other names that units have for these, and a measure that no meter counts in. */
const OF_UNITS: Readonly<Record<string, Size>> = {
  ...SIZES,
  kL: SIZES.KL,
  kl: SIZES.KL,
  'm³': SIZES.m3,
  l: SIZES.L,
  ML: volume(1_000_000n),
  KWH: SIZES.kWh,
  kwh: SIZES.kWh,
};

/** A device counts in `measure`; pulses have a weight, so that one counts `weight` of it. */
export interface Counted {
  readonly measure: Measure;
  readonly weight: number;
}

/**
 * An amount in thousandths of a unit's measure, rounded once, to their millionths. null: one of the two is a volume and
 * the other is not.
 * @param counted null: the amount is in the unit's own measure
 */
export function milliUnitsOf(amount: number, counted: Counted | null, siUnit: string): number | null {
  const milli: Ratio = multiplied(ratioOf(amount), { numerator: BigInt(MILLI), denominator: 1n });
  if (counted === null) return roundedTo(6, milli);
  const [from, to] = [SIZES[counted.measure], Object.hasOwn(OF_UNITS, siUnit) ? OF_UNITS[siUnit] : undefined];
  if (to?.kind !== from.kind) return null;
  const converted = divided(multiplied(multiplied(milli, ratioOf(counted.weight)), from.size), to.size);
  return converted === null ? null : roundedTo(6, converted);
}
