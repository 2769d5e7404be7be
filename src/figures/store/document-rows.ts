import { inBatches } from '../../kernel/in-batches.ts';
import { mapInPieces } from '../../kernel/pieces.ts';
import { documentId, type DocumentPeriod, documentTag } from '../../kernel/document/ids.ts';
import type {
  DailyDocument,
  DocumentMeta,
  MonthlyDocument,
  ProcessedDocument,
  Provenance,
  YearlyDocument,
} from '../../kernel/document/types.ts';
import { formatRequestDate, monthOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { datesOf, numbersOf } from '../../platform/database/array-literal.ts';
import { type StoredEntries, unpackEntries } from './packed-entries.ts';

export type Period = DocumentPeriod['kind'];
type DocumentOf<P extends Period> = P extends 'DAILY'
  ? DailyDocument
  : P extends 'MONTHLY'
    ? MonthlyDocument
    : YearlyDocument;

/** A document as stored, entries left out: with the unit it belongs to and its first business date. */
export interface StoredFigures<P extends Period> {
  readonly unitKey: number;
  readonly periodStart: BusinessDate;
  readonly document: DocumentOf<P>;
}

export interface StoredDocument<P extends Period> extends StoredFigures<P> {
  readonly computedAt: Date;
}

interface FiguresRow {
  unitKey: number;
  periodStart: BusinessDate;
  value: number | null;
  valueByParameter: Record<string, number | null> | null;
  paramValue: Record<string, number | null> | null;
  meta: DocumentMeta;
  provenance: Provenance;
}
/** Documents side by side; the lists are JSON. */
export interface FiguresSideBySide {
  unitKeys: string;
  starts: string;
  figures: string;
  byParameter: string | null;
  paramValues: string | null;
  metas: string;
  provenances: string;
}

type ByParameter = Record<string, number | null> | null;

export function rowsOf(side: FiguresSideBySide): FiguresRow[] {
  // documents.read_figures fills these columns with JSON lists of these types.
  const listOf = <T>(json: string | null): T[] => (json === null ? [] : (JSON.parse(json) as T[]));
  const [unitKeys, values] = [numbersOf(side.unitKeys), numbersOf(side.figures)];
  const [metas, provenances] = [listOf<DocumentMeta>(side.metas), listOf<Provenance>(side.provenances)];
  const [byParameter, paramValues] = [listOf<ByParameter>(side.byParameter), listOf<ByParameter>(side.paramValues)];
  return datesOf(side.starts).map((start, index) => ({
    unitKey: unitKeys[index] as number,
    periodStart: start,
    value: values[index] ?? null,
    valueByParameter: byParameter[index] ?? null,
    paramValue: paramValues[index] ?? null,
    meta: metas[index] as DocumentMeta,
    provenance: provenances[index] as Provenance, // the lists are of one length, and these columns are never null
  }));
}

/** All columns of a document. */
export interface WholeRow extends FiguresRow {
  entries: StoredEntries;
  computedAt: string;
}

/** The period of a document, as ids and tags name it. */
export function periodOf(period: Period, periodStart: BusinessDate): DocumentPeriod {
  switch (period) {
    case 'DAILY':
      return { kind: 'DAILY', date: periodStart };
    case 'MONTHLY':
      return { kind: 'MONTHLY', month: monthOf(periodStart) };
    case 'YEARLY':
      return { kind: 'YEARLY', year: periodStart.slice(0, 4) };
  }
}

/** Fields that documents of one period share, made once: a chart has a hundred documents of a day. */
interface PeriodShared {
  readonly which: DocumentPeriod;
  readonly tag: string;
  readonly date: string;
}

function periodsOf(period: Period): (start: BusinessDate) => PeriodShared {
  const made = new Map<string, PeriodShared>();
  return (start) => {
    const known = made.get(start);
    if (known !== undefined) return known;
    const which = periodOf(period, start);
    const shared = {
      which,
      tag: documentTag(which),
      date: which.kind === 'DAILY' ? formatRequestDate(which.date) : '',
    };
    made.set(start, shared);
    return shared;
  };
}

function toDocument(
  industryId: string,
  unitId: string,
  { which, tag, date }: PeriodShared,
  row: FiguresRow | WholeRow,
): ProcessedDocument {
  const head = { id: documentId(industryId, unitId, which), unitId, industryId };
  const entries = 'entries' in row ? unpackEntries(row.entries) : [];
  const tail = {
    value: row.valueByParameter ?? row.value,
    ...(row.paramValue === null ? {} : { paramValue: row.paramValue }),
    meta: row.meta,
    tag,
    provenance: row.provenance,
  };
  switch (which.kind) {
    case 'DAILY':
      return { ...head, date, ...tail, hourly: entries };
    case 'MONTHLY':
      return { ...head, month: which.month, ...tail, daily: entries };
    case 'YEARLY':
      return { ...head, year: which.year, ...tail, monthly: entries };
  }
}

export interface DocumentSpan<P extends Period> {
  readonly industryId: string;
  /** unit_key to unitId. */
  readonly units: ReadonlyMap<number, string>;
  readonly period: P;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Rows as figures of their units; those of units that were not asked for are left out. */
export function toFigures<P extends Period, R extends FiguresRow | WholeRow>(
  { industryId, units, period }: DocumentSpan<P>,
  rows: readonly R[],
): (StoredFigures<P> & { readonly row: R })[] {
  const sharedOf = periodsOf(period);
  const figures: (StoredFigures<P> & { readonly row: R })[] = [];
  for (const row of rows) {
    const unitId = units.get(row.unitKey);
    if (unitId === undefined) continue;
    figures.push({
      unitKey: row.unitKey,
      periodStart: row.periodStart,
      // toDocument returns the shape of span.period.
      document: toDocument(industryId, unitId, sharedOf(row.periodStart), row) as DocumentOf<P>,
      row,
    });
  }
  return figures;
}

/** The document of one row. */
export const documentOfRow = (industryId: string, unitId: string, period: Period, row: WholeRow): ProcessedDocument =>
  toDocument(industryId, unitId, periodsOf(period)(row.periodStart), row);

/** Rows that are unpacked in well under a millisecond. */
const ROWS_AT_ONCE = 20;

export const inPiecesOfRows = async <R, T>(rows: readonly R[], unpack: (some: readonly R[]) => T[]): Promise<T[]> =>
  (await mapInPieces(inBatches(rows, ROWS_AT_ONCE), unpack)).flat();
