import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import type { Markup } from '../page.ts';
import type { Texts } from '../texts.ts';
import { type Rule, settingFields } from './rule-fields.ts';

/** Most decimals of a figure. */
const MOST_DECIMALS = 100;

/** A number as people type it: 0.0000005, which programs write 5e-7. */
function numberText(value: number): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const decimals = (mantissa.split('.')[1]?.length ?? 0) - Number(exponent);
  return decimals > MOST_DECIMALS ? String(value) : figureText(value, Math.max(0, decimals));
}

/** Settings with a value, by the names of their fields. */
export const settingsList = (
  { alertSettings }: Pick<Texts, 'alertSettings'>,
  { alertType, settings }: Pick<Rule, 'alertType' | 'settings'>,
): Markup =>
  html`<ul class="plain-list">
    ${settingFields(alertType).map(({ name }) => {
      const value = settings[name];
      if (value === null || value === undefined || value === false) return '';
      const text = typeof value === 'number' ? numberText(value) : String(value);
      return html`<li>${alertSettings[name]}${value === true ? '' : `: ${text}`}</li>`;
    })}
  </ul>`;
