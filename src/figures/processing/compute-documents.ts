import type { DailyDocument } from '../../kernel/document/types.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { Querier } from '../../platform/database/database.ts';
import { computeDays } from '../compute-days.ts';
import type { DocumentToWrite } from '../store/write-documents.ts';

interface DocumentsToCompute {
  readonly industry: Industry;
  /** Dates in ascending order. */
  readonly dates: readonly BusinessDate[];
  /** Units whose documents are wanted; null: all of the industry. */
  readonly unitIds: ReadonlySet<string> | null;
  readonly now: EpochMillis;
  /** Days before it are materialised and fresh; null: none is known to be. */
  readonly materialisedBefore: BusinessDate | null;
}

/** Daily documents of the industry's present units as they would be stored. `onDay` is told each day that is done. */
export async function computeDocuments(
  db: Querier,
  request: DocumentsToCompute,
  onDay: (date: BusinessDate) => void = () => {},
): Promise<(DocumentToWrite & { readonly document: DailyDocument })[]> {
  const documents: (DocumentToWrite & { readonly document: DailyDocument })[] = [];
  for await (const day of computeDays(db, request)) {
    for (const [unitId, document] of day.documents) {
      const unitKey = request.industry.units.get(unitId)?.unitKey;
      if (unitKey !== undefined) documents.push({ unitKey, period: 'DAILY', periodStart: day.date, document });
    }
    onDay(day.date);
  }
  return documents;
}
