import { fitted } from '../../kernel/format/svg-text.ts';
import { boundOfSize, boundWords } from '../../kernel/document/completeness.ts';
import { percentText } from '../../kernel/format/figure-text.ts';
import { bandWidth, type FlowPart, type WriteFlow } from '../rules/flow-sides.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import { filledText } from '../../kernel/format/message.ts';
import type { Language } from '../../kernel/language.ts';

/*
 * The label beside a bar: name, figure with its band, and words about how much of it was measured.
 */

interface LabelLine {
  readonly text: string;
  readonly size: number;
  readonly look: string;
  /** Baseline of the text, below the label's upper end. */
  readonly y: number;
}

interface SankeyLabel {
  /** The whole label in one line, uncut. */
  readonly whole: string;
  readonly lines: readonly LabelLine[];
  readonly height: number;
}

const NOTE_SIZE = 12;
const FIGURE_SIZE = 14;
const NAME_SIZE = 13;

/**
 * Label of a flow. Text without room in a line goes on in the next one, because a figure or a note that is cut tells
 * nothing.
 */
export function sankeyLabel(
  { name, kind, figure, status }: FlowPart,
  width: number,
  write: WriteFlow,
  language: Language,
): SankeyLabel {
  const words = catalogueOf(language).balancePicture;
  const share = (text: string, of: number | null): string =>
    filledText(text, { share: percentText(of ?? 0) }, language);
  const isEstimated = (figure.estimatedShare ?? 0) > 0;
  const bound = figure.value === null ? '' : boundWords(boundOfSize(figure.value, figure.bound), language);
  const amount = figure.value === null ? words.notKnown : write(Math.abs(figure.value));
  const band = kind === 'unaccounted' && figure.band !== null ? [`±\u202f${bandWidth(figure.band, write)}`] : [];
  const notes = [
    ...(status === 'balanced' ? [words.fromZero] : []),
    ...(kind === 'unaccounted' && figure.value !== null && figure.band === null ? [words.bandNotKnown] : []),
    ...(isPart(figure) ? [share(words.measured, figure.coverage)] : []),
    ...(isEstimated ? [share(words.estimated, figure.estimatedShare)] : []),
  ];
  const figures = [...(bound === '' ? [] : [bound.trim()]), `${amount}${isEstimated ? '\u202f†' : ''}`, ...band];
  const texts = [
    { text: fitted(name, NAME_SIZE, width), size: NAME_SIZE, look: 'f-ink' },
    ...joined(figures, ' ', (text) => fitted(text, FIGURE_SIZE, width, 'bold')).map((text) => ({
      text,
      size: FIGURE_SIZE,
      look: `f-ink b${isEstimated ? ' i' : ''}`,
    })),
    ...joined(notes, ' · ', (text) => fitted(text, NOTE_SIZE, width)).map((text) => ({
      text,
      size: NOTE_SIZE,
      look: 'f-muted',
    })),
  ];
  let y = -5;
  const lines = texts.map((line) => ({ ...line, y: (y += line.size + 4) }));
  return { whole: [name, [bound + amount, ...band].join(' '), ...notes].join(', '), lines, height: y + 12 };
}

export const isPart = ({ coverage }: FlowPart['figure']): boolean => coverage !== null && coverage < 1;

/** Joins parts in one line where they fit uncut, otherwise in one line each. */
function joined(parts: readonly string[], between: string, fit: (text: string) => string): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = [...lines.slice(-1), part].join(between);
    if (lines.length > 0 && fit(longer) === longer) lines.splice(-1, 1, longer);
    else lines.push(fit(part));
  }
  return lines;
}
