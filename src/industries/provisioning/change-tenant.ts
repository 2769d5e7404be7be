import { lockProvisioning } from '../../platform/directory/store/industries.ts';
import type { Context } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/login/rules/actor.ts';
import type { AuditVerb } from '../../platform/login/rules/audit-verbs.ts';
import { type ErrorDetail, ServiceError } from '../../kernel/errors.ts';
import type { BundleUser } from '../rules/provisioning/bundle-schema.ts';
import { declaredLoginNames } from '../rules/provisioning/declared.ts';
import { patchMistakes, type UnitPatches } from '../rules/provisioning/patched-versions.ts';
import {
  clockMistakes,
  planProvisioning,
  type ProvisioningPlan,
  type ProvisionResult,
  resultOf,
} from '../rules/provisioning/plan.ts';
import { GROUP_OF_STANDARD_CATEGORY } from '../../kernel/measure/unit.ts';
import { bundleProblems, type BundleReading, readBundle } from '../rules/provisioning/read-bundle.ts';
import { sealedWarnings } from '../rules/provisioning/sealed-warnings.ts';
import { NO_TENANT, type StoredTenant } from '../rules/provisioning/stored.ts';
import { type Difference, tenantDifference, viewOfTenant } from '../rules/provisioning/tenant-view.ts';
import type { UnitPlan } from '../rules/provisioning/unit-plan.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { markLacking } from '../../ledger/store/ledger.ts';
import { loadTenant, lockDocumentsAndClock, namesTaken, newestAudit } from '../store/provisioning.ts';
import { writePlan } from '../store/provisioning-writes.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { fitComingChunks } from '../../readings/chunks.ts';
import { keepRunningDaysLive } from '../../figures/rollups/may-materialise.ts';
import { changedSince, hashPasswords, passwordsUnseen } from './hash-passwords.ts';
import { markStaleDays, type MarkStale } from './mark-stale-days.ts';

/** What is to be provisioned. */
export interface Proposal {
  /** A bundle, checked like any other; a section that it lacks stays as it is. */
  readonly document: unknown;
  /** Units of it that were patched rather than declared, see patched-versions.ts. */
  readonly patches?: UnitPatches;
  /**
   * Set where the caller sent one part of it, or none: the path of this part, which is left out where mistakes and
   * warnings name a field. Other units are named by their id then.
   */
  readonly under?: string;
}

interface TenantChange {
  readonly context: Context;
  /** null: the document names none, which is a mistake that it is told of. */
  readonly industryId: string | null;
  /**
   * Makes what is to be provisioned of what is stored. Asked again under the lock.
   * @throws ServiceError when what is to be changed is not there.
   */
  readonly propose: (stored: StoredTenant) => Proposal;
  /** Refuses what is stored, as when it is another version than the caller knows. Under the lock. */
  readonly guard?: (db: Querier, stored: StoredTenant) => Promise<void>;
  /** Refuses whoever may not declare these users, before a password is compared. */
  readonly admit?: (users: readonly BundleUser[]) => void;
  /** Refuses what would be written. */
  readonly approve?: (plan: ProvisioningPlan) => void;
  /** What is refused for its mistakes; without it in the words of a bundle. */
  readonly refuse?: (problems: readonly ErrorDetail[]) => ServiceError;
  readonly act: TenantAct;
  /** What is stored with it, also when nothing changes. */
  readonly also?: (transaction: Querier) => Promise<void>;
  /** Does everything and keeps nothing of it. */
  readonly dryRun?: boolean;
  readonly markStale?: MarkStale;
}

/** Who does what, for the audit trail. An act that changes nothing leaves no trace. */
interface TenantAct {
  readonly actor: Actor;
  readonly verb: AuditVerb;
  readonly subject: string;
  readonly reason?: string | null;
}

interface TenantChanged extends ProvisionResult {
  /** What is stored now, or would be. */
  readonly tenant: StoredTenant;
  /** null: nothing changed. */
  readonly difference: Difference | null;
}

/**
 * The one road on which industries, units, categories and users change: what is stored is read as a bundle, changed,
 * checked, compared and written, in one transaction.
 * @throws ServiceError 1430 with every mistake; nothing is written then.
 */
export async function changeTenant(change: TenantChange): Promise<TenantChanged> {
  const { context, industryId } = change;
  const first = await proposed(context.database, change, context.clock.now());
  const users = first.reading.bundle?.users ?? [];
  change.admit?.(users);
  const hash = change.dryRun === true ? passwordsUnseen : hashPasswords;
  const hashesBefore = await hash(users, first.stored);
  const changed = await context.database
    .transaction(async (transaction) => {
      await lockProvisioning(transaction);
      await lockDocumentsAndClock(transaction, industryId ?? '');
      const now = context.clock.now();
      // Read again: what was checked before the lock may have changed since.
      const { reading, stored, patches, under } = await proposed(transaction, change, now);
      await change.guard?.(transaction, stored);
      const again = reading.bundle?.users ?? [];
      const later = await hash(changedSince(again, first.stored, stored), stored);
      const plan = planProvisioning(reading, stored, new Map([...hashesBefore, ...later]), now, patches);
      change.approve?.(plan);
      const done = await written(transaction, change, stored, plan, now);
      await change.also?.(transaction);
      const warnings = [...done.warnings, ...(await warningsOfSeal(transaction, plan, stored, reading))];
      const told = { ...done, warnings: inCallersWords(warnings, reading, under) };
      if (change.dryRun === true) throw new DryRun(told);
      return told;
    })
    .catch((error: unknown) => {
      if (error instanceof DryRun) return error.changed;
      throw error;
    });
  if (change.dryRun !== true) await fitComingChunks(context);
  return changed;
}

