import { filledText } from '../../../kernel/format/message.ts';
import type { Language } from '../../../kernel/language.ts';
import { type Catalogue, catalogueOf } from '../../../kernel/texts/catalogue.ts';

/* Texts of messages about alerts in the language of their reader. */

export type FactKey = keyof Catalogue['alertFacts'];
export type AdviceKey = keyof Catalogue['alertAdvice'];
type MailKey = keyof Catalogue['alertMail'];

/** Values of a text; null: not known. */
export type Values = Readonly<Record<string, string | number | null>>;

/** Texts choose their words by `none` where a value is not known. */
const filled = (text: string, values: Values, language: Language): string =>
  filledText(
    text,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? 'none'])),
    language,
  );

export const factText = (language: Language, key: FactKey, values: Values = {}): string =>
  filled(catalogueOf(language).alertFacts[key], values, language);

export const adviceText = (language: Language, key: AdviceKey, values: Values = {}): string =>
  filled(catalogueOf(language).alertAdvice[key], values, language);

export const mailWords = (language: Language, key: MailKey, values: Values = {}): string =>
  filled(catalogueOf(language).alertMail[key], values, language);
