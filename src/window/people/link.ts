import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { madeLink } from '../../industries/http/schemas/account.ts';
import { momentText } from '../dates.ts';
import type { Markup } from '../page.ts';
import { notice } from '../parts.ts';
import { fill } from '../texts.ts';
import type { Visit } from '../visit.ts';

export type MadeLink = z.infer<typeof madeLink>;

/** A made link, shown this once, or the sentence `mailed` when a mail brings the link. */
export const madeLinkNotice = (
  { texts: { people: t }, clock }: Visit,
  { link, expiresAt }: MadeLink,
  username: string,
  mailed: string,
): Markup =>
  link === null || expiresAt === null
    ? notice('stock', fill(mailed, { username }))
    : html`<div class="notice stock" role="status">
        <p>${fill(t.linkMade, { username, until: momentText(expiresAt, clock) })}</p>
        <p><code class="secret">${link}</code></p>
      </div>`;
