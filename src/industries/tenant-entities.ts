import { bundleOf, categoryDocument } from './rules/provisioning/bundle-of.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { CategoryName, StoredTenant, TenantCategory, TenantUnit } from './rules/provisioning/stored.ts';
import { categoryName, viewOfRule, viewOfUnit } from './rules/provisioning/tenant-view.ts';
import type { VersionedEntity } from './provisioning/require-version.ts';

/*
 * Things that operators read and change: an industry, its units, its categories.
 */

/** @throws ServiceError 404 for an unknown industry. */
export function requireTenant(tenant: StoredTenant, industryId: string): NonNullable<StoredTenant['industry']> {
  if (tenant.industry === null) throw new ServiceError(404, `There is no industry '${industryId.slice(0, 80)}'`);
  return tenant.industry;
}

/** @throws ServiceError 404 for an unknown unit. Retired units are known. */
export function requireTenantUnit(tenant: StoredTenant, industryId: string, unitId: string): TenantUnit {
  requireTenant(tenant, industryId);
  const unit = tenant.units.find((candidate) => candidate.unitId === unitId);
  if (unit === undefined) throw new ServiceError(404, `Industry '${industryId}' has no unit '${unitId.slice(0, 80)}'`);
  return unit;
}

/** @throws ServiceError 404 for an unknown category. */
export function requireTenantCategory(tenant: StoredTenant, industryId: string, name: CategoryName): TenantCategory {
  requireTenant(tenant, industryId);
  const category = tenant.categories.find(
    ({ generation, categoryKey }) => generation === name.generation && categoryKey === name.categoryKey,
  );
  if (category === undefined)
    throw new ServiceError(404, `Industry '${industryId}' has no category '${categoryName(name).slice(0, 120)}'`);
  return category;
}

/** The industry with the dates of its clock's rules, which a bundle does not hold. */
export const industryEntity = (industryId: string): VersionedEntity => ({
  name: `industry ${industryId}`,
  path: [],
  seen: (tenant) =>
    tenant.industry === null
      ? null
      : [bundleOf(tenant, industryId), tenant.clock.rules.map(viewOfRule), tenant.units.map(viewOfUnit)],
});

export const unitEntity = (unitId: string): VersionedEntity => ({
  name: `unit ${unitId}`,
  path: ['units', unitId],
  seen: ({ units }) => units.filter((unit) => unit.unitId === unitId).map(viewOfUnit),
});

export const categoryEntity = (name: CategoryName): VersionedEntity => ({
  name: `category ${categoryName(name)}`,
  path: ['categories', categoryName(name)],
  seen: ({ categories }) =>
    categories
      .filter(({ generation, categoryKey }) => generation === name.generation && categoryKey === name.categoryKey)
      .map(categoryDocument),
});
