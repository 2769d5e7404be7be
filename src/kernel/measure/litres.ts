export const LITRES_PER_CUBIC_METRE = 1000;
/** Litres in a cubic metre and in other measures of volume. */
const LITRES: ReadonlyMap<string, number> = new Map([
  ['KL', LITRES_PER_CUBIC_METRE],
  ['kL', LITRES_PER_CUBIC_METRE],
  ['kl', LITRES_PER_CUBIC_METRE],
  ['m3', LITRES_PER_CUBIC_METRE],
  ['m³', LITRES_PER_CUBIC_METRE],
  ['L', 1],
  ['l', 1],
  ['ML', 1_000_000],
]);

/** Measures of volume that are known, as a unit's siUnit names them. */
export const VOLUME_UNITS = [...LITRES.keys()];

/** Litres of an amount of water; null where it is no water, or not known. */
export function litresOf(amount: number | null, siUnit: string): number | null {
  const factor = LITRES.get(siUnit);
  return amount === null || factor === undefined ? null : Math.round(amount * factor * 1000) / 1000;
}

/** Litres in the volume of a measure: of `KL/day`, in KL. In cubic metres where the measure is of no volume. */
export function volumeFromLitres(litres: number, measure: string): { readonly value: number; readonly unit: string } {
  const [unit = ''] = measure.split(/[/ ]/);
  const factor = LITRES.get(unit);
  return factor === undefined
    ? { value: litres / LITRES_PER_CUBIC_METRE, unit: 'm³' }
    : { value: litres / factor, unit };
}

const MILLI_UNITS = 1000;

/** Thousandths of siUnit in a cubic metre, the measure of figures; null: siUnit is no volume. */
export function milliUnitsPerCubicMetre(siUnit: string): number | null {
  const factor = LITRES.get(siUnit);
  return factor === undefined ? null : (LITRES_PER_CUBIC_METRE / factor) * MILLI_UNITS;
}
