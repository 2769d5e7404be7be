import { html } from 'hono/html';
import type { Page } from './page.ts';

/** What came in, went out and is in stock. */
export const todayPage: Page = {
  path: '/app/today',
  name: (texts) => texts.frame.today,
  audience: 'everybody',
  show: async ({ ask, texts }) => {
    const landing = await ask<{ data: unknown }>('/api/user/landingPage');
    return { title: texts.today.title, body: html`<pre>${JSON.stringify(landing, null, 1)}</pre>` };
  },
};
