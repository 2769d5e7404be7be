import type { Context } from '../../context.ts';
import type { Querier } from '../../database/database.ts';
import { hashPassword, verifyPassword } from '../../domain/access/password.ts';
import { type ErrorDetail, ServiceError } from '../../domain/errors.ts';
import type { BundleUser } from '../../domain/provisioning/bundle-schema.ts';
import { declaredLoginNames } from '../../domain/provisioning/declared.ts';
import { clockMistakes, planProvisioning, type ProvisionResult, resultOf } from '../../domain/provisioning/plan.ts';
import { bundleProblems, type BundleReading, readBundle } from '../../domain/provisioning/read-bundle.ts';
import { NO_TENANT, type StoredTenant } from '../../domain/provisioning/stored.ts';
import type { StaleUnit, UnitPlan } from '../../domain/provisioning/unit-plan.ts';
import type { EpochMillis } from '../../domain/time/types.ts';
import { renewUnits } from '../../store/changes.ts';
import { loadTenant, lockDocumentsAndClock, lockProvisioning } from '../../store/provisioning.ts';
import { writePlan } from '../../store/provisioning-writes.ts';
import { fitComingChunks } from '../upkeep/chunks.ts';
import { keepRunningDaysLive } from '../upkeep/may-materialise.ts';

/** Marks the closed days of units whose figures count differently from a date on; runs inside the transaction. */
export type MarkStale = (querier: Querier, industryKey: number, changes: readonly StaleUnit[]) => Promise<void>;

interface ProvisionArguments {
  readonly context: Context;
  /** The parsed JSON document (docs/first-industry.md). */
  readonly bundle: unknown;
  /** Called once, when the changes reach closed business days. */
  readonly markStale: MarkStale;
}

/**
 * Brings an industry to what its bundle says, in one transaction; the same bundle again changes nothing. Units left out
 * of a units section are removed (their readings stay), categories and users left out of theirs too; users who are
 * removed or get another password are signed out.
 * @throws ServiceError 1430 with every mistake of the bundle; nothing is written then.
 */
export async function provisionIndustry({ context, bundle, markStale }: ProvisionArguments): Promise<ProvisionResult> {
  const reading = readBundle(bundle);
  const users = reading.bundle?.users ?? [];
  const seen = await checkedTenant(context.database, reading, context.clock.now());
  const hashesBefore = await hashPasswords(users, seen);
  const result = await context.database.transaction(async (transaction) => {
    await lockProvisioning(transaction);
    await lockDocumentsAndClock(transaction, reading.declared.industryId ?? '');
    const now = context.clock.now();
    // Read again: what was checked before the lock may have changed since.
    const stored = await checkedTenant(transaction, reading, now);
    const passwordHashes = new Map([
      ...hashesBefore,
      ...(await hashPasswords(changedSince(users, seen, stored), stored)),
    ]);
    const plan = planProvisioning(reading, stored, passwordHashes, now);
    const industryKey = await writePlan(transaction, plan, stored.industry?.industryKey ?? null, new Date(now));
    await renewUnits(transaction, industryKey, [...plan.units.removedKeys, ...returningKeys(plan.units, stored)]);
    if (plan.clock.isChanged) await keepRunningDaysLive(transaction, industryKey, plan.clock.rules, now);
    if (plan.units.stale.length > 0) await markStale(transaction, industryKey, plan.units.stale);
    return resultOf(plan);
  });
  await fitComingChunks(context);
  return result;
}

/** Keys of removed units that the bundle has again. */
function returningKeys({ writes }: UnitPlan, { units }: StoredTenant): number[] {
  const written = new Set(writes.map((unit) => unit.unitId));
  return units.filter((unit) => unit.removed && written.has(unit.unitId)).map((unit) => unit.unitKey);
}

async function checkedTenant(db: Querier, reading: BundleReading, now: EpochMillis): Promise<StoredTenant> {
  const { industryId } = reading.declared;
  const stored =
    industryId === null ? NO_TENANT : await loadTenant(db, industryId, declaredLoginNames(reading.declared));
  const problems = [...bundleProblems(reading, stored), ...clockMistakes(reading, stored, now)];
  if (problems.length > 0) throw refusal(problems);
  return stored;
}

const refusal = (problems: readonly ErrorDetail[]): ServiceError =>
  new ServiceError(
    1430,
    `The bundle has ${problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`}`,
    problems,
  );

/**
 * By userId, for users with a password in the bundle: the stored hash when it is of that password, else a new one. Done
 * before the transaction, because hashing is slow by design; one after another, so that a long list leaves room for
 * logins.
 */
async function hashPasswords(users: readonly BundleUser[], stored: StoredTenant): Promise<ReadonlyMap<string, string>> {
  const storedHashes = liveHashes(stored);
  const hashes = new Map<string, string>();
  for (const { userId, password } of users) {
    if (password == null) continue;
    const storedHash = storedHashes.get(userId);
    const isKept = storedHash !== undefined && (await verifyPassword(password, storedHash));
    hashes.set(userId, isKept ? storedHash : await hashPassword(password));
  }
  return hashes;
}

/**
 * Users whose stored password became another between the two readings: rare, and only then hashed inside the
 * transaction.
 */
function changedSince(users: readonly BundleUser[], seen: StoredTenant, stored: StoredTenant): BundleUser[] {
  const [before, now] = [liveHashes(seen), liveHashes(stored)];
  return users.filter(({ userId }) => before.get(userId) !== now.get(userId));
}

const liveHashes = (tenant: StoredTenant): ReadonlyMap<string, string> =>
  new Map(tenant.users.filter((user) => !user.removed).map((user) => [user.userId, user.passwordHash]));
