import { VERSION } from '../version.ts';
import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { HttpApp } from '../http/environment.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Surface } from '../http/route-terms.ts';
import { errors } from '../http/schemas/envelope.ts';
import { ASSETS_PATH } from './assets.ts';
import { completeDocument } from './complete-document.ts';
import type { OpenApiDocument } from './document.ts';

export const TITLES: Readonly<Record<Surface, string>> = {
  user: 'User surface: the web and mobile app',
  admin: 'Admin surface: platform operators',
  external: 'External surface: third parties and devices',
};

export const docsPath = (surface: Surface): string => `/api/${surface}/docs`;
const openApiPath = (surface: Surface): string => `/api/${surface}/openapi.json`;

const CONVENTIONS = [
  'Dates of requests are DD/MM/YYYY and mean the business day of the industry: it begins at the start of the shift, in the time zone of the industry. Instants of answers are ISO 8601 UTC.',
  'Figures are stored in milli-units (litres, watt-hours) and divided by divisionFactor, 1000 when absent, before display. null means not measured and is never 0. coverage is the share of expected slots that were measured, 0 to 1.',
  'Errors are {status: "failed", status_code, message, errors}; status_code is the code of the service, the HTTP status follows from it. Every answer carries the header x-request-id.',
].join('\n\n');

/** The OpenAPI 3.1 document of the routes registered on a surface's application. */
export const openApiDocument = (app: HttpApp, surface: Surface): OpenApiDocument =>
  completeDocument(
    app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: TITLES[surface], version: VERSION, description: CONVENTIONS },
      servers: [{ url: '/', description: 'This service' }],
    }),
    surface,
  );

const AN_OBJECT = { type: 'object' as const, additionalProperties: true };
const DESCRIPTION = {
  ...AN_OBJECT,
  required: ['openapi', 'info', 'paths', 'components'],
  properties: { openapi: { type: 'string' as const }, info: AN_OBJECT, paths: AN_OBJECT, components: AN_OBJECT },
};

export const openApiEndpoint = (surface: Surface): Endpoint => {
  // The wide type avoids a second check, because the answer is written as text once.
  const responses: RouteConfig['responses'] = {
    200: {
      description: 'OpenAPI document',
      content: {
        'application/json': {
          schema: DESCRIPTION,
          example: { openapi: '3.1.0', info: { title: TITLES[surface], version: VERSION }, paths: {}, components: {} },
        },
      },
    },
    ...errors(...(surface === 'admin' ? ([401, 429] as const) : ([429] as const))),
  };
  const route = createRoute({
    method: 'get',
    path: openApiPath(surface),
    tags: ['documentation'],
    summary: 'This description, OpenAPI 3.1',
    responses,
  });
  return endpoint(route, (_, app) => {
    let text: string | null = null;
    // The first request registers every route of the surface.
    return (c) => {
      text ??= JSON.stringify(openApiDocument(app, surface));
      return c.body(text, 200, { 'Content-Type': 'application/json' });
    };
  });
};

export const docsPageEndpoint = (surface: Surface): Endpoint => {
  const route = createRoute({
    method: 'get',
    path: docsPath(surface),
    tags: ['documentation'],
    summary: 'Interactive documentation',
    responses: {
      200: { description: 'HTML page', content: { 'text/html': { schema: z.string(), example: '<!doctype html>' } } },
      ...(surface === 'admin' ? { 302: { description: 'Not logged in: leads to the documentation login' } } : {}),
      ...errors(429),
    },
  });
  return endpoint(
    route,
    () => (c) =>
      c.html(
        html`<!doctype html>
          <html lang="en">
            <head>
              <meta charset="utf-8" />
              <meta name="viewport" content="width=device-width, initial-scale=1" />
              <title>${TITLES[surface]}</title>
              <link rel="icon" href="${ASSETS_PATH}/favicon-32x32.png" />
              <link rel="stylesheet" href="${ASSETS_PATH}/swagger-ui.css" />
              <link rel="stylesheet" href="${ASSETS_PATH}/page.css" />
            </head>
            <body>
              <noscript
                >This page needs JavaScript. The same description is at
                <a href="${openApiPath(surface)}">${openApiPath(surface)}</a>.</noscript
              >
              <div id="swagger-ui"></div>
              <script src="${ASSETS_PATH}/swagger-ui-bundle.js"></script>
              <script src="${ASSETS_PATH}/start.js"></script>
            </body>
          </html>`,
      ),
  );
};
