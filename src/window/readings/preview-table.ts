import { html } from 'hono/html';
import type { ReadingPreview } from '../../figures/http/user/readings/preview.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { dateOf } from '../day-clock.ts';
import { MISSING } from '../figures.ts';
import type { Markup } from '../page.ts';
import { notice, scroller } from '../parts.ts';
import { fill } from '../texts.ts';
import type { Visit } from '../visit.ts';

type Told = ReadingPreview['days'][number]['before'];

const numbersOf = ({ figure, unheard }: Told): readonly number[] =>
  [...(typeof figure === 'object' ? Object.values(figure ?? {}) : [figure]), unheard].filter((one) => one !== null);

/** A figure of the preview; of quality units each parameter. */
const figureWords = (figure: Told['figure'], decimals: number): string =>
  figure === null
    ? MISSING
    : typeof figure === 'number'
      ? figureText(figure, decimals)
      : Object.entries(figure)
          .map(([name, mean]) => `${name} ${mean === null ? MISSING : figureText(mean, decimals)}`)
          .join(', ');

/** Days of which something else would be told: their figures, and what would be in no hour. */
export function previewTable(
  { texts: { reading: t }, language }: Visit,
  { days }: Pick<ReadingPreview, 'days'>,
): Markup {
  if (days.length === 0) return notice('stock', t.nothing);
  const decimals = decimalsFor(days.flatMap(({ before, after }) => [...numbersOf(before), ...numbersOf(after)]));
  const cell = ({ figure, unheard }: Told, siUnit: string): Markup => {
    const beside = fill(t.unheard, { value: `${figureText(unheard, decimals)} ${siUnit}` });
    return html`<td class="figure">
      ${figureWords(figure, decimals)} ${siUnit} ${unheard === 0 ? '' : html`<br /><small>${beside}</small>`}
    </td>`;
  };
  return html`<section class="panel" id="preview" role="status">
    <p>${t.wouldChange}</p>
    ${scroller(
      t.wouldChange,
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t.unit}</th>
            <th scope="col">${t.day}</th>
            <th scope="col" class="figure">${t.now}</th>
            <th scope="col" class="figure">${t.then}</th>
          </tr>
        </thead>
        <tbody>
          ${days.map(
            ({ unitName, siUnit, date, before, after }) =>
              html`<tr>
                <th scope="row">${unitName}</th>
                <td>${dateText(dateOf(date), language)}</td>
                ${cell(before, siUnit)} ${cell(after, siUnit)}
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}
  </section>`;
}
