import { filledText, type MessageValues } from '../../kernel/format/message.ts';
import type { Language } from '../../kernel/language.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';

/** Words of mails around a report. */
export function mailWordsIn(language: Language) {
  const texts = catalogueOf(language).reportMail;
  const causes: Readonly<Record<string, string>> = catalogueOf(language).causes;
  const say = (key: keyof typeof texts, values: MessageValues): string => filledText(texts[key], values, language);
  return {
    ...texts,
    severities: catalogueOf(language).severities,
    calm: (count: number) => say('calm', { count }),
    things: (count: number) => say('things', { count }),
    thingsShort: (count: number) => say('thingsShort', { count }),
    restated: (on: string, sentOn: string) => say('restated', { on, sentOn }),
    more: (count: number) => say('more', { count }),
    insteadOf: (sentAt: string) => say('insteadOf', { sentAt }),
    since: (when: string) => say('since', { when }),
    was: (figure: string) => say('was', { figure }),
    moreChanged: (count: number) => say('moreChanged', { count }),
    cause: (causes: string, places: string, days: string) =>
      say(places === '' ? 'cause' : 'causeAt', { causes, places, days }),
    /** One that a release after this has written stays as it is. */
    causeOf: (cause: string) => (Object.hasOwn(causes, cause) ? (causes[cause] ?? cause) : cause),
    reportWas: (subject: string) => say('reportWas', { subject }),
    restatedFigure: (name: string, is: string, was: string) => say('restatedFigure', { name, is, was }),
  };
}
