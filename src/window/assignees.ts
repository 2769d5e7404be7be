import { html } from 'hono/html';
import { ownOf } from '../kernel/own-of.ts';
import { ApiRefusal } from './api-client.ts';
import { fieldText, typedOr } from './handle-form.ts';
import { addressOf, momentText } from './dates.ts';
import { hasNoIndustry } from './operations/section.ts';
import { type Markup, option, may, type Visit } from './page.ts';
import { fill } from './texts.ts';

/* Findings and incidents alike have people who work on them, forms for these people, and a course of what they did. */

const MOST_NOTE = 500;
const MOST_COMMENT = 2000;

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

/**
 * Forms that findings and incidents have alike.
 * @param action address of the page of the finding or the incident
 * @param hidden fields that name it, where its address does not
 */
export function formsAlike(visit: Visit, action: string, hidden: Markup | '' = '') {
  const { insights: t, alerts } = visit.texts;
  const form = (title: string, inside: Markup): Markup =>
    html`<form method="post" action="${action}">
      <h3>${title}</h3>
      ${hidden} ${inside}
    </form>`;
  return {
    form,
    acknowledging: (): Markup =>
      form(
        alerts.acknowledge,
        html`${noteField(visit, t.note, 'acknowledge')}
          <button name="act" value="acknowledge">${alerts.acknowledge}</button>`,
      ),
    assigning: (assigned: Assigned, people: People): Markup => form(t.assign, assigneeFields(visit, assigned, people)),
    commenting: (): Markup =>
      form(
        t.comment,
        html`<label
            >${t.commentText}
            <textarea name="text" rows="3" maxlength="${MOST_COMMENT}" required>
${typedOr(visit, 'text', '', 'comment')}</textarea>
          </label>
          <button name="act" value="comment">${t.addComment}</button>`,
      ),
  };
}

/** The note or reason of a form; null: none was typed. */
export const noteIn = (form: FormData): string | null => fieldText(form, 'text') || null;

/**
 * Does what a form asks: an act that findings and incidents have alike, or one of their own.
 * @param path of the finding or the incident in the API
 * @throws ApiRefusal
 */
export async function handleAct(
  { send, visitor }: Visit,
  path: string,
  form: FormData,
  own: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const assign = (userId: string | null) => send('PUT', `${path}/assignee`, { userId, note: noteIn(form) });
  const acts = {
    acknowledge: () => send('POST', `${path}/acknowledge`, { note: noteIn(form) }),
    assign: () => assign(fieldText(form, 'person') || null),
    take: () => assign(visitor.userId),
    free: () => assign(null),
    comment: () => send('POST', `${path}/comments`, { text: fieldText(form, 'text') }),
    ...own,
  };
  const act = ownOf(acts, fieldText(form, 'act'));
  if (act === undefined) throw new ApiRefusal(400, `'act' is none of ${Object.keys(acts).join(', ')}`);
  await act();
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
