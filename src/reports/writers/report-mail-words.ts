import type { Language } from '../../kernel/language.ts';
import type { Severity } from '../../kernel/severity.ts';

/* Words of mails around a report. */

interface MailWords {
  readonly calm: (reports: number) => string;
  readonly things: (count: number) => string;
  readonly thingsShort: (count: number) => string;
  readonly provisional: string;
  readonly restated: (on: string, sentOn: string) => string;
  readonly attached: string;
  readonly more: (count: number) => string;
  readonly notMeasured: string;
  readonly insteadOf: (sentAt: string) => string;
  readonly was: (figure: string) => string;
  readonly moreChanged: (count: number) => string;
  readonly cause: (causes: string, places: string, days: string) => string;
  readonly reportWas: (subject: string) => string;
  readonly restatedFigure: (name: string, is: string, was: string) => string;
  readonly restatement: string;
  readonly severities: Readonly<Record<Severity, string>>;
}

const ENGLISH: MailWords = {
  calm: (reports) => `Nothing in ${reports === 1 ? 'this report' : 'these reports'} needs your attention.`,
  things: (count) => `${count} ${count === 1 ? 'thing needs' : 'things need'} your attention.`,
  thingsShort: (count) => `${count} ${count === 1 ? 'thing needs' : 'things need'} attention`,
  provisional: 'Provisional: not all of its days had settled when it was made.',
  restated: (on, sentOn) => `Restated on ${on}: these figures replace those that were sent on ${sentOn}.`,
  attached: 'Attached',
  more: (count) => `${count} more in the report.`,
  notMeasured: 'not measured',
  insteadOf: (sentAt) => `Use these figures instead of those sent on ${sentAt}.`,
  was: (figure) => `was ${figure}`,
  moreChanged: (count) => `${count} more figures have changed.`,
  cause: (causes, places, days) => `Cause: ${causes}${places === '' ? '' : `, at ${places}`}. Changed days: ${days}.`,
  reportWas: (subject) => `The report was "${subject}".`,
  restatedFigure: (name, is, was) => `restated, ${name} is ${is}, was ${was}`,
  restatement: 'restatement',
  severities: { critical: 'critical', high: 'high', medium: 'medium', low: 'low' },
};

const HINDI: MailWords = {
  calm: (reports) => `${reports === 1 ? 'इस रिपोर्ट' : 'इन रिपोर्टों'} में कुछ भी ध्यान देने योग्य नहीं है।`,
  things: (count) => `${count} ${count === 1 ? 'बात' : 'बातों'} पर आपका ध्यान चाहिए।`,
  thingsShort: (count) => `${count} ${count === 1 ? 'बात' : 'बातों'} पर ध्यान चाहिए`,
  provisional: 'अस्थायी: बनाते समय इसके सभी दिन पक्के नहीं हुए थे।',
  restated: (on, sentOn) => `${on} को सुधारी गई: ये आँकड़े ${sentOn} को भेजे गए आँकड़ों की जगह हैं।`,
  attached: 'संलग्न',
  more: (count) => `रिपोर्ट में ${count} और।`,
  notMeasured: 'मापा नहीं गया',
  insteadOf: (sentAt) => `${sentAt} को भेजे गए आँकड़ों की जगह ये आँकड़े लें।`,
  was: (figure) => `पहले ${figure}`,
  moreChanged: (count) => `${count} और आँकड़े बदले हैं।`,
  cause: (causes, places, days) => `कारण: ${causes}${places === '' ? '' : `, यहाँ: ${places}`}। बदले हुए दिन: ${days}।`,
  reportWas: (subject) => `रिपोर्ट थी: "${subject}"।`,
  restatedFigure: (name, is, was) => `सुधार, ${name} अब ${is}, पहले ${was}`,
  restatement: 'सुधार',
  severities: { critical: 'गंभीर', high: 'उच्च', medium: 'मध्यम', low: 'निम्न' },
};

export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = { en: ENGLISH, hi: HINDI };
