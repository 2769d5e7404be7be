import type { ErrorDetail } from '../../../kernel/errors.ts';
import { businessDateOf, clockAsOf } from '../../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';
import { type BundleDocument, unitWith } from './bundle-of.ts';
import { unitSchema } from './bundle-schema.ts';
import { desiredUnit } from './desired.ts';
import { patched } from '../../../kernel/merge-patch.ts';
import { type BundleReading, readBundle } from './read-bundle.ts';
import { sameJson } from '../../../kernel/json.ts';
import type { StoredTenant, TenantUnit, UnitVersion } from './stored.ts';

/*
 * Versions of a unit after a patch. A declared unit replaces everything that counts from a date on. A patch of a unit
 * replaces single fields: other fields keep their history before and after the date.
 */

/** Changes of a unit. */
export interface UnitPatch {
  /** Fields in the form of a bundle. */
  readonly fields: BundleDocument;
  /** First day on which the old values count again; absent: the change has no end. */
  readonly until?: BusinessDate;
}

/** By unitId. */
export type UnitPatches = ReadonlyMap<string, UnitPatch>;

/** Versions that count on `from` or later. The first one is cut there. Empty without a version. */
function versionsFrom(versions: readonly UnitVersion[], from: BusinessDate): UnitVersion[] {
  const inForce = versions.findLast(({ effectiveFrom }) => effectiveFrom <= from) ?? versions[0];
  const later = versions.filter(({ effectiveFrom }) => effectiveFrom > from);
  return inForce === undefined ? later : [{ ...inForce, effectiveFrom: from }, ...later];
}

/** The versions of a unit that a patch changes. */
const changedVersions = (versions: readonly UnitVersion[], { until }: UnitPatch, from: BusinessDate): UnitVersion[] =>
  versionsFrom(versions, from).filter(({ effectiveFrom }) => until === undefined || effectiveFrom < until);

/** First day after `from` on which another curve counts, which a survey of `from` does not replace; undefined: none. */
export function nextCurveFrom(versions: readonly UnitVersion[], from: BusinessDate): BusinessDate | undefined {
  const inForce = versionsFrom(versions, from)[0]?.figures.volumeCurve;
  return versions.find(
    ({ effectiveFrom, figures }) => effectiveFrom > from && !sameJson(figures.volumeCurve ?? null, inForce ?? null),
  )?.effectiveFrom;
}

/**
 * Versions of a unit after a patch that counts from a date on; the oldest first, neighbours differ.
 * @param patch a patch without mistakes, see {@link patchMistakes}.
 */
export function versionsAfterPatch(unit: TenantUnit, patch: UnitPatch, from: BusinessDate): UnitVersion[] {
  const kept = unit.versions.filter(({ effectiveFrom }) => effectiveFrom < from);
  const after = changedVersions(unit.versions, patch, from).map(({ effectiveFrom, figures }) => ({
    effectiveFrom,
    figures: desiredUnit(unitSchema.parse(patched(unitWith(unit, figures), patch.fields))).figures,
  }));
  const stays = patch.until === undefined ? [] : versionsFrom(unit.versions, patch.until);
  return [...kept, ...after, ...stays].filter(
    (version, index, all) => index === 0 || !sameJson(version.figures, all[index - 1]?.figures),
  );
}

/** Mistakes that a patch would leave in a version other than the newest, e.g. a tank without a capacity. */
export function patchMistakes(
  { bundle }: BundleReading,
  { units, clock }: StoredTenant,
  patches: UnitPatches,
  now: EpochMillis,
): ErrorDetail[] {
  if (bundle === null || patches.size === 0) return [];
  const today = businessDateOf(clockAsOf(clock.rules, now), now);
  return [...patches].flatMap(([unitId, patch]) => {
    const unit = units.find((candidate) => candidate.unitId === unitId);
    const index = (bundle.units ?? []).findIndex((candidate) => candidate.unitId === unitId);
    const declared = bundle.units?.[index];
    if (unit === undefined || declared === undefined) return [];
    const from = desiredUnit(declared).effectiveFrom ?? today;
    return changedVersions(unit.versions, patch, from).flatMap(({ effectiveFrom, figures }) =>
      readBundle({ industry: bundle.industry, units: [patched(unitWith(unit, figures), patch.fields)] }).problems.map(
        ({ field, problem }) => ({
          field: field.replace('units[0]', `units[${index}]`),
          problem: `${problem} (as it counts from ${formatRequestDate(effectiveFrom)})`,
        }),
      ),
    );
  });
}
