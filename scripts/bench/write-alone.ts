import { once } from 'node:events';
import type { ReportDocument } from '../../src/reports/rules/document.ts';
import { createRenderer } from '../../src/reports/render-report.ts';
import { peakMegabytesOf } from '../support/peak-memory.ts';

/* A process that only writes one report. bench/reports.ts starts it, because its memory is then that of the writing. */

export interface ToWrite {
  readonly document: ReportDocument;
  readonly format: 'pdf' | 'xlsx';
}

export interface WrittenAlone {
  readonly bytes: number;
  /** Peak memory of the process in MB, and its peak when it was given the report; null where the system tells none. */
  readonly peakMegabytes: number | null;
  readonly beforeMegabytes: number | null;
}

const [message] = await once(process, 'message');
const { document, format } = message as ToWrite; // sent by bench/reports.ts
const beforeMegabytes = await peakMegabytesOf('self');
const renderer = createRenderer();
const bytes = (await renderer.render(document, format)).byteLength;
const written: WrittenAlone = { bytes, beforeMegabytes, peakMegabytes: await peakMegabytesOf('self') };
process.send?.(written, () => {
  void renderer.stop().finally(() => process.disconnect());
});
