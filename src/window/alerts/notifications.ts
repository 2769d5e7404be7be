import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { notificationObjects } from '../../alerts/http/schemas/notification.ts';
import { handleForm } from '../handle-form.ts';
import { momentText } from '../dates.ts';
import { findingAddress } from '../finding/words.ts';
import { mailsWay } from '../mails.ts';
import type { Markup, Page, PageContent } from '../page.ts';
import { fill } from '../texts.ts';
import { may, type Visit } from '../visit.ts';
import { browsersSection, handleBrowser } from './browsers.ts';
import { incidentAddress, severityMark, tabs } from './parts.ts';

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

/** /app/alerts/notifications: messages of alerts to the people of the industry. */
export const notificationsPage: Page = {
  path: PATH,
  audience: 'everybody',
  show: (visit) => content(visit),
  take: (visit, form) =>
    handleForm(
      async () => {
        const handled = await handleBrowser(visit, form, PATH);
        if (handled !== null) return handled;
        const notifications = form.getAll('id').map((id) => ({ id: String(id), read: true }));
        await visit.send('PATCH', '/api/user/notification/updateRead', { notifications });
        return visit.c.redirect(PATH, 303);
      },
      (problem) => content(visit, problem),
    ),
};
