import { z } from 'zod';
import { CATEGORY_GENERATIONS, type CategoryGeneration } from '../../../kernel/industry/industry.ts';
import { isStorable } from '../../../kernel/json.ts';
import { volumeCurve } from './fields.ts';

/*
 * The content of a bundle as far as it can be read, so that mistakes between its parts are reported together with
 * mistakes of shape. A field of the wrong type is null here, because the schema reports it.
 */

const readableText = z.string().refine(isStorable).nullable().catch(null);

const readableCurve = volumeCurve.nullable().catch(null);

const unit = z
  .object({
    unitId: readableText,
    standardCategoryId: readableText,
    siUnit: readableText,
    maxCapacity: z.unknown().optional(),
    meta: z
      .object({ calculations: readableText, volumeCurve: readableCurve })
      .catch({ calculations: null, volumeCurve: null }),
  })
  .catch({
    unitId: null,
    standardCategoryId: null,
    siUnit: null,
    maxCapacity: undefined,
    meta: { calculations: null, volumeCurve: null },
  });

const subCategory = z
  .object({ id: readableText, units: z.array(readableText).catch([]) })
  .catch({ id: null, units: [] });
const category = z.object({ subCategories: z.array(subCategory).catch([]) }).catch({ subCategories: [] });
const categories = z.record(z.string(), category).nullable().catch(null);

const user = z
  .object({ userId: readableText, email: readableText, username: readableText, password: z.unknown().optional() })
  .catch({ userId: null, email: null, username: null, password: undefined });

const bundle = z.object({
  industry: z.object({ industryId: readableText }).catch({ industryId: null }),
  units: z.array(unit).nullable().catch(null),
  categories,
  categoriesV2: categories,
  standardCategories: categories,
  users: z.array(user).nullable().catch(null),
});

export type DeclaredUnit = z.infer<typeof unit>;
type DeclaredUser = z.infer<typeof user>;
export interface DeclaredCategory {
  readonly generation: CategoryGeneration;
  readonly categoryKey: string;
  readonly subCategories: readonly { readonly id: string | null; readonly units: readonly (string | null)[] }[];
}

export interface Declared {
  readonly industryId: string | null;
  /** null: the bundle has no such section that can be read, and the stored one stays. */
  readonly units: readonly DeclaredUnit[] | null;
  readonly categories: readonly DeclaredCategory[];
  /** Generations of categories with a section in the bundle. */
  readonly generations: ReadonlySet<CategoryGeneration>;
  readonly users: readonly DeclaredUser[] | null;
}

export function readDeclared(input: unknown): Declared {
  const parsed = bundle.safeParse(typeof input === 'object' && input !== null ? input : {});
  if (!parsed.success) return { industryId: null, units: null, categories: [], generations: new Set(), users: null };
  const { industry, units, users } = parsed.data;
  const sections = CATEGORY_GENERATIONS.map((generation) => ({ generation, section: parsed.data[generation] }));
  return {
    industryId: industry.industryId,
    units,
    categories: sections.flatMap(({ generation, section }) =>
      Object.entries(section ?? {}).map(([categoryKey, { subCategories }]) => ({
        generation,
        categoryKey,
        subCategories,
      })),
    ),
    generations: new Set(sections.filter(({ section }) => section !== null).map(({ generation }) => generation)),
    users,
  };
}

/** Names with which the declared users will log in, as written. */
export const declaredLoginNames = (declared: Declared): string[] => [
  ...new Set(
    (declared.users ?? []).flatMap(({ username, email }) => [username, email]).filter((text) => text !== null),
  ),
];
