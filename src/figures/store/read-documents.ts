import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import {
  type DocumentSpan,
  type FiguresSideBySide,
  inPiecesOfRows,
  type Period,
  rowsOf,
  type StoredDocument,
  type StoredFigures,
  toFigures,
  type WholeRow,
} from './document-rows.ts';

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
  db.many<LastFigures>('documents.last_figures', {
    unitKeys: plainArray(unitKeys),
    from,
    to,
    meteredKeys: plainArray(meteredKeys),
  });

const toStored = <P extends Period>(span: DocumentSpan<P>, rows: readonly WholeRow[]): StoredDocument<P>[] =>
  toFigures(span, rows).map(({ row, ...figures }) => ({ ...figures, computedAt: new Date(row.computedAt) }));

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
