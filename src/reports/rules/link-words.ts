import { filledText } from '../../kernel/format/message.ts';
import { type Language, LANGUAGES } from '../../kernel/language.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';

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
