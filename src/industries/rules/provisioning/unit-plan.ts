import { capacityOfCurve } from '../../../figures/rules/processors/stock.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import {
  countFates,
  type Fate,
  movedIds,
  NOTHING_COUNTED,
  type SectionCounts,
  firstDifference,
  versionsAfter,
} from './compare.ts';
import type { DesiredUnit } from './desired.ts';
import { sameJson } from '../../../kernel/json.ts';
import type { TenantUnit, UnitVersion } from './stored.ts';
import { type UnitPatches, versionsAfterPatch } from './patched-versions.ts';

/** A unit whose figures change from a past business day on. */
export interface StaleUnit {
  readonly unitKey: number;
  readonly unitId: string;
  readonly fromDate: BusinessDate;
}

export interface UnitPlan {
  readonly counts: SectionCounts;
  /** Units to insert, update or restore. */
  readonly writes: readonly (DesiredUnit & { readonly position: number })[];
  readonly removedKeys: readonly number[];
  readonly droppedVersions: readonly { readonly unitKey: number; readonly effectiveFrom: BusinessDate }[];
  readonly newVersions: readonly (UnitVersion & Pick<DesiredUnit, 'unitId' | 'otherMeta'>)[];
  /** Stored units whose other meta changed. The change applies to every version at once. */
  readonly metaChanges: readonly { readonly unitKey: number; readonly otherMeta: DesiredUnit['otherMeta'] }[];
  readonly stale: readonly StaleUnit[];
}

const NO_UNITS_SECTION: UnitPlan = {
  counts: NOTHING_COUNTED,
  writes: [],
  removedKeys: [],
  droppedVersions: [],
  newVersions: [],
  metaChanges: [],
  stale: [],
};

interface UnitChange {
  readonly unit: DesiredUnit;
  readonly position: number;
  readonly stored: TenantUnit | undefined;
  readonly versions: readonly UnitVersion[];
  readonly fate: Fate;
}

/**
 * Writes for the units of a bundle.
 * @param desired null: the bundle has no section, and nothing changes.
 * @param today the industry's running business date.
 */
export function planUnits(
  desired: readonly DesiredUnit[] | null,
  stored: readonly TenantUnit[],
  today: BusinessDate,
  patches: UnitPatches = new Map(),
): UnitPlan {
  if (desired === null) return NO_UNITS_SECTION;
  const live = stored.filter((unit) => !unit.removed);
  const storedById = new Map(stored.map((unit) => [unit.unitId, unit]));
  const moved = movedIds(
    live.map((unit) => unit.unitId),
    desired.map((unit) => unit.unitId),
  );
  const changes = desired.map((unit, position) =>
    changeOf(unit, { position, isMoved: moved.has(unit.unitId) }, storedById.get(unit.unitId), today, patches),
  );
  const wanted = new Set(desired.map((unit) => unit.unitId));
  const removed = live.filter((unit) => !wanted.has(unit.unitId));
  return {
    counts: countFates(
      changes.map((change) => change.fate),
      removed.length,
    ),
    writes: changes
      .filter(({ fate, position, stored: before }) => fate !== 'unchanged' || position !== before?.position)
      .map(({ unit, position }) => ({ ...unit, position })),
    removedKeys: removed.map((unit) => unit.unitKey),
    droppedVersions: changes.flatMap(({ stored: before, versions }) =>
      before === undefined
        ? []
        : notIn(before.versions, versions).map(({ effectiveFrom }) => ({ unitKey: before.unitKey, effectiveFrom })),
    ),
    newVersions: changes.flatMap(({ unit, stored: before, versions }) =>
      notIn(versions, before?.versions ?? []).map((version) => ({
        ...version,
        unitId: unit.unitId,
        otherMeta: unit.otherMeta,
      })),
    ),
    metaChanges: changes.flatMap(({ unit, stored: before }) =>
      before === undefined || sameJson(before.otherMeta, unit.otherMeta)
        ? []
        : [{ unitKey: before.unitKey, otherMeta: unit.otherMeta }],
    ),
    stale: changes.flatMap((change) => staleOf(change, today)),
  };
}

function changeOf(
  unit: DesiredUnit,
  { position, isMoved }: { readonly position: number; readonly isMoved: boolean },
  stored: TenantUnit | undefined,
  today: BusinessDate,
  patches: UnitPatches,
): UnitChange {
  const patch = patches.get(unit.unitId);
  const before = stored === undefined ? undefined : { ...stored, versions: versionsIn(unit.siUnit, stored) };
  const versions =
    before === undefined || patch === undefined
      ? versionsAfter(before?.versions ?? [], unit.figures, unit.effectiveFrom, today)
      : versionsAfterPatch(before, patch, unit.effectiveFrom ?? today);
  return { unit, position, stored, versions, fate: fateOf(unit, stored, versions, isMoved) };
}

/**
 * Versions of a unit in another unit of measure, which counts for every day. Levels of a surveyed tank follow from its
 * curve, which is in cubic metres, and so does its capacity.
 */
const versionsIn = (siUnit: string, stored: TenantUnit): readonly UnitVersion[] =>
  stored.siUnit === siUnit
    ? stored.versions
    : stored.versions.map((version): UnitVersion => {
        const { figures } = version;
        const maxCapacity = figures.volumeCurve === undefined ? null : capacityOfCurve(figures.volumeCurve, siUnit);
        return maxCapacity === null ? version : { ...version, figures: { ...figures, maxCapacity } };
      });

function fateOf(
  unit: DesiredUnit,
  stored: TenantUnit | undefined,
  versions: readonly UnitVersion[],
  moved: boolean,
): Fate {
  if (stored === undefined || stored.removed) return 'added';
  const isSame =
    !moved
    && stored.displayName === unit.displayName
    && stored.siUnit === unit.siUnit
    && sameJson(stored.otherMeta, unit.otherMeta)
    && sameJson(stored.versions, versions);
  return isSame ? 'unchanged' : 'changed';
}

/**
 * Days that a change of a unit leaves stale. The running day is always computed from readings, so only closed days
 * count. A restored unit is rebuilt from the beginning, because runs have missed readings from shortly before its
 * removal.
 */
function staleOf({ unit, stored, versions }: UnitChange, today: BusinessDate): StaleUnit[] {
  const fromDate =
    stored === undefined
      ? null
      : stored.removed
        ? (versions[0]?.effectiveFrom ?? null)
        : firstDifference(stored.versions, versions);
  return stored === undefined || fromDate === null || fromDate >= today
    ? []
    : [{ unitKey: stored.unitKey, unitId: unit.unitId, fromDate }];
}

const notIn = (versions: readonly UnitVersion[], others: readonly UnitVersion[]): UnitVersion[] =>
  versions.filter((version) => !others.some((other) => sameJson(other, version)));
