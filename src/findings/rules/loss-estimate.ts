import { isObject } from '../../kernel/json.ts';
import { MILLI } from '../../kernel/measure/exact.ts';
import { LITRES_PER_CUBIC_METRE, litresOf } from '../../kernel/measure/litres.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import { type FindingKind, KINDS } from './kinds.ts';

/** Prices of water and energy of an industry, `meta.tariff`. A missing price is not assumed. */
interface Tariff {
  readonly perCubicMetre: number | null;
  readonly perKilowattHour: number | null;
  readonly currency: string | null;
}

const price = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

export function tariffOf(meta: Readonly<Record<string, unknown>>): Tariff {
  const { tariff } = meta;
  if (!isObject(tariff)) return { perCubicMetre: null, perKilowattHour: null, currency: null };
  return {
    perCubicMetre: price(tariff['perCubicMetre']),
    perKilowattHour: price(tariff['perKilowattHour']),
    currency: typeof tariff['currency'] === 'string' ? tariff['currency'] : null,
  };
}

/** Kilowatt-hours in the measures of energy. A map, because a unit may be measured in anything, `constructor` too. */
const KILOWATT_HOURS: ReadonlyMap<string, number> = new Map([
  ['wh', 0.001],
  ['kwh', 1],
  ['mwh', 1000],
  ['kvah', 1],
]);

/** Litres of a figure in thousandths of siUnit; null: siUnit is no volume. */
export const litresOfFigure = (figure: number | null, siUnit: string): number | null =>
  litresOf(figure === null ? null : figure / MILLI, siUnit);

function kilowattHoursOf(figure: number | null, siUnit: string): number | null {
  const hours = KILOWATT_HOURS.get(siUnit.trim().toLowerCase());
  return figure === null || hours === undefined ? null : (figure / MILLI) * hours;
}

interface LossEstimate {
  readonly litres: number | null;
  readonly kilowattHours: number | null;
  readonly money: number | null;
}

/** The kind and the measure of an amount; group null: the amount is of the whole industry. */
interface Measured {
  readonly group: UnitGroup | null;
  readonly siUnit: string;
}

/** Litres, energy and money of a finding's amount. Money of energy is told of drift alone: other energy was used. */
export function lossEstimateOf(
  kind: FindingKind,
  quantity: number | null,
  { group, siUnit }: Measured,
  tariff: Tariff,
): LossEstimate {
  if (group === 'ENERGY') {
    const hours = kilowattHoursOf(quantity, siUnit);
    const money = hours === null || tariff.perKilowattHour === null ? null : hours * tariff.perKilowattHour;
    return { litres: null, kilowattHours: hours, money: kind === 'energy-drift' ? money : null };
  }
  const litres = litresOfFigure(quantity, siUnit);
  const money =
    litres === null || tariff.perCubicMetre === null ? null : (litres / LITRES_PER_CUBIC_METRE) * tariff.perCubicMetre;
  return { litres, kilowattHours: null, money };
}

interface Ranked {
  readonly kind: FindingKind;
  readonly isOpen: boolean;
  readonly confidence: number;
  readonly litresPerDay: number | null;
}

/**
 * Order in which people should look at findings: open ones first, then by the probable litres a day. A kind without
 * litres is placed by its urgency.
 */
export function byRank(a: Ranked, b: Ranked): number {
  const score = ({ kind, confidence, litresPerDay }: Ranked): number =>
    confidence * (KINDS[kind].urgency + Math.log10(1 + Math.max(0, litresPerDay ?? 0)));
  return Number(b.isOpen) - Number(a.isOpen) || score(b) - score(a);
}
