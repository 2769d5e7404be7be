const LETTERS = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/** Letters with their signs, so that no cut parts them. */
export const lettersOf = (text: string): string[] => [...LETTERS.segment(text)].map(({ segment }) => segment);
