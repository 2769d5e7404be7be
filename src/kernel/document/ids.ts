import { toDashed } from '../time/business-date.ts';
import type { BusinessDate } from '../time/types.ts';

/** The period of a document: one business day, one month `MM/YYYY` or one year `YYYY`. */
export type DocumentPeriod =
  | { readonly kind: 'DAILY'; readonly date: BusinessDate }
  | { readonly kind: 'MONTHLY'; readonly month: string }
  | { readonly kind: 'YEARLY'; readonly year: string };

/** The period as ids and tags write it: `DD-MM-YYYY`, `MM-YYYY` or `YYYY`. */
function periodLabel(period: DocumentPeriod): string {
  switch (period.kind) {
    case 'DAILY':
      return toDashed(period.date);
    case 'MONTHLY':
      return period.month.replace('/', '-');
    case 'YEARLY':
      return period.year;
  }
}

/**
 * Id of a processed document (specification, Processed documents), e.g. `ACME_15-01-2026_M1_DAILY`,
 * `ACME_01-2026_M1_MONTHLY`, `ACME_2026_M1_YEARLY`.
 */
export const documentId = (industryId: string, unitId: string, period: DocumentPeriod): string =>
  `${industryId}_${periodLabel(period)}_${unitId}_${period.kind}`;

/**
 * Tag of a processed document, e.g. `15-01-2026_DAILY`, `01-2026_MONTHLY`, `2026_YEARLY`.
 * Spec gap: the specification says "'<date>_DAILY' style label"; the date is written as in the id.
 */
export const documentTag = (period: DocumentPeriod): string => `${periodLabel(period)}_${period.kind}`;
