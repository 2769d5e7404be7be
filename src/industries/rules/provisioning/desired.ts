import { CATEGORY_GENERATIONS, type CategoryGeneration } from '../../../kernel/industry/industry.ts';
import type { RegisterChecks, UnitParameter } from '../../../kernel/measure/unit.ts';
import { capacityOfCurve } from '../../../figures/rules/processors/stock.ts';
import { daysOffsetOf } from '../../../kernel/time/day-rule.ts';
import { parseRequestDate } from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import type { Bundle, BundleIndustry, BundleUnit, BundleUser } from './bundle-schema.ts';
import type { CategoryFields, CategoryName, IndustryFields, UnitFields, UnitFigures, UserFields } from './stored.ts';
import { formulaText } from './unit-checks.ts';

/** The zone that the specification names for an industry without one. */
export const DEFAULT_TIMEZONE = 'Asia/Kolkata';
const DEFAULT_FREQUENCY_SECONDS = 300;

export interface DesiredUnit extends UnitFields {
  readonly unitId: string;
  readonly figures: UnitFigures;
  /** First business day of a change; null: the running day. */
  readonly effectiveFrom: BusinessDate | null;
}

export interface DesiredUser extends UserFields {
  readonly userId: string;
}

export interface DesiredCategory extends CategoryFields, CategoryName {}

/** null where the bundle has no such section. */
export interface DesiredTenant {
  readonly industryId: string;
  readonly industry: IndustryFields;
  /** First business day of a changed clock; null: the next day. */
  readonly clockEffectiveFrom: BusinessDate | null;
  readonly units: readonly DesiredUnit[] | null;
  readonly categories: readonly DesiredCategory[];
  /** Generations of categories that the bundle has a section for. */
  readonly generations: readonly CategoryGeneration[];
  readonly users: readonly DesiredUser[] | null;
}

/** A bundle with all defaults, in the terms of storage. */
export const desiredTenant = (bundle: Bundle): DesiredTenant => ({
  industryId: bundle.industry.industryId,
  industry: desiredIndustry(bundle.industry),
  clockEffectiveFrom: dateOrNull(bundle.industry.meta.clockEffectiveFrom),
  units: bundle.units?.map(desiredUnit) ?? null,
  categories: CATEGORY_GENERATIONS.flatMap((generation) =>
    Object.entries(bundle[generation] ?? {}).map(([categoryKey, category]) => ({
      generation,
      categoryKey,
      ...category,
    })),
  ),
  generations: CATEGORY_GENERATIONS.filter((generation) => bundle[generation] !== undefined),
  users: bundle.users?.map(desiredUser) ?? null,
});

const desiredIndustry = (industry: BundleIndustry): IndustryFields => ({
  industryName: industry.industryName,
  place: industry.place ?? null,
  isActive: industry.isActive ?? true,
  isTest: industry.test ?? false,
  timezone: industry.meta.timezone ?? DEFAULT_TIMEZONE,
  shiftStartAt: industry.meta.shift.startAt,
  daysOffset: daysOffsetOf(industry.daysOffset, industry.meta.shift.startAt),
  declaredDaysOffset: industry.daysOffset ?? null,
  virtualNegativeCalc: industry.meta.virtualNegativeCalc ?? false,
  meta: industry.meta,
  sessionTimeout: industry.sessionTimeout ?? null,
});

export function desiredUnit(unit: BundleUnit): DesiredUnit {
  const { pRef, calculations, registerChecks, volumeCurve, effectiveFrom, ...otherMeta } = unit.meta ?? {};
  return {
    unitId: unit.unitId,
    displayName: unit.displayName,
    siUnit: unit.siUnit,
    otherMeta,
    effectiveFrom: dateOrNull(effectiveFrom),
    figures: {
      standardCategoryId: unit.standardCategoryId,
      flowFactor: unit.flowFactor ?? 1,
      minNonZeroThreshold: unit.minNonZeroThreshold ?? 0,
      maxCapacity: volumeCurve == null ? (unit.maxCapacity ?? null) : capacityOfCurve(volumeCurve, unit.siUnit),
      dataUpdateFrequencySeconds: unit.dataUpdateFrequency ?? DEFAULT_FREQUENCY_SECONDS,
      params: desiredParameters(unit.params ?? {}),
      pRefKilowatts: pRef ?? null,
      calculations: formulaText(calculations),
      registerChecks: desiredChecks(registerChecks ?? {}),
      ...(volumeCurve == null ? {} : { volumeCurve }),
    },
  };
}

const dateOrNull = (text: string | null | undefined): BusinessDate | null =>
  text == null ? null : parseRequestDate(text);

const desiredParameters = (params: NonNullable<BundleUnit['params']>): Record<string, UnitParameter> =>
  Object.fromEntries(
    Object.entries(params).map(([name, parameter]) => [
      name,
      {
        displayName: parameter.displayName ?? name,
        siUnit: parameter.siUnit ?? '',
        isLatest: parameter.isLatest ?? false,
      },
    ]),
  );

function desiredChecks(checks: NonNullable<NonNullable<BundleUnit['meta']>['registerChecks']>): RegisterChecks | null {
  const { dropout, glitch, spike, rolloverDigits } = checks;
  const declared: RegisterChecks = {
    ...(dropout == null ? {} : { dropout }),
    ...(glitch == null ? {} : { glitch }),
    ...(spike == null ? {} : { spike }),
    ...(rolloverDigits == null ? {} : { rolloverDigits }),
  };
  return Object.keys(declared).length === 0 ? null : declared;
}

const desiredUser = (user: BundleUser): DesiredUser => ({
  userId: user.userId,
  email: user.email,
  username: user.username,
  role: user.role,
  permissions: [...new Set(user.permissions)],
  emailIds: user.emailIds ?? [],
  phoneNo: user.phoneNo ?? null,
});
