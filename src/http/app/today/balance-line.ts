import { html } from 'hono/html';
import { decimalsFor, figureText } from '../../../domain/look/figure-text.ts';
import type { Overview } from '../../user/overview.ts';
import { MISSING } from '../figures.ts';
import type { Markup } from '../page.ts';
import { fill } from '../texts/texts.ts';
import type { Visit } from '../visit.ts';

/** What came in less what went out, with its error bar, in one line. */
export function balanceLine({ texts }: Visit, { inflow, outflow, balance, status }: Overview['balance']): Markup | '' {
  if (inflow.value === null && outflow.value === null) return '';
  const known = [inflow.value, outflow.value, balance.value].filter((value) => value !== null);
  const decimals = decimalsFor(known);
  const text = (value: number | null): string => (value === null ? MISSING : figureText(value, decimals));
  const sentence = fill(texts.today.balanceLine, {
    inflow: text(inflow.value),
    outflow: text(outflow.value),
    difference: text(balance.value),
    band: balance.band === null ? '' : ` ± ${figureText(balance.band.plusMinus, decimals)}`,
    unit: balance.siUnit ?? inflow.siUnit ?? '',
  });
  return html`<section class="panel" id="balance" data-live>
    <h2>${texts.today.balance}</h2>
    <p>${sentence} ${texts.today[status]} <a href="/app/balance">${texts.today.toBalance}</a></p>
  </section>`;
}
