import type { Context } from '../context.ts';
import type { ReportDocument } from './rules/document.ts';
import { requireFits } from './rules/cell-limit.ts';
import type { ReportFormat } from './rules/terms.ts';
import { footerText } from './writers/page-plan.ts';
import type { WriteOptions } from './writers/write-report.ts';
import { createPagePrinter, NotPrinted, type PagePrinter } from './print-page.ts';
import { processRenderer, type Renderer } from './render-report.ts';
import { createReportTurns } from './report-turns.ts';
import { reportTexts } from './rules/report-texts.ts';

/** Writer of report files. */
interface ReportFiles {
  /** @throws ServiceError 413 when the format does not hold the report, and as Renderer says */
  write(document: ReportDocument, format: ReportFormat, options?: WriteOptions): Promise<Uint8Array>;
}

interface Parts {
  readonly renderer: Renderer;
  readonly printer: PagePrinter;
  readonly log: Context['log'];
}

/**
 * The executive report is printed by a browser engine (specification, User: reports, Output). Without a working engine
 * the plain layout is printed, with a note that says so.
 */
export function createReportFiles({ renderer, printer, log }: Parts): ReportFiles {
  // One engine runs at a time, because an engine takes much memory.
  const takeTurn = createReportTurns();
  return {
    async write(document, format, options = {}) {
      requireFits(document, format);
      if (document.service !== 'executive' || format !== 'pdf') return renderer.render(document, format, options);
      const page = await renderer.render(document, 'html', { ...options, forPrint: true });
      try {
        return await takeTurn(document.industry.industryId, () =>
          printer.print(Buffer.from(page).toString(), footerText(document), document.language),
        );
      } catch (error) {
        if (!(error instanceof NotPrinted)) throw error;
        log.warn({ reason: error.message }, 'a report was printed without a browser engine');
        const plain = { ...document, method: [...document.method, reportTexts(document.language)('withoutEngine')] };
        return renderer.render(plain, format, options);
      }
    },
  };
}

let shared: ReportFiles | null = null;

/** The files of this process: one writing thread and one engine at a time serve everybody. */
export const processReportFiles = ({ config, log }: Pick<Context, 'config' | 'log'>): ReportFiles =>
  (shared ??= createReportFiles({
    renderer: processRenderer(),
    printer: createPagePrinter(config.chromiumPath),
    log,
  }));
