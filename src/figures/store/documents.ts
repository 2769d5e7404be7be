import { inBatches } from '../../kernel/in-batches.ts';
import { mapInPieces } from '../../kernel/pieces.ts';
import type { Querier } from '../../platform/database/database.ts';
import { entriesOf } from '../../kernel/document/entries.ts';
import { documentId, type DocumentPeriod, documentTag } from '../../kernel/document/ids.ts';
import type {
  DailyDocument,
  DocumentMeta,
  Figure,
  MonthlyDocument,
  ProcessedDocument,
  Provenance,
  YearlyDocument,
} from '../../kernel/document/types.ts';
import { formatRequestDate, monthOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { datesOf, numbersOf, plainArray } from '../../platform/database/array-literal.ts';
import { packEntries, type StoredEntries, unpackEntries } from './packed-entries.ts';

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
  // Written by documents.read_figures from columns that hold these.
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

export interface DocumentToWrite {
  readonly unitKey: number;
  readonly period: Period;
  readonly periodStart: BusinessDate;
  readonly document: ProcessedDocument;
}

const isNumeric = (value: Figure): value is number | null => value === null || typeof value === 'number';

const toRow = ({ unitKey, period, periodStart, document }: DocumentToWrite) => ({
  unit_key: unitKey,
  period,
  period_start: periodStart,
  value: isNumeric(document.value) ? document.value : null,
  value_by_parameter: isNumeric(document.value) ? null : document.value,
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

/** The last figures of a daily document; flowFactor applied, null where it has none. */
export interface LastFigures {
  readonly unitKey: number;
  readonly periodStart: BusinessDate;
  readonly value: number | null;
  readonly register: number | null;
  readonly percentage: number | null;
  /** First register of the meter that was installed last on the day. */
  readonly meterRegister: number | null;
  /** The last reading of a day that has a register. */
  readonly lastHeardEpochMs: number | null;
}

export const readLastFigures = async (
  db: Querier,
  { unitKeys, meteredKeys }: { readonly unitKeys: readonly number[]; readonly meteredKeys: readonly number[] },
  from: BusinessDate,
  to: BusinessDate,
): Promise<LastFigures[]> =>
  (
    await db.many<{
      unitKey: number;
      periodStart: BusinessDate;
      value: number | null;
      register: number | null;
      percentage: number | null;
      meterRegister: number | null;
      lastHeardMs: number | null;
    }>('documents.last_figures', { unitKeys: plainArray(unitKeys), from, to, meteredKeys: plainArray(meteredKeys) })
  ).map(({ lastHeardMs, ...figures }) => ({
    lastHeardEpochMs: lastHeardMs,
    ...figures,
  }));

/** The document's own first fields and the name of its entries, by period. */
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
      // ToDocument gives the shape of the period it is told.
      document: toDocument(industryId, unitId, sharedOf(row.periodStart), row) as DocumentOf<P>,
      row,
    });
  }
  return figures;
}

/** The document of one row. */
export const documentOfRow = (industryId: string, unitId: string, period: Period, row: WholeRow): ProcessedDocument =>
  toDocument(industryId, unitId, periodsOf(period)(row.periodStart), row);

const toStored = <P extends Period>(span: DocumentSpan<P>, rows: readonly WholeRow[]): StoredDocument<P>[] =>
  toFigures(span, rows).map(({ row, ...figures }) => ({ ...figures, computedAt: new Date(row.computedAt) }));

/** Rows that are unpacked in well under a millisecond. */
const ROWS_AT_ONCE = 20;

export const inPiecesOfRows = async <R, T>(rows: readonly R[], unpack: (some: readonly R[]) => T[]): Promise<T[]> =>
  (await mapInPieces(inBatches(rows, ROWS_AT_ONCE), unpack)).flat();

export const readDocuments = async <P extends Period>(
  db: Querier,
  span: DocumentSpan<P>,
): Promise<StoredDocument<P>[]> =>
  inPiecesOfRows(
    await db.many<WholeRow>('documents.read', {
      unitKeys: plainArray([...span.units.keys()]),
      period: span.period,
      from: span.from,
      to: span.to,
    }),
    (rows) => toStored(span, rows),
  );

/** Figures as readDocuments gives them, with empty entries. */
export const readFigures = async <P extends Period>(db: Querier, span: DocumentSpan<P>): Promise<StoredFigures<P>[]> =>
  toFigures(
    span,
    (
      await db.many<FiguresSideBySide>('documents.read_figures', {
        unitKeys: plainArray([...span.units.keys()]),
        period: span.period,
        from: span.from,
        to: span.to,
      })
    ).flatMap(rowsOf),
  );

const EXPORT_PAGE = 500;

/** All documents of a span in order of period and unit, a page at a time. */
export async function* exportDocuments<P extends Period>(
  db: Querier,
  industryKey: number,
  span: DocumentSpan<P>,
): AsyncGenerator<StoredDocument<P>> {
  let after = { afterStart: '0001-01-01', afterUnitKey: 0 };
  for (;;) {
    const rows = await db.many<WholeRow>('documents.export', {
      industryKey,
      period: span.period,
      from: span.from,
      to: span.to,
      ...after,
      limit: EXPORT_PAGE,
    });
    yield* toStored(span, rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_PAGE) return;
    after = { afterStart: last.periodStart, afterUnitKey: last.unitKey };
  }
}

/** Holds the industry's documents for this transaction; another writer waits. */
export const lockIndustryDocuments = async (db: Querier, industryKey: number): Promise<void> => {
  await db.many('documents.lock_industry', { industryKey });
};
