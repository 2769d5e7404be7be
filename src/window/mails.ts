import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { profileAnswer } from '../industries/http/schemas/user.ts';
import { LANGUAGES } from '../kernel/language.ts';
import { fieldText, pageWithForms } from './handle-form.ts';
import type { Markup, Page, PageContent, Visit } from './page.ts';
import { fill, type Texts, textsOf } from './texts.ts';

const PATH = '/app/mails';

/** The way to this page, for the foot of pages whose readers get mails. */
export const mailsWay = ({ mails }: Texts): Markup => html`<p class="muted"><a href="${PATH}">${mails.way}</a></p>`;

async function content({ ask, texts: { mails: t }, c }: Visit, problem: Markup | '' = ''): Promise<PageContent> {
  const { data: own } = await ask<z.infer<typeof profileAnswer>>('/api/user/user');
  const addresses = own.emailIds.length === 0 ? [own.email] : own.emailIds;
  const chosen = own.language ?? 'en';
  return {
    title: t.title,
    body: html`${problem} ${c.req.query('saved') === undefined ? '' : html`<p role="status">${t.saved}</p>`}
      <p>${t.lead}</p>
      <form method="post" action="${PATH}">
        <p class="field flag">
          <input id="morningMail" name="morningMail" type="checkbox" ${own.morningMail ? 'checked' : ''} />
          <label for="morningMail">${t.morningMail}</label>
        </p>
        <p class="muted">${fill(t.recipients, { addresses: addresses.join(', ') })}</p>
        <p class="field">
          <label for="language">${t.language}</label>
          <select id="language" name="language">
            ${LANGUAGES.map(
              (language) =>
                html`<option value="${language}" lang="${language}" ${language === chosen ? 'selected' : ''}>
                  ${textsOf(language).frame.ownName}
                </option>`,
            )}
          </select>
        </p>
        <button>${t.save}</button>
      </form>`,
  };
}

/** /app/mails: what a person is sent without having asked, and how to switch it off. */
export const mailsPage: Page = {
  path: PATH,
  audience: 'everybody',
  ...pageWithForms(content, async ({ send, c }, form) => {
    const morningMail = form.get('morningMail') !== null;
    await send('PUT', '/api/user/user', { morningMail, language: fieldText(form, 'language') });
    return c.redirect(`${PATH}?saved`, 303);
  }),
};
