import { lockProvisioning } from '../../platform/directory/store/industries.ts';
import type { Context } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
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

/** A bundle to provision. */
export interface Proposal {
  /** The bundle. A section that it lacks stays as stored. */
  readonly document: unknown;
  /** Units that were patched instead of declared, see patched-versions.ts. */
  readonly patches?: UnitPatches;
  /**
   * Path of the part that the caller sent, when he did not send a whole bundle. Mistakes and warnings leave it out, and
   * name other units by their id.
   */
  readonly under?: string;
  /** The place that the caller sent, of a place below `under`; absent: the same. */
  readonly sentAs?: (place: string) => string;
}

/** Turns places of the bundle into those that the caller sent. */
type CallersPlaces = Pick<Proposal, 'under' | 'sentAs'>;

export interface TenantChange {
  readonly context: Context;
  /** null: the document names none, which is reported as a mistake. */
  readonly industryId: string | null;
  /**
   * Makes the proposal from the stored tenant. Called a second time under the lock.
   * @throws ServiceError when the entity to change does not exist.
   */
  readonly propose: (stored: StoredTenant) => Proposal;
  /** Refuses the stored tenant, e.g. for another version than the caller knows. Called under the lock. */
  readonly guard?: (db: Querier, stored: StoredTenant) => Promise<void>;
  /** Refuses a caller who may not declare these users. Called before any password is compared. */
  readonly admit?: (users: readonly BundleUser[]) => void;
  /** Refuses a plan. */
  readonly approve?: (plan: ProvisioningPlan) => void;
  /** Makes the error of a refusal; absent: the error of a bundle. */
  readonly refuse?: (problems: readonly ErrorDetail[]) => ServiceError;
  readonly act: TenantAct;
  /** Writes more in the same transaction, also when nothing changes. */
  readonly also?: (transaction: Querier) => Promise<void>;
  /** true: everything is done and rolled back. */
  readonly dryRun?: boolean;
  /** Called once, when the change reaches closed business days; absent: they are entered into the stale-day ledger. */
  readonly markStale?: MarkStale;
}

/** Actor and act for the audit. An act that changes nothing writes no row. */
interface TenantAct {
  readonly actor: Actor;
  readonly verb: AuditVerb;
  readonly subject: string;
  readonly reason?: string | null;
}

interface TenantChanged extends ProvisionResult {
  /** The tenant after the change, also after a dry run. */
  readonly tenant: StoredTenant;
  /** null: nothing changed. */
  readonly difference: Difference | null;
}

/**
 * The one way in which industries, units, categories and users change: the stored tenant is read as a bundle, changed,
 * checked, compared and written, in one transaction.
 * @throws ServiceError 1430 with every mistake. Nothing is written then.
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
      // The tenant is read again, because it may have changed between the check and the lock.
      const { reading, stored, patches, places } = await proposed(transaction, change, now);
      await change.guard?.(transaction, stored);
      const again = reading.bundle?.users ?? [];
      const later = await hash(changedSince(again, first.stored, stored), stored);
      const plan = planProvisioning(reading, stored, new Map([...hashesBefore, ...later]), now, patches);
      change.approve?.(plan);
      const done = await written(transaction, change, stored, plan, now);
      await change.also?.(transaction);
      const warnings = [...done.warnings, ...(await warningsOfSeal(transaction, plan, stored, reading))];
      const told = { ...done, warnings: inCallersWords(warnings, reading, places) };
      if (change.dryRun === true) throw new DryRun(told);
      return told;
    })
    .catch((error: unknown) => {
      if (error instanceof DryRun) return error.changed;
      throw error;
    });
  if (change.dryRun !== true) await fitComingChunks(context, changed.units.added + changed.units.changed);
  return changed;
}

/** Warnings that a change does not reach days whose readings were removed. */
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

/** Rolls a transaction back and carries its result out. */
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

/** New or restored virtual units. Unlike meters they have figures on days before they were added. */
function virtualUnitsAdded({ writes }: UnitPlan, { units }: StoredTenant): string[] {
  const live = new Set(units.filter((unit) => !unit.removed).map((unit) => unit.unitId));
  return writes
    .filter(({ figures }) => GROUP_OF_STANDARD_CATEGORY[figures.standardCategoryId] === 'VIRTUAL')
    .flatMap(({ unitId }) => (live.has(unitId) ? [] : [unitId]));
}

interface Proposed {
  readonly places: CallersPlaces;
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
  const { document, patches = NO_PATCHES, ...places } = propose(tenant);
  const reading = readBundle(document);
  const names = declaredLoginNames(reading.declared);
  const stored = { ...tenant, namesTaken: await namesTaken(db, industryId ?? '', names) };
  const ofBundle = [...bundleProblems(reading, stored), ...clockMistakes(reading, stored, now)];
  // Problems that the bundle has reported already are left out of those of the newest version.
  const ofVersions = patchMistakes(reading, stored, patches, now).filter(
    ({ field, problem }) => !ofBundle.some((one) => one.field === field && problem.startsWith(one.problem)),
  );
  const problems = [...ofBundle, ...ofVersions];
  if (problems.length > 0) throw refuse(inCallersWords(problems, reading, places));
  return { reading, stored, patches, places };
}

/** Paths of mistakes as paths of the caller's body, also where a mistake names a second place. */
function inCallersWords(
  details: readonly ErrorDetail[],
  { declared }: BundleReading,
  { under, sentAs = (place) => place }: CallersPlaces,
): readonly ErrorDetail[] {
  if (under === undefined) return details;
  const placeOf = (field: string): string =>
    under !== '' && field.startsWith(under)
      ? sentAs(field.slice(under.length))
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
