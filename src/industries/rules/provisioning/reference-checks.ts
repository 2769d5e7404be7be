import type { ErrorDetail } from '../../../kernel/errors.ts';
import { CATEGORY_GENERATIONS } from '../../../kernel/industry/industry.ts';
import type { Declared, DeclaredCategory } from './declared.ts';
import { fieldOf, type Path, problem, shownField } from '../../../kernel/problems.ts';
import type { StoredTenant } from './stored.ts';

/** Mistakes between parts of a bundle, and between the bundle and the stored tenant. */
export const referenceProblems = (declared: Declared, stored: StoredTenant): ErrorDetail[] => [
  ...repeated(unitIds(declared)),
  ...categoryProblems(declared, stored),
  ...repeated((declared.users ?? []).map(({ userId }, index) => ({ path: ['users', index, 'userId'], text: userId }))),
  ...loginNameProblems(declared, stored),
  ...passwordProblems(declared, stored),
];

interface Placed {
  readonly path: Path;
  readonly text: string | null;
}

const unitIds = (declared: Declared): Placed[] =>
  (declared.units ?? []).map(({ unitId }, index) => ({ path: ['units', index, 'unitId'], text: unitId }));

/** Places whose text an earlier place has, too. */
function repeated(places: readonly Placed[]): ErrorDetail[] {
  const first = new Map<string, Path>();
  return places.flatMap(({ path, text }) => {
    if (text === null) return [];
    const earlier = first.get(text);
    if (earlier === undefined) first.set(text, path);
    return earlier === undefined
      ? []
      : [
          {
            field: fieldOf(path),
            problem: `is ${shownField(text)}, the same as ${fieldOf(earlier)}; allowed is each only once`,
          },
        ];
  });
}

/** Ids of the units in use after the bundle. */
export const unitIdsAfter = (declared: Declared, stored: StoredTenant): Set<string> =>
  new Set(
    declared.units === null
      ? stored.units.filter((unit) => !unit.removed).map((unit) => unit.unitId)
      : declared.units.flatMap(({ unitId }) => unitId ?? []),
  );

/**
 * Ids of units that were retired before the bundle and stay so. Categories keep them, because a restored unit shall be
 * in its old place.
 */
export const retiredIds = (declared: Declared, stored: StoredTenant): ReadonlySet<string> =>
  new Set(stored.units.filter((unit) => unit.removed).map((unit) => unit.unitId)).difference(
    unitIdsAfter(declared, stored),
  );

function categoryProblems(declared: Declared, stored: StoredTenant): ErrorDetail[] {
  const known = unitIdsAfter(declared, stored).union(retiredIds(declared, stored));
  return declared.categories.flatMap((category) => [
    ...repeated(
      category.subCategories.map(({ id }, index) => ({ path: [...subCategoryPath(category, index), 'id'], text: id })),
    ),
    ...category.subCategories.flatMap(({ units }, index) => {
      const places = units.map((text, place) => ({
        path: [...subCategoryPath(category, index), 'units', place],
        text,
      }));
      return [
        ...repeated(places),
        ...places
          .filter(({ text }) => text !== null && !known.has(text))
          .map(({ path, text }) => problem(path, text, 'the unitId of a unit of this industry')),
      ];
    }),
  ]);
}

export const subCategoryPath = (
  category: Pick<DeclaredCategory, 'generation' | 'categoryKey'>,
  index: number,
): Path => [category.generation, category.categoryKey, 'subCategories', index];

interface NameOwner {
  readonly user: number;
  readonly userId: string | null;
  readonly path: Path;
}

/** The owner of a name by his id, because a caller who sends one account knows no index of a list. */
const ownedName = ({ userId, path }: NameOwner, other: string | null): string =>
  userId === null || userId === other ? fieldOf(path) : `${String(path.at(-1))} of user ${shownField(userId)}`;

/** A login names no industry, so a username or address belongs to one person, in either case of its letters. */
function loginNameProblems(declared: Declared, stored: StoredTenant): ErrorDetail[] {
  const owners = new Map<string, NameOwner>();
  return (declared.users ?? []).flatMap((user, index) =>
    (['username', 'email'] as const).flatMap((key) => {
      const given = user[key];
      if (given === null) return [];
      const path: Path = ['users', index, key];
      const name = given.toLowerCase();
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, { user: index, userId: user.userId, path });
      else if (owner.user !== index)
        return [
          {
            field: fieldOf(path),
            problem: `is ${shownField(given)}, the same as ${ownedName(owner, user.userId)}; allowed is a name of one person only`,
          },
        ];
      return stored.namesTaken.has(given)
        ? [
            {
              field: fieldOf(path),
              problem: `is ${shownField(given)}, which belongs to a user of another industry; allowed is a name that nobody else has`,
            },
          ]
        : [];
    }),
  );
}

/** Users without a password in bundle or store. Only a stored user who is not removed has one to keep. */
function passwordProblems(declared: Declared, stored: StoredTenant): ErrorDetail[] {
  const known = new Set(stored.users.filter((user) => !user.removed).map((user) => user.userId));
  return (declared.users ?? []).flatMap(({ userId, password }, index) =>
    userId === null || known.has(userId) || (password !== undefined && password !== null)
      ? []
      : [
          problem(
            ['users', index, 'password'],
            undefined,
            `5 to 30 characters without blanks, and a new user needs one (userId ${shownField(userId)})`,
          ),
        ],
  );
}

/**
 * Sub-categories after the bundle, in order of look-up: declared ones, and stored ones of sections that the bundle
 * lacks.
 */
export function subCategoriesAfter(declared: Declared, stored: StoredTenant): readonly DeclaredCategory[] {
  return CATEGORY_GENERATIONS.flatMap((generation): readonly DeclaredCategory[] =>
    (declared.generations.has(generation) ? declared.categories : stored.categories).filter(
      (category) => category.generation === generation,
    ),
  );
}
