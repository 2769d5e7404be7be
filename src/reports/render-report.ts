import type { ReportDocument } from './rules/document.ts';
import type { ReportFormat } from './rules/terms.ts';
import type { WriteOptions } from './writers/write-report.ts';
import { type FromThread, piecesOf, type ToThread } from './render-messages.ts';
import { createReportThread, type ThreadLimits, USUAL_LIMITS } from './report-thread.ts';

export interface Renderer {
  /**
   * Writes a report in a format, in a thread, so that other requests are answered meanwhile. Reports are written one
   * after another, and industries take turns.
   * @throws ServiceError 413 when the report needs more time or memory than there is.
   */
  render(document: ReportDocument, format: ReportFormat, options?: WriteOptions): Promise<Uint8Array>;
  /** Ends the thread. */
  stop(): Promise<void>;
}

export function createRenderer(limits: ThreadLimits = USUAL_LIMITS): Renderer {
  const script = new URL('./render-thread.ts', import.meta.url);
  const thread = createReportThread<ToThread, FromThread>(script, 'writing', limits);
  return {
    render: (document, format, options = {}) =>
      thread.use(document.industry.industryId, async (line) => {
        for (const piece of piecesOf(document)) await line.send(piece);
        const given = await line.ask({ kind: 'write', format, options });
        if (given.kind === 'failed') throw new Error(`the report could not be written: ${given.reason}`);
        return given.bytes;
      }),
    stop: () => thread.stop(),
  };
}

let shared: Renderer | null = null;

/** The renderer of this process. Its thread starts with the first report. */
export const processRenderer = (): Renderer => (shared ??= createRenderer());
