import { html } from 'hono/html';
import type { Bound, Passed, Unheard } from '../kernel/document/types.ts';
import { figureText, percentText, someMeasured, decimalsFor } from '../kernel/format/figure-text.ts';
import type { Markup, Visit } from './page.ts';
import { fill, type Texts } from './texts.ts';
import { toldPartsOf, unheardTogether } from '../kernel/document/unheard.ts';
import type { FigureRow } from '../figures/rules/figures/figure-rows.ts';
import { momentText } from './dates.ts';

export const MISSING = '–';
/** A figure that is missing: an en dash on a hatch, in a line and in a table. */
export const MISSING_MARK = html`<span class="missing">${MISSING}</span>`;
export const MISSING_CELL = html`<td class="figure missing">${MISSING}</td>`;

/** Coverage of a figure, and the number of its measured meters where the answer has one. */
interface Measured {
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
  readonly meters?: number | null;
  readonly metersMeasured?: number | null;
}

/** Most decimals that can be written. */
const MOST_DECIMALS = 100;

/** A number with all its digits, as people type it: 0.0000005, which programs write 5e-7. */
export function exactText(value: number): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const decimals = (mantissa.split('.')[1]?.length ?? 0) - Number(exponent);
  return decimals > MOST_DECIMALS ? String(value) : figureText(value, Math.max(0, decimals));
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
  if (value === null) return MISSING_MARK;
  const marks = [isEstimated({ estimatedShare }) ? 'estimated' : '', running ? 'provisional' : ''].join(' ').trim();
  const before = boundText(bound, texts);
  const figure = html`<span class="${marks}">${figureText(value, decimals)}</span>`;
  return before === '' ? figure : html`<small>${before}</small>${figure}`;
}

/** `2 of 3 meters`, when some have measured nothing. */
function metersPart(figure: Measured, { figures }: Texts): readonly string[] {
  const told = someMeasured(figure);
  if (told === null) return [];
  return [fill(figures.ofMeters, { measured: figureText(told.measured, 0), meters: figureText(told.meters, 0) })];
}

const estimatedPart = ({ estimatedShare }: Measured, { figures }: Texts): readonly string[] =>
  isEstimated({ estimatedShare }) ? [fill(figures.estimated, { share: percentText(estimatedShare ?? 0) })] : [];

/** Words for completeness; none when nothing was expected yet. */
const toldAs =
  (words: (share: string, texts: Texts) => string) =>
  (measured: Measured, texts: Texts): string =>
    measured.coverage === null
      ? texts.figures.notExpected
      : [
          words(percentText(measured.coverage), texts),
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

/** `2 878 KL` of an amount that is divided. */
const amountText = (value: number, siUnit: string): string =>
  `${figureText(value, decimalsFor([value]))} ${siUnit}`.trim();

/** Water that passed and is in no figure: one sentence for silences, one for water between two registers. */
export const unheardText = (
  unheard: Unheard,
  siUnit: string,
  { texts, clock }: Pick<Visit, 'texts' | 'clock'>,
  figure: number | null = null,
): string =>
  toldPartsOf(unheard, figure)
    .map(({ isSilence, value, from, to }) =>
      fill(isSilence ? texts.figures.unheardSilent : texts.figures.unheardBetween, {
        value: amountText(value, siUnit),
        from: momentText(from, clock),
        to: momentText(to, clock),
      }),
    )
    .join(' ');

/** The unheard water of neighbouring periods together. Where a figure has no bound, only rounding is left. */
export const unheardOfRows = (rows: readonly FigureRow[]): Unheard | null =>
  unheardTogether(rows.map((row) => (row.value !== null && row.bound === null ? null : unheardOfRow(row))));

function unheardOfRow(row: FigureRow): Unheard | null {
  const { unheardValue: value, unheardFrom: from, unheardTo: to, unheardSilences: silences } = row;
  if (value === null || from === null || to === null) return null;
  const silent = passedOf(row.unheardSilentValue, row.unheardSilentFrom, row.unheardSilentTo);
  return { value, from, to, times: 1, silences: silences ?? 0, ...(silent === null ? {} : { silent }) };
}

const passedOf = (value: number | null, from: string | null, to: string | null): Passed | null =>
  value === null || from === null || to === null ? null : { value, from, to };
