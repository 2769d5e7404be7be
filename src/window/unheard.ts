import type { Passed, Unheard } from '../kernel/document/types.ts';
import { toldPartsOf, unheardTogether } from '../kernel/document/unheard.ts';
import type { FigureRow } from '../figures/rules/figures/figure-rows.ts';
import { decimalsFor, figureText } from '../kernel/format/figure-text.ts';
import { momentText } from './dates.ts';
import { fill } from './texts.ts';
import type { Visit } from './visit.ts';

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
