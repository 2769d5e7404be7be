import { ENGLISH } from './en/index.ts';
import { HINDI } from './hi/index.ts';

/*
 * Every text that people read, a folder of files for each language. To add a language: a folder like `en`, and its name
 * in CATALOGUES. A text that it lacks is an error of types.
 */

/** All texts of one language, by section and key. English has every key. */
export type Catalogue = {
  readonly [S in keyof typeof ENGLISH]: Readonly<Record<keyof (typeof ENGLISH)[S], string>>;
};

/** Catalogues by the code of their language. */
export const CATALOGUES = { en: ENGLISH, hi: HINDI } as const satisfies Readonly<Record<string, Catalogue>>;

export const catalogueOf = (language: keyof typeof CATALOGUES): Catalogue => CATALOGUES[language];
