import { html } from 'hono/html';
import { figureText, percentText } from '../../domain/look/figure-text.ts';
import type { Markup } from './page.ts';
import { fill, type Texts } from './texts/texts.ts';

export const MISSING = '–';

/** How much of a figure was measured. */
interface Measured {
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
}

/** `73 to 77`; what begins and ends alike is told once. */
export const spanText = (from: string, to: string, texts: Texts): string =>
  from === to ? from : fill(texts.figures.span, { from, to });

/** Estimated readings are in it. */
export const isEstimated = ({ estimatedShare }: Pick<Measured, 'estimatedShare'>): boolean => (estimatedShare ?? 0) > 0;

/** A figure with its marks: missing on a hatch, estimated with a dagger, provisional with an ellipsis. */
export function figureMark(
  value: number | null,
  decimals: number,
  { estimatedShare = null, running = false }: { estimatedShare?: number | null; running?: boolean } = {},
): Markup {
  if (value === null) return html`<span class="missing">${MISSING}</span>`;
  const marks = [isEstimated({ estimatedShare }) ? 'estimated' : '', running ? 'provisional' : ''].join(' ').trim();
  return html`<span class="${marks}">${figureText(value, decimals)}</span>`;
}

/** A number and its sign stay on one line. */
const percent = (share: number): string => percentText(share).replaceAll(' ', '\u00a0');

/** The same below a head that says what it is: `98 %, 2 % estimated`. */
export function measuredShare({ coverage, estimatedShare }: Measured, texts: Texts): string {
  if (coverage === null) return texts.figures.notExpected;
  if (!isEstimated({ estimatedShare })) return percent(coverage);
  return `${percent(coverage)}, ${fill(texts.figures.estimated, { share: percent(estimatedShare ?? 0) })}`;
}

/** `98 % measured, 2 % estimated`; what was not expected yet is told by nothing. */
export function measuredText({ coverage, estimatedShare }: Measured, texts: Texts): string {
  if (coverage === null) return texts.figures.notExpected;
  const measured = fill(texts.figures.measured, { share: percent(coverage) });
  if (!isEstimated({ estimatedShare })) return measured;
  return `${measured}, ${fill(texts.figures.estimated, { share: percent(estimatedShare ?? 0) })}`;
}
