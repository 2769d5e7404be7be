import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { unitOfIndustry } from '../../industries/http/user/units.ts';
import { addressOf } from '../dates.ts';
import type { Markup } from '../page.ts';
import { notice, scroller } from '../parts.ts';
import { hasNoIndustry, instantMark } from '../operations/section.ts';
import type { Visit } from '../visit.ts';

type Unit = z.infer<typeof unitOfIndustry>;

const rowOf = (visit: Visit, unit: Unit, hasRetired: boolean): Markup => {
  const { unitId, unitName, siUnit, virtual, lastSeen, retiredAt } = unit;
  const { unit: t } = visit.texts;
  return html`<tr>
    <th scope="row">
      <a href="${addressOf('/app/unit', { id: unitId })}">${unitName}</a><br /><code class="muted">${unitId}</code>
    </th>
    <td>${virtual ? t.computedShort : instantMark(visit, lastSeen)}</td>
    <td>${siUnit}</td>
    ${hasRetired ? html`<td>${retiredAt === null ? '' : instantMark(visit, retiredAt)}</td>` : ''}
  </tr>`;
};

/** Every unit of the industry by its name, those out of use behind the others. A phone shows the first two columns. */
export function unitList(visit: Visit, units: readonly Unit[]): Markup {
  const { texts, language } = visit;
  const { unit: t } = texts;
  if (hasNoIndustry(visit)) return notice('high', texts.operations.chooseFirst);
  if (units.length === 0) return html`<p>${t.none}</p>`;
  const sorted = units.toSorted(
    (a, b) =>
      Number(a.retiredAt !== null) - Number(b.retiredAt !== null) || a.unitName.localeCompare(b.unitName, language),
  );
  const hasRetired = units.some(({ retiredAt }) => retiredAt !== null);
  return scroller(
    t.all,
    html`<table>
      <thead>
        <tr>
          <th scope="col">${t.title}</th>
          <th scope="col">${t.lastHeard}</th>
          <th scope="col">${t.measuredIn}</th>
          ${hasRetired ? html`<th scope="col">${t.outOfUse}</th>` : ''}
        </tr>
      </thead>
      <tbody>
        ${sorted.map((unit) => rowOf(visit, unit, hasRetired))}
      </tbody>
    </table>`,
  );
}