/** That what was changed does not reach days whose readings are gone. */
async function warningsOfSeal(
  transaction: Querier,
  { units: { stale } }: ProvisioningPlan,
  { industry }: StoredTenant,
  { declared }: BundleReading,
): Promise<readonly ErrorDetail[]> {
  if (industry === null || stale.length === 0) return [];
  const indexOf = (unitId: string): number => declared.units?.findIndex((unit) => unit.unitId === unitId) ?? -1;
  return sealedWarnings(
    stale,
    await sealedDays(transaction, industry.industryKey),
    (unitId) => `units[${indexOf(unitId)}].meta.effectiveFrom`,
  );
}

/** Takes a transaction back whose result is to be told and not kept. */
class DryRun extends Error {
  readonly changed: TenantChanged;
  constructor(changed: TenantChanged) {
    super('A dry run is taken back.');
    this.name = 'DryRun';
    this.changed = changed;
  }
}

async function written(
  transaction: Querier,
  { context, act, markStale = markStaleDays(context) }: TenantChange,
  stored: StoredTenant,
  plan: ProvisioningPlan,
  now: EpochMillis,
): Promise<TenantChanged> {
  const result = resultOf(plan);
  const { industryId } = result;
  const industryKey = await writePlan(transaction, plan, stored.industry?.industryKey ?? null, new Date(now));
  if (!result.isChanged) return { ...result, tenant: stored, difference: null };
  if (plan.clock.isChanged) await keepRunningDaysLive(transaction, industryKey, plan.clock.rules, now);
  if (plan.units.stale.length > 0) await markStale(transaction, industryKey, plan.units.stale);
  await markLacking(transaction, industryKey, virtualUnitsAdded(plan.units, stored), 'configuration', new Date(now));
  const after = await loadTenant(transaction, industryId);
  const difference = tenantDifference(viewOfTenant(stored, industryId), viewOfTenant(after, industryId));
  await writeAudit(transaction, {
    at: now,
    actor: act.actor,
    industryKey,
    verb: act.verb,
    subject: act.subject,
    reason: act.reason ?? null,
    before: difference?.before ?? null,
    after: difference?.after ?? null,
  });
  const auditKey = await newestAudit(transaction, industryKey);
  return { ...result, tenant: { ...after, auditKey }, difference };
}

/** Virtual units that come, or come back: unlike a meter such a unit has figures of the days before it came. */
function virtualUnitsAdded({ writes }: UnitPlan, { units }: StoredTenant): string[] {
  const live = new Set(units.filter((unit) => !unit.removed).map((unit) => unit.unitId));
  return writes
    .filter(({ figures }) => GROUP_OF_STANDARD_CATEGORY[figures.standardCategoryId] === 'VIRTUAL')
    .flatMap(({ unitId }) => (live.has(unitId) ? [] : [unitId]));
}

interface Proposed {
  readonly under: string | undefined;
  readonly reading: BundleReading;
  readonly stored: StoredTenant;
  readonly patches: UnitPatches;
}

const NO_PATCHES: UnitPatches = new Map();

async function proposed(
  db: Querier,
  { industryId, propose, refuse = refusalOfBundle }: TenantChange,
  now: EpochMillis,
): Promise<Proposed> {
  const tenant = industryId === null ? NO_TENANT : await loadTenant(db, industryId);
  const { document, patches = NO_PATCHES, under } = propose(tenant);
  const reading = readBundle(document);
  const names = declaredLoginNames(reading.declared);
  const stored = { ...tenant, namesTaken: await namesTaken(db, industryId ?? '', names) };
  const ofBundle = [...bundleProblems(reading, stored), ...clockMistakes(reading, stored, now)];
  // The version that counts now says again what the bundle has said.
  const ofVersions = patchMistakes(reading, stored, patches, now).filter(
    ({ field, problem }) => !ofBundle.some((one) => one.field === field && problem.startsWith(one.problem)),
  );
  const problems = [...ofBundle, ...ofVersions];
  if (problems.length > 0) throw refuse(inCallersWords(problems, reading, under));
  return { reading, stored, patches, under };
}

/** Places of what the caller sent are those of his body, also where a mistake names a second place. */
function inCallersWords(
  details: readonly ErrorDetail[],
  { declared }: BundleReading,
  under: string | undefined,
): readonly ErrorDetail[] {
  if (under === undefined) return details;
  const placeOf = (field: string): string =>
    under !== '' && field.startsWith(under)
      ? field.slice(under.length)
      : field.replace(/^units\[(\d+)\]/, (_, index) => `units.${declared.units?.[Number(index)]?.unitId ?? ''}`);
  return details.map(({ field, problem }) => ({
    field: placeOf(field),
    problem: problem.replace(/(, the same as )([^\s;,]+)/, (_, words: string, place: string) => words + placeOf(place)),
  }));
}

const refusalOfBundle = (problems: readonly ErrorDetail[]): ServiceError =>
  new ServiceError(
    1430,
    `The bundle has ${problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`}`,
    problems,
  );
