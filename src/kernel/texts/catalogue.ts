import type { Language } from '../language.ts';
import { ENGLISH } from './en/index.ts';
import { HINDI } from './hi/index.ts';

/** All texts of one language, by section and key. English has every key. */
export type Catalogue = {
  readonly [S in keyof typeof ENGLISH]: Readonly<Record<keyof (typeof ENGLISH)[S], string>>;
};

/** A language is a folder of files like those of `en`, and a name here. A text that it lacks is an error of types. */
const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en: ENGLISH, hi: HINDI };

export const catalogueOf = (language: Language): Catalogue => CATALOGUES[language];
