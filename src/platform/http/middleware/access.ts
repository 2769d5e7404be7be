import { createHash, timingSafeEqual } from 'node:crypto';
import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { type Caller, isOperator, OPERATORS_ONLY } from '../../login/rules/caller.ts';
import { isLikeDeviceKey, type OpenForRequest, readDeviceKey } from '../../login/rules/device-key.ts';
import { missingPermissions, type Permission } from '../../login/rules/permissions.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { authenticate, UnknownTarget } from '../../login/authenticate.ts';
import type { AuthDependencies } from '../../login/dependencies.ts';
import { opensDocs } from '../../login/login.ts';
import type { HttpContext, HttpEnv } from '../environment.ts';
import { influxKey } from '../influx.ts';
import { keyOfBasic } from '../key-of-login.ts';
import { docsLoginPath } from '../../openapi/assets.ts';
import { permissionsOf, type RouteTerms } from '../route-terms.ts';

export const DOCS_COOKIE = 'access_token_cookie';

/**
 * `Authorization: Bearer <token>`; null when absent. Identity tokens come this way only: addresses end up in logs of
 * others.
 */
export const bearerToken = (c: HttpContext): string | null =>
  /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null;

/** The bearer token, or the query parameter jwt; null when there is neither. */
export const presentedToken = (c: HttpContext): string | null => bearerToken(c) ?? c.req.query('jwt') ?? null;

/**
 * The industry an operator acts on: header targetIndustryId, or the query parameter of that name. An empty one counts
 * as absent. Spec gap: the endpoints that take it are not listed. All that need a token do; the check of the token
 * decides who may name another industry.
 */
export const targetIndustryId = (c: HttpContext): string | null =>
  c.req.header('targetIndustryId') || c.req.query('targetIndustryId') || null;

const ONLY_INSIDE =
  "This endpoint asks for no token, so it answers this machine and private networks only. For others INTERNAL_SECRET must be set, and sent in the header 'X-Internal-Secret'. A proxy must be named in TRUST_PROXY.";

/** Lets a request through to its handler only with what the route's declaration asks for. */
export function requireAccess(auth: AuthDependencies, openForRequest: OpenForRequest, internalSecret: string | null) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const route = c.get('route');
    // An endpoint without a declaration does not answer.
    if (route === null) throw new ServiceError(404, 'There is no such endpoint');
    switch (route.access) {
      case 'public':
        break;
      case 'open':
        requireSecret(c, internalSecret);
        break;
      case 'docs':
        if (await hasDocsCookie(c, auth, route)) break;
        // A page is met by people: they are led to the form. A program's request gets an error.
        if (c.req.path.replace(/\/$/, '').endsWith('/docs')) return c.redirect(docsLoginPath(route.surface));
        throw new ServiceError(401, `Please log in at ${docsLoginPath(route.surface)}`);
      default: {
        const key = deviceKeyOf(c, route);
        if (key !== null) await requireDeviceKey(c, openForRequest, route, key);
        else if (isLikeDeviceKey(presentedToken(c) ?? ''))
          await requireDeviceKey(c, openForRequest, route, bearerToken(c));
        else await requireCaller(c, auth, route);
      }
    }
    return next();
  });
}

/**
 * The device key of a request that shows it otherwise than as a bearer; null: none. Where keys are taken, any password
 * is one, so that a wrong one is told. Elsewhere a password that is none asks for a token.
 */
function deviceKeyOf(c: HttpContext, route: RouteTerms): string | null {
  const influx = route.influx === undefined ? null : influxKey(c, route.influx);
  if (influx !== null) return influx;
  const key = keyOfBasic(c);
  const takesKeys = route.access === 'token' && route.deviceKeys === true;
  return key !== null && (takesKeys || isLikeDeviceKey(key)) ? key : null;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * True for a request that a browser makes for another site's page, because its author must not reach into a network by
 * it.
 */
const isOfOtherPage = (c: HttpContext): boolean =>
  !['same-origin', 'none'].includes(c.req.header('sec-fetch-site') ?? 'none');

/**
 * 401, as for a missing token in the specification's check order: these paths are printed there, so a 404 would hide
 * nothing. Spec gap: they are to be restricted at network level. Where no secret is set, the service does that itself.
 */
function requireSecret(c: HttpContext, secret: string | null): void {
  if (secret === null) {
    if (c.get('client').isInside && !isOfOtherPage(c)) return;
    throw new ServiceError(401, ONLY_INSIDE);
  }
  // Digests have one length, so that the comparison takes the same time for every text.
  if (!timingSafeEqual(digest(c.req.header('x-internal-secret') ?? ''), digest(secret)))
    throw new ServiceError(401, "Header 'X-Internal-Secret' is missing or wrong");
}

const hasDocsCookie = async (c: HttpContext, auth: AuthDependencies, route: RouteTerms): Promise<boolean> =>
  route.surface !== 'user' && opensDocs(auth, getCookie(c, DOCS_COOKIE) ?? '', route.surface);

/**
 * Spec gap: a device key where a token is asked for. A key may only send readings, so every other route refuses it
 * as it refuses a token of another use, before anything is looked up.
 */
async function requireDeviceKey(
  c: HttpContext,
  openForRequest: OpenForRequest,
  route: Extract<RouteTerms, { access: 'token' | 'operator' }>,
  text: string | null,
): Promise<void> {
  if (route.access !== 'token' || route.deviceKeys !== true)
    throw new ServiceError(401, 'A device key cannot be used as an access token: it may only send readings');
  if (text === null)
    throw new ServiceError(401, "A device key belongs into the header 'Authorization': addresses end up in logs");
  const presented = readDeviceKey(text);
  if (presented === null)
    throw new ServiceError(401, 'Invalid device key: allowed is mwk_, 16 digits 0-9 a-f, _ and 43 characters');
  const key = await openForRequest(presented, c.get('client').network);
  const target = targetIndustryId(c);
  if (target !== null && target !== key.industry.industryId)
    throw new ServiceError(403, "'targetIndustryId': a device key sends for its own industry only", [
      { field: 'targetIndustryId', problem: 'is not the industry of the key' },
    ]);
  c.set('deviceKey', key);
}

async function requireCaller(
  c: HttpContext,
  auth: AuthDependencies,
  route: Extract<RouteTerms, { access: 'token' | 'operator' }>,
): Promise<void> {
  const token = presentedToken(c);
  const caller = await authenticate(auth, token, targetIndustryId(c)).catch((error: unknown) => {
    throw error instanceof UnknownTarget && route.noIndustryMessage !== undefined
      ? new ServiceError(400, route.noIndustryMessage)
      : error;
  });
  c.set('caller', caller);
  c.set('token', token ?? '');
  if (route.access === 'operator' && !isOperator(caller)) throw new ServiceError(403, OPERATORS_ONLY);
  const lacking = missingPermissions(caller.permissions, [...permissionsOf(route), ...operatorsAbroad(caller, route)]);
  if (lacking.length > 0)
    throw new ServiceError(401, `Access denied. Missing required permissions: ${lacking.join(', ')}`);
}

/** Spec gap: what belongs to an industry's own people asks an operator for a permission. */
const operatorsAbroad = ({ industryId, homeIndustryId }: Caller, route: RouteTerms): readonly Permission[] =>
  route.access === 'token' && route.operatorPermission !== undefined && industryId !== homeIndustryId
    ? [route.operatorPermission]
    : [];
