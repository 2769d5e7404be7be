import type { Querier } from '../platform/database/database.ts';
import type { DailyDocument } from '../kernel/document/types.ts';
import { type Industry, type StoredUnit, unitIdsByKey } from '../kernel/industry/industry.ts';
import { isSealed, monthKeyOf } from '../kernel/time/sealed-days.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readDocuments, readFigures } from './store/read-documents.ts';
import { sealedDays } from '../ledger/store/seal.ts';

interface SealedStretch {
  readonly dates: readonly BusinessDate[];
  /** date to unitId to document; null: the days are not sealed. */
  readonly stored: ReadonlyMap<BusinessDate, ReadonlyMap<string, DailyDocument>> | null;
}

interface DaysToPart {
  readonly industry: Pick<Industry, 'industryKey' | 'industryId'>;
  /** Units whose documents are needed. */
  readonly units: readonly StoredUnit[];
  /** Dates in ascending order. */
  readonly dates: readonly BusinessDate[];
  /** true: hourly entries are left empty. */
  readonly figuresOnly: boolean;
}

/**
 * Dates in their order, parted where sealed days begin or end. The readings of sealed days are gone, so their stored
 * documents come along as the only source. They come a month at a time, because those of many years would fill the
 * memory. Retention may have sealed days of the running month, too.
 */
export async function* partedBySeal(db: Querier, days: DaysToPart): AsyncGenerator<SealedStretch> {
  if (days.dates.length === 0) return;
  const sealed = await sealedDays(db, days.industry.industryKey);
  const parts: { sealedMonth: string | null; dates: BusinessDate[] }[] = [];
  for (const date of days.dates) {
    const sealedMonth = isSealed(sealed, date) ? monthKeyOf(date) : null;
    const last = parts.at(-1);
    if (last?.sealedMonth === sealedMonth) last.dates.push(date);
    else parts.push({ sealedMonth, dates: [date] });
  }
  for (const { sealedMonth, dates } of parts)
    yield { dates, stored: sealedMonth === null ? null : await storedDocuments(db, { ...days, dates }) };
}

async function storedDocuments(
  db: Querier,
  { industry: { industryId }, units, dates, figuresOnly }: DaysToPart,
): Promise<ReadonlyMap<BusinessDate, ReadonlyMap<string, DailyDocument>>> {
  const days = new Map(dates.map((date) => [date, new Map<string, DailyDocument>()]));
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return days;
  const stored = await (figuresOnly ? readFigures : readDocuments)(db, {
    industryId,
    units: unitIdsByKey(units),
    period: 'DAILY',
    from,
    to,
  });
  for (const { periodStart, document } of stored) days.get(periodStart)?.set(document.unitId, document);
  return days;
}

/** Whether the readings of a business day are gone: removed, or in the archive alone. */
export const areReadingsGone = async (
  db: Querier,
  { industryKey }: Pick<Industry, 'industryKey'>,
  date: BusinessDate,
): Promise<boolean> => isSealed(await sealedDays(db, industryKey), date);
