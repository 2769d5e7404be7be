import type { CategoryGeneration, SubCategory } from '../../../kernel/industry/industry.ts';
import type { RegisterChecks, UnitParameter } from '../../../kernel/measure/unit.ts';
import type { VolumeCurve } from '../../../kernel/measure/volume-curve.ts';
import type { BusinessDate, DatedRule, EpochMillis } from '../../../kernel/time/types.ts';

/** What decides a unit's figures: a change of any of these says from when it counts. */
export interface UnitFigures {
  readonly standardCategoryId: string;
  readonly flowFactor: number;
  readonly minNonZeroThreshold: number;
  /** Of a unit with a curve what the curve holds at its highest point. */
  readonly maxCapacity: number | null;
  readonly dataUpdateFrequencySeconds: number;
  readonly params: Readonly<Record<string, UnitParameter>>;
  readonly pRefKilowatts: number | null;
  readonly calculations: string | null;
  /** null when no check is declared. */
  readonly registerChecks: RegisterChecks | null;
  /** Absent: no curve is declared. */
  readonly volumeCurve?: VolumeCurve;
}

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
  /** As the bundle wrote it, the fields above included. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly sessionTimeout: Readonly<Record<string, unknown>> | null;
}

export interface UnitFields {
  readonly displayName: string;
  readonly siUnit: string;
  /** What the unit's meta holds beside the fields that decide figures and `effectiveFrom`. */
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
  /** Oldest first, at least one. */
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

/** What is known of an industry's clock when a bundle declares one. */
export interface StoredClock {
  /** Oldest first; empty for an industry that does not exist yet. */
  readonly rules: readonly DatedRule[];
  /** The newest instant of any reading; null while there is none. */
  readonly newestReadingEpochMs: EpochMillis | null;
}

/** One industry as stored, removed units and users included; lists by position. */
export interface StoredTenant {
  /** null: there is no industry of this id yet. */
  readonly industry: (IndustryFields & { readonly industryKey: number }) | null;
  readonly units: readonly TenantUnit[];
  readonly categories: readonly TenantCategory[];
  readonly users: readonly TenantUser[];
  readonly clock: StoredClock;
  /** Login names of the bundle, as it writes them, that belong to users of other industries. */
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
