import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { sessionsAnswer } from '../industries/http/user/sessions.ts';
import type { profileAnswer } from '../industries/http/schemas/user.ts';
import { ApiRefusal } from './api-client.ts';
import { asTyped, fieldText, pageWithForms, typedOr } from './handle-form.ts';
import { type Markup, type Page, type PageContent, field, notice, scrolledTable, type Visit } from './page.ts';
import { instantMark, zoneNote } from './operations/section.ts';
import { permissionWords } from './people/fields.ts';
import { fill } from './texts.ts';

const PATH = '/app/account';

type Profile = z.infer<typeof profileAnswer>['data'];
type Session = z.infer<typeof sessionsAnswer>['data'][number];

function profileForm(visit: Visit, profile: Profile): Markup {
  const { account: t, people } = visit.texts;
  const { username, phoneNo, emailIds, email } = profile;
  return html`<form method="post" class="panel">
    <h2>${t.profile}</h2>
    ${field(
      'username',
      people.username,
      html`<input
        id="username"
        name="username"
        value="${typedOr(visit, 'username', username, 'profile')}"
        minlength="4"
        maxlength="25"
        autocomplete="username"
        required
      />`,
    )}
    ${field(
      'phoneNo',
      people.phone,
      html`<input
        id="phoneNo"
        name="phoneNo"
        value="${typedOr(visit, 'phoneNo', phoneNo ?? '', 'profile')}"
        autocomplete="tel"
        aria-describedby="phoneNo-hint"
      />`,
      people.phoneMeans,
    )}
    ${field(
      'emailIds',
      t.addresses,
      html`<textarea id="emailIds" name="emailIds" rows="2" aria-describedby="emailIds-hint">
${typedOr(visit, 'emailIds', emailIds.join('\n'), 'profile')}</textarea>`,
      fill(t.addressesMean, { email }),
    )}
    <p><button name="act" value="profile">${t.save}</button></p>
    <p><a href="/app/mails">${t.mails}</a></p>
  </form>`;
}

const passwordField = (name: string, label: string, autocomplete: string): Markup =>
  field(
    name,
    label,
    html`<input id="${name}" name="${name}" type="password" maxlength="200" autocomplete="${autocomplete}" required />`,
  );

const passwordForm = ({ texts: { account: t } }: Visit): Markup =>
  html`<form method="post" class="panel">
    <h2>${t.password}</h2>
    ${passwordField('oldPassword', t.oldPassword, 'current-password')}
    ${passwordField('newPassword', t.newPassword, 'new-password')} ${passwordField('again', t.again, 'new-password')}
    <p class="muted">${t.passwordMeans}</p>
    <button name="act" value="password">${t.changePassword}</button>
  </form>`;

function sessionRow(visit: Visit, { sessionId, browser, os, deviceType, since, lastSeen, current }: Session): Markup {
  const { account: t } = visit.texts;
  const device = [browser, os, deviceType].filter((part) => part !== null && part !== '').join(', ');
  return html`<tr>
    <th scope="row">${device === '' ? t.unknownDevice : device}</th>
    <td>${instantMark(visit, since)}</td>
    <td>${instantMark(visit, lastSeen)}</td>
    <td>
      ${
        current
          ? t.here
          : html`<form method="post">
              <input type="hidden" name="sessionId" value="${sessionId}" />
              <button name="act" value="signOut" class="quiet">
                ${t.signOut}<span class="unseen"> ${device}</span>
              </button>
            </form>`
      }
    </td>
  </tr>`;
}

function sessionsSection(visit: Visit, sessions: readonly Session[]): Markup {
  const { account: t } = visit.texts;
  return html`<section class="panel">
    <h2>${t.sessions}</h2>
    ${scrolledTable(
      t.sessions,
      [t.device, t.since, t.lastSeen, ''],
      sessions.map((one) => sessionRow(visit, one)),
    )}
    ${
      sessions.length < 2
        ? ''
        : html`<form method="post"><button name="act" value="elsewhere" class="quiet">${t.elsewhere}</button></form>`
    }
  </section>`;
}

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { ask, texts, visitor, c } = visit;
  const t = texts.account;
  const [profile, sessions] = await Promise.all([
    ask<z.infer<typeof profileAnswer>>('/api/user/user'),
    ask<z.infer<typeof sessionsAnswer>>('/api/user/sessions'),
  ]);
  const words = permissionWords(texts, visitor.permissions);
  return {
    title: t.title,
    body: html`${told} ${c.req.query('done') === undefined ? '' : notice('stock', t.saved)}
      <p>
        ${profile.data.email}<br /><span class="muted"
          >${t.may}: ${words.length === 0 ? texts.people.looksOnly : words.join(', ')}</span
        >
      </p>
      ${profileForm(visit, profile.data)} ${passwordForm(visit)} ${sessionsSection(visit, sessions.data)}
      ${zoneNote(visit)}`,
  };
}

async function act(visit: Visit, form: FormData): Promise<PageContent | Response> {
  const { send, c, texts } = visit;
  switch (fieldText(form, 'act')) {
    case 'password': {
      // Blanks at the ends are no part of any password, and the API says so.
      const [oldPassword, newPassword, again] = ['oldPassword', 'newPassword', 'again'].map((name) =>
        asTyped(form, name),
      );
      if (newPassword !== again)
        return { ...(await view(visit, notice('critical', texts.account.notTheSame))), status: 400 };
      try {
        await send('POST', '/api/user/user/changePassword', { oldPassword, newPassword });
      } catch (error) {
        if (!(error instanceof ApiRefusal) || error.status !== 401) throw error;
        return { ...(await view(visit, notice('critical', texts.account.wrongPassword))), status: 400 };
      }
      break;
    }
    case 'signOut':
      await send('DELETE', `/api/user/sessions/${encodeURIComponent(fieldText(form, 'sessionId'))}`);
      break;
    case 'elsewhere':
      await send('DELETE', '/api/user/sessions');
      break;
    default: {
      const phoneNo = fieldText(form, 'phoneNo');
      const addresses = fieldText(form, 'emailIds').split(/[\s,;]+/);
      await send('PUT', '/api/user/user', {
        username: fieldText(form, 'username'),
        phoneNo: phoneNo === '' ? null : phoneNo,
        emailIds: addresses.filter((address) => address !== ''),
      });
    }
  }
  return c.redirect(`${PATH}?done`, 303);
}

/** /app/account: a person's own name, addresses and password, and the devices on which he is logged in. */
export const accountPage: Page = { path: PATH, audience: 'everybody', ...pageWithForms(view, act) };
