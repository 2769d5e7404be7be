import type { Unheard } from '../../domain/document/types.ts';
import { unheardTogether } from '../../domain/document/unheard.ts';
import type { FigureRow } from '../../domain/figures/figure-rows.ts';
import { decimalsFor, figureText } from '../../domain/look/figure-text.ts';
import { momentText } from './dates.ts';
import { fill } from './texts/texts.ts';
import type { Visit } from './visit.ts';

/** `2 878 KL` of an amount that is divided. */
const amountText = (value: number, siUnit: string): string =>
  `${figureText(value, decimalsFor([value]))} ${siUnit}`.trim();

/** What passed and is in no figure, in a sentence. */
export const unheardText = (
  unheard: Unheard,
  siUnit: string,
  { texts, clock }: Pick<Visit, 'texts' | 'clock'>,
): string =>
  fill(unheard.silences > 0 ? texts.figures.unheardSilent : texts.figures.unheardBetween, {
    value: amountText(unheard.value, siUnit),
    from: momentText(unheard.from, clock),
    to: momentText(unheard.to, clock),
  });

/** What rows of neighbouring periods have together. Where a figure has no bound, crumbs of rounding are all. */
export const unheardOfRows = (rows: readonly FigureRow[]): Unheard | null =>
  unheardTogether(
    rows.map(({ unheardValue, unheardFrom, unheardTo, unheardSilences, value, bound }) =>
      (value !== null && bound === null) || unheardValue === null || unheardFrom === null || unheardTo === null
        ? null
        : { value: unheardValue, from: unheardFrom, to: unheardTo, times: 1, silences: unheardSilences ?? 0 },
    ),
  );
