import { html } from 'hono/html';
import type { Bound } from '../kernel/document/types.ts';
import { figureText, percentText, someMeasured } from '../kernel/format/figure-text.ts';
import type { Markup } from './page.ts';
import { fill, type Texts } from './texts.ts';

export const MISSING = '–';

/** Coverage of a figure, and the number of its measured meters where the answer has one. */
interface Measured {
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
  readonly meters?: number | null;
  readonly metersMeasured?: number | null;
}

/** `73 to 77`; one figure when both are alike. */
export const spanText = (from: string, to: string, texts: Texts): string =>
  from === to ? from : fill(texts.figures.span, { from, to });

/** Whether the figure has estimated readings in it. */
export const isEstimated = ({ estimatedShare }: Pick<Measured, 'estimatedShare'>): boolean => (estimatedShare ?? 0) > 0;

interface Marked {
  readonly bound?: Bound | null;
  readonly estimatedShare?: number | null;
  readonly running?: boolean;
}

/** `at least ` or `at most ` before a figure whose truth is known to lie on one side. */
export const boundText = (bound: Bound | null | undefined, { figures }: Texts): string =>
  bound === 'at least' ? `${figures.atLeast} ` : bound === 'at most' ? `${figures.atMost} ` : '';

/** `at least 1 240 KL †`: a figure in words, with its bound and the mark of estimates. */
export const markedText = (figure: string, { bound, estimatedShare = null }: Marked, texts: Texts): string =>
  `${boundText(bound, texts)}${figure}${isEstimated({ estimatedShare }) ? ' †' : ''}`;

/** A figure with its marks: a bound, missing on a hatch, estimated with a dagger, provisional with an ellipsis. */
export function figureMark(
  value: number | null,
  decimals: number,
  { bound = null, estimatedShare = null, running = false }: Marked,
  texts: Texts,
): Markup {
  if (value === null) return html`<span class="missing">${MISSING}</span>`;
  const marks = [isEstimated({ estimatedShare }) ? 'estimated' : '', running ? 'provisional' : ''].join(' ').trim();
  const before = boundText(bound, texts);
  const figure = html`<span class="${marks}">${figureText(value, decimals)}</span>`;
  return before === '' ? figure : html`<small>${before}</small>${figure}`;
}

/** Per cent, on one line with its sign. */
const percent = (share: number): string => percentText(share).replaceAll(' ', '\u00a0');

/** `2 of 3 meters`, when some have measured nothing. */
function metersPart(figure: Measured, { figures }: Texts): readonly string[] {
  const told = someMeasured(figure);
  if (told === null) return [];
  return [fill(figures.ofMeters, { measured: figureText(told.measured, 0), meters: figureText(told.meters, 0) })];
}

const estimatedPart = ({ estimatedShare }: Measured, { figures }: Texts): readonly string[] =>
  isEstimated({ estimatedShare }) ? [fill(figures.estimated, { share: percent(estimatedShare ?? 0) })] : [];

/** Words for completeness; none when nothing was expected yet. */
const toldAs =
  (words: (share: string, texts: Texts) => string) =>
  (measured: Measured, texts: Texts): string =>
    measured.coverage === null
      ? texts.figures.notExpected
      : [
          words(percent(measured.coverage), texts),
          ...metersPart(measured, texts),
          ...estimatedPart(measured, texts),
        ].join(', ');

/** `67 % measured, 2 of 3 meters, 2 % estimated`. */
export const measuredText = toldAs((share, { figures }) => fill(figures.measured, { share }));

/** Completeness of a time in words: the share measured, or `nothing sent`. */
export const measuredOrSilent = (measured: Measured, texts: Texts): string =>
  measured.coverage === 0 && !isEstimated(measured) ? texts.figures.nothingSent : measuredText(measured, texts);

/** Completeness below a heading that names it: `67 %, 2 of 3 meters, 2 % estimated`. */
export const measuredShare = toldAs((share) => share);
