import { SEVERITY_NAMES, type Severity } from '../../kernel/severity.ts';
import { filledText, type MessageValues } from '../../kernel/format/message.ts';
import type { Language } from '../../kernel/language.ts';
import { type Catalogue, catalogueOf } from '../../kernel/texts/catalogue.ts';
import { ownOf } from '../../kernel/own-of.ts';

/* The words of a report in its reader's language. */

export type ReportTextKey = keyof Catalogue['reportWords'];

/** `t('range', { from, to })`: a text of the report's language with its values. */
export interface ReportTexts {
  (key: ReportTextKey, values?: MessageValues): string;
  readonly language: Language;
}

const textsIn = (language: Language): ReportTexts => {
  const { reportWords } = catalogueOf(language);
  return Object.assign(
    (key: ReportTextKey, values: MessageValues = {}) => filledText(reportWords[key], values, language),
    {
      language,
    },
  );
};

const KEPT = new Map<Language, ReportTexts>();

export function reportTexts(language: Language): ReportTexts {
  const kept = KEPT.get(language) ?? textsIn(language);
  KEPT.set(language, kept);
  return kept;
}

/** Language of a reader; absent: English. */
export interface Spoken {
  readonly request?: { readonly language?: Language };
}

/** The texts of a report that was asked for. */
export const reportTextsOf = ({ request }: Spoken): ReportTexts => reportTexts(request?.language ?? 'en');

const MOST_NAMED = 3;

/** `A, B, C and 2 more`: the first of them, and how many there are besides. */
export function namesIn(t: ReportTexts, names: readonly string[], most = MOST_NAMED, between = ', '): string {
  const listed = names.slice(0, most).join(between);
  return names.length > most ? t('andMore', { listed, more: names.length - most }) : listed;
}

/** A term in which figures are given, such as the source of an accuracy. One that is not ours stays as it is. */
export function termIn({ language }: Pick<ReportTexts, 'language'>, term: string): string {
  return ownOf<string>(catalogueOf(language).measureTerms, term) ?? term;
}

const GROUP_KEYS = new Map<string, keyof Catalogue['reportGroups']>(
  // The keys of a section are its own.
  Object.entries(catalogueOf('en').reportGroups).map(([key, title]) => [title, key as keyof Catalogue['reportGroups']]),
);

/** The title of a group of units. A category that an industry has named itself keeps its name. */
export function groupTitleIn({ language }: Pick<ReportTexts, 'language'>, title: string): string {
  const key = GROUP_KEYS.get(title);
  return key === undefined ? title : catalogueOf(language).reportGroups[key];
}

/** A severity within a sentence. */
export const severityIn = ({ language }: Pick<ReportTexts, 'language'>, severity: Severity): string =>
  SEVERITY_NAMES[severity][language].toLowerCase();
