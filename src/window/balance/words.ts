import { volumesOf } from '../../balance/rules/flow-sides.ts';
import { balanceDecimals } from '../../balance/rules/node-figure.ts';
import { roundedBand, roundedWidth } from '../../balance/rules/status.ts';
import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { figureText, percentText, roundedDecimals, sentenceCase } from '../../kernel/format/figure-text.ts';
import type { waterBalanceAnswer } from '../../balance/http/schemas/waterBalance.ts';
import { boundOfSize } from '../../kernel/document/completeness.ts';
import { boundText, MISSING_CELL, spanText, unheardText } from '../figures.ts';
import { type Markup, scrolledTable, type Visit } from '../page.ts';
import { fill, type Texts } from '../texts.ts';

export type ToldBalance = z.infer<typeof waterBalanceAnswer>;
type BalanceFigure = ToldBalance['figures']['inflow'];

/** Writes figures of a page with the same number of decimals, or fewer. */
export type WriteFigure = (value: number | null, mostDecimals?: number) => string;

/** Writer for all figures of a balance in a page's sentences and tables, as its pictures write them. */
export function balanceWriter(balance: Parameters<typeof volumesOf>[0]): WriteFigure {
  const decimals = balanceDecimals(volumesOf(balance));
  return (value, mostDecimals = decimals) =>
    value === null ? '–' : figureText(value, Math.min(decimals, mostDecimals));
}

/** The unit of measure in the head of a column; null: its figures have none, or several. */
export function headUnitOf(figures: readonly Pick<BalanceFigure, 'value' | 'siUnit'>[]): string | null {
  const [unit = null, ...others] = new Set(figures.flatMap(({ value, siUnit }) => (value === null ? [] : [siUnit])));
  return others.length === 0 ? unit : null;
}

/** Writes a figure with its own unit of measure, unless the head of its column names it. */
export const inOwnUnit =
  (write: WriteFigure, { siUnit }: Pick<BalanceFigure, 'siUnit'>, headUnit: string | null): WriteFigure =>
  (value, mostDecimals) =>
    siUnit === null || siUnit === headUnit
      ? write(value, mostDecimals)
      : `${write(value, mostDecimals)}\u00a0${siUnit}`;

/** Sentence on the balance. Water from tanks has not come in, so it is named by itself. */
export const verdictOf = (
  { balance }: Texts,
  { unaccounted: { status }, stockChange }: Pick<ToldBalance['figures'], 'unaccounted' | 'stockChange'>,
): string => balance[status === 'surplus' && (stockChange.value ?? 0) < 0 ? 'surplusWithTanks' : status];

/** The difference as the sentence has it: of a balance that does not add up its size, with the bound of the size. */
export function verdictDifference(
  texts: Texts,
  { value, bound, status }: Pick<ToldBalance['figures']['unaccounted'], 'value' | 'bound' | 'status'>,
  write: WriteFigure,
): string {
  if (value === null) return write(null);
  return status === 'balanced'
    ? `${boundText(bound, texts)}${write(value)}`
    : `${boundText(boundOfSize(value, bound), texts)}${write(Math.abs(value))}`;
}

/** Whether the balance adds up, in a sentence or two, and which meter makes it uncertain. */
export function balanceWords(
  { texts, clock }: Pick<Visit, 'texts' | 'clock'>,
  { figures, uncertainty, unheard }: ToldBalance,
  write: WriteFigure,
): Markup {
  const words = texts.balance;
  const { band } = figures.unaccounted;
  const told = band === null ? null : roundedBand(band);
  const inUnit = inOwnUnit(write, figures.unaccounted, null);
  /** Rounded figures of a band beside one another. */
  const ofBand = (ends: Readonly<Record<string, number>>): Record<string, string> => {
    const decimals = roundedDecimals(Object.values(ends));
    return Object.fromEntries(Object.entries(ends).map(([name, end]) => [name, inUnit(end, decimals)]));
  };
  const dominant = uncertainty.dominantMeterOfUnaccounted ?? uncertainty.dominantMeter;
  const difference = verdictDifference(texts, figures.unaccounted, inUnit);
  return html`<p class="lead">${sentenceCase(fill(verdictOf(texts, figures), { difference }))}</p>
    <p>
      ${told === null ? '' : fill(words.bandWords, ofBand({ low: told.low, high: told.high }))}
      ${dominant === null || band === null ? '' : fill(words.dominant, { unit: dominant.displayName, cause: words[dominant.cause] })}
      ${
        dominant?.plusMinusAfterRepair === null || dominant === null || band === null
          ? ''
          : fill(
              words.gain,
              ofBand({ after: roundedWidth(dominant.plusMinusAfterRepair), now: roundedWidth(band.plusMinus) }),
            )
      }
    </p>
    ${unheard.map((of) => html`<p>${of.displayName}: ${unheardText(of, of.siUnit, { texts, clock })}</p>`)}
    ${
      uncertainty.unknown.length === 0
        ? ''
        : html`<p>
            ${fill(words.notMeasured, {
              units: uncertainty.unknown.map(({ displayName, cause }) => `${displayName} (${words[cause]})`).join(', '),
            })}
          </p>`
    }`;
}

const ROWS = ['inflow', 'outflow', 'stockChange', 'unaccounted', 'recycledStockChange'] as const;
/** `at least 12.3 †`, or an en dash on a hatch. */
export const valueCell = (
  texts: Texts,
  { value, bound, estimatedShare }: Pick<BalanceFigure, 'value' | 'bound' | 'estimatedShare'>,
  write: WriteFigure,
): Markup =>
  value === null
    ? MISSING_CELL
    : html`<td class="figure ${(estimatedShare ?? 0) > 0 ? 'estimated' : ''}">
        ${boundText(bound, texts)}${write(value)}
      </td>`;

export const shareCell = (share: number | null): Markup =>
  share === null ? MISSING_CELL : html`<td class="figure">${percentText(share)}</td>`;

function bandCell(texts: Texts, { band }: BalanceFigure, write: WriteFigure): Markup {
  if (band === null) return MISSING_CELL;
  const { low, high } = roundedBand(band);
  const decimals = roundedDecimals([low, high]);
  return html`<td class="figure">${spanText(write(low, decimals), write(high, decimals), texts)}</td>`;
}

/** The figures with their bands; a tank of recycled water only where there is one. */
export function figuresTable(texts: Texts, { figures }: ToldBalance, write: WriteFigure): Markup {
  const words = texts.balance;
  const shown = ROWS.filter((name) => name !== 'recycledStockChange' || figures[name].value !== null);
  const unit = headUnitOf(shown.map((name) => figures[name]));
  return scrolledTable(
    words.figures,
    [
      words.figure,
      { figure: unit === null ? words.value : fill(words.valueIn, { unit }) },
      { figure: words.plusMinus },
      { figure: words.measured },
    ],
    shown.map((name) => {
      const figure = figures[name];
      const own = inOwnUnit(write, figure, unit);
      return html`<tr>
        <th scope="row">${words[name]}</th>
        ${valueCell(texts, figure, own)} ${bandCell(texts, figure, own)} ${shareCell(figure.coverage)}
      </tr>`;
    }),
  );
}
