import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';
import {
  type DocumentSpan,
  type FiguresSideBySide,
  inPiecesOfRows,
  rowsOf,
  type StoredFigures,
  toFigures,
  type WholeRow,
} from './document-rows.ts';

interface SettledSideBySide extends Omit<FiguresSideBySide, 'unitKeys'> {
  /** Date and revision of each. */
  settled: [BusinessDate, string][];
  /** null: there are no documents. */
  unitKeys: string | null;
}

type SettledSpan = Omit<DocumentSpan<'DAILY'>, 'period'>;
/** A day whose documents the caller has as of a revision. */
interface KnownDay {
  readonly date: BusinessDate;
  readonly revision: string;
}
/** The settled days with their revisions, and documents of them. */
interface SettledFigures {
  readonly settled: ReadonlyMap<BusinessDate, string>;
  readonly stored: readonly StoredFigures<'DAILY'>[];
}

/** Reads documents of the settled days of a span. The answer may be shared, so nobody may change it. */
export type ReadSettled = (db: Querier, industryKey: number, span: SettledSpan) => Promise<SettledFigures>;

/**
 * Daily documents of the settled days of a span, with empty entries, and the list of these days. Settled documents
 * agree with the readings. Both are of one moment.
 * @param known days that need no documents as long as they still have the revision
 */
export async function readSettledFigures(
  db: Querier,
  industryKey: number,
  span: SettledSpan,
  known: readonly KnownDay[] = [],
): Promise<SettledFigures> {
  const row = await db.one<SettledSideBySide>('documents.read_settled_figures', parametersOf(industryKey, span, known));
  const stored =
    row.unitKeys === null ? [] : toFigures({ ...span, period: 'DAILY' }, rowsOf({ ...row, unitKeys: row.unitKeys }));
  return {
    settled: new Map(row.settled),
    stored: figuresAlone(stored),
  };
}

const parametersOf = (industryKey: number, { units, from, to }: SettledSpan, known: readonly KnownDay[]) => ({
  industryKey,
  unitKeys: plainArray([...units.keys()]),
  from,
  to,
  knownDates: timestampArray(known.map(({ date }) => date)),
  knownRevisions: `{${known.map(({ revision }) => revision).join(',')}}`,
});

/** Without the rows, which would be kept in memory with the documents. */
const figuresAlone = (figures: readonly StoredFigures<'DAILY'>[]): StoredFigures<'DAILY'>[] =>
  figures.map(({ unitKey, periodStart, document }) => ({ unitKey, periodStart, document }));

type SettledRow = { settledDate: BusinessDate; revision: string } & (WholeRow | { unitKey: null });

/** Documents as readSettledFigures gives them, with their entries. */
export async function readSettledDocuments(
  db: Querier,
  industryKey: number,
  span: SettledSpan,
  known: readonly KnownDay[] = [],
): Promise<SettledFigures> {
  const rows = await db.many<SettledRow>('documents.read_settled', parametersOf(industryKey, span, known));
  const documents = rows.flatMap((row) => (row.unitKey === null ? [] : [row]));
  return {
    settled: new Map(rows.map(({ settledDate, revision }) => [settledDate, revision])),
    stored: await inPiecesOfRows(documents, (some) => figuresAlone(toFigures({ ...span, period: 'DAILY' }, some))),
  };
}
