import { isObject, type JsonValue, sameJson } from '../../../kernel/json.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { DatedRule } from '../../../kernel/time/types.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import {
  type BundleDocument,
  categoryDocument,
  industryDocument,
  unitDocument,
  userDocument,
  versionDocument,
} from './bundle-of.ts';
import type { StoredTenant, TenantCategory, TenantUnit } from './stored.ts';

/*
 * The visible content of a tenant by section and name, for comparing two states. The audit, a dry run and a refusal by
 * 412 show the difference.
 */

/** Content of each section by name. The industry's own section has no names. */
interface TenantView {
  readonly industry: BundleDocument | null;
  readonly units: Readonly<Record<string, BundleDocument>>;
  readonly categories: Readonly<Record<string, BundleDocument>>;
  readonly users: Readonly<Record<string, BundleDocument>>;
}

export const viewOfRule = ({ fromDate, timezone, shiftStartAt, daysOffset }: DatedRule) => ({
  effectiveFrom: formatRequestDate(fromDate),
  timezone,
  startAt: shiftStartAt,
  daysOffset,
});

/** A unit with all its versions, and whether it is retired. */
export const viewOfUnit = (unit: TenantUnit) => ({
  ...unitDocument(unit),
  retired: unit.removed,
  versions: unit.versions.map(versionDocument),
});

export const categoryName = ({ generation, categoryKey }: Pick<TenantCategory, 'generation' | 'categoryKey'>): string =>
  `${generation}/${categoryKey}`;

export function viewOfTenant(tenant: StoredTenant, industryId: string): TenantView {
  const { industry, units, categories, users, clock } = tenant;
  return {
    industry:
      industry === null ? null : { ...industryDocument(tenant, industryId), clock: clock.rules.map(viewOfRule) },
    units: Object.fromEntries(units.map((unit) => [unit.unitId, comparedUnit(unit)])),
    categories: Object.fromEntries(categories.map((category) => [categoryName(category), categoryDocument(category)])),
    users: Object.fromEntries(
      users
        .filter(({ removed }) => !removed)
        .map((user) => [user.userId, { ...userDocument(user), password: user.passwordHash }]),
    ),
  };
}

/** Versions by date, so that a comparison names the changed one. */
const comparedUnit = (unit: TenantUnit): BundleDocument => ({
  ...viewOfUnit(unit),
  versions: Object.fromEntries(
    unit.versions.map((version) => {
      const { effectiveFrom, ...figures } = versionDocument(version);
      return [String(effectiveFrom), figures];
    }),
  ),
});

type Sides<T> = Readonly<Record<'before' | 'after', T>>;

/** Both sides of the difference of two tenants; null where a side has nothing. */
export type Difference = Sides<JsonObject>;
type JsonObject = Readonly<Record<string, JsonValue>>;

/** The differing parts alone, in the form of the compared values. */
function differenceOf(before: JsonValue, after: JsonValue): Sides<JsonValue> | null {
  if (sameJson(before, after)) return null;
  if (!isJsonObject(before) || !isJsonObject(after)) return { before, after };
  return differenceOfObjects(before, after);
}

function differenceOfObjects(before: JsonObject, after: JsonObject): Sides<JsonObject> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const found = names.flatMap((name) => {
    const inner = differenceOf(own(before, name), own(after, name));
    return inner === null ? [] : [[name, inner] as const];
  });
  return {
    before: Object.fromEntries(found.map(([name, inner]) => [name, inner.before])),
    after: Object.fromEntries(found.map(([name, inner]) => [name, inner.after])),
  };
}

// The value of an own property, because a unit may be called __proto__.
const own = (side: JsonObject, name: string): JsonValue => ownOf(side, name) ?? null;

const isJsonObject = (value: JsonValue): value is JsonObject => isObject(value);

/** The difference of two tenants; null: they are equal. A password is named and not shown. */
export function tenantDifference(before: TenantView, after: TenantView): Difference | null {
  const found = differenceOfObjects(asJson(before), asJson(after));
  return Object.keys(found.after).length === 0
    ? null
    : { before: withoutSecrets(found.before), after: withoutSecrets(found.after) };
}

// A view consists of JSON. Parsing gives it that type.
const asJson = (view: TenantView): JsonObject => JSON.parse(JSON.stringify(view)) as JsonObject;

function withoutSecrets(side: JsonObject): JsonObject {
  const { users = null } = side;
  if (!isJsonObject(users)) return side;
  return { ...side, users: Object.fromEntries(Object.entries(users).map(([name, user]) => [name, unsecret(user)])) };
}

const unsecret = (user: JsonValue): JsonValue =>
  isJsonObject(user) && Object.hasOwn(user, 'password') ? { ...user, password: 'not shown' } : user;
