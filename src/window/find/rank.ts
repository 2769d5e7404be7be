/*
 * Finding by a few letters: a name that begins with them comes before one with a word that does, and this one before
 * names that have them anywhere.
 */

/** Something that is found by its name or its id. */
export interface Named {
  readonly name: string;
  readonly id?: string;
}

const RANKS = { prefix: 0, word: 1, within: 2, apart: 3 } as const;

/** Text without what people do not type: capitals, and accents of Latin letters. Vowel signs of Hindi stay. */
const foldedText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLocaleLowerCase('und')
    .trim();

const PART_OF_WORD = /[\p{L}\p{M}\p{N}]/u;

/** @param text folded, as is `wanted`, which is not empty */
function rankIn(text: string, wanted: string): number | null {
  let rank: number | null = null;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (at === 0) return RANKS.prefix;
    if (!PART_OF_WORD.test(text[at - 1] ?? '')) return RANKS.word;
    rank = RANKS.within;
  }
  return rank;
}

const lower = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b));

/** Rank of one thing, 0 the best; null: its name and id do not have what is wanted. Several words may stand apart. */
export function rankOf({ name, id = '' }: Named, wanted: string): number | null {
  const [folded, foldedId, text] = [foldedText(name), foldedText(id), foldedText(wanted)];
  if (text === '') return RANKS.prefix;
  const together = lower(rankIn(folded, text), rankIn(foldedId, text));
  if (together !== null) return together;
  const words = text.split(/\s+/);
  const isThere = (word: string): boolean => folded.includes(word) || foldedId.includes(word);
  return words.length > 1 && words.every(isThere) ? RANKS.apart : null;
}

/** Things that have the wanted text, the best first; of the same rank in the order in which they were given. */
export const ranked = <T extends Named>(named: readonly T[], wanted: string): readonly T[] =>
  named
    .flatMap((one) => {
      const rank = rankOf(one, wanted);
      return rank === null ? [] : [{ one, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
