import { html } from 'hono/html';
import { typedOr } from './handle-form.ts';
import { addressOf, momentText } from './dates.ts';
import { hasNoIndustry } from './operations/section.ts';
import { type Markup, option, may, type Visit } from './page.ts';
import { fill } from './texts.ts';

/* Pages of findings and of incidents show alike who works on them and what people did. */

const MOST_NOTE = 500;

/** A person by name, or by userId where nobody knows the name. */
export const personText = (name: string | null, userId: string | null): string => name ?? userId ?? '–';

/** Who works on a finding or an incident; null: nobody. */
interface Assigned {
  readonly assigneeId: string | null;
  readonly assigneeName: string | null;
}

/** Who works on it; null: nobody. */
export const assigneeSaid = ({ insights }: Visit['texts'], { assigneeId, assigneeName }: Assigned): string | null =>
  assigneeId === null ? null : fill(insights.assignedTo, { user: personText(assigneeName, assigneeId) });

/** Whose entries a list shows; empty: everybody's. */
export type Whose = '' | 'me' | 'none';

export const whoseAsked = ({ c }: Visit): Whose => {
  const asked = c.req.query('who');
  return asked === 'me' || asked === 'none' ? asked : '';
};

/** Links that narrow a list by the person who works on its entries, each with the number of entries behind it. */
export function whoseLinks(visit: Visit, path: string, counts: Readonly<Record<Whose, number>>): Markup {
  const { c, texts, visitor, industryId } = visit;
  const { anybody, mine, unassigned } = texts.insights;
  const link = (who: Whose, words: string): Markup => {
    const address = addressOf(path, { ...c.req.query(), who: who === '' ? null : who, done: null, offset: null });
    const current = who === whoseAsked(visit) ? html`aria-current="true"` : '';
    return html`<a href="${address}" ${current}>${fill(words, { count: counts[who] })}</a>`;
  };
  return html`<nav class="tabs" aria-label="${texts.insights.assign}">
    ${link('', anybody)} ${visitor.industryId === industryId ? link('me', mine) : ''} ${link('none', unassigned)}
  </nav>`;
}

export type People = readonly { readonly userId: string; readonly username: string }[];

/** People to whom something can be handed; none for a visitor who may hand nothing on. */
export const readPeople = async (visit: Visit): Promise<People> =>
  may(visit.visitor, 'alerts:write') && !hasNoIndustry(visit)
    ? (await visit.ask<{ data: People }>('/api/user/assignees')).data
    : [];

/** Whether the visitor can take it: he is of the industry, and it is not his. */
export const mayTake = ({ visitor, industryId }: Visit, assigneeId: string | null): boolean =>
  visitor.industryId === industryId && assigneeId !== visitor.userId;

/** @param acts of the form that the note belongs to */
export const noteField = (visit: Visit, label: string, ...acts: readonly string[]): Markup =>
  html`<label
    >${label} <input name="text" value="${typedOr(visit, 'text', '', ...acts)}" maxlength="${MOST_NOTE}"
  /></label>`;

/** Fields of a form that hands something on: the person, a note, and buttons whose `act` says what to do. */
export function assigneeFields(visit: Visit, { assigneeId, assigneeName }: Assigned, people: People): Markup {
  const t = visit.texts.insights;
  // The people are those who may log in, and the assignee may no longer be one of them.
  const isListed = assigneeId === null || people.some(({ userId }) => userId === assigneeId);
  return html`<label
      >${t.person}
      <select name="person">
        ${option('', assigneeId ?? '', t.nobody)}
        ${isListed ? '' : option(assigneeId, assigneeId, personText(assigneeName, assigneeId))}
        ${people.map(({ userId, username }) => option(userId, assigneeId ?? '', username))}
      </select></label
    >
    ${noteField(visit, t.note, 'assign', 'take', 'free')}
    <div class="buttons">
      <button name="act" value="assign">${t.handOn}</button>
      ${mayTake(visit, assigneeId) ? html`<button class="quiet" name="act" value="take">${t.take}</button>` : ''}
      ${assigneeId === null ? '' : html`<button class="quiet" name="act" value="free">${t.free}</button>`}
    </div>`;
}

/** Something that happened to a finding or an incident. */
interface Happened {
  readonly at: string;
  readonly words: string;
  /** The person who did it; null: the service itself. */
  readonly by: string | null;
  /** Note, comment or reason of the person; null: none was given. */
  readonly said: string | null;
}

export const timeline = ({ texts: { alerts }, clock }: Visit, happened: readonly Happened[]): Markup =>
  html`<ol class="timeline">
    ${happened.map(
      ({ at, words, by, said }) =>
        html`<li>
          <time datetime="${at}">${momentText(at, clock)}</time> ${words}
          ${by === null ? '' : fill(alerts.by, { user: by })} ${said === null ? '' : html`<br />${said}`}
        </li>`,
    )}
  </ol>`;
