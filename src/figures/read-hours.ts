import type { DataContext } from '../context.ts';
import { coverageOf } from '../kernel/document/provenance.ts';
import type { DailyDocument } from '../kernel/document/types.ts';
import { inBatches } from '../kernel/in-batches.ts';
import type { Industry, StoredUnit } from '../kernel/industry/industry.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { columnsOf, type DocumentHours, readDocumentHours } from './store/document-hours.ts';
import { settledDays } from '../ledger/store/ledger.ts';
import { readDays } from './read-days.ts';
import { numberOrNull } from './rules/processors/numbers.ts';
import { meansOrNull } from './rules/processors/parameters.ts';

/** Unit days read at a time. */
const UNIT_DAYS_PER_READ = 6000;

/**
 * Hours of units over days, for readers of very many: as {@link readDays}, in lists instead of documents. Lists are by
 * unit and day; a day without a document is absent.
 */
export async function readHours(
  context: DataContext,
  industry: Industry,
  units: readonly StoredUnit[],
  dates: readonly BusinessDate[],
): Promise<ReadonlyMap<number, ReadonlyMap<BusinessDate, DocumentHours>>> {
  const [first, last] = [dates[0], dates.at(-1)];
  const found = new Map(units.map(({ unitKey }) => [unitKey, new Map<BusinessDate, DocumentHours>()]));
  if (first === undefined || last === undefined) return found;
  // The days are read first, so that documents are never older than the known state of their day.
  const settled = await settledDays(context.database, industry.industryKey, first, last);
  const others = dates.filter((date) => !settled.has(date));
  for (const some of inBatches(units, UNIT_DAYS_PER_READ, dates.length)) {
    const keys = some.map(({ unitKey }) => unitKey);
    for (const hours of await readDocumentHours(context.database, keys, first, last))
      if (settled.has(hours.date)) found.get(hours.unitKey)?.set(hours.date, hours);
    if (others.length === 0) continue;
    const unitIds = new Set(some.map(({ current }) => current.unitId));
    const computed = await readDays(context, { industry, unitIds, dates: others, withEntries: true });
    for (const [date, documents] of computed)
      for (const { unitKey, current } of some) {
        const document = documents.get(current.unitId);
        if (document !== undefined) found.get(unitKey)?.set(date, hoursOf(unitKey, date, document));
      }
  }
  return found;
}

const hoursOf = (unitKey: number, date: BusinessDate, document: DailyDocument): DocumentHours => ({
  unitKey,
  date,
  value: numberOrNull(document.value),
  coverage: coverageOf(document.provenance),
  lastEpochMs: document.provenance.lastEpoch,
  failed: document.provenance.failed === true,
  ...columnsOf(document.hourly),
  parameters: document.paramValue ?? meansOrNull(document.value),
});
