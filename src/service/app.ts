import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { registerPages } from '../window/pages.ts';
import { isForPeople, isLostPerson, lostPage, troublePage } from '../window/trouble.ts';
import { registerDocsAssets } from '../platform/openapi/assets.ts';
import type { HttpApp, HttpEnv } from '../platform/http/environment.ts';
import { errorAnswer } from '../platform/http/errors.ts';
import { requireAccess } from '../platform/http/middleware/access.ts';
import { budgetBodies, boundUnfinishedBody } from '../platform/http/middleware/body-budget.ts';
import { crossOrigin } from '../platform/http/middleware/cross-origin.ts';
import { limitSenders } from '../platform/http/middleware/limit-senders.ts';
import { identifyClient } from '../platform/http/middleware/client-address.ts';
import { rateLimit } from '../platform/http/middleware/rate-limit.ts';
import { requestRecord } from '../platform/http/middleware/request-record.ts';
import { screenAddress, screenBody } from '../platform/http/middleware/screening.ts';
import { registerOperations, createSurfaceApp, newApp } from '../platform/http/surface-app.ts';
import { indexRoutes, type RouteDeclaration } from '../platform/http/route-declaration.ts';
import { SURFACES } from '../platform/http/route-terms.ts';
import { ROUTES } from './routes/routes.ts';
import { ServiceError } from '../kernel/errors.ts';
import { isDatabaseUnavailable } from '../kernel/unavailable.ts';
import type { HttpServices } from './services.ts';

