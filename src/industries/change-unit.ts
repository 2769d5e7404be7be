import type { Querier } from '../platform/database/database.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { VolumeCurve } from '../kernel/measure/volume-curve.ts';
import { refusal } from '../kernel/problems.ts';
import {
  type BundleDocument,
  industryDocument,
  liveUnits,
  unitDocument,
  unitDocuments,
} from './rules/provisioning/bundle-of.ts';
import { patched } from '../kernel/merge-patch.ts';
import { nextCurveFrom, type UnitPatch } from './rules/provisioning/patched-versions.ts';
import type { StoredTenant, TenantUnit } from './rules/provisioning/stored.ts';
import { formatRequestDate } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import type { Proposal } from './provisioning/change-tenant.ts';
import { type Changed, type ChangeRequest, changeEntity } from './change-entity.ts';
import { requireTenant, requireTenantUnit, unitEntity } from './tenant-entities.ts';
import type { Context, WithQueue } from '../context.ts';

type Body = Readonly<Record<string, unknown>>;
type UnitRequest = ChangeRequest & { readonly unitId: string };

/** Adds a unit behind all others. */
export function createUnit(context: Context & WithQueue, request: ChangeRequest, unit: Body): Promise<Changed> {
  const unitId = typeof unit['unitId'] === 'string' ? unit['unitId'] : '';
  return changeEntity(context, request, {
    verb: 'unit.create',
    subject: unitId,
    entity: unitEntity(unitId),
    propose: (stored) => {
      requireTenant(stored, request.industryId);
      const present = stored.units.find((candidate) => candidate.unitId === unitId);
      if (present !== undefined) throw refusal([{ field: 'unitId', problem: takenProblem(present) }]);
      return withUnits(stored, request.industryId, [...unitDocuments(stored), unit], liveUnits(stored).length);
    },
  });
}

const takenProblem = ({ unitId, removed }: TenantUnit): string =>
  `is "${unitId}", a unit that is ${removed ? 'retired: bring it back by restore' : 'there: change it by PATCH'}; allowed is an id that the industry never had`;

/**
 * Changes the fields of a unit that the patch names. Fields that decide figures count from `meta.effectiveFrom` on, or
 * from the running business day. Earlier days keep theirs.
 */
export const changeUnit = (context: Context & WithQueue, request: UnitRequest, patch: Body): Promise<Changed> =>
  changeEntity(context, request, {
    verb: 'unit.change',
    subject: request.unitId,
    entity: unitEntity(request.unitId),
    propose: (stored) => {
      if (Object.hasOwn(patch, 'unitId') && patch['unitId'] !== request.unitId)
        throw refusal([{ field: 'unitId', problem: 'never changes' }]);
      return withPatch(stored, requireLive(stored, request), request.industryId, { fields: patch });
    },
  });

interface Surveyed {
  readonly date: BusinessDate;
  readonly curve: VolumeCurve;
}

/**
 * Lets a curve count for a tank from the day of its survey on, up to the next curve.
 * @param also writes more in the same transaction.
 */
export const surveyUnit = (
  context: Context & WithQueue,
  request: UnitRequest,
  { date, curve: volumeCurve }: Surveyed,
  also: (transaction: Querier) => Promise<void>,
): Promise<Changed> =>
  changeEntity(context, request, {
    verb: 'unit.change',
    subject: request.unitId,
    entity: unitEntity(request.unitId),
    propose: (stored) => {
      const unit = requireLive(stored, request);
      const until = nextCurveFrom(unit.versions, date);
      return withPatch(stored, unit, request.industryId, {
        // The curve gives the capacity.
        fields: { maxCapacity: null, meta: { volumeCurve, effectiveFrom: formatRequestDate(date) } },
        ...(until === undefined ? {} : { until }),
      });
    },
    also,
  });

function withPatch(stored: StoredTenant, unit: TenantUnit, industryId: string, patch: UnitPatch): Proposal {
  const units = liveUnits(stored);
  const index = units.indexOf(unit);
  const documents: BundleDocument[] = units.map(unitDocument);
  documents[index] = patched(unitDocument(unit), patch.fields);
  return { ...withUnits(stored, industryId, documents, index), patches: new Map([[unit.unitId, patch]]) };
}

/** Retires a unit, or restores it as it was. Readings, figures and its place in categories stay. */
export const setInUse = (context: Context & WithQueue, request: UnitRequest, inUse: boolean): Promise<Changed> =>
  changeEntity(context, request, {
    verb: inUse ? 'unit.restore' : 'unit.retire',
    subject: request.unitId,
    entity: unitEntity(request.unitId),
    propose: (stored) => {
      const unit = requireTenantUnit(stored, request.industryId, request.unitId);
      const others = liveUnits(stored).filter((candidate) => candidate !== unit);
      if (!inUse) return withUnits(stored, request.industryId, others.map(unitDocument), null);
      const before = others.filter(({ position }) => position < unit.position).length;
      const units = others.toSpliced(before, 0, unit).map(unitDocument);
      return withUnits(stored, request.industryId, units, unit.removed ? before : null);
    },
  });

/** @throws ServiceError 404 for an unknown unit, 400 for a retired one. */
function requireLive(stored: StoredTenant, { industryId, unitId }: UnitRequest): TenantUnit {
  const unit = requireTenantUnit(stored, industryId, unitId);
  if (unit.removed)
    throw new ServiceError(400, `Unit '${unitId}' is retired. Bring it back by restore before it is changed.`);
  return unit;
}

/** @param index position of the unit that the caller sent or named; null: he named none. */
const withUnits = (
  stored: StoredTenant,
  industryId: string,
  units: readonly unknown[],
  index: number | null,
): Proposal => ({
  document: { industry: industryDocument(stored, industryId), units },
  under: index === null ? '' : `units[${index}].`,
});
