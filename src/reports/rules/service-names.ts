import { type Translated, translated, type Language, LANGUAGES } from '../../kernel/language.ts';
import type { ReportService, ReportFormat } from './terms.ts';
import type { ReportDocument } from './document.ts';
import { filledText } from '../../kernel/format/message.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';

/** The name of each report, and the question that it answers. */
export const REPORT_SERVICE_NAMES: Readonly<Record<ReportService, Translated>> = translated('reportServices');

/** File name such as `ACME_water_daily_2026-01-15.pdf`. The name of a report of several days has its last day too. */
export function fileNameOf(
  { industry, service, reportType, period }: Pick<ReportDocument, 'industry' | 'service' | 'reportType' | 'period'>,
  format: ReportFormat,
): string {
  const days = period.from === period.to ? [period.from] : [period.from, period.to];
  return `${[industry.industryId, service, reportType, ...days].join('_')}.${format}`;
}

interface About {
  readonly industryName: string;
  readonly address: string;
  /** Name of the report in the language of the page. */
  readonly report: string;
}

/** Words of the pages behind links in mails. */
export interface LinkWords {
  readonly about: (about: About) => string;
  readonly endTitle: string;
  readonly end: string;
  readonly ended: string;
  readonly confirmTitle: string;
  readonly confirm: string;
  readonly confirmed: string;
  readonly overTitle: string;
  readonly over: string;
}

const linkWordsIn = (language: Language): LinkWords => {
  const { linkAbout, ...texts } = catalogueOf(language).reportMail;
  return { ...texts, about: (about) => filledText(linkAbout, { ...about }, language) };
};

export const LINK_WORDS = Object.fromEntries(
  LANGUAGES.map((language) => [language, linkWordsIn(language)]),
) as Readonly<Record<Language, LinkWords>>; // every language
