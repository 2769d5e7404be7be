import { html } from 'hono/html';
import type { recipientObject } from '../../reports/http/schemas/automatedReport.ts';
import type { z } from '@hono/zod-openapi';
import { handleForm, fieldText } from '../handle-form.ts';
import { addressOf, momentText } from '../dates.ts';
import { MISSING } from '../figures.ts';
import { type Markup, type Page, type PageContent, notice, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill } from '../texts.ts';
import { sentDaysText, recipientsText, REPORTS_PATH, restated } from './history.ts';
import {
  wantedBody,
  type SubscriptionDraft,
  draftFrom,
  draftIn,
  newDraft,
  type PossibleRecipient,
  reportName,
  type ShownSubscription,
  subscriptionForm,
  SUBSCRIPTIONS_PATH as PATH,
  weekdayNames,
} from './subscription-form.ts';

const API = '/api/user/reports/subscriptions';

function timingText({ texts: { subscriptions: t }, language }: Visit, shown: ShownSubscription): string {
  const { frequency, localTime: time } = shown;
  switch (frequency) {
    case 'daily':
      return fill(t.onEachDay, { time });
    case 'weekly':
      return fill(t.onWeekday, { time, day: weekdayNames(language)[(shown.weekday ?? 1) - 1] ?? '' });
    case 'monthly':
      return fill(t.onDay, { time, day: shown.monthDay ?? 1 });
  }
}

function recipientText(
  { texts: { subscriptions: t }, language }: Visit,
  recipient: ShownSubscription['recipients'][number],
): string {
  const name = recipient.username ?? recipient.address ?? t.outside;
  const { standing, problem } = recipient;
  if (standing === 'gets') return name;
  return standing === 'unconfirmed' && problem !== null
    ? fill(t.notAsked, { name, problem: serviceWords(language, problem) })
    : fill(t[standing], { name });
}

function newestOf(visit: Visit, { newest }: ShownSubscription): Markup {
  const { subscriptions: t } = visit.texts;
  if (newest === null) return html`<p class="muted">${t.never}</p>`;
  const days = sentDaysText(visit, newest);
  const time = momentText(newest.createdAt, visit.clock);
  const failed = newest.lacking ?? [];
  return html`<p class="muted">${fill(t.last, { days, time, who: recipientsText(visit, newest) })}</p>
    ${
      failed.length === 0
        ? ''
        : html`<ul class="plain-list">
            ${failed.map(({ recipient, problem }) => {
              const why = problem === null ? MISSING : serviceWords(visit.language, problem);
              return html`<li>${fill(t.failed, { recipient, problem: why })}</li>`;
            })}
          </ul>`
    }
    ${newest.restatements.map((restatement) => restated(visit, restatement))}`;
}

function acts(visit: Visit, shown: ShownSubscription): Markup {
  const { subscriptions: t } = visit.texts;
  const { subscriptionId } = shown;
  const named = html`<span class="unseen"> ${reportName(visit, shown)}</span>`;
  const links = html`<a href="${addressOf(PATH, { preview: subscriptionId })}#mail">${t.preview}${named}</a>
    ${shown.isManaged ? html`<a href="${addressOf(PATH, { edit: subscriptionId })}">${t.change}${named}</a>` : ''}`;
  return html`<form method="post" action="${PATH}">
      <input type="hidden" name="subscriptionId" value="${subscriptionId}" />
      <p class="buttons">
        ${links}
        <button class="quiet" name="act" value="test">${t.test}${named}</button>
        ${
          shown.isManaged
            ? html`<button class="quiet" name="act" value="${shown.isPaused ? 'resume' : 'pause'}">
                ${shown.isPaused ? t.resume : t.pause}${named}
              </button>`
            : ''
        }
      </p>
    </form>
    ${
      shown.isManaged
        ? html`<details>
            <summary>${t.remove}${named}</summary>
            <form method="post" action="${PATH}" class="inline">
              <input type="hidden" name="subscriptionId" value="${subscriptionId}" />
              <p class="muted">${t.removeMeans}</p>
              <button name="act" value="remove">${t.remove}${named}</button>
            </form>
          </details>`
        : ''
    }`;
}

function rowOf(visit: Visit, shown: ShownSubscription): Markup {
  const { subscriptions: t } = visit.texts;
  const when = shown.nextAt === null ? t.paused : fill(t.next, { time: momentText(shown.nextAt, visit.clock) });
  return html`<li>
    <p><strong>${reportName(visit, shown)}</strong></p>
    <p>${timingText(visit, shown)} · ${shown.formats.join(', ').toUpperCase()} · ${when}</p>
    <p>
      ${t.people}: ${shown.recipients.map((recipient) => recipientText(visit, recipient)).join(', ') || '–'} ·
      ${fill(t.by, { name: shown.createdBy.username })}
    </p>
    ${shown.problem === null ? '' : notice('high', fill(t.problem, { problem: serviceWords(visit.language, shown.problem) }))}
    ${newestOf(visit, shown)} ${acts(visit, shown)}
  </li>`;
}

