import { toDashed } from '../time/business-date.ts';
import type { BusinessDate } from '../time/types.ts';
import type { ProcessedDocument } from './types.ts';

/** A position in the feed of changes. The request is part of it, because another request would skip changes. */
interface ChangePosition {
  readonly industryId: string;
  /** The period that was asked for; `all` for all three. */
  readonly period: string;
  /** Number of the last change that was read; 0 before the first. */
  readonly changeNo: number;
}

const FORM = /^1:(\d{1,15}):([a-z]+):(.+)$/s;

/** The position as clients hold it: opaque text. */
export const writeCursor = ({ industryId, period, changeNo }: ChangePosition): string =>
  Buffer.from(`1:${changeNo}:${period}:${industryId}`).toString('base64url');

/** null: nothing that {@link writeCursor} has written. */
export function readCursor(cursor: string): ChangePosition | null {
  const [, changeNo, period, industryId] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (changeNo === undefined || period === undefined || industryId === undefined) return null;
  const position = { industryId, period, changeNo: Number(changeNo) };
  return writeCursor(position) === cursor ? position : null;
}

/** A stored document as the export prints it: with the time at which it was computed. */
export const exportedDocument = ({
  document,
  computedAt,
}: {
  readonly document: ProcessedDocument;
  readonly computedAt: Date;
}) => ({ ...document, provenance: { ...document.provenance, computedAt: computedAt.toISOString() } });

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
