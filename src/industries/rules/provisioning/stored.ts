import type { CategoryGeneration, SubCategory } from '../../../kernel/industry/industry.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import type { BusinessDate, DatedRule, EpochMillis } from '../../../kernel/time/types.ts';

/**
 * Fields that decide a unit's figures. Each change of them has a date from which it counts. The capacity of a unit with
 * a curve is the volume at the curve's highest point.
 */
export type UnitFigures = Pick<
  Unit,
  | 'standardCategoryId'
  | 'flowFactor'
  | 'minNonZeroThreshold'
  | 'maxCapacity'
  | 'dataUpdateFrequencySeconds'
  | 'params'
  | 'pRefKilowatts'
  | 'calculations'
  | 'registerChecks'
  | 'volumeCurve'
>;

export interface UnitVersion {
  readonly effectiveFrom: BusinessDate;
  readonly figures: UnitFigures;
}

export interface IndustryFields {
  readonly industryName: string;
  readonly place: string | null;
  readonly isActive: boolean;
  readonly isTest: boolean;
  readonly timezone: string;
  readonly shiftStartAt: string;
  readonly daysOffset: number;
  readonly declaredDaysOffset: number | null;
  readonly virtualNegativeCalc: boolean;
  /** Meta in the form of the bundle, with the fields above. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly sessionTimeout: Readonly<Record<string, unknown>> | null;
}

export interface UnitFields {
  readonly displayName: string;
  readonly siUnit: string;
  /** Fields of the unit's meta without those that decide figures and without `effectiveFrom`. */
  readonly otherMeta: Readonly<Record<string, unknown>>;
}

export interface CategoryFields {
  readonly standardCategoryId: string;
  readonly subCategories: readonly SubCategory[];
}

export interface UserFields {
  readonly email: string;
  readonly username: string;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly emailIds: readonly string[];
  readonly phoneNo: string | null;
}

export interface TenantUnit extends UnitFields {
  readonly unitKey: number;
  readonly unitId: string;
  readonly position: number;
  readonly removed: boolean;
  /** The oldest first, at least one. */
  readonly versions: readonly UnitVersion[];
}

export interface CategoryName {
  readonly generation: CategoryGeneration;
  readonly categoryKey: string;
}

export interface TenantCategory extends CategoryFields, CategoryName {
  readonly position: number;
}

export interface TenantUser extends UserFields {
  readonly userKey: number;
  readonly userId: string;
  readonly passwordHash: string;
  readonly removed: boolean;
}

/** Facts of an industry's clock that a bundle with another clock needs. */
export interface StoredClock {
  /** The oldest first; empty for an industry that does not exist yet. */
  readonly rules: readonly DatedRule[];
  /** The newest instant of any reading; null while there is none. */
  readonly newestReadingEpochMs: EpochMillis | null;
}

/** One stored industry with its removed units and users. Lists are in order of position. */
export interface StoredTenant {
  /** null: no industry has this id. */
  readonly industry: (IndustryFields & { readonly industryKey: number }) | null;
  readonly units: readonly TenantUnit[];
  readonly categories: readonly TenantCategory[];
  readonly users: readonly TenantUser[];
  readonly clock: StoredClock;
  /** Login names of the bundle that users of other industries have, as the bundle writes them. */
  readonly namesTaken: ReadonlySet<string>;
  /** The newest audit row of the industry; 0 without one. */
  readonly auditKey: number;
}

export const NO_TENANT: StoredTenant = {
  industry: null,
  units: [],
  categories: [],
  users: [],
  clock: { rules: [], newestReadingEpochMs: null },
  namesTaken: new Set(),
  auditKey: 0,
};
