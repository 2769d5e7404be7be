import { createRoute, z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { HttpApp } from '../environment.ts';
import type { Register, Surface } from '../route-declaration.ts';
import { ASSETS_PATH } from './assets.ts';

const TITLES: Readonly<Record<Surface, string>> = {
  user: 'User surface: the web and mobile app',
  admin: 'Admin surface: platform operators',
  external: 'External surface: third parties and devices',
};

export const docsPath = (surface: Surface): string => `/api/${surface}/docs`;
export const openApiPath = (surface: Surface): string => `/api/${surface}/openapi.json`;

/** The OpenAPI 3.1 document of the routes registered on a surface's application. */
export const openApiDocument = (app: HttpApp, surface: Surface) =>
  app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: TITLES[surface], version: '1.0.0' } });

export const registerOpenApi = (surface: Surface): Register => (app) => {
  const route = createRoute({
    method: 'get', path: openApiPath(surface), tags: ['documentation'], summary: 'This description, OpenAPI 3.1',
    responses: { 200: { description: 'OpenAPI document, application/json' } },
  });
  let text: string | null = null;
  // Every route of the surface is registered by the first request.
  app.openapi(route, (c) => {
    text ??= JSON.stringify(openApiDocument(app, surface));
    return c.body(text, 200, { 'Content-Type': 'application/json' });
  });
};

export const registerDocsPage = (surface: Surface): Register => (app) => {
  const route = createRoute({
    method: 'get', path: docsPath(surface), tags: ['documentation'], summary: 'Interactive documentation',
    responses: { 200: { description: 'HTML page', content: { 'text/html': { schema: z.string() } } } },
  });
  app.openapi(route, (c) => c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLES[surface]}</title>
<link rel="icon" href="${ASSETS_PATH}/favicon-32x32.png"><link rel="stylesheet" href="${ASSETS_PATH}/swagger-ui.css">
</head>
<body><div id="swagger-ui"></div><script src="${ASSETS_PATH}/swagger-ui-bundle.js"></script><script src="${ASSETS_PATH}/start.js"></script></body>
</html>`));
};
