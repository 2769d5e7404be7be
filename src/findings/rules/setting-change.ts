import { type Industry, subCategoryUnits } from '../../kernel/industry/industry.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { problem } from '../../kernel/problems.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { NEVER_TOLD } from './acts.ts';
import { type FindingKind, KINDS } from './kinds.ts';

/** A change of a kind by a person. Absent fields stay as they are, null takes back. Both ids null: the industry. */
export interface SettingChange {
  readonly kind: FindingKind;
  readonly unitId: string | null;
  readonly subCategoryId: string | null;
  readonly limit?: number | null | undefined;
  readonly mutedUntil?: BusinessDate | null | undefined;
  readonly reason?: string | null | undefined;
}

/** Mistakes of a change. @param units units that settings may name, retired ones among them */
export function problemsOfChange(
  { kind, unitId, subCategoryId, limit = null, mutedUntil = null }: SettingChange,
  { units, categories }: Pick<Industry, 'units' | 'categories'>,
  today: BusinessDate,
): ErrorDetail[] {
  return [
    ...scopeProblems({ kind, unitId, subCategoryId }, { units, categories }, limit === null && mutedUntil === null),
    ...(limit === null ? [] : limitProblems(kind, limit)),
    ...(mutedUntil === null ? [] : muteProblems(mutedUntil, subCategoryId, today)),
  ];
}

function scopeProblems(
  { kind, unitId, subCategoryId }: Pick<SettingChange, 'kind' | 'unitId' | 'subCategoryId'>,
  industry: Pick<Industry, 'units' | 'categories'>,
  isTakenBack: boolean,
): ErrorDetail[] {
  const [field, id] = unitId === null ? (['subCategoryId', subCategoryId] as const) : (['unitId', unitId] as const);
  if (id === null) return [];
  if (kind === 'balance') return [problem([field], id, 'null, because the balance is of the whole industry')];
  if (unitId !== null && subCategoryId !== null)
    return [problem(['subCategoryId'], subCategoryId, 'null where unitId is given')];
  if (unitId !== null)
    return industry.units.has(unitId) ? [] : [problem(['unitId'], unitId, 'the id of a unit of the industry')];
  // A setting of a sub-category that is gone can be taken back.
  return isTakenBack || subCategoryUnits(industry).has(id)
    ? []
    : [problem(['subCategoryId'], id, 'the id of a sub-category of the industry')];
}

function limitProblems(kind: FindingKind, limit: number): ErrorDetail[] {
  const bounds = KINDS[kind].limit;
  if (bounds === null) return [problem(['limit'], limit, `null, because ${kind} has no limit`)];
  const { unit, least, most } = bounds;
  const isWhole = unit !== '%';
  if (limit >= least && limit <= most && (!isWhole || Number.isInteger(limit))) return [];
  return [problem(['limit'], limit, `a ${isWhole ? 'whole ' : ''}number from ${least} to ${most} (${unit})`)];
}

function muteProblems(mutedUntil: BusinessDate, subCategoryId: string | null, today: BusinessDate): ErrorDetail[] {
  if (subCategoryId !== null)
    return [problem(['mutedUntil'], muteText(mutedUntil), 'null, because a sub-category has limits alone')];
  return mutedUntil > today
    ? []
    : [problem(['mutedUntil'], muteText(mutedUntil), `a day after ${formatRequestDate(today)}, or never`)];
}

/** The end of a mute as people write it. */
export const muteText = (mutedUntil: BusinessDate): string =>
  mutedUntil === NEVER_TOLD ? 'never' : formatRequestDate(mutedUntil);
