import { describe, expect, it } from 'vitest';
import { filledText } from '../../../src/kernel/format/message.ts';
import { catalogueOf } from '../../../src/kernel/texts/catalogue.ts';

/* Counts come written, as in a list of figures. */

const caption = (language: 'en' | 'hi', part: string): string => {
  const counts = { units: '1', whole: '1', part, none: '0', estimated: '1', when: '-' };
  return filledText(catalogueOf(language).completeness.caption, counts, language);
};
const without = (missing: string): string =>
  filledText(catalogueOf('hi').reportWords.withoutMeters, { missing, all: '3' }, 'hi');

describe('one of a thing', () => {
  it('is told in the singular below the map of completeness', () => {
    expect(caption('en', '1')).toContain('1 day of a unit is whole, 1 is measured in part, 0 are not measured at all');
    expect(caption('en', '1\u202f234')).toContain('1\u202f234 are measured in part');
    expect(caption('hi', '1')).toContain('1 दिन पूरा है, 1 अंशतः मापा गया, 0 बिलकुल नहीं मापे गए');
  });

  it('is told in the singular of meters in Hindi', () => {
    expect(without('1')).toBe(', 3 में से उस 1 मीटर के बिना जिसने कुछ नहीं भेजा');
    expect(without('2')).toBe(', 3 में से उन 2 मीटरों के बिना जिन्होंने कुछ नहीं भेजा');
  });
});
