import type { Context } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { fileNameOf } from './rules/service-names.ts';
import type { WriteOptions } from './writers/write-report.ts';
import { type AskedReport, buildReport } from './build-report.ts';
import { processReportFiles } from './write-file.ts';
import { ServiceError } from '../kernel/errors.ts';
import { askLanguageModel } from '../platform/channels/language-model.ts';
import type { ReportDocument } from './rules/document.ts';
import { numbered, statementsOf, withWording, WORDING_INSTRUCTION, wordingFrom } from './rules/wording.ts';
import { reasonOf } from '../kernel/reason-of.ts';

/** Spec gap: reports of an industry that may wait in a process. A longer queue would keep callers waiting too long. */
const MOST_WAITING = 4;

/**
 * Makes a report when the industry has room for one more.
 * @throws ServiceError 503 when there is none.
 */
export type Admit = <T>(industryId: string, make: () => Promise<T>) => Promise<T>;

/**
 * Admits one report of an industry at a time and lets a few wait. A report is admitted before its figures are read, so
 * a refusal costs nothing. Only reports with a waiting connection need this.
 */
export function createAdmission(): Admit {
  const admitted = new Map<string, number>();
  const change = (industryId: string, by: number): void => {
    const count = (admitted.get(industryId) ?? 0) + by;
    if (count === 0) admitted.delete(industryId);
    else admitted.set(industryId, count);
  };
  return async (industryId, make) => {
    if ((admitted.get(industryId) ?? 0) > MOST_WAITING) throw tooMany();
    change(industryId, 1);
    try {
      return await make();
    } finally {
      change(industryId, -1);
    }
  };
}

const tooMany = (): ServiceError =>
  new ServiceError(
    503,
    `${MOST_WAITING} reports of your industry wait to be written already. Please ask again in a moment, or with async=true.`,
  );

/**
 * The summary with the statements first that the configured language model chose. Without a model, or when the model
 * fails, the sentences of the rules stand alone.
 */
export async function reorderSummary(
  { config, log }: Pick<Context, 'config' | 'log'>,
  document: ReportDocument,
): Promise<ReportDocument> {
  const { languageModel } = config;
  if (languageModel === null || document.service !== 'ai_summary') return document;
  const statements = statementsOf(document);
  if (statements.length === 0) return document;
  const { industryId } = document.industry;
  try {
    const asked = { instruction: WORDING_INSTRUCTION, text: numbered(statements) };
    const wording = wordingFrom(await askLanguageModel(languageModel, asked), statements);
    if (typeof wording !== 'string') return withWording(document, statements, wording);
    log.warn({ industryId, problem: wording }, 'the answer of the language model was refused');
  } catch (error) {
    log.warn({ industryId, problem: reasonOf(error) }, 'the language model failed');
  }
  return document;
}

export interface WrittenReport {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

/**
 * Makes a report as the bytes of a file, without a limit of reports per industry.
 * @param onWriting called when all figures are read.
 */
export async function makeReport(
  context: Context,
  industry: Industry,
  request: AskedReport,
  options: WriteOptions,
  onWriting?: () => Promise<void>,
): Promise<WrittenReport> {
  const document = await reorderSummary(context, await buildReport(context, industry, request));
  await onWriting?.();
  return {
    bytes: await processReportFiles(context).write(document, request.reportFormat, options),
    fileName: fileNameOf(document, request.reportFormat),
  };
}

/**
 * Makes a report that a connection waits for.
 * @throws ServiceError 503 when many of the industry wait already.
 */
export const makeAwaitedReport = (
  context: Context & { readonly admitReport: Admit },
  industry: Industry,
  request: AskedReport,
  options: WriteOptions,
): Promise<WrittenReport> =>
  context.admitReport(industry.industryId, () => makeReport(context, industry, request, options));
