import { type Industry, unitAsOf } from '../../kernel/industry/industry.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { LastFigures } from '../store/read-documents.ts';
import type { DocumentToWrite } from '../store/write-documents.ts';
import type { HandedOn } from '../../ledger/store/ledger.ts';

/** Hand-over of a day to the next, by group. Groups that are not listed begin every day from nothing. */
const HANDED_ON: Partial<Readonly<Record<UnitGroup, 'level' | 'register'>>> = {
  STOCK: 'level',
  FLOW: 'register',
  CONSUMPTION: 'register',
  ENERGY: 'register',
};

/** Keys of units whose days hand something on, and of units with installed meters. */
export function carryingOverKeys({ units }: Industry) {
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
export function carriedOverBy(
  industry: Industry,
  documents: readonly DocumentToWrite[],
  before: readonly LastFigures[],
): (HandedOn & { readonly unitId: string })[] {
  const stored = new Map(before.map((figures) => [`${figures.unitKey} ${figures.periodStart}`, figures]));
  const found = new Map<number, HandedOn & { readonly unitId: string }>();
  for (const { unitKey, periodStart, document } of documents) {
    const unit = industry.units.get(document.unitId);
    const handing = unit === undefined ? undefined : HANDED_ON[unitAsOf(unit, periodStart).group];
    const known = found.get(unitKey);
    if (handing === undefined || periodStart < (known?.changedDate ?? '')) continue;
    const old = stored.get(`${unitKey} ${periodStart}`);
    const kind = handing === 'level' ? levelChange(document, old) : registerChange(document, old);
    if (kind === null) continue;
    // A register that an earlier day handed on reaches farther than what came since.
    const farthest = known?.kind === 'register' ? known.kind : kind;
    found.set(unitKey, { unitKey, unitId: document.unitId, changedDate: periodStart, kind: farthest });
  }
  return [...found.values()];
}

type Document = DocumentToWrite['document'];

const levelChange = ({ value, meta }: Document, old: LastFigures | undefined): 'level' | null =>
  value === (old?.value ?? null) && (meta.percentage ?? null) === (old?.percentage ?? null) ? null : 'level';

function registerChange(document: Document, old: LastFigures | undefined): 'register' | 'counted' | 'heard' | null {
  if ((document.meta.fr ?? null) !== (old?.register ?? null)) return 'register';
  if (meterRegisterOf(document) !== (old?.meterRegister ?? null)) return 'register';
  if (endsWithValuesAlone(document) && document.value !== (old?.value ?? null)) return 'counted';
  return lastHeardOf(document) === (old?.lastHeardEpochMs ?? null) ? null : 'heard';
}

/** True when hours behind the last register have counted by values alone, because the register lacks them. */
const endsWithValuesAlone = (document: Document): boolean =>
  'hourly' in document && (document.hourly.findLast(({ y }) => y !== null)?.fr ?? null) === null;

/** A meter that has sent no register yet counts from its installation on the next day. */
const meterRegisterOf = ({ meta }: Document): number | null => meta.meters?.at(-1)?.firstRegister ?? null;

/** The next day tells from when on nothing was sent. A day without a register hands on that of a day before. */
const lastHeardOf = ({ meta, provenance }: Document): number | null =>
  (meta.fr ?? null) === null ? null : provenance.lastEpoch;
