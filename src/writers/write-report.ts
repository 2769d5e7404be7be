import type { ReportDocument } from '../domain/reports/document.ts';
import type { ReportFormat } from '../domain/reports/terms.ts';
import { csvReport, type CsvStyle } from './csv.ts';
import { htmlReport } from './html.ts';
import { xlsxReport } from './xlsx.ts';

export interface WriteOptions {
  /** How a list is written; absent: the usual way. */
  readonly csv?: CsvStyle;
}

type Writer = (document: ReportDocument, options: WriteOptions) => Promise<Uint8Array> | Uint8Array;

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

const WRITERS: Readonly<Partial<Record<ReportFormat, Writer>>> = {
  html: (document) => bytesOf(htmlReport(document)),
  xlsx: xlsxReport,
  csv: (document, { csv }) => bytesOf(csvReport(document, csv)),
};

/** A report in the format asked for. It keeps the thread busy, so services call it in a thread of its own. */
export async function writeReport(
  document: ReportDocument,
  format: ReportFormat,
  options: WriteOptions = {},
): Promise<Uint8Array> {
  const writer = WRITERS[format];
  if (writer === undefined) throw new Error(`no writer for ${format}`);
  return await writer(document, options);
}