/** Answers of the API may load styles and pictures from this service, and no scripts. */
const CONTENT_SECURITY = {
  defaultSrc: ["'none'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Swagger UI is a script that asks this service, sets styles inline and draws pictures from data URLs. */
const DOCS_CONTENT_SECURITY = {
  ...CONTENT_SECURITY,
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
};
const DOCS_PAGE = /^\/api\/\w+\/docs\/?$/;

/** Pages load modules of their own, which ask this service alone. */
const PAGE_CONTENT_SECURITY = {
  ...CONTENT_SECURITY,
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  manifestSrc: ["'self'"],
};
const PAGE = /^\/(?:app\/(?!api\/).*)?$/;

/** The pages of reports, of subscriptions and of a demonstration's mails show a report or a mail in a frame. */
const REPORTS_PAGE_CONTENT_SECURITY = { ...PAGE_CONTENT_SECURITY, frameSrc: ["'self'"] };
const PAGES_CONTENT_SECURITIES: readonly (typeof CONTENT_SECURITY)[] = [
  PAGE_CONTENT_SECURITY,
  REPORTS_PAGE_CONTENT_SECURITY,
];
const REPORTS_PAGE = /^\/app\/(?:reports(?:\/subscriptions)?|mailbox)\/?$/;

/** A picture that is opened in a tab of its own is a document, whose colours are inline styles. */
const PICTURE_CONTENT_SECURITY = {
  ...CONTENT_SECURITY,
  styleSrc: ["'unsafe-inline'"],
  imgSrc: ["'none'"],
  formAction: ["'none'"],
};
const PICTURE = /^(?!\/app\/assets\/).*\.svg\/?$/;

/** A report is a page with styles in its elements and its logo as a data URL. */
const REPORT_CONTENT_SECURITY = { ...PICTURE_CONTENT_SECURITY, imgSrc: ['data:'] };
const REPORT = /^\/(?:app\/)?api\/user\/report(?:\/jobs\/[^/]+\/file|s\/subscriptions\/[^/]+\/preview)?\/?$/;

/**
 * A report or its mail within a frame of our own pages, and of nobody else's. An error page in its place loads the
 * pages' style.
 */
const PREVIEW_CONTENT_SECURITY = {
  ...REPORT_CONTENT_SECURITY,
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  frameAncestors: ["'self'"],
};
const PREVIEW = /^\/app\/(?:mailbox|reports|api\/user\/reports\/subscriptions\/[^/]+)\/preview\/?$/;

/**
 * Assets hold no data of anybody. The frame of a report has no rights and therefore no origin, so assets are open to
 * every origin.
 */
const ASSET = /^\/app\/assets\//;
const ASSET_CONTENT_SECURITY = { ...CONTENT_SECURITY };

const CONTENT_SECURITIES = [
  [ASSET, ASSET_CONTENT_SECURITY],
  [REPORTS_PAGE, REPORTS_PAGE_CONTENT_SECURITY],
  [PREVIEW, PREVIEW_CONTENT_SECURITY],
  [DOCS_PAGE, DOCS_CONTENT_SECURITY],
  [PAGE, PAGE_CONTENT_SECURITY],
  [PICTURE, PICTURE_CONTENT_SECURITY],
  [REPORT, REPORT_CONTENT_SECURITY],
] as const;

const headersWith = (contentSecurityPolicy: typeof CONTENT_SECURITY) =>
  secureHeaders({
    contentSecurityPolicy,
    xFrameOptions: contentSecurityPolicy === PREVIEW_CONTENT_SECURITY ? 'SAMEORIGIN' : 'DENY',
    // Without a referrer policy a form of our own pages would name no origin, where the address has no https.
    referrerPolicy: PAGES_CONTENT_SECURITIES.includes(contentSecurityPolicy) ? 'same-origin' : 'no-referrer',
    crossOriginResourcePolicy: contentSecurityPolicy === ASSET_CONTENT_SECURITY ? 'cross-origin' : 'same-origin',
    strictTransportSecurity: false,
  });

const STRICT_TRANSPORT = 'max-age=15552000';

/**
 * The HTTP application: adapters only. The order of the checks is: identity and log, room among senders, rate limit,
 * screening of path and query, access by the route's declaration, memory for bodies, size and screening of the body,
 * validation, handler.
 * @param routes the table of routes; tests pass their own.
 * @throws Error when the table and the registered handlers differ.
 */
export function createApp(services: HttpServices, routes: readonly RouteDeclaration[] = ROUTES): HttpApp {
  const { config, log } = services.context;
  const app = newApp();
  const index = indexRoutes(routes);

  if (config.internalSecret === null && routes.some(({ access }) => access === 'open')) {
    log.warn(
      { setting: 'INTERNAL_SECRET', paths: routes.filter(({ access }) => access === 'open').map(({ path }) => path) },
      'endpoints that need no token answer this machine and private networks, and nobody else',
    );
  }
  app.onError((error, c) => (isForPeople(c) ? troublePage(c, error) : errorAnswer(c, error)));
  app.notFound((c) => {
    const nothing = new ServiceError(404, 'There is no such endpoint');
    return isLostPerson(c) ? lostPage(c) : errorAnswer(c, nothing);
  });

  app.use(identifyClient(config.trustedProxies));
  const strict = headersWith(CONTENT_SECURITY);
  const looser = CONTENT_SECURITIES.map(([path, policy]) => [path, headersWith(policy)] as const);
  app.use((c, next) => (looser.find(([path]) => path.test(c.req.path))?.[1] ?? strict)(c, next));
  app.use(async (c, next) => {
    await next();
    // Browsers ignore the header on plain http. On a test machine with https it would stick to the name for half a
    // year.
    if (c.get('client').https) c.header('Strict-Transport-Security', STRICT_TRANSPORT);
  });

  registerOperations(app, services);
  registerDocsAssets(app);

  app.use(requestRecord(log, services.metrics));
  app.use('/api/*', async (c, next) => {
    await next();
    if (c.error !== undefined && isDatabaseUnavailable(c.error)) services.faults.begin('database');
    if (c.res.status === 503) services.faults.refused();
  });
  registerPages(app, services);
  // Paths of other products' clients lie outside of /api.
  const paths = ['/api/*', ...new Set(routes.map(({ path }) => path).filter((path) => !path.startsWith('/api/')))];
  const use = (handler: MiddlewareHandler<HttpEnv>) => app.on('ALL', paths, handler);
  use(async (c, next) => {
    c.set('route', index.find(c));
    c.header('Cache-Control', 'no-store');
    await next();
  });
  use(boundUnfinishedBody(services.cut));
  use(crossOrigin(config.corsOrigins, index.methodsOf));
  use(limitSenders());
  use(rateLimit(config, services.limiter));
  use(screenAddress);
  app.on('OPTIONS', paths, (c) => {
    const methods = index.methodsOf(c);
    if (methods.length === 0) throw new ServiceError(404, 'There is no such endpoint');
    return c.body(null, 204, { Allow: [...methods, 'OPTIONS'].join(', ') });
  });
  use(async (c, next) => {
    // Spec gap: HEAD. The router answers HEAD by running the handler of GET.
    if (c.req.method === 'HEAD' && c.get('route')?.effect === 'acts') {
      c.header('Allow', [...index.methodsOf(c), 'OPTIONS'].join(', '));
      throw new ServiceError(405, 'HEAD is not accepted here, because GET does something');
    }
    await next();
  });
  use(requireAccess(services.auth, services.deviceKeys.openForRequest, config.internalSecret));
  use(budgetBodies());
  use(screenBody);

  for (const surface of SURFACES)
    app.route(
      '/',
      createSurfaceApp(
        services,
        routes.filter((route) => route.surface === surface),
      ),
    );
  return app;
}
