import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { notificationObjects } from '../../alerts/http/schemas/notification.ts';
import { fieldText, pageWithForms } from '../handle-form.ts';
import { momentText } from '../dates.ts';
import { findingAddress } from '../finding/words.ts';
import { mailsWay } from '../mails.ts';
import { type Markup, type Page, type PageContent, notice, option, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { incidentAddress, severityMark, tabs } from './parts.ts';
import type { browsersAnswer } from '../../alerts/http/user/browsers.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { browserText } from '../session.ts';

const PATH = '/app/alerts/notifications';
const ROWS = 50;

type Notification = z.infer<typeof notificationObjects>[number];
interface Listed {
  readonly notifications: readonly Notification[];
  readonly total: number;
  readonly unread: number;
}

/** The page of the incident or the finding that a notification tells of; null: it tells of none. */
const addressOfTold = ({ alertId, data: { findingId } }: Notification): string | null => {
  if (alertId !== null) return incidentAddress(alertId);
  return typeof findingId === 'string' ? findingAddress(findingId) : null;
};

function line({ texts, clock }: Visit, told: Notification): Markup {
  const { alerts } = texts;
  const address = addressOfTold(told);
  return html`<li class="${told.read ? 'read' : 'unread'}">
    <p>
      ${severityMark(texts, told.priority)}
      <strong>${address === null ? told.title : html`<a href="${address}">${told.title}</a>`}</strong>
      <span class="muted">${momentText(told.createdAt, clock)} · ${told.read ? alerts.read : alerts.newOne}</span>
    </p>
    <p>${told.message}</p>
  </li>`;
}

function list(visit: Visit, { notifications, unread, total }: Listed, offset: number): Markup {
  const { alerts } = visit.texts;
  if (notifications.length === 0) return html`<p>${alerts.noNotifications}</p>`;
  // An operator who looks at another industry needs the permission for it.
  const mayMark = visit.industryId === visit.visitor.industryId || may(visit.visitor, 'alerts:write');
  const fresh = mayMark ? notifications.filter(({ read }) => !read) : [];
  const page = (to: number, name: string): Markup => html`<a href="${PATH}?offset=${to}">${name}</a>`;
  return html`<p>${fill(alerts.unread, { count: unread })}</p>
    ${
      fresh.length === 0
        ? ''
        : html`<form method="post">
            ${fresh.map(({ notificationId }) => html`<input type="hidden" name="id" value="${notificationId}" />`)}
            <button class="quiet">${alerts.markRead}</button>
          </form>`
    }
    <ul class="notifications">
      ${notifications.map((told) => line(visit, told))}
    </ul>
    <p class="pages">
      ${fill(alerts.found, { first: offset + 1, last: offset + notifications.length, total })}
      ${offset === 0 ? '' : page(Math.max(0, offset - ROWS), alerts.newer)}
      ${offset + notifications.length < total ? page(offset + ROWS, alerts.older) : ''}
    </p>`;
}

async function content(visit: Visit, problem: Markup | '' = ''): Promise<PageContent> {
  const given = visit.c.req.query('offset') ?? '0';
  const offset = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  const { data } = await visit.ask<{ data: Listed }>('/api/user/notifications', {
    limit: ROWS,
    offset,
    language: visit.language,
  });
  return {
    title: visit.texts.alerts.notifications,
    body: html`${tabs(visit.texts, PATH)} ${problem}
      <section id="told" data-live>${list(visit, data, offset)}</section>
      ${await browsersSection(visit)} ${mailsWay(visit.texts)}`,
    islands: ['push'],
  };
}

async function act(visit: Visit, form: FormData): Promise<Response> {
  const handled = await handleBrowser(visit, form);
  if (handled !== null) return handled;
  const notifications = form.getAll('id').map((id) => ({ id: String(id), read: true }));
  await visit.send('PATCH', '/api/user/notification/updateRead', { notifications });
  return visit.c.redirect(PATH, 303);
}

/** /app/alerts/notifications: messages of alerts to the people of the industry. */
export const notificationsPage: Page = { path: PATH, audience: 'everybody', ...pageWithForms(content, act) };

type Browsers = z.infer<typeof browsersAnswer>['data'];

const OFF = 'off';
const TEST = 'test';

/** The switch of the present browser. islands/push.ts shows the form where the browser can do it. */
function switchOn({ c, texts: { browsers: t, severities } }: Visit, { publicKey }: Browsers): Markup {
  const words = { denied: t.denied, failed: t.failed };
  return html`<p id="push-needs">${t.needs}</p>
    <form
      id="push"
      class="row"
      hidden
      data-key="${publicKey}"
      data-name="${browserText(c)}"
      data-words="${JSON.stringify(words)}"
    >
      <label
        >${t.which}
        <select name="leastSeverity">
          ${SEVERITIES.map((severity, place) =>
            option(
              severity,
              'critical',
              place === 0 ? t.onlyCritical : fill(t.fromSeverity, { severity: severities[severity] }),
            ),
          )}
        </select></label
      >
      <button>${t.on}</button>
    </form>
    <p id="push-problem" role="alert"></p>`;
}

function browserLine(
  { texts: { browsers: t, severities }, clock }: Visit,
  browser: Browsers['browsers'][number],
): Markup {
  const { browserId, browserName, leastSeverity, addedAt, mark } = browser;
  const shows =
    leastSeverity === 'critical' ? t.onlyCritical : fill(t.fromSeverity, { severity: severities[leastSeverity] });
  return html`<li data-mark="${mark}">
    <p>
      <strong>${browserName}</strong> <span class="present" hidden>(${t.present})</span>
      <span class="muted">${shows}, ${fill(t.since, { time: momentText(addedAt, clock) })}</span>
    </p>
    <form method="post" class="buttons">
      <input type="hidden" name="browserId" value="${browserId}" />
      <button class="quiet" name="act" value="${TEST}">${t.test}</button>
      <button class="quiet" name="act" value="${OFF}">${t.off}</button>
    </form>
  </li>`;
}

/** Devices that show incidents to the visitor, and the switch for this one. */
async function browsersSection(visit: Visit): Promise<Markup> {
  const { browsers: t } = visit.texts;
  const { data } = await visit.ask<z.infer<typeof browsersAnswer>>('/api/user/browsers');
  const done = visit.c.req.query('browser');
  return html`<section id="browsers">
    <h2>${t.title}</h2>
    ${done === TEST ? notice('stock', t.tested) : done === OFF ? notice('stock', t.switchedOff) : ''}
    <p>${t.lead}</p>
    ${switchOn(visit, data)}
    ${
      data.browsers.length === 0
        ? ''
        : html`<h3>${t.listed}</h3>
            <ul class="notifications">
              ${data.browsers.map((browser) => browserLine(visit, browser))}
            </ul>`
    }
  </section>`;
}

/** Does what a form of a browser asks; null: it is another form. */
async function handleBrowser(visit: Visit, form: FormData): Promise<Response | null> {
  const chosen = fieldText(form, 'act');
  if (chosen !== OFF && chosen !== TEST) return null;
  const address = `/api/user/browsers/${encodeURIComponent(fieldText(form, 'browserId'))}`;
  if (chosen === OFF) await visit.send('DELETE', address);
  else await visit.send('POST', `${address}/test`);
  return visit.c.redirect(`${PATH}?browser=${chosen}#browsers`, 303);
}
