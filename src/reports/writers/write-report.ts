import type { CsvStyle } from '../../kernel/format/csv-line.ts';
import type { ReportDocument } from '../rules/document.ts';
import type { ReportFormat } from '../rules/terms.ts';
import { csvReport } from './csv.ts';

export interface WriteOptions {
  /** Style of a list; absent: the usual one. */
  readonly csv?: CsvStyle;
  /** True when the page brings its fonts, because a browser engine without network prints it. */
  readonly forPrint?: boolean;
}

type Writer = (document: ReportDocument, options: WriteOptions) => Promise<Uint8Array> | Uint8Array;

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/** Writers by format. Each brings a large library, which the first report that needs it loads. */
const WRITERS: Readonly<Record<ReportFormat, Writer>> = {
  html: async (document, { forPrint }) => {
    const [{ htmlReport, printedPage }, { fontFaces }] = await Promise.all([import('./html.ts'), import('./fonts.ts')]);
    return bytesOf(forPrint === true ? printedPage(document, fontFaces()) : htmlReport(document));
  },
  pdf: async (document) => await (await import('./pdf.ts')).pdfReport(document),
  xlsx: async (document) => await (await import('./xlsx.ts')).xlsxReport(document),
  csv: (document, { csv }) => bytesOf(csvReport(document, csv)),
};

/**
 * Writes a report in the format asked for. The thread is busy meanwhile, so services call it in a thread of its own.
 */
export async function writeReport(
  document: ReportDocument,
  format: ReportFormat,
  options: WriteOptions = {},
): Promise<Uint8Array> {
  return await WRITERS[format](document, options);
}
