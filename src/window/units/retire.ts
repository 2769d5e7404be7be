import { html } from 'hono/html';
import type { Markup } from '../page.ts';
import type { Visit } from '../visit.ts';
import type { ChangedUnit } from './unit-fields.ts';

/** Form that takes a unit out of use, or brings it back. @param tag the version that it is shown of. */
export function retirementForm(visit: Visit, { retired }: ChangedUnit, tag: string): Markup {
  const { unitMeters: t } = visit.texts;
  const version = html`<input type="hidden" name="tag" value="${tag}" />`;
  if (retired)
    return html`<form method="post" class="panel">
      ${version}
      <p>${t.restoreMeans}</p>
      <button name="act" value="restore">${t.restore}</button>
    </form>`;
  // A link to what is folded unfolds it.
  return html`<details class="panel">
    <summary>${t.retire}</summary>
    <form method="post" id="retire">
      ${version}
      <p>${t.retireMeans}</p>
      <p class="buttons">
        <button name="act" value="previewRetire" class="quiet">${t.previewRetire}</button>
        <button name="act" value="retire">${t.retire}</button>
      </p>
    </form>
  </details>`;
}
