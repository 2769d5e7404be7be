import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { type AutomatedMail, type AutomatedReport, requestOf } from './rules/automated-mails.ts';
import type { ReportDocument } from './rules/document.ts';
import { fileNameOf, REPORT_SERVICE_NAMES } from './rules/service-names.ts';
import type { DayRange, ReportRequest } from './rules/input.ts';
import { type PrintedFigure, printedFigures } from './rules/printed-figures.ts';
import type { ReportFormat } from './rules/terms.ts';
import type { Language } from '../kernel/language.ts';
import type { ReportFile } from './store/sent-reports.ts';
import { type MailContent, reportMail } from './writers/report-mail.ts';
import { reportTexts, type ReportTextKey } from './rules/report-texts.ts';

/** Builder and renderer of reports. The caller passes them in, so that a test can count and break them. */
export interface ReportMaker {
  readonly build: (industry: Industry, request: ReportRequest) => Promise<ReportDocument>;
  readonly render: (document: ReportDocument, format: ReportFormat) => Promise<Omit<ReportFile, 'filename'>>;
}

/** A mail of a run, ready to be recorded. */
export interface MadeMail {
  readonly content: MailContent;
  readonly files: readonly ReportFile[];
  readonly figures: readonly PrintedFigure[];
  readonly documents: readonly ReportDocument[];
}

interface MailToMake {
  readonly mail: AutomatedMail;
  /** The days that the reports cover. */
  readonly covered: DayRange;
  readonly language: Language;
  readonly formats: readonly ReportFormat[];
  readonly isProvisional: boolean;
  /** Note on a restatement for the mail; null: the report was not restated. */
  readonly restated: { readonly on: string; readonly sentOn: string } | null;
}

/**
 * Builds the reports of a mail, each in every format. The mail names reports that are left out, because the industry
 * has no units for them or a format cannot hold them.
 * @throws ServiceError 1401 when the industry has units for none of them.
 */
export async function makeMail(maker: ReportMaker, industry: Industry, asked: MailToMake): Promise<MadeMail> {
  const { documents, leftOut } = await buildReports(maker, industry, asked.mail.reports, asked);
  if (documents.length === 0)
    throw new ServiceError(1401, leftOut.map(({ title, why }) => `${title}: ${why}`).join(' '));
  const files: ReportFile[] = [];
  for (const document of documents)
    for (const format of asked.formats) {
      try {
        files.push({ ...(await maker.render(document, format)), filename: fileNameOf(document, format) });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 413) throw error;
        const title = reportTexts(asked.language)('reportAs', { title: document.title, format });
        leftOut.push({ title, why: reasonIn(asked.language, error, 'fileTooLarge') });
      }
    }
  const content = reportMail({
    documents,
    leftOut,
    language: asked.language,
    isProvisional: asked.isProvisional,
    restated: asked.restated,
    fileNames: files.map(({ filename }) => filename),
  });
  return { content, files, documents, figures: documents.flatMap(printedFigures) };
}

/** Why a report is left out. Refusals are English, and tell more. */
const reasonIn = (language: Language, { message }: ServiceError, key: ReportTextKey): string =>
  language === 'en' ? message : reportTexts(language)(key);

/** Builds reports one after another, because each may need all the memory that a report may. */
export async function buildReports(
  { build }: Pick<ReportMaker, 'build'>,
  industry: Industry,
  reports: readonly AutomatedReport[],
  { covered, language }: Pick<MailToMake, 'covered' | 'language'>,
): Promise<{ readonly documents: ReportDocument[]; readonly leftOut: { title: string; why: string }[] }> {
  const documents: ReportDocument[] = [];
  const leftOut: { title: string; why: string }[] = [];
  for (const report of reports) {
    try {
      documents.push(await build(industry, { ...requestOf(report, covered), language, reportFormat: 'html' }));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 1401) throw error;
      const title =
        language === 'en' ? report.service.replaceAll('_', ' ') : REPORT_SERVICE_NAMES[report.service][language];
      leftOut.push({ title, why: reasonIn(language, error, 'noUnitsOfIt') });
    }
  }
  return { documents, leftOut };
}
