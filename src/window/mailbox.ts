import { html } from 'hono/html';
import { ServiceError } from '../kernel/errors.ts';
import { instantText } from '../kernel/format/date-text.ts';
import type { HttpApp, HttpContext } from '../platform/http/environment.ts';
import type { Demonstration, KeptMail } from './demonstration.ts';
import { addressOf } from './dates.ts';
import { plainPage } from './frame.ts';
import { languageOf } from '../platform/http/page-language.ts';
import type { Markup } from './page.ts';
import { fill, type Texts, textsOf } from './texts.ts';

/** The mails of a demonstration. A service that works for somebody has no such page. */
export const MAILBOX_PATH = '/app/mailbox';
const PREVIEW = `${MAILBOX_PATH}/preview`;
const FILE = `${MAILBOX_PATH}/file`;

/** Whose mails these are has no zone in common. */
const sentAtText = ({ sentAt }: KeptMail, { language }: Texts): string => `${instantText(sentAt, 'UTC', language)} UTC`;

const rowOf = (mail: KeptMail, index: number, texts: Texts): Markup =>
  html`<li>
    <a href="${addressOf(MAILBOX_PATH, { mail: index })}">${mail.subject}</a>
    <p class="muted">${mail.to} · ${sentAtText(mail, texts)}</p>
  </li>`;

/** The mail has no rights in its frame. A link that somebody follows takes the whole window. */
const mailOf = (mail: KeptMail, index: number, texts: Texts): Markup => {
  const t = texts.mailbox;
  return html`<p><a href="${MAILBOX_PATH}">${t.title}</a></p>
    <p class="muted">${fill(t.sentTo, { address: mail.to, time: sentAtText(mail, texts) })}</p>
    ${
      mail.html === undefined
        ? html`<div class="panel mail-text">${mail.text}</div>`
        : html`<iframe
            class="preview"
            sandbox="allow-top-navigation-by-user-activation"
            title="${mail.subject}"
            src="${addressOf(PREVIEW, { mail: index })}"
          ></iframe>`
    }
    ${
      mail.attachments.length === 0
        ? ''
        : html`<h2>${t.files}</h2>
            <ul>
              ${mail.attachments.map(
                ({ filename }, file) =>
                  html`<li><a href="${addressOf(FILE, { mail: index, file })}">${filename}</a></li>`,
              )}
            </ul>`
    }`;
};

/** Links of a mail lead out of its frame. */
const leadingOut = (markup: string): string => markup.replace('</head>', '<base target="_top"></head>');

/** /app/mailbox: what a demonstration has mailed, to whom, and each mail as its reader sees it. No token. */
export function registerMailbox(app: HttpApp, { mails }: Pick<Demonstration, 'mails'>): void {
  const asked = (c: HttpContext, name: string): number => Number(c.req.query(name) ?? Number.NaN);
  const found = (c: HttpContext): KeptMail => {
    const mail = mails()[asked(c, 'mail')];
    if (mail === undefined) throw new ServiceError(404, textsOf(languageOf(c)).mailbox.noSuchMail);
    return mail;
  };
  const uncached = { 'Cache-Control': 'no-store' };
  app.get(MAILBOX_PATH, (c) => {
    const texts = textsOf(languageOf(c));
    const { mailbox: t } = texts;
    if (c.req.query('mail') !== undefined) {
      const mail = found(c);
      return c.html(plainPage(c, { title: mail.subject, body: mailOf(mail, asked(c, 'mail'), texts) }), 200, uncached);
    }
    const rows = mails()
      .map((mail, index) => rowOf(mail, index, texts))
      .reverse();
    const body = html`<p><a href="/">${texts.frame.product}</a></p>
      <p>${t.lead}</p>
      ${
        rows.length === 0
          ? html`<p>${t.none}</p>`
          : html`<ul class="notifications">
              ${rows}
            </ul>`
      }`;
    return c.html(plainPage(c, { title: t.title, body }), 200, uncached);
  });
  app.get(PREVIEW, (c) => c.html(leadingOut(found(c).html ?? ''), 200, uncached));
  app.get(FILE, (c) => {
    const file = found(c).attachments[asked(c, 'file')];
    if (file === undefined) throw new ServiceError(404, textsOf(languageOf(c)).mailbox.noSuchMail);
    return c.body(new Uint8Array(file.content), 200, {
      ...uncached,
      'Content-Type': file.contentType,
      'Content-Disposition': `attachment; filename="${file.filename.replaceAll(/[^\w.-]+/g, '_')}"`,
    });
  });
}
