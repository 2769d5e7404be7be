import { html } from 'hono/html';
import { fieldText, pageWithForms, typedOr } from '../handle-form.ts';
import { addressOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, field, notice, type Visit } from '../page.ts';
import { instantMark, PEOPLE_PATH, sectionPage } from '../operations/section.ts';
import {
  holdsAll,
  PERSON_PATH as PATH,
  permissionWords,
  rightsFields,
  rightsOf,
  rightsTyped,
  type MadeLink,
  madeLinkNotice,
} from './fields.ts';
import { peopleOf, type Person } from './list.ts';

const WAS = 'was.';
const FIELDS = ['email', 'username', 'phoneNo', 'role'] as const;

/** The person as the form showed him, which tells what somebody has changed in it. */
function shownBefore({ typed }: Visit, person: Person): Markup {
  const isAgain = typed !== null && fieldText(typed, 'act') === 'change';
  const before = isAgain ? wasIn(typed) : person;
  const kept = (name: string, value: string): Markup =>
    html`<input type="hidden" name="${WAS}${name}" value="${value}" />`;
  return html`${FIELDS.map((name) => kept(name, before[name] ?? ''))}
  ${before.permissions.map((permission) => kept('permission', permission))}`;
}

const wasIn = (form: FormData) => ({
  email: fieldText(form, `${WAS}email`),
  username: fieldText(form, `${WAS}username`),
  phoneNo: fieldText(form, `${WAS}phoneNo`),
  role: fieldText(form, `${WAS}role`),
  permissions: form.getAll(`${WAS}permission`).filter((one) => typeof one === 'string'),
});

/**
 * The fields and permissions that differ from those which the form showed. The others are not sent, because another
 * manager may have taken a permission away meanwhile, and this form must not give it back.
 */
async function changesIn(visit: Visit, form: FormData): Promise<Readonly<Record<string, unknown>>> {
  const was = wasIn(form);
  const { role, permissions } = rightsOf(form);
  const typed = {
    email: fieldText(form, 'email'),
    username: fieldText(form, 'username'),
    phoneNo: fieldText(form, 'phoneNo'),
    role,
  };
  const changed = FIELDS.filter((name) => typed[name] !== was[name]);
  const body = Object.fromEntries(changed.map((name) => [name, typed[name] === '' ? null : typed[name]]));
  const given = permissions.filter((permission) => !was.permissions.includes(permission));
  const taken = was.permissions.filter((permission) => !permissions.includes(permission));
  if (given.length + taken.length === 0) return body;
  const now = (await personOf(visit))?.permissions ?? [];
  const kept = now.filter((permission) => !taken.includes(permission) && !given.includes(permission));
  return { ...body, permissions: [...kept, ...given] };
}

/** The person whom the address names; undefined: the visitor sees nobody of this id. */
const personOf = async (visit: Visit): Promise<Person | undefined> =>
  (await peopleOf(visit)).find(({ userId }) => userId === visit.c.req.query('userId'));

const apiPath = (userId: string): string => `/api/user/accounts/${encodeURIComponent(userId)}`;

function changeForm(visit: Visit, person: Person): Markup {
  const { people: t } = visit.texts;
  const typed = (name: 'email' | 'username' | 'phoneNo'): string => typedOr(visit, name, person[name] ?? '', 'change');
  return html`<form method="post" class="panel">
    ${field(
      'email',
      t.email,
      html`<input id="email" name="email" type="email" value="${typed('email')}" maxlength="254" required />`,
    )}
    ${field(
      'username',
      t.username,
      html`<input id="username" name="username" value="${typed('username')}" minlength="4" maxlength="25" required />`,
    )}
    ${field(
      'phoneNo',
      t.phone,
      html`<input id="phoneNo" name="phoneNo" value="${typed('phoneNo')}" aria-describedby="phoneNo-hint" />`,
      t.phoneMeans,
    )}
    ${rightsFields(visit, rightsTyped(visit, person, 'change'))} ${shownBefore(visit, person)}
    <p class="muted">${t.changeMeans}</p>
    <button name="act" value="change">${t.save}</button>
  </form>`;
}

const passwordForm = ({ texts: { people: t } }: Visit): Markup =>
  html`<form method="post" class="panel">
    <h2>${t.password}</h2>
    <p>${t.passwordMeans}</p>
    <p class="buttons">
      <button name="act" value="mail" class="quiet">${t.mailLink}</button>
      <button name="act" value="hand" class="quiet">${t.handLink}</button>
    </p>
  </form>`;

const accessForm = ({ texts: { people: t } }: Visit, { disabled }: Person): Markup =>
  html`<section class="panel">
    <h2>${t.access}</h2>
    <form method="post">
      ${
        disabled
          ? html`<button name="act" value="enable">${t.enable}</button>`
          : html`<p>${t.disableMeans}</p>
              <button name="act" value="disable" class="quiet">${t.disable}</button>`
      }
    </form>
    <details>
      <summary>${t.remove}</summary>
      <form method="post">
        <p>${t.removeMeans}</p>
        <button name="act" value="remove">${t.removeSure}</button>
      </form>
    </details>
  </section>`;

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { texts, visitor, c } = visit;
  const t = texts.people;
  const person = await personOf(visit);
  const back = html`<p><a href="${PEOPLE_PATH}">${t.all}</a></p>`;
  if (person === undefined) return { title: t.title, body: html`${notice('high', t.nobody)} ${back}`, status: 404 };
  const isSelf = person.userId === visitor.userId;
  const words = permissionWords(texts, person.permissions);
  const body = html`${told} ${c.req.query('done') === undefined ? '' : notice('stock', t.done)} ${back}
    <p>
      ${isSelf ? html`${t.own} ` : ''}${person.disabled ? html`<span class="state">${t.isDisabled}</span> ` : ''}
      ${t.lastSeen}: ${person.lastSeen === null ? t.neverSeen : instantMark(visit, person.lastSeen)}
    </p>
    ${
      holdsAll(visit, person.permissions)
        ? html`${changeForm(visit, person)} ${passwordForm(visit)} ${isSelf ? '' : accessForm(visit, person)}`
        : html`<p>${t.mayDo}: ${words.join(', ')}</p>
            <p>${t.moreRights}</p>`
    }`;
  return sectionPage(visit, PEOPLE_PATH, { title: person.username, body });
}

async function act(visit: Visit, form: FormData): Promise<PageContent | Response> {
  const { send, c, texts } = visit;
  const userId = c.req.query('userId') ?? '';
  const one = apiPath(userId);
  const again = (): Response => c.redirect(addressOf(PATH, { userId, done: 'yes' }), 303);
  const chosen = fieldText(form, 'act');
  switch (chosen) {
    case 'mail':
    case 'hand': {
      const { data } = await send<{ data: MadeLink }>('POST', `${one}/resetPassword`, { by: chosen });
      const { username } = (await personOf(visit)) ?? { username: userId };
      return view(visit, madeLinkNotice(visit, data, username, texts.people.linkMailed));
    }
    case 'disable':
    case 'enable':
      await send('PUT', `${one}/disabled`, { disabled: chosen === 'disable' });
      return again();
    case 'remove':
      await send('DELETE', one);
      return c.redirect(`${PEOPLE_PATH}?gone`, 303);
    default:
      await send('PATCH', one, await changesIn(visit, form));
      return again();
  }
}

/** /app/operations/person: a person's rights, password and access. */
export const personPage: Page = { path: PATH, audience: 'everybody', ...pageWithForms(view, act) };
