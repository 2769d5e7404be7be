import { type Industry, unitAsOf } from '../../domain/industry/industry.ts';
import type { UnitGroup } from '../../domain/measure/unit.ts';
import type { DocumentToWrite, LastFigures } from '../../store/documents.ts';
import type { HandedOn } from '../../store/ledger.ts';

/** What a day of a group hands on to the next one; groups that are not listed begin every day anew. */
const HANDED_ON: Partial<Readonly<Record<UnitGroup, HandedOn['kind']>>> = {
  STOCK: 'level',
  FLOW: 'register',
  CONSUMPTION: 'register',
  ENERGY: 'register',
};

/** Keys of the units whose days hand something on, and of those in which meters were installed. */
export function handingOnKeys({ units }: Industry) {
  const handing = [...units.values()].filter((stored) =>
    stored.versions.some((version) => HANDED_ON[version.unit.group] !== undefined),
  );
  return {
    unitKeys: handing.map((stored) => stored.unitKey),
    meteredKeys: handing.filter(({ current }) => current.meters !== undefined).map((stored) => stored.unitKey),
  };
}

/**
 * Units whose daily documents hand on something else than before, each with the last of the days that do. `before`:
 * what the stored documents of these days ended with.
 */
export function handedOnBy(
  industry: Industry,
  documents: readonly DocumentToWrite[],
  before: readonly LastFigures[],
): (HandedOn & { readonly unitId: string })[] {
  const stored = new Map(before.map((figures) => [`${figures.unitKey} ${figures.periodStart}`, figures]));
  const found = new Map<number, HandedOn & { readonly unitId: string }>();
  for (const { unitKey, periodStart, document } of documents) {
    const unit = industry.units.get(document.unitId);
    const kind = unit === undefined ? undefined : HANDED_ON[unitAsOf(unit, periodStart).group];
    if (kind === undefined || periodStart < (found.get(unitKey)?.changedDate ?? '')) continue;
    const old = stored.get(`${unitKey} ${periodStart}`);
    const isSame =
      kind === 'register'
        ? (document.meta.fr ?? null) === (old?.register ?? null)
          && meterRegisterOf(document) === (old?.meterRegister ?? null)
          && lastHeardOf(document) === (old?.lastHeardEpochMs ?? null)
        : document.value === (old?.value ?? null) && (document.meta.percentage ?? null) === (old?.percentage ?? null);
    if (!isSame) found.set(unitKey, { unitKey, unitId: document.unitId, changedDate: periodStart, kind });
  }
  return [...found.values()];
}

/** A meter that has sent no register yet counts from its installation on the next day. */
const meterRegisterOf = ({ meta }: DocumentToWrite['document']): number | null =>
  meta.meters?.at(-1)?.firstRegister ?? null;

/** The next day tells from when on nothing was sent. A day without a register hands on that of a day before. */
const lastHeardOf = ({ meta, provenance }: DocumentToWrite['document']): number | null =>
  (meta.fr ?? null) === null ? null : provenance.lastEpoch;
