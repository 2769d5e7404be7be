import { html } from 'hono/html';
import { ASSETS_PATH } from '../openapi/assets.ts';

/** A page behind a link of a mail, or the docs login. It needs no script, and search machines do not list it. */
export const linkPage = (language: string, title: string, content: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${ASSETS_PATH}/favicon-32x32.png" />
        <link rel="stylesheet" href="${ASSETS_PATH}/page.css" />
      </head>
      <body class="page login">
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
