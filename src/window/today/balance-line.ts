import { html } from 'hono/html';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { roundedBand } from '../../balance/rules/rounded-band.ts';
import type { Overview } from '../../balance/http/user/overview.ts';
import { verdictOf } from '../balance/words.ts';
import { MISSING } from '../figures.ts';
import type { Markup } from '../page.ts';
import { fill } from '../texts/texts.ts';
import type { Visit } from '../visit.ts';

/** What came in and what became of it, and whether that adds up, in the words of the page Balance. */
export function balanceLine({ texts }: Visit, balance: Overview['balance']): Markup | '' {
  const { inflow, outflow, stockChange, unaccounted } = balance;
  if (inflow.value === null && outflow.value === null) return '';
  const known = [inflow, outflow, stockChange, unaccounted].map(({ value }) => value).filter((value) => value !== null);
  const decimals = decimalsFor(known);
  const text = (value: number | null): string => (value === null ? MISSING : figureText(value, decimals));
  const { value, band, status } = unaccounted;
  const unit = balance.balance.siUnit ?? inflow.siUnit ?? '';
  const sums = fill(stockChange.value === null ? texts.today.balanceLine : texts.today.balanceLineWithTanks, {
    inflow: text(inflow.value),
    outflow: text(outflow.value),
    kept: text(stockChange.value),
    unit,
  });
  const size = status === 'balanced' || value === null ? value : Math.abs(value);
  const plusMinus = band === null ? '' : ` ± ${figureText(roundedBand(band).plusMinus, decimals)}`;
  const words = fill(verdictOf(texts, { unaccounted, stockChange }), {
    difference: `${text(size)}${plusMinus} ${unit}`.trim(),
  });
  return html`<section class="panel" id="balance" data-live>
    <h2>${texts.today.balance}</h2>
    <p>${sums} ${words} <a href="/app/balance">${texts.today.toBalance}</a></p>
  </section>`;
}
