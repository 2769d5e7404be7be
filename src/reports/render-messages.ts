import { inBatches } from '../kernel/in-batches.ts';
import type { ReportDocument, Row } from './rules/document.ts';
import type { ReportFormat } from './rules/terms.ts';
import type { WriteOptions } from './writers/write-report.ts';
import type { ErrorCode, ErrorDetail } from '../kernel/errors.ts';
import type { InputPiece } from './input-pieces.ts';

/**
 * Messages to the writing thread. Rows of a document follow in pieces, because copying them at once would keep requests
 * waiting.
 */
export type ToThread =
  | { readonly kind: 'document'; readonly document: ReportDocument }
  | { readonly kind: 'rows'; readonly section: number; readonly rows: readonly Row[] }
  | { readonly kind: 'write'; readonly format: ReportFormat; readonly options: WriteOptions };

export type FromThread =
  { readonly kind: 'written'; readonly bytes: Uint8Array } | { readonly kind: 'failed'; readonly reason: string };

/** Cells of one message, which are copied in some milliseconds. */
const CELLS_PER_MESSAGE = 2_000;

/** The messages that bring a document to the thread, in order. */
export function* piecesOf(document: ReportDocument): Generator<ToThread> {
  yield {
    kind: 'document',
    document: {
      ...document,
      sections: document.sections.map((section) => (section.kind === 'table' ? { ...section, rows: [] } : section)),
    },
  };
  for (const [index, section] of document.sections.entries()) {
    if (section.kind !== 'table') continue;
    for (const rows of inBatches(section.rows, CELLS_PER_MESSAGE, section.columns.length))
      yield { kind: 'rows', section: index, rows };
  }
}

/** Puts a document together again. */
export function documentOf(pieces: readonly ToThread[]): ReportDocument | null {
  const first = pieces.find((piece) => piece.kind === 'document');
  if (first === undefined) return null;
  const rows = new Map<number, Row[]>();
  for (const piece of pieces) {
    if (piece.kind !== 'rows') continue;
    const gathered = rows.get(piece.section) ?? [];
    for (const row of piece.rows) gathered.push(row);
    rows.set(piece.section, gathered);
  }
  return {
    ...first.document,
    sections: first.document.sections.map((section, index) =>
      section.kind === 'table' ? { ...section, rows: rows.get(index) ?? [] } : section,
    ),
  };
}

/*
 * Messages between the service and its building thread. The thread's document is requested piece by piece, because
 * messages that arrive together are read together.
 */

export type ToBuilder = InputPiece | { readonly kind: 'build' } | { readonly kind: 'next' };

export type FromBuilder =
  | { readonly kind: 'built' }
  /** null: no further piece. */
  | { readonly kind: 'piece'; readonly piece: ToThread | null }
  /** `code` null: a fault of the service. */
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode | null;
      readonly message: string;
      readonly errors: readonly ErrorDetail[];
    };
