import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { editObject } from '../../readings/http/schemas/readingEdit.ts';
import { fieldText } from '../answering.ts';
import { momentText } from '../dates.ts';
import type { Markup } from '../page.ts';
import { actorName } from '../parts.ts';
import { fill } from '../texts/texts.ts';
import type { Visit } from '../visit.ts';

/** Edits of the unit that are listed. */
const EDITS = 10;

type Edit = z.infer<typeof editObject>;

function editLine({ texts, clock }: Visit, edit: Edit): Markup {
  const t = texts.reading;
  const { editId, kind, reason, madeBy, madeAt, undoneBy, readings } = edit;
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
        ? html`<form method="post" class="inline">
            <input type="hidden" name="editId" value="${editId}" />
            <button name="act" value="undo" class="quiet">${t.undo}<span class="unseen"> ${line}</span></button>
          </form>`
        : html`<span class="muted">${fill(t.undone, { user: actorName(texts, undoneBy) })}</span>`
    }
  </li>`;
}

/** Edits of a unit's readings by people, the newest first, each with a button that takes it back. */
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

export const undo = ({ send, texts }: Visit, form: FormData): Promise<unknown> =>
  send('POST', '/api/user/readings/undo', { editId: fieldText(form, 'editId'), reason: texts.reading.undoReason });
