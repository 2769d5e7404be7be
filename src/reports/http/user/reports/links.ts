import { createRoute, z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { LANGUAGES } from '../../../../kernel/language.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors } from '../../../../platform/http/schemas/envelope.ts';
import { linkPage } from '../../../../platform/http/link-page.ts';
import {
  addressToConfirm,
  confirmAddress,
  LINKS_PATH,
  recipientOfLink,
  unsubscribe,
} from '../../../subscription-links.ts';
import { LINK_WORDS, type LinkWords, REPORT_SERVICE_NAMES } from '../../../rules/service-names.ts';

/*
 * Pages behind the links in mails of subscriptions. Looking at one changes nothing, because machines open links, too.
 */

type RecipientOfLink = NonNullable<Awaited<ReturnType<typeof addressToConfirm>>>;

/** Page of a link that is not valid, in every language, because such a link names no recipient. */
const over = () =>
  linkPage(
    'en',
    LINK_WORDS.en.overTitle,
    html`${LANGUAGES.map((language) => html`<p lang="${language}">${LINK_WORDS[language].over}</p>`)}`,
  );

const about = ({ industryName, address, report, mailLanguage }: RecipientOfLink, { about: words }: LinkWords) =>
  html`<p>${words({ industryName, address, report: REPORT_SERVICE_NAMES[report.service][mailLanguage] })}</p>`;

const content = { 'text/html': { schema: z.string(), example: '<!doctype html>' } };
const query = z.object({ token: z.string().max(200).optional().openapi({ description: 'Of the link' }) });

/** A link with its page, which shows a button, and the act of the button. */
interface Link {
  readonly path: string;
  readonly summary: string;
  readonly title: (words: LinkWords) => string;
  readonly button: (words: LinkWords) => string;
  readonly done: (words: LinkWords) => string;
}

const UNSUBSCRIBE: Link = {
  path: `${LINKS_PATH}/unsubscribe`,
  summary: 'on which a recipient ends the mails of a subscription',
  title: (words) => words.endTitle,
  button: (words) => words.end,
  done: (words) => words.ended,
};
const CONFIRM: Link = {
  path: `${LINKS_PATH}/confirm`,
  summary: 'on which an address outside confirms that it wants a report',
  title: (words) => words.confirmTitle,
  button: (words) => words.confirm,
  done: (words) => words.confirmed,
};

const responses = {
  200: { description: 'The page', content },
  404: { description: 'The link is not valid any more, says the page', content },
  ...errors(400, 429, 503),
};

const shown = ({ path, title, button }: Link, recipient: RecipientOfLink, token: string) => {
  const words = LINK_WORDS[recipient.mailLanguage];
  return linkPage(
    recipient.mailLanguage,
    title(words),
    html`${about(recipient, words)}
      <form method="post" action="${path}?${new URLSearchParams({ token })}">
        <button type="submit">${button(words)}</button>
      </form>`,
  );
};

const acted = ({ done }: Link, recipient: RecipientOfLink) => {
  const words = LINK_WORDS[recipient.mailLanguage];
  return linkPage(recipient.mailLanguage, done(words), about(recipient, words));
};

const getLink = (link: Link) =>
  createRoute({
    method: 'get',
    path: link.path,
    tags: ['reports'],
    summary: `Page ${link.summary}`,
    request: { query },
    responses,
  });
const postLink = (link: Link, description: string) =>
  createRoute({
    method: 'post',
    path: link.path,
    tags: ['reports'],
    summary: `The button of the page ${link.summary}`,
    description,
    request: { query },
    responses,
  });

/** GET /api/user/reports/unsubscribe. Spec gap: whoever gets a report by a subscription can end it without a login. */
export const getReportUnsubscribe = endpoint(getLink(UNSUBSCRIBE), ({ context }) => async (c) => {
  const { token = '' } = c.req.valid('query');
  const recipient = await recipientOfLink(context, token);
  if (recipient === null) return c.html(over(), 404);
  if (recipient.unsubscribedAt !== null) return c.html(acted(UNSUBSCRIBE, recipient), 200);
  return c.html(shown(UNSUBSCRIBE, recipient, token), 200);
});

/** POST /api/user/reports/unsubscribe, also with one click of a mail program (RFC 8058). */
export const postReportUnsubscribe = endpoint(
  postLink(UNSUBSCRIBE, 'For the one recipient of the link. Mail programs send it with one click (RFC 8058).'),
  ({ context }) =>
    async (c) => {
      const { token = '' } = c.req.valid('query');
      const recipient = await unsubscribe(context, { token, clientNetwork: c.get('client').network });
      return recipient === null ? c.html(over(), 404) : c.html(acted(UNSUBSCRIBE, recipient), 200);
    },
);

/** GET /api/user/reports/confirm. Spec gap: nobody outside is mailed to who has not said yes. */
export const getReportConfirm = endpoint(getLink(CONFIRM), ({ context }) => async (c) => {
  const { token = '' } = c.req.valid('query');
  const recipient = await addressToConfirm(context, token);
  return recipient === null ? c.html(over(), 404) : c.html(shown(CONFIRM, recipient, token), 200);
});

/** POST /api/user/reports/confirm */
export const postReportConfirm = endpoint(
  postLink(CONFIRM, 'The link works once, and voids the former one.'),
  ({ context }) =>
    async (c) => {
      const { token = '' } = c.req.valid('query');
      const recipient = await confirmAddress(context, { token, clientNetwork: c.get('client').network });
      return recipient === null ? c.html(over(), 404) : c.html(acted(CONFIRM, recipient), 200);
    },
);
