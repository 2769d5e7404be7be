import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { person } from '../../industries/http/schemas/account.ts';
import { fieldText, pageWithForms, typedOr } from '../handle-form.ts';
import { addressOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, field, notice, scrolledTable, type Visit } from '../page.ts';
import { instantMark, PEOPLE_PATH as PATH, sectionPage, zoneNote } from '../operations/section.ts';
import { fill } from '../texts.ts';
import {
  PERSON_PATH,
  permissionWords,
  rightsFields,
  rightsOf,
  rightsTyped,
  type MadeLink,
  madeLinkNotice,
} from './fields.ts';

export type Person = z.infer<typeof person>;

export const peopleOf = async ({ ask }: Pick<Visit, 'ask'>): Promise<readonly Person[]> =>
  (await ask<{ data: { accounts: Person[] } }>('/api/user/accounts')).data.accounts;

function rowOf(visit: Visit, { userId, username, email, permissions, disabled, lastSeen }: Person): Markup {
  const { texts } = visit;
  const t = texts.people;
  const words = permissionWords(texts, permissions);
  return html`<tr>
    <th scope="row">
      <a href="${addressOf(PERSON_PATH, { userId })}">${username}</a
      >${disabled ? html` <span class="state">${t.isDisabled}</span>` : ''}<br />
      <span class="muted">${email}</span>
    </th>
    <td>${words.length === 0 ? html`<span class="muted">${t.looksOnly}</span>` : words.join(', ')}</td>
    <td>${lastSeen === null ? html`<span class="muted">${t.neverSeen}</span>` : instantMark(visit, lastSeen)}</td>
  </tr>`;
}

const invitation = (visit: Visit): Markup => {
  const { people: t } = visit.texts;
  return html`<details class="panel" ${visit.typed === null ? '' : 'open'}>
    <summary>${t.invite}</summary>
    <form method="post" action="${PATH}">
      ${field(
        'email',
        t.email,
        html`<input
          id="email"
          name="email"
          type="email"
          value="${typedOr(visit, 'email', '')}"
          maxlength="254"
          autocomplete="off"
          required
        />`,
      )}
      ${field(
        'username',
        t.username,
        html`<input
          id="username"
          name="username"
          value="${typedOr(visit, 'username', '')}"
          minlength="4"
          maxlength="25"
          autocomplete="off"
          autocapitalize="none"
          aria-describedby="username-hint"
          required
        />`,
        t.usernameMeans,
      )}
      ${rightsFields(visit, rightsTyped(visit, { role: 'user', permissions: [] }, ''))}
      <p class="buttons">
        <button name="by" value="mail">${t.sendInvitation}</button>
        <button name="by" value="hand" class="quiet">${t.handInvitation}</button>
      </p>
    </form>
  </details>`;
};

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { texts, industryName, c } = visit;
  const t = texts.people;
  const people = await peopleOf(visit);
  const body = html`${told} ${c.req.query('gone') === undefined ? '' : notice('stock', t.gone)}
    <p>${fill(t.lead, { industry: industryName })}</p>
    ${scrolledTable(
      t.title,
      [t.person, t.mayDo, t.lastSeen],
      people.map((one) => rowOf(visit, one)),
    )}
    ${invitation(visit)} ${zoneNote(visit)}`;
  return sectionPage(visit, PATH, { title: t.title, body });
}

async function invite(visit: Visit, form: FormData): Promise<PageContent> {
  const username = fieldText(form, 'username');
  const asked = { email: fieldText(form, 'email'), username, ...rightsOf(form), by: fieldText(form, 'by') };
  const { data } = await visit.send<{ data: MadeLink }>('POST', '/api/user/accounts', asked);
  // The page is the answer to the POST, because an address would keep the link.
  return view(visit, madeLinkNotice(visit, data, username, visit.texts.people.invited));
}

/** /app/operations/people: the people of the industry, and a form to invite another. */
export const peoplePage: Page = { path: PATH, audience: 'everybody', ...pageWithForms(view, invite) };
