import { sideOf } from '../figures/rules/device-data/overview.ts';
import type { Texts } from './texts.ts';

/** A category of GET /api/user/categories or of an overview, as far as its name needs it. */
interface NamedCategory {
  readonly categoryKey: string;
  readonly standardCategoryId: string;
  readonly subCategories: readonly { readonly displayName: string }[];
}

/** Keys of the specification that say more than their side. */
const NAMED: Readonly<Record<string, keyof Texts['today']>> = {
  ID_RAW_WATER_STOCK: 'rawStock',
  ID_RECYCLED_WATER_STOCK: 'recycledStock',
  ID_RAIN_WATER: 'rainWater',
  virtualCategory: 'virtual',
};

function nameOf(category: NamedCategory, { today }: Texts): string {
  const named = NAMED[category.categoryKey];
  if (named !== undefined) return today[named];
  const side = sideOf({ ...category, subCategories: [] });
  return side === 'other' ? `${today.other}: ${category.categoryKey}` : today[side];
}

export const partsOf = ({ subCategories }: Pick<NamedCategory, 'subCategories'>): string =>
  subCategories.map(({ displayName }) => displayName).join(', ');

/** A name for each category. Of two that would be alike each says its parts, or its key where the parts are alike. */
export function categoryNames(categories: readonly NamedCategory[], texts: Texts): readonly string[] {
  const names = categories.map((category) => nameOf(category, texts));
  const told = categories.map((category, at) => {
    const name = names[at] ?? '';
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name}: ${partsOf(category)}`;
  });
  return told.map((name, at) =>
    told.indexOf(name) === told.lastIndexOf(name) ? name : `${names[at] ?? ''}: ${categories[at]?.categoryKey ?? ''}`,
  );
}
