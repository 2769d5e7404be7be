import { boundWords } from '../../kernel/document/completeness.ts';
import { dateText, instantText } from '../../kernel/format/date-text.ts';
import { changeText, decimalsFor, durationText, figureText, shareText } from '../../kernel/format/figure-text.ts';
import type { Cell, Sentence } from './document.ts';

/** Part of a sentence. A plain string holds words alone, because numbers come as cells with their figures. */
export type Said = Cell | Sentence | string;

interface Voice {
  readonly timezone: string;
}

/**
 * Sentences from words and figures. Each figure is written into the text and kept beside it, so no sentence holds a
 * number without its figure.
 */
export const sentenceWriter =
  ({ timezone }: Voice) =>
  (words: TemplateStringsArray, ...said: readonly Said[]): Sentence => {
    const parts = said.map((one): Sentence => {
      if (typeof one === 'string') return { text: one, figures: [] };
      return 'text' in one && !('kind' in one) ? one : { text: wordOf(one, timezone), figures: [one] };
    });
    return {
      text: words.map((word, index) => `${word}${parts[index]?.text ?? ''}`).join(''),
      figures: parts.flatMap(({ figures }) => figures),
    };
  };

export type SentenceWriter = ReturnType<typeof sentenceWriter>;

/** Text of a cell within a sentence. */
function wordOf(cell: Cell, timezone: string): string {
  switch (cell.kind) {
    case 'missing':
      return 'an unknown amount';
    case 'quantity':
    case 'level': {
      const digits = figureText(cell.value, decimalsFor([cell.value]));
      const figure = cell.unit === '' ? digits : `${digits}\u00a0${cell.unit}`;
      return `${boundWords(cell.bound)}${figure}`;
    }
    case 'percent':
      return shareText(cell.share, 1, 'und');
    case 'change':
      return cell.share === null ? '' : changeText(cell.share, 1, 'und');
    case 'count':
      return figureText(cell.value, 0);
    case 'text':
      return cell.text;
    case 'instant':
      return instantText(cell.epochMs, timezone);
    case 'date':
      return dateText(cell.date);
    case 'duration':
      return durationText(cell.minutes);
  }
}

/** List in words: `A, B and C`. */
export function listed(say: SentenceWriter, all: readonly Said[]): Sentence {
  const [first, ...others] = all;
  if (first === undefined) return { text: '', figures: [] };
  return others.reduce<Sentence>(
    (list, one, index) => say`${list}${index === others.length - 1 ? ' and ' : ', '}${one}`,
    say`${first}`,
  );
}
