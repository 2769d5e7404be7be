import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { ReadingPreview } from '../../figures/http/user/readings/preview.ts';
import type { editObject } from '../../readings/http/schemas/readingEdit.ts';
import { fieldText } from '../handle-form.ts';
import { momentText } from '../dates.ts';
import { type Markup, actorName, field, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { previewTable } from './preview-table.ts';

/** Edits of the unit that are listed. */
const EDITS = 10;

type Edit = z.infer<typeof editObject>;

function editLine({ texts, clock, typed }: Visit, edit: Edit): Markup {
  const t = texts.reading;
  const { editId, kind, reason, madeBy, madeAt, undoneBy, readings, first } = edit;
  const tried = typed !== null && fieldText(typed, 'editId') === editId ? typed : null;
  const line = fill(t.editLine, {
    when: momentText(madeAt, clock),
    user: actorName(texts, madeBy),
    count: readings,
    kind: t[kind],
  });
  return html`<li>
    ${line}. ${reason}
    ${
      undoneBy === null
        ? html`<details ${tried === null ? '' : 'open'}>
            <summary>${t.undo}<span class="unseen"> ${line}</span></summary>
            <form method="post">
              <input type="hidden" name="editId" value="${editId}" />
              <input type="hidden" name="editOn" value="${first[0]?.createdOn ?? ''}" />
              ${field(
                `why-${editId}`,
                t.reason,
                html`<input
                  id="why-${editId}"
                  name="reason"
                  maxlength="500"
                  autocomplete="off"
                  value="${tried === null ? '' : fieldText(tried, 'reason')}"
                />`,
              )}
              <p class="buttons">
                <button name="act" value="undo">${t.undo}</button>
                ${readings === 1 ? html`<button name="act" value="previewUndo" class="quiet">${t.preview}</button>` : ''}
              </p>
            </form>
          </details>`
        : html`<span class="muted">${fill(t.undone, { user: actorName(texts, undoneBy) })}</span>`
    }
  </li>`;
}

/** Edits of a unit's readings by people, the newest first, each with a form that takes it back. */
export async function editsOf(visit: Visit, unitId: string): Promise<Markup> {
  const t = visit.texts.reading;
  const { data } = await visit.ask<{ data: { edits: Edit[] } }>('/api/user/readings/edits', { unitId, limit: EDITS });
  return html`<h2>${t.edits}</h2>
    ${
      data.edits.length === 0
        ? html`<p class="muted">${t.noEdits}</p>`
        : html`<ul>
            ${data.edits.map((edit) => editLine(visit, edit))}
          </ul>`
    }`;
}

/** Whether a form takes an edit back, and says nothing of the reading or the gap of its page. */
export const isOfEdit = (form: FormData): boolean => form.has('editId');

/** Takes an edit back, or tells what that would change; null: it was taken back. */
export async function takeBack(visit: Visit, unitId: string, form: FormData): Promise<Markup | null> {
  const editId = fieldText(form, 'editId');
  if (fieldText(form, 'act') === 'undo') {
    await visit.send('POST', '/api/user/readings/undo', { editId, reason: fieldText(form, 'reason') });
    return null;
  }
  const asked = { unitId, createdOn: fieldText(form, 'editOn'), undo: editId };
  const { data } = await visit.send<{ data: ReadingPreview }>('POST', '/api/user/readings/preview', asked);
  return previewTable(visit, data);
}
