import { html } from 'hono/html';
import { decimalsFor, figureText, ownDecimals } from '../../kernel/format/figure-text.ts';
import type { Explanation } from '../../figures/http/schemas/explain.ts';
import { MISSING } from '../figures.ts';
import { momentText } from '../dates.ts';
import type { Markup } from '../page.ts';
import { scroller } from '../parts.ts';
import { fill } from '../texts/texts.ts';
import type { Visit } from '../visit.ts';

/** Readings of a figure as they were sent. Levels and parameters have units of measure of their own. */
export function readingList(explanation: Explanation, { texts, clock: { timezone } }: Visit): Markup | '' {
  const { readings, group, siUnit, figure, configuration } = explanation;
  if (readings === null || readings.list.length === 0) return '';
  const { explain } = texts;
  const divisor = group === 'STOCK' ? 1 : figure.divisionFactor;
  const values = readings.list.flatMap(({ value }) => (value === null ? [] : value / divisor));
  const decimals = decimalsFor(values);
  const registers = readings.list.flatMap(({ register }) => (register === null ? [] : register / divisor));
  const ofRegister = ownDecimals(registers);
  const hasRegister = registers.length > 0;
  const names = [...new Set(readings.list.flatMap(({ parameters }) => Object.keys(parameters ?? {})))];
  const ofSamples = new Map(
    names.map((name) => [name, decimalsFor(readings.list.flatMap(({ parameters }) => parameters?.[name] ?? []))]),
  );
  const text = (raw: number | null, by: number, digits: number): string =>
    raw === null ? MISSING : figureText(raw / by, digits);
  const title = readings.isComplete
    ? fill(explain.readings, { count: readings.used })
    : fill(explain.readingsFirst, { listed: readings.list.length, count: readings.used });
  const head = (name: string, unit: string): Markup =>
    html`<th scope="col" class="figure">${unit === '' ? name : `${name}, ${unit}`}</th>`;
  const valueHead = group === 'STOCK' ? head(explain.percentOfTank, '') : head(explain.intervalValue, siUnit);
  return html`<h2>${title}</h2>
    ${scroller(
      title,
      html`<table>
        <thead>
          <tr>
            <th scope="col">${explain.at}</th>
            ${values.length === 0 ? '' : valueHead} ${hasRegister ? head(explain.register, siUnit) : ''}
            ${names.map((name) =>
              head(configuration.params[name]?.displayName ?? name, configuration.params[name]?.siUnit ?? ''),
            )}
            <th scope="col">${explain.received}</th>
            <th scope="col">${explain.note}</th>
          </tr>
        </thead>
        <tbody id="list" data-live>
          ${readings.list.map(
            ({ createdOn, receivedAt, value, register, parameters, estimated, registerExcluded }) =>
              html`<tr>
                <th scope="row">${momentText(createdOn, { timezone })}</th>
                ${
                  values.length === 0
                    ? ''
                    : html`<td class="figure ${estimated ? 'estimated' : ''}">${text(value, divisor, decimals)}</td>`
                }
                ${hasRegister ? html`<td class="figure">${text(register, divisor, ofRegister)}</td>` : ''}
                ${names.map((name) => {
                  const sample = parameters?.[name] ?? null;
                  return html`<td class="figure">${text(sample, 1, ofSamples.get(name) ?? 0)}</td>`;
                })}
                <td class="moment">${momentText(receivedAt, { timezone })}</td>
                <td>
                  ${[estimated ? explain.isEstimated : '', registerExcluded ? explain.isExcluded : ''].filter((note) => note !== '').join(', ')}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}`;
}