/** Notice of the act that a form has asked for, after the address has led back. */
function told({ c, texts: { subscriptions: t } }: Visit): Markup | '' {
  switch (c.req.query('done')) {
    case 'saved':
      return notice('stock', t.saved);
    case 'removed':
      return notice('stock', t.removed);
    case 'tested':
      return notice('stock', t.tested);
    default:
      return '';
  }
}

/** The mail has no rights in the frame. */
const mailOf = ({ texts: { subscriptions: t } }: Visit, subscriptionId: string): Markup =>
  html`<section id="mail">
    <h2>${t.previewOf}</h2>
    <iframe
      class="preview"
      sandbox=""
      title="${t.previewOf}"
      src="/app${API}/${encodeURIComponent(subscriptionId)}/preview"
    ></iframe>
  </section>`;

async function content(visit: Visit, sent: SubscriptionDraft | null, problem: Markup | ''): Promise<PageContent> {
  const { subscriptions: t } = visit.texts;
  const query = (name: string): string | undefined => visit.c.req.query(name);
  const { data } = await visit.ask<{ data: { subscriptions: ShownSubscription[]; people: PossibleRecipient[] } }>(API);
  const edited = data.subscriptions.find(({ subscriptionId }) => subscriptionId === query('edit'));
  const draft = sent ?? (edited === undefined ? null : draftFrom(edited));
  const shownDraft = draft ?? (query('new') === undefined ? null : newDraft(visit));
  const previewed = query('preview');
  return {
    title: t.title,
    body: html`${problem === '' ? told(visit) : problem}
      <p>${t.lead}</p>
      ${shownDraft === null ? '' : subscriptionForm(visit, shownDraft, data.people)}
      ${previewed === undefined ? '' : mailOf(visit, previewed)}
      <section>
        <h2>${t.all}</h2>
        ${
          data.subscriptions.length === 0
            ? html`<p>${t.none}</p>`
            : html`<ul class="notifications">
                ${data.subscriptions.map((shown) => rowOf(visit, shown))}
              </ul>`
        }
        <p><a href="${REPORTS_PATH}">${t.another}</a></p>
      </section>`,
  };
}

async function save({ send, c }: Visit, draft: SubscriptionDraft): Promise<Response> {
  const { subscriptionId } = draft;
  if (subscriptionId === null) await send('POST', API, wantedBody(draft));
  else await send('PUT', `${API}/${encodeURIComponent(subscriptionId)}`, wantedBody(draft));
  return c.redirect(`${PATH}?done=saved`, 303);
}

type Mailed = z.infer<typeof recipientObject>;

async function act(visit: Visit, form: FormData, draft: SubscriptionDraft | null): Promise<PageContent | Response> {
  const { send, c, texts } = visit;
  if (draft !== null) return save(visit, draft);
  const one = `${API}/${encodeURIComponent(fieldText(form, 'subscriptionId'))}`;
  switch (fieldText(form, 'act')) {
    case 'pause':
    case 'resume':
      await send('POST', `${one}/${fieldText(form, 'act')}`);
      return c.redirect(PATH, 303);
    case 'remove':
      await send('DELETE', one);
      return c.redirect(`${PATH}?done=removed`, 303);
    default: {
      const { data } = await send<{ data: { recipients: Mailed[] } }>('POST', `${one}/test`);
      const [mailed] = data.recipients;
      if (mailed === undefined || mailed.state === 'sent') return c.redirect(`${PATH}?done=tested`, 303);
      const problem = fill(texts.subscriptions.testFailed, {
        problem: mailed.problem === null ? mailed.state : serviceWords(texts.language, mailed.problem),
      });
      return content(visit, null, notice('high', problem));
    }
  }
}

/** /app/reports/subscriptions: reports that people have mailed regularly, and the form for another one. */
export const subscriptionsPage: Page = {
  path: PATH,
  audience: 'everybody',
  show: (visit) => content(visit, null, ''),
  take: (visit, form) => {
    let draft: SubscriptionDraft | null = null;
    return handleForm(
      () => {
        if (fieldText(form, 'act') === 'save') draft = draftIn(form);
        return act(visit, form, draft);
      },
      (problem) => content(visit, draft, problem),
    );
  },
};
