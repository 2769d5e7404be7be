import { filledText, type MessageValues } from '../../kernel/format/message.ts';
import { type Language, LANGUAGES, type Translated } from '../../kernel/language.ts';
import { SEVERITY_NAMES } from '../../kernel/severity.ts';
import { ALERT_TYPE_NAMES } from '../../alerts/rules/type-names.ts';
import { ALERT_ACTIONS, ALERT_MEASURES, ALERT_SETTINGS, ALERT_STATES } from './alert-words.ts';
import { ALERT_RULES } from './alert-rules.ts';
import { ALERTS } from './alerts.ts';
import { ANNOTATIONS } from './annotations.ts';
import { BALANCE } from './balance.ts';
import { BEGIN } from './begin.ts';
import { BROWSERS } from './browsers.ts';
import { COMPARE } from './compare.ts';
import { STALE_CAUSES, COMPLETENESS } from './completeness.ts';
import { EXPLAIN } from './explain.ts';
import { EXPLAIN_RULES } from './explain-rules.ts';
import { FIGURES } from './figures.ts';
import { FIND } from './find.ts';
import { FRAME } from './frame.ts';
import { GRAPH_DIFFERENCES, GRAPH_EDITOR } from './graph-editor.ts';
import { FINDING_ACT_WORDS, FINDING_LIMIT_SCOPES, INSIGHTS } from './insights.ts';
import { LOGIN } from './login.ts';
import { MAILBOX } from './mailbox.ts';
import { MAILS } from './mails.ts';
import { ARCHIVE, AUDIT, HEALTH, INDUSTRY, KEYS, OPERATIONS, QUARANTINE } from './operations.ts';
import { ACCOUNT } from './account.ts';
import { NEW_INDUSTRY, TEMPLATE_NAME_WORDS } from './new-industry.ts';
import { READING } from './reading.ts';
import { PEOPLE, PERMISSION_WORDS } from './people.ts';
import { REPORT_SERVICE_NAMES } from '../../reports/rules/service-names.ts';
import { REPORT_TYPE_NAMES } from './report-words.ts';
import { REPORTS } from './reports.ts';
import { SEND_READINGS } from './send-readings.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';
import { TANKS } from './tanks.ts';
import { TODAY } from './today.ts';
import { UNIT_CATEGORIES } from './unit-categories.ts';
import { UNIT_CHANGES, UNIT_CHOICES, UNIT_FIELD_HINTS, UNIT_FIELD_NAMES } from './unit-changes.ts';
import { UNIT_METERS } from './unit-meters.ts';
import { UNIT } from './unit.ts';
import { WELCOME } from './welcome.ts';

/*
 * Every word of the pages, a file per page and both languages side by side: a translator opens this folder alone.
 * To add a language: its name in LANGUAGES, and one more text at each place that the types then ask for.
 */

type Section = Readonly<Record<string, Translated>>;

const SECTIONS = {
  alertActions: ALERT_ACTIONS,
  alertMeasures: ALERT_MEASURES,
  alertRules: ALERT_RULES,
  alertSettings: ALERT_SETTINGS,
  alertStates: ALERT_STATES,
  alertTypes: ALERT_TYPE_NAMES,
  alerts: ALERTS,
  annotations: ANNOTATIONS,
  reports: REPORTS,
  subscriptions: SUBSCRIPTIONS,
  reportServices: REPORT_SERVICE_NAMES,
  reportTypes: REPORT_TYPE_NAMES,
  severities: SEVERITY_NAMES,
  balance: BALANCE,
  begin: BEGIN,
  browsers: BROWSERS,
  causes: STALE_CAUSES,
  compare: COMPARE,
  completeness: COMPLETENESS,
  explain: EXPLAIN,
  explainRules: EXPLAIN_RULES,
  figures: FIGURES,
  find: FIND,
  frame: FRAME,
  graphDifferences: GRAPH_DIFFERENCES,
  graphEditor: GRAPH_EDITOR,
  login: LOGIN,
  mails: MAILS,
  account: ACCOUNT,
  people: PEOPLE,
  newIndustry: NEW_INDUSTRY,
  templateNames: TEMPLATE_NAME_WORDS,
  reading: READING,
  sendReadings: SEND_READINGS,
  permissionWords: PERMISSION_WORDS,
  tanks: TANKS,
  today: TODAY,
  unit: UNIT,
  unitCategories: UNIT_CATEGORIES,
  unitChanges: UNIT_CHANGES,
  unitChoices: UNIT_CHOICES,
  unitFieldHints: UNIT_FIELD_HINTS,
  unitFieldNames: UNIT_FIELD_NAMES,
  unitMeters: UNIT_METERS,
  operations: OPERATIONS,
  industry: INDUSTRY,
  health: HEALTH,
  quarantine: QUARANTINE,
  keys: KEYS,
  audit: AUDIT,
  archive: ARCHIVE,
  findingActs: FINDING_ACT_WORDS,
  findingLimitScopes: FINDING_LIMIT_SCOPES,
  insights: INSIGHTS,
  mailbox: MAILBOX,
  welcome: WELCOME,
} as const satisfies Readonly<Record<string, Section>>;

type Sections = {
  readonly [S in keyof typeof SECTIONS]: { readonly [K in keyof (typeof SECTIONS)[S]]: string };
};
/** The texts of one language, and which it is: `texts.today.title`. */
export type Texts = Sections & { readonly language: Language };

const inLanguage = (language: Language): Texts => ({
  language,
  ...(Object.fromEntries(
    Object.entries(SECTIONS).map(([section, texts]) => [
      section,
      Object.fromEntries(Object.entries(texts).map(([key, text]: [string, Translated]) => [key, text[language]])),
    ]),
  ) as Sections), // the same keys, each with its text
});

const TEXTS: Readonly<Record<Language, Texts>> = { en: inLanguage('en'), hi: inLanguage('hi') };

export const textsOf = (language: Language): Texts => TEXTS[language];

/** The language of each text, for its plural. */
const LANGUAGE_OF = new Map(
  LANGUAGES.flatMap((language) =>
    Object.values(TEXTS[language]).flatMap((section) =>
      Object.values(section).map((text: string) => [text, language] as const),
    ),
  ),
);

/** `fill('since {time}', { time: '14:20' })`: a text of {@link textsOf} with its values. */
export const fill = (text: string, values: MessageValues): string =>
  filledText(text, values, LANGUAGE_OF.get(text) ?? 'en');
