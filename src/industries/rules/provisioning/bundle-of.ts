import { FIRST_DATE, formatRequestDate } from '../../../kernel/time/business-date.ts';
import type {
  IndustryFields,
  StoredTenant,
  TenantCategory,
  TenantUnit,
  TenantUser,
  UnitFigures,
  UnitVersion,
} from './stored.ts';

/*
 * The stored tenant in the form of a bundle. Posted back it changes nothing, see bundle-of.test.ts.
 */

/** A JSON document before it is checked as a bundle. */
export type BundleDocument = Record<string, unknown>;

/**
 * The bundle of an industry. Passwords are left out, so that stored ones are kept.
 * @throws Error for an industry that does not exist.
 */
export const bundleOf = (tenant: StoredTenant, industryId: string) => ({
  industry: industryDocument(tenant, industryId),
  units: unitDocuments(tenant),
  categories: categoriesOf(tenant, 'categories'),
  categoriesV2: categoriesOf(tenant, 'categoriesV2'),
  standardCategories: categoriesOf(tenant, 'standardCategories'),
  users: tenant.users.filter((user) => !user.removed).map(userDocument),
});

export function industryDocument({ industry }: StoredTenant, industryId: string) {
  if (industry === null) throw new Error(`There is no industry ${industryId}.`);
  return {
    industryId,
    industryName: industry.industryName,
    place: industry.place,
    isActive: industry.isActive,
    test: industry.isTest,
    daysOffset: industry.declaredDaysOffset,
    meta: metaOf(industry),
    sessionTimeout: industry.sessionTimeout,
  };
}

/** Meta of an industry. An industry that no bundle has written may lack fields that every bundle has. */
const metaOf = ({ meta, timezone, shiftStartAt }: IndustryFields): Readonly<Record<string, unknown>> =>
  'shift' in meta ? meta : { ...meta, timezone, shift: { startAt: shiftStartAt } };

export const liveUnits = ({ units }: StoredTenant): TenantUnit[] => units.filter((unit) => !unit.removed);
export const unitDocuments = (tenant: StoredTenant) => liveUnits(tenant).map(unitDocument);

/** A unit with its newest figures, which may count from a later day. */
export function unitDocument({ unitId, displayName, siUnit, otherMeta, versions }: TenantUnit) {
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error(`Unit ${unitId} has no version.`);
  const { meta, ...fields } = figuresOf(newest.figures);
  return { unitId, displayName, siUnit, ...fields, meta: { ...otherMeta, ...meta } };
}

/** A unit as a bundle would declare it with these figures as its newest. */
export const unitWith = (unit: TenantUnit, figures: UnitFigures) =>
  unitDocument({ ...unit, versions: [{ effectiveFrom: FIRST_DATE, figures }] });

/** Fields that decide a unit's figures, by their names in bundles. */
function figuresOf(figures: UnitFigures) {
  return {
    standardCategoryId: figures.standardCategoryId,
    flowFactor: figures.flowFactor,
    minNonZeroThreshold: figures.minNonZeroThreshold,
    maxCapacity: figures.maxCapacity,
    dataUpdateFrequency: figures.dataUpdateFrequencySeconds,
    params: figures.params,
    meta: {
      pRef: figures.pRefKilowatts,
      calculations: figures.calculations,
      registerChecks: figures.registerChecks,
      ...(figures.volumeCurve === undefined ? {} : { volumeCurve: figures.volumeCurve }),
    },
  };
}

/** A version of a unit: its date and the fields that count from it on. */
export const versionDocument = ({ effectiveFrom, figures }: UnitVersion) => ({
  effectiveFrom: formatRequestDate(effectiveFrom),
  ...figuresOf(figures),
});

export const categoryDocument = ({ standardCategoryId, subCategories }: TenantCategory) => ({
  standardCategoryId,
  subCategories,
});

const categoriesOf = ({ categories }: StoredTenant, wanted: TenantCategory['generation']): BundleDocument =>
  Object.fromEntries(
    categories
      .filter(({ generation }) => generation === wanted)
      .map((category) => [category.categoryKey, categoryDocument(category)]),
  );

export const userDocument = ({ userId, email, username, role, permissions, emailIds, phoneNo }: TenantUser) => ({
  userId,
  email,
  username,
  role,
  permissions: [...permissions],
  emailIds: [...emailIds],
  phoneNo,
});
