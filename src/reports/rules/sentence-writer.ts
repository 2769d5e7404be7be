import { boundWords } from '../../kernel/document/completeness.ts';
import { dateText, instantText } from '../../kernel/format/date-text.ts';
import { changeText, decimalsFor, durationText, figureText, partText } from '../../kernel/format/figure-text.ts';
import type { Cell, Sentence } from './document.ts';
import { type ReportTextKey, type ReportTexts, reportTexts } from './report-texts.ts';
import type { Language } from '../../kernel/language.ts';

/** Part of a sentence. A plain text holds words alone, because numbers come as cells with their figures. */
export type Said = Cell | Sentence | string;

interface Voice {
  readonly timezone: string;
  readonly language?: Language;
}

/** Writes a text of the report with its parts; a bare number only chooses between singular and plural. */
export interface SentenceWriter {
  (key: ReportTextKey, said?: Readonly<Record<string, Said | number>>): Sentence;
  readonly t: ReportTexts;
}

/**
 * Sentences from words and figures. Each figure is written into the text and kept beside it, so no sentence holds a
 * number without its figure.
 */
export function sentenceWriter({ timezone, language = 'en' }: Voice): SentenceWriter {
  const t = reportTexts(language);
  const say = (key: ReportTextKey, said: Readonly<Record<string, Said | number>> = {}): Sentence => {
    const parts = Object.entries(said).map(([name, one]) => {
      if (typeof one === 'number') return { name, text: one, figures: [] };
      if (typeof one === 'string') return { name, text: one, figures: [] };
      if ('text' in one && !('kind' in one)) return { name, ...one };
      return { name, text: wordOf(one, timezone, t), figures: [one] };
    });
    return {
      text: t(key, Object.fromEntries(parts.map(({ name, text }) => [name, text]))),
      figures: parts.flatMap(({ figures }) => figures),
    };
  };
  return Object.assign(say, { t });
}

/** Text of a cell within a sentence. */
function wordOf(cell: Cell, timezone: string, t: ReportTexts): string {
  const { language } = t;
  switch (cell.kind) {
    case 'missing':
      return t('unknownAmount');
    case 'quantity':
    case 'level': {
      const digits = figureText(cell.value, decimalsFor([cell.value]));
      const figure = cell.unit === '' ? digits : `${digits}\u00a0${cell.unit}`;
      return `${boundWords(cell.bound, language)}${figure}`;
    }
    case 'percent':
      return partText(cell.share, 1, 'und');
    case 'change':
      return cell.share === null ? '' : changeText(cell.share, 1, 'und', language);
    case 'count':
      return figureText(cell.value, 0);
    case 'text':
      return cell.text;
    case 'instant':
      return instantText(cell.epochMs, timezone, language);
    case 'date':
      return dateText(cell.date, language);
    case 'duration':
      return durationText(cell.minutes, language);
  }
}

/** List in words: `A, B and C`. */
export function listed(say: SentenceWriter, all: readonly Said[]): Sentence {
  const [first, ...others] = all;
  if (first === undefined) return { text: '', figures: [] };
  return others.reduce<Sentence>(
    (list, one, index) => say(index === others.length - 1 ? 'listAnd' : 'listComma', { list, one }),
    say('listed', { one: first }),
  );
}
