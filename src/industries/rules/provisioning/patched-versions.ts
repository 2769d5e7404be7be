import type { ErrorDetail } from '../../../kernel/errors.ts';
import { businessDateOf, clockAsOf } from '../../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';
import { type BundleDocument, unitWith } from './bundle-of.ts';
import { unitSchema } from './bundle-schema.ts';
import { desiredUnit } from './desired.ts';
import { patched } from './merge-patch.ts';
import { type BundleReading, readBundle } from './read-bundle.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import type { StoredTenant, TenantUnit, UnitVersion } from './stored.ts';

/*
 * A unit that is declared says all that counts from a date on. A unit that is patched says one thing of it: the rest of
 * its history stays, before the date and after it.
 */

/** What changes of a unit. */
export interface UnitPatch {
  /** As a bundle writes them. */
  readonly fields: BundleDocument;
  /** From this day on all stays as it counted; absent: the change counts on. */
  readonly until?: BusinessDate;
}

/** By unitId. */
export type UnitPatches = ReadonlyMap<string, UnitPatch>;

/** The versions that count on `from` or later; the first of them is cut in two there. Empty without a version. */
function versionsFrom(versions: readonly UnitVersion[], from: BusinessDate): UnitVersion[] {
  const inForce = versions.findLast(({ effectiveFrom }) => effectiveFrom <= from) ?? versions[0];
  const later = versions.filter(({ effectiveFrom }) => effectiveFrom > from);
  return inForce === undefined ? later : [{ ...inForce, effectiveFrom: from }, ...later];
}

/** Of them those that a patch changes. */
const changedVersions = (versions: readonly UnitVersion[], { until }: UnitPatch, from: BusinessDate): UnitVersion[] =>
  versionsFrom(versions, from).filter(({ effectiveFrom }) => until === undefined || effectiveFrom < until);

/** The day from which another curve counts than on `from`, which a survey of that day leaves; undefined: none. */
export function nextCurveFrom(versions: readonly UnitVersion[], from: BusinessDate): BusinessDate | undefined {
  const inForce = versionsFrom(versions, from)[0]?.figures.volumeCurve;
  return versions.find(
    ({ effectiveFrom, figures }) => effectiveFrom > from && !sameJson(figures.volumeCurve ?? null, inForce ?? null),
  )?.effectiveFrom;
}

/**
 * The versions of a unit after a patch that counts from a date on; oldest first, neighbours differ.
 * @param patch without mistakes, see {@link patchMistakes}.
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

/**
 * What a patch would leave wrong of a version that counts later or earlier than the newest one: a tank without a
 * capacity, say, because it was none yet.
 */
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
