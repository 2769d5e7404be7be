import { filledText, type MessageValues } from '../kernel/format/message.ts';
import { type Language, LANGUAGES } from '../kernel/language.ts';
import { type Catalogue, catalogueOf } from '../kernel/texts/catalogue.ts';

/** The texts of one language, and which it is: `texts.today.title`. */
export type Texts = Catalogue & { readonly language: Language };

const TEXTS = new Map(
  LANGUAGES.map((language): [Language, Texts] => [language, { language, ...catalogueOf(language) }]),
);

export const textsOf = (language: Language): Texts => TEXTS.get(language) ?? { language, ...catalogueOf(language) };

/** The language of each text, for its plural. */
const LANGUAGE_OF = new Map(
  LANGUAGES.flatMap((language) =>
    Object.values(catalogueOf(language)).flatMap((section) =>
      Object.values(section).map((text: string) => [text, language] as const),
    ),
  ),
);

/** `fill('since {time}', { time: '14:20' })`: a text of {@link textsOf} with its values. */
export const fill = (text: string, values: MessageValues): string =>
  filledText(text, values, LANGUAGE_OF.get(text) ?? 'en');
