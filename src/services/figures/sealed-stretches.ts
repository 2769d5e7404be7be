import type { Querier } from '../../database/database.ts';
import type { DailyDocument } from '../../domain/document/types.ts';
import type { Industry, StoredUnit } from '../../domain/industry/industry.ts';
import { businessDateOf } from '../../domain/time/business-clock.ts';
import { isSealed, monthKeyOf, NOTHING_SEALED } from '../../domain/time/sealed-days.ts';
import type { BusinessDate, EpochMillis } from '../../domain/time/types.ts';
import { readDocuments } from '../../store/documents.ts';
import { sealedDays } from '../../store/seal.ts';

interface SealedStretch {
  readonly dates: readonly BusinessDate[];
  /** date to unitId to document; null: the days are not sealed. */
  readonly stored: ReadonlyMap<BusinessDate, ReadonlyMap<string, DailyDocument>> | null;
}

/**
 * Dates in their order, parted where sealed days begin or end. The readings of sealed days are gone, so their stored
 * documents come along: nothing else tells what units have measured there. No month that runs is sealed, so the days
 * that most requests ask for cost no look-up.
 *
 * @param dates ascending
 */
export async function partedBySeal(
  db: Querier,
  industry: Industry,
  units: readonly StoredUnit[],
  dates: readonly BusinessDate[],
  now: EpochMillis,
): Promise<SealedStretch[]> {
  const [first] = dates;
  const mayBeSealed = first !== undefined && monthKeyOf(first) < monthKeyOf(businessDateOf(industry.clock, now));
  const sealed = mayBeSealed ? await sealedDays(db, industry.industryKey) : NOTHING_SEALED;
  const parts: { areSealed: boolean; dates: BusinessDate[] }[] = [];
  for (const date of dates) {
    const areSealed = isSealed(sealed, date);
    const last = parts.at(-1);
    if (last?.areSealed === areSealed) last.dates.push(date);
    else parts.push({ areSealed, dates: [date] });
  }
  const stretches: SealedStretch[] = [];
  for (const { areSealed, dates: part } of parts)
    stretches.push({ dates: part, stored: areSealed ? await storedDocuments(db, industry, units, part) : null });
  return stretches;
}

async function storedDocuments(
  db: Querier,
  { industryId }: Industry,
  units: readonly StoredUnit[],
  dates: readonly BusinessDate[],
): Promise<ReadonlyMap<BusinessDate, ReadonlyMap<string, DailyDocument>>> {
  const days = new Map(dates.map((date) => [date, new Map<string, DailyDocument>()]));
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return days;
  const stored = await readDocuments(db, {
    industryId,
    units: new Map(units.map(({ unitKey, current }) => [unitKey, current.unitId])),
    period: 'DAILY',
    from,
    to,
  });
  for (const { periodStart, document } of stored) days.get(periodStart)?.set(document.unitId, document);
  return days;
}
