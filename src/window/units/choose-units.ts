import type { z } from '@hono/zod-openapi';
import { isSilentNow } from '../../figures/rules/device-data/overview.ts';
import type { categoryObject } from '../../industries/http/schemas/industry.ts';
import type { unitOfIndustry } from '../../industries/http/user/units.ts';
import { NEWEST_GENERATIONS_FIRST } from '../../kernel/industry/industry.ts';
import { rankOf } from '../find/rank.ts';

export type ListedUnit = z.infer<typeof unitOfIndustry>;
/** A unit as lists and selects need it. */
export type NamedUnit = Pick<ListedUnit, 'unitId' | 'unitName'>;
export type ListedCategory = z.infer<typeof categoryObject>;

export const UNIT_STATES = ['inUse', 'silent', 'retired'] as const;
type UnitState = (typeof UNIT_STATES)[number];

/** The units that a reader wants to see. An empty text asks for all. */
export interface UnitChoice {
  readonly search: string;
  /** A category by its key, or one of its parts by {@link partName}. */
  readonly category: string;
  readonly state: string;
}

/** Units by their names, those out of use behind the others. */
export const inListOrder = (units: readonly ListedUnit[], language: string): readonly ListedUnit[] => {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return units.toSorted(
    (a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null) || compare(a.unitName, b.unitName),
  );
};

export const isSilent = ({ virtual, retiredAt, lastSeen, dataUpdateFrequency }: ListedUnit, nowMs: number): boolean =>
  !virtual
  && retiredAt === null
  && isSilentNow(lastSeen === null ? null : Date.parse(lastSeen), dataUpdateFrequency, nowMs);

const IS_IN_STATE: Readonly<Record<UnitState, (unit: ListedUnit, nowMs: number) => boolean>> = {
  inUse: ({ retiredAt }) => retiredAt === null,
  silent: isSilent,
  retired: ({ retiredAt }) => retiredAt !== null,
};

/** Categories that together list every listed unit, as Today shows them: older names of the same units are left out. */
export function latestCategories(categories: readonly ListedCategory[]): readonly ListedCategory[] {
  const seen = new Set<string>();
  return NEWEST_GENERATIONS_FIRST.flatMap((latest) => {
    const unitsOf = ({ subCategories }: ListedCategory): readonly string[] =>
      subCategories.flatMap(({ units }) => units);
    const added = categories.filter(
      (one) => one.generation === latest && unitsOf(one).some((unitId) => !seen.has(unitId)),
    );
    for (const unitId of added.flatMap(unitsOf)) seen.add(unitId);
    return added;
  });
}

/** A part of a category as the list of units is asked for it. Either name may have a slash itself. */
export const partName = (categoryKey: string, partId: string): string => `${categoryKey}/${partId}`;

/** @param categories the latest */
export function chosenUnits(
  units: readonly ListedUnit[],
  categories: readonly ListedCategory[],
  { search, category, state }: UnitChoice,
  nowMs: number,
): readonly ListedUnit[] {
  const listed = new Set(
    categories.flatMap(({ categoryKey, subCategories }) =>
      subCategories
        .filter(({ id }) => category === categoryKey || category === partName(categoryKey, id))
        .flatMap((one) => one.units),
    ),
  );
  const known = UNIT_STATES.find((one) => one === state);
  return units.filter(
    (unit) =>
      (category === '' || listed.has(unit.unitId))
      && (known === undefined || IS_IN_STATE[known](unit, nowMs))
      && (search === '' || rankOf({ name: unit.unitName, id: unit.unitId }, search) !== null),
  );
}

/** Units beside one in the list. */
export function neighboursOf(
  units: readonly ListedUnit[],
  unitId: string,
  language: string,
): { readonly before: NamedUnit | undefined; readonly after: NamedUnit | undefined } {
  const sorted = inListOrder(units, language);
  const at = sorted.findIndex((unit) => unit.unitId === unitId);
  return { before: sorted[at - 1], after: sorted[at + 1] };
}
