import type { Querier } from '../../platform/database/database.ts';
import { entriesOf } from '../../kernel/document/entries.ts';
import type { ProcessedDocument } from '../../kernel/document/types.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { numberOrNull } from '../rules/processors/numbers.ts';
import { meansOrNull } from '../rules/processors/parameters.ts';
import type { Period } from './document-rows.ts';
import { packEntries } from './packed-entries.ts';

export interface DocumentToWrite {
  readonly unitKey: number;
  readonly period: Period;
  readonly periodStart: BusinessDate;
  readonly document: ProcessedDocument;
}

const toRow = ({ unitKey, period, periodStart, document }: DocumentToWrite) => ({
  unit_key: unitKey,
  period,
  period_start: periodStart,
  value: numberOrNull(document.value),
  value_by_parameter: meansOrNull(document.value),
  param_value: document.paramValue ?? null,
  meta: document.meta,
  provenance: document.provenance,
  entries: packEntries(entriesOf(document)),
});

export interface WrittenDocument {
  readonly unitKey: number;
  readonly periodStart: BusinessDate;
}

/** Time and reason of a computation, by the start of the period. */
interface Writing {
  readonly computedAt: Date;
  readonly causesOf: (periodStart: BusinessDate) => readonly string[];
}

/** Writes documents that differ from the stored ones and returns them. The caller holds lockIndustryDocuments. */
export async function writeDocuments(
  db: Querier,
  industryKey: number,
  documents: readonly DocumentToWrite[],
  { computedAt, causesOf }: Writing,
): Promise<WrittenDocument[]> {
  if (documents.length === 0) return [];
  const rows = documents.map((document) => ({ ...toRow(document), causes: causesOf(document.periodStart) }));
  return db.many<WrittenDocument>('documents.write', { industryKey, rows: JSON.stringify(rows), computedAt });
}

/** Documents that writeDocuments would write; `isNew`: none is stored in their place. Writes nothing. */
export async function differingDocuments(
  db: Querier,
  documents: readonly DocumentToWrite[],
): Promise<{ document: ProcessedDocument; isNew: boolean }[]> {
  if (documents.length === 0) return [];
  const rows = documents.map((document, position) => ({ position, ...toRow(document) }));
  const found = await db.many<{ position: number; isNew: boolean }>('documents.compare', {
    rows: JSON.stringify(rows),
  });
  return found.flatMap(({ position, isNew }) => {
    const compared = documents[position];
    return compared === undefined ? [] : [{ document: compared.document, isNew }];
  });
}

/** Holds the industry's documents for this transaction; another writer waits. */
export const lockIndustryDocuments = async (db: Querier, industryKey: number): Promise<void> => {
  await db.many('documents.lock_industry', { industryKey });
};
