import { invalid, ServiceError } from '../errors.ts';
import type { Unit } from '../measure/unit.ts';
import { businessDateOf, dayStart } from '../time/business-clock.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../time/types.ts';

export interface SubCategory {
  readonly id: string;
  readonly displayName: string;
  readonly units: readonly string[];
}

export interface Category {
  readonly categoryKey: string;
  readonly standardCategoryId: string;
  readonly subCategories: readonly SubCategory[];
}

/** The three generations of categories, in the order in which a key is looked up (specification, Versioning). */
export const CATEGORY_GENERATIONS = ['categories', 'categoriesV2', 'standardCategories'] as const;
export type CategoryGeneration = (typeof CATEGORY_GENERATIONS)[number];

/** The same, newest first, for lists in which an older category of the same units is left out. */
export const NEWEST_GENERATIONS_FIRST = [
  'categoriesV2',
  'standardCategories',
  'categories',
] as const satisfies readonly CategoryGeneration[];

/** When a unit was taken out of use. */
interface Retirement {
  readonly atEpochMs: EpochMillis;
  /**
   * The business day that ran just before. Spec gap: the unit counts on it, with what it had sent by then, because
   * that water has passed. It counts on no day after it.
   */
  readonly lastDate: BusinessDate;
}

/** A unit with every version of what decides its figures, oldest first; the first is effective from the beginning. */
export interface StoredUnit {
  readonly unitKey: number;
  /** The version in force on the business date that was running when the industry was read. */
  readonly current: Unit;
  readonly versions: readonly {
    readonly effectiveFrom: BusinessDate;
    readonly unit: Unit;
    readonly meta: Readonly<Record<string, unknown>>;
  }[];
  /** Absent: it is in use. */
  readonly retirement?: Retirement;
}

/** A tenant with all that figures depend on. `industryKey` is internal, `industryId` is what the world sees. */
export interface Industry {
  readonly industryKey: number;
  readonly industryId: string;
  readonly industryName: string;
  readonly place: string | null;
  readonly isActive: boolean;
  readonly isTest: boolean;
  readonly clock: BusinessClock;
  readonly virtualNegativeCalc: boolean;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Units in use by unitId, in the order of the bundle. See {@link Industry.unitsEver}. */
  readonly units: ReadonlyMap<string, StoredUnit>;
  /** Units with the retired ones; absent: no unit is retired. See retired.ts. */
  readonly unitsEver?: ReadonlyMap<string, StoredUnit>;
  readonly categories: Readonly<Record<CategoryGeneration, ReadonlyMap<string, Category>>>;
}

/**
 * @throws ServiceError 404 for a unit that is not the industry's, in the words of the specification (Granular data).
 */
export function requireUnit({ units }: Pick<Industry, 'units'>, unitId: string): StoredUnit {
  const unit = units.get(unitId);
  if (unit === undefined)
    throw new ServiceError(
      404,
      `Invalid unitId ${unitId.slice(0, 80)} or you do not have permission to access this unit.`,
    );
  return unit;
}

/**
 * @throws ServiceError 404 as {@link requireUnit}, 1403 for a virtual unit, which has no readings of its own.
 */
export function requireMeasuredUnit(industry: Pick<Industry, 'units'>, unitId: string): StoredUnit {
  const stored = requireUnit(industry, unitId);
  if (stored.current.group !== 'VIRTUAL') return stored;
  throw invalid(1403, 'unitId', `'${unitId}' is a virtual unit and has no readings of its own`);
}

/** unit_key to unitId. */
export const unitIdsByKey = (units: Iterable<StoredUnit>): ReadonlyMap<number, string> =>
  new Map([...units].map(({ unitKey, current }) => [unitKey, current.unitId]));

/** The unit as it counted on a business day. */
export function unitAsOf(unit: StoredUnit, date: BusinessDate): Unit {
  return (
    unit.versions.findLast((version) => version.effectiveFrom <= date)?.unit ?? unit.versions[0]?.unit ?? unit.current
  );
}

/** Fields of meta that decide no figure of the unit. The newest version of them counts for every day. */
export const metaOf = ({ versions }: Pick<StoredUnit, 'versions'>): Readonly<Record<string, unknown>> =>
  versions.at(-1)?.meta ?? {};

/** The unit as it counted on the days of a range: of the first one, and from each later day that changed it. */
export const unitsDuring = (
  unit: StoredUnit,
  { from, to }: { readonly from: BusinessDate; readonly to: BusinessDate },
): readonly Unit[] => [
  unitAsOf(unit, from),
  ...unit.versions.filter(({ effectiveFrom }) => effectiveFrom > from && effectiveFrom <= to).map((one) => one.unit),
];

/**
 * The unit of a span that ends with `lastDate`: as it counted on that day. A span that is not over has the unit of
 * today, because later settings have decided nothing yet.
 */
export const unitOfSpan = (unit: StoredUnit, lastDate: BusinessDate | undefined, today: BusinessDate): Unit =>
  lastDate === undefined ? unit.current : unitAsOf(unit, lastDate < today ? lastDate : today);

/**
 * The capacity by which a reading of `readDate` is a level on a later `date`, and the curve beside it: those of its own
 * day, so that an enlarged tank keeps the level it had. Of a day without one, the first that was declared since.
 */
export function tankOfReading(
  unit: StoredUnit,
  readDate: BusinessDate | null,
  date: BusinessDate,
): Pick<Unit, 'maxCapacity' | 'volumeCurve'> {
  const since = unit.versions.filter(
    ({ effectiveFrom }) => effectiveFrom > (readDate ?? date) && effectiveFrom <= date,
  );
  const declared = [unitAsOf(unit, readDate ?? date), ...since.map((version) => version.unit)].find(
    ({ maxCapacity }) => maxCapacity !== null,
  );
  if (declared === undefined) return { maxCapacity: null };
  const { maxCapacity, volumeCurve } = declared;
  return { maxCapacity, ...(volumeCurve === undefined ? {} : { volumeCurve }) };
}

/**
 * The instant from which another version of a unit, or another rule of the clock, is in force than now; Infinity when
 * none is to come.
 */
export function currentUntil({ clock, units }: Pick<Industry, 'clock' | 'units'>, now: EpochMillis): EpochMillis {
  const today = businessDateOf(clock, now);
  const dates = [
    ...(clock.history ?? []).map(({ fromDate }) => fromDate),
    ...[...units.values()].flatMap(({ versions }) => versions.map(({ effectiveFrom }) => effectiveFrom)),
  ];
  const next = dates.filter((date) => date > today).sort()[0];
  return next === undefined ? Infinity : dayStart(clock, next);
}

/** A category by its key, from the first generation that has it; null: none has. */
export const findCategory = ({ categories }: Pick<Industry, 'categories'>, key: string): Category | null =>
  CATEGORY_GENERATIONS.flatMap((generation) => categories[generation].get(key) ?? [])[0] ?? null;

/** Sub-category id to unit ids over all generations; the first definition of an id wins, in lookup order. */
export function subCategoryUnits(industry: Pick<Industry, 'categories'>): ReadonlyMap<string, readonly string[]> {
  const units = new Map<string, readonly string[]>();
  for (const generation of CATEGORY_GENERATIONS) {
    for (const category of industry.categories[generation].values()) {
      for (const subCategory of category.subCategories) {
        if (!units.has(subCategory.id)) units.set(subCategory.id, subCategory.units);
      }
    }
  }
  return units;
}
