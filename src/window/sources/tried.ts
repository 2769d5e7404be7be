import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import { isObject } from '../../kernel/json.ts';
import { divisorOfReadings, measureOfReadings } from '../../kernel/measure/reading-scale.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { triedObject } from '../../readings/http/schemas/source.ts';
import { instantMark } from '../operations/section.ts';
import type { Markup } from '../page.ts';
import { scroller } from '../parts.ts';
import type { ListedUnit } from '../units/choose-units.ts';
import type { Visit } from '../visit.ts';

export type Tried = z.infer<typeof triedObject>;

const MISSING = html`<span class="missing">–</span>`;

const decimalsOf = (figure: number): number => (String(figure).split('.')[1] ?? '').length;

/** A figure of a reading with its measure, or with that of which it counts thousandths. */
function figureOfReading(figure: unknown, group: UnitGroup, siUnit: string): string {
  const text = typeof figure === 'number' ? figureText(figure, decimalsOf(figure)) : JSON.stringify(figure);
  const [measure, divisor] = [measureOfReadings({ group, siUnit }), divisorOfReadings(group)];
  return measure === '' || divisor === 1 ? `${text} ${measure}`.trim() : `${text} (${measure} / ${divisor})`;
}

/** Figures of a reading and of its parameters, by their names. A unit that is still to be made is taken for a meter. */
function figuresOfReading({ reading, siUnit }: Tried, unit: ListedUnit | undefined): string {
  const { value, summedValue, paramValue } = reading ?? {};
  const amounts = Object.entries({ value, summedValue })
    .filter(([, figure]) => figure !== undefined)
    .map(([name, figure]) => `${name} ${figureOfReading(figure, unit?.kind ?? 'FLOW', siUnit ?? '')}`);
  const parameters = Object.entries(isObject(paramValue) ? paramValue : {}).map(
    ([name, figure]) => `${name} ${figureOfReading(figure, 'QUALITY', unit?.params[name]?.siUnit ?? '')}`,
  );
  return [...amounts, ...parameters].join(', ');
}

/** The verdict on each message that was tried, with the reading that it would become. */
export function triedTable(visit: Visit, tried: readonly Tried[], units: readonly ListedUnit[]): Markup {
  const { texts } = visit;
  const t = texts.sources;
  return scroller(
    t.verdict,
    html`<table id="tried">
      <thead>
        <tr>
          <th scope="col">${t.verdict}</th>
          <th scope="col">${t.device}</th>
          <th scope="col">${texts.sendReadings.unit}</th>
          <th scope="col">${t.at}</th>
          <th scope="col">${t.figures}</th>
        </tr>
      </thead>
      <tbody>
        ${tried.map((one) => {
          const { verdict, reason, deviceId, unitId, reading } = one;
          const at = reading?.['createdOn'];
          const unit = units.find((known) => known.unitId === unitId);
          return html`<tr>
            <th scope="row">
              ${verdict === 'waiting' ? t.isWaiting : t[verdict]}${reason === null ? '' : html`<br /><span class="muted" lang="en">${reason}</span>`}
            </th>
            <td>${deviceId === null ? MISSING : html`<code>${deviceId}</code>`}</td>
            <td>${unitId ?? MISSING}</td>
            <td>${instantMark(visit, typeof at === 'string' ? at : null)}</td>
            <td>${reading === null ? MISSING : figuresOfReading(one, unit)}</td>
          </tr>`;
        })}
      </tbody>
    </table>`,
  );
}
