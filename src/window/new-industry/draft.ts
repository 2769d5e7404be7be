import { z } from 'zod';
import { times } from '../../kernel/measure/exact.ts';
import { milliUnitsPerCubicMetre, VOLUME_UNITS } from '../../kernel/measure/litres.ts';
import { freeKey } from '../islands/key-of-name.ts';

/*
 * An industry that is being made. The draft is its bundle, as far as it was typed, and each form of its page carries
 * it. Only what the forms need is read here: provisioning says what is wrong with the rest.
 */

const part = z.looseObject({ id: z.string(), displayName: z.string(), units: z.array(z.string()) });
const unit = z.looseObject({
  unitId: z.string(),
  displayName: z.string(),
  standardCategoryId: z.string(),
  siUnit: z.string(),
});
const draft = z.looseObject({
  industry: z.looseObject({ industryId: z.string(), industryName: z.string(), meta: z.looseObject({}) }),
  categoriesV2: z
    .record(z.string(), z.looseObject({ standardCategoryId: z.string(), subCategories: z.array(part) }))
    .default({}),
  units: z.array(unit).default([]),
});

export type IndustryDraft = z.infer<typeof draft>;
export type DraftUnit = IndustryDraft['units'][number];

/** A draft from its text; null: the forms cannot show it. */
export function readDraft(text: string): IndustryDraft | null {
  try {
    return draft.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A part of a category, with its place in the draft. */
interface ListedPart {
  readonly categoryKey: string;
  readonly standardCategoryId: string;
  /** Index within its category. */
  readonly at: number;
  readonly id: string;
  readonly displayName: string;
  readonly units: readonly string[];
}

export const listedParts = ({ categoriesV2 }: Pick<IndustryDraft, 'categoriesV2'>): readonly ListedPart[] =>
  Object.entries(categoriesV2).flatMap(([categoryKey, { standardCategoryId, subCategories }]) =>
    subCategories.map(({ id, displayName, units }, at) => ({
      categoryKey,
      standardCategoryId,
      at,
      id,
      displayName,
      units,
    })),
  );

/** A part as a form names it. */
export const placeName = ({ categoryKey, id }: Pick<ListedPart, 'categoryKey' | 'id'>): string =>
  JSON.stringify([categoryKey, id]);

/** The part in which a unit stands, as a form names it; empty: in none. */
export function placeOfUnit(from: IndustryDraft, unitId: string): string {
  const found = listedParts(from).find(({ units }) => units.includes(unitId));
  return found === undefined ? '' : placeName(found);
}

/** The draft with changed parts. A category without parts is left out. */
function withParts(from: IndustryDraft, change: (part: ListedPart) => Partial<ListedPart> | null): IndustryDraft {
  const categories = Object.entries(from.categoriesV2).map(([categoryKey, category]) => {
    const { standardCategoryId, subCategories } = category;
    const changed = subCategories.flatMap((one, at) => {
      const next = change({ ...one, categoryKey, standardCategoryId, at });
      return next === null ? [] : [{ ...one, ...next, units: [...(next.units ?? one.units)] }];
    });
    return [categoryKey, { ...category, subCategories: changed }] as const;
  });
  return {
    ...from,
    categoriesV2: Object.fromEntries(categories.filter(([, { subCategories }]) => subCategories.length > 0)),
  };
}

export const withPartNamed = (from: IndustryDraft, place: string, displayName: string): IndustryDraft =>
  withParts(from, (one) => (placeName(one) === place ? { displayName } : {}));

export const withoutPart = (from: IndustryDraft, place: string): IndustryDraft =>
  withParts(from, (one) => (placeName(one) === place ? null : {}));

/** The draft with one more part, and the part as a form names it. Braces have a meaning in formulas. */
export function withNewPart(
  from: IndustryDraft,
  name: string,
  { categoryKey, standardCategoryId }: Pick<ListedPart, 'categoryKey' | 'standardCategoryId'>,
): { readonly draft: IndustryDraft; readonly place: string } {
  const taken = new Set([...listedParts(from).map(({ id }) => id), ...from.units.map(({ unitId }) => unitId)]);
  const id = freeKey(name.replaceAll(/[{}]/g, ''), (one) => taken.has(one));
  const category = from.categoriesV2[categoryKey] ?? { standardCategoryId, subCategories: [] };
  const subCategories = [...category.subCategories, { id, displayName: name, units: [] }];
  return {
    draft: { ...from, categoriesV2: { ...from.categoriesV2, [categoryKey]: { ...category, subCategories } } },
    place: placeName({ categoryKey, id }),
  };
}

/** Moves a unit from the part in which it stands to another one; empty: to none. */
export function withPlace(from: IndustryDraft, unitId: string, place: string): IndustryDraft {
  const before = placeOfUnit(from, unitId);
  if (before === place) return from;
  return withParts(from, (one) => {
    const name = placeName(one);
    if (name === before) return { units: one.units.filter((id) => id !== unitId) };
    return name === place ? { units: [...one.units, unitId] } : {};
  });
}

const calculated = z.looseObject({ calculations: z.string() });

/**
 * The draft with these keys of its units, by their places. Parts and formulas follow all changes at once, because keys
 * may be exchanged. They follow none from or to a key that two units have.
 */
export function withKeys(from: IndustryDraft, keys: readonly string[]): IndustryDraft {
  const before = from.units.map(({ unitId }) => unitId);
  const isClear = (among: readonly string[], key: string): boolean => among.indexOf(key) === among.lastIndexOf(key);
  const renamed = new Map(
    before.flatMap((key, at) => {
      const next = keys[at] ?? key;
      const isFollowed =
        ![key, next].includes('') && isClear(before, key) && isClear(before, next) && isClear(keys, next);
      return next !== key && isFollowed ? [[key, next] as const] : [];
    }),
  );
  const followed = (key: string): string => renamed.get(key) ?? key;
  return {
    ...withParts(from, (one) => ({ units: one.units.map(followed) })),
    units: from.units.map((one, at) => {
      const unit = { ...one, unitId: keys[at] ?? one.unitId };
      const meta = calculated.safeParse(one['meta']).data;
      if (meta === undefined) return unit;
      const calculations = meta.calculations.replaceAll(/\{([^{}]*)\}/g, (_, key: string) => `{${followed(key)}}`);
      return { ...unit, meta: { ...meta, calculations } };
    }),
  };
}

export const withoutUnits = (from: IndustryDraft, isGone: (unit: DraftUnit, at: number) => boolean): IndustryDraft =>
  tidy({ ...from, units: from.units.filter((one, at) => !isGone(one, at)) });

/** The draft whose parts name each of its units once, and no others. */
export function tidy(from: IndustryDraft): IndustryDraft {
  const known = new Set(from.units.map(({ unitId }) => unitId));
  return withParts(from, ({ units }) => ({ units: [...new Set(units)].filter((unitId) => known.has(unitId)) }));
}

/** Measures of volume to choose from; a file may have others. */
export const OFFERED_VOLUMES = ['KL', 'm³', 'L', 'ML'] as const;

const isVolume = (siUnit: string): boolean => VOLUME_UNITS.includes(siUnit);

/** The measure in which the industry counts water: that of its first unit with one. */
export const volumeOf = ({ units }: Pick<IndustryDraft, 'units'>): string =>
  units.find(({ siUnit }) => isVolume(siUnit))?.siUnit ?? OFFERED_VOLUMES[0];

/** All water in another measure. Capacities stay as large as they were. */
export function withVolume(from: IndustryDraft, volume: string): IndustryDraft {
  if (volume === volumeOf(from) || !isVolume(volume)) return from;
  const units = from.units.map((one) => {
    if (!isVolume(one.siUnit)) return one;
    const { maxCapacity } = one;
    const factor = (milliUnitsPerCubicMetre(volume) ?? 1) / (milliUnitsPerCubicMetre(one.siUnit) ?? 1);
    return {
      ...one,
      siUnit: volume,
      ...(typeof maxCapacity === 'number' ? { maxCapacity: times(maxCapacity, factor) } : {}),
    };
  });
  return { ...from, units };
}
