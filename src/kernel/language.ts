/** Languages of pages and findings. */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in every language; with `{name}` where a figure or a name belongs. */
export type Translated = Readonly<Record<Language, string>>;
