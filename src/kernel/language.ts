import { type Catalogue, CATALOGUES } from './texts/catalogue.ts';

export type Language = keyof typeof CATALOGUES;

/** Languages of pages, findings, mails and reports: those that have texts. */
export const LANGUAGES = Object.keys(CATALOGUES) as [Language, ...Language[]]; // its keys, of which English is one

/** A text in every language; with `{name}` where a figure or a name belongs. */
export type Translated = Readonly<Record<Language, string>>;

/** The texts of a section by their keys, each in every language. */
export function translated<S extends keyof Catalogue>(section: S): Readonly<Record<keyof Catalogue[S], Translated>> {
  const keys = Object.keys(CATALOGUES.en[section]) as (keyof Catalogue[S])[]; // the keys of the section
  const textOf = (language: Language, key: keyof Catalogue[S]): string => {
    const texts: Catalogue[S] = CATALOGUES[language][section];
    return texts[key];
  };
  return Object.fromEntries(
    keys.map((key) => [key, Object.fromEntries(LANGUAGES.map((language) => [language, textOf(language, key)]))]),
  ) as Record<keyof Catalogue[S], Translated>; // every key, in every language
}
