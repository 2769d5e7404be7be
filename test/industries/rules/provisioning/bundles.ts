import { planProvisioning, type ProvisioningPlan } from '../../../../src/industries/rules/provisioning/plan.ts';
import { bundleProblems, readBundle } from '../../../../src/industries/rules/provisioning/read-bundle.ts';
import {
  NO_TENANT,
  type StoredTenant,
  type UnitVersion,
} from '../../../../src/industries/rules/provisioning/stored.ts';

/*
 * The industry of these tests: works at one river with a bore, a tank and a balance of the two. Documents are plain
 * JSON, so that a test can spoil any part of them.
 */

export type Json = Record<string, unknown>;

export const bore = (changes: Json = {}): Json => ({
  unitId: 'BORE',
  displayName: 'Bore',
  standardCategoryId: 'FLOW_CATEGORY',
  siUnit: 'KL',
  ...changes,
});
export const tank = (changes: Json = {}): Json => ({
  unitId: 'TANK',
  displayName: 'Tank',
  standardCategoryId: 'STOCK_CATEGORY',
  siUnit: 'KL',
  maxCapacity: 1000,
  ...changes,
});
export const balance = (calculations: unknown = '{BORE} - {TANK}'): Json => ({
  unitId: 'BALANCE',
  displayName: 'Balance',
  standardCategoryId: 'virtualCategory',
  siUnit: 'KL',
  meta: { calculations },
});
export const operator = (changes: Json = {}): Json => ({
  userId: 'u1',
  email: 'operator@works.example',
  username: 'operator',
  password: 'River-1',
  role: 'admin',
  permissions: ['readings:write'],
  ...changes,
});
export const industry = (changes: Json = {}, meta: Json = {}): Json => ({
  industryId: 'WORKS',
  industryName: 'River works',
  meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' }, ...meta },
  ...changes,
});
export const category = (units: unknown = ['BORE'], id: unknown = 'S1'): Json => ({
  standardCategoryId: 'sourceCategory',
  subCategories: [{ id, displayName: 'Sources', units }],
});
export const bundle = (changes: Json = {}): Json => ({
  industry: industry(),
  units: [bore(), tank(), balance()],
  categories: { sourceCategory: category() },
  users: [operator()],
  ...changes,
});

/** The works under an id and with login names of their own. */
export function worksOf(id: string, changes: Json = {}): Json {
  const name = id.slice(-20).toLowerCase();
  const document = bundle({ users: [operator({ username: name, email: `${id}@works.example` })], ...changes });
  return { ...document, industry: { ...(document['industry'] as Json), industryId: id } }; // bundle() makes it an object
}
export const userOf = (document: Json): Json => (document['users'] as Json[])[0] ?? {}; // worksOf() makes it a list

/** Mistakes as `field: problem` lines. */
export const mistakes = (document: unknown, stored: StoredTenant = NO_TENANT): string[] =>
  bundleProblems(readBundle(document), stored).map(({ field, problem }) => `${field}: ${problem}`);

export const NOW = Date.parse('2026-11-21T12:00:00Z');
const ANY_HASH = 'hash of River-1';

/** The plan of a document without mistakes; every password given hashes to the same text. */
export function planOf(
  document: Json,
  stored: StoredTenant = NO_TENANT,
  passwordHash: string = ANY_HASH,
): ProvisioningPlan {
  const reading = readBundle(document);
  const problems = bundleProblems(reading, stored);
  if (problems.length > 0) throw new Error(`The fixture has mistakes: ${JSON.stringify(problems)}`);
  const hashes = new Map(
    (reading.bundle?.users ?? []).filter((user) => user.password != null).map((user) => [user.userId, passwordHash]),
  );
  return planProvisioning(reading, stored, hashes, NOW);
}

export const warningsOf = (document: Json, stored: StoredTenant = NO_TENANT): string[] =>
  planOf(document, stored).warnings.map(({ field, problem }) => `${field}: ${problem}`);

/** What would be stored after a document was provisioned for the first time. */
export function storedAfter(document: Json, changes: Partial<StoredTenant> = {}): StoredTenant {
  const plan = planOf(document);
  return {
    industry: { industryKey: 1, ...plan.desired.industry },
    units: plan.units.writes.map((unit, index) => ({
      unitKey: index + 1,
      unitId: unit.unitId,
      displayName: unit.displayName,
      siUnit: unit.siUnit,
      position: unit.position,
      removed: false,
      otherMeta: unit.otherMeta,
      versions: plan.units.newVersions
        .filter((version) => version.unitId === unit.unitId)
        .map(({ effectiveFrom, figures }): UnitVersion => ({ effectiveFrom, figures })),
    })),
    categories: plan.categories.writes,
    users: plan.users.writes.map((user, index) => ({ ...user, userKey: index + 1, removed: false })),
    clock: { rules: plan.clock.rules, newestReadingEpochMs: null },
    namesTaken: new Set(),
    auditKey: 0,
    ...changes,
  };
}
