import { describe, expect, it } from 'vitest';
import { isPermission } from '../../src/platform/login/rules/permissions.ts';
import type { RouteDeclaration } from '../../src/platform/http/route-declaration.ts';
import { ROUTES } from '../../src/service/routes/routes.ts';

/** What the specification asks of a request: an access token, a refresh token, nothing, or the docs login. */
type Shown = 'token' | 'refresh' | 'nothing' | 'docs';

/** Every endpoint of the specification, in its order. Trailing slashes make no difference and are left out. */
const SPECIFIED: readonly (readonly [endpoint: string, shown: Shown])[] = [
  ['POST /api/user/login', 'nothing'],
  ['GET /api/user/user/login', 'nothing'],
  ['POST /api/user/otp/send', 'nothing'],
  ['POST /api/user/otp/verify', 'nothing'],
  ['POST /api/user/sso/{provider}', 'nothing'],
  ['POST /api/user/refreshToken', 'refresh'],
  ['POST /api/user/refresh', 'refresh'],
  ['POST /api/user/logout', 'token'],
  ['GET /api/external/auth/docsLogin', 'nothing'],
  ['POST /api/external/auth/docsLogin', 'nothing'],
  ['GET /api/admin/auth/docsLogin', 'nothing'],
  ['POST /api/admin/auth/docsLogin', 'nothing'],
  ['GET /api/external/docs', 'nothing'],
  ['GET /api/admin/docs', 'docs'],

  ['GET /api/user/deviceData', 'token'],
  ['GET /api/user/deviceDataV2', 'token'],
  ['GET /api/user/deviceDataV2/compare', 'token'],
  ['GET /api/user/report', 'token'],
  ['POST /api/user/report', 'token'],
  ['POST /api/user/alerts', 'token'],
  ['GET /api/user/alerts', 'token'],
  ['PUT /api/user/alerts/{alertId}', 'token'],
  ['DELETE /api/user/alerts/{alertId}', 'token'],
  ['GET /api/user/alerts/dateRange', 'token'],
  ['GET /api/user/alerts/byType', 'token'],
  ['GET /api/user/alerts/unitGraph', 'token'],
  ['GET /api/user/alerts/allIndustries', 'token'],
  ['GET /api/user/notification', 'token'],
  ['GET /api/user/notificationRange', 'token'],
  ['POST /api/user/notification/register/push', 'token'],
  ['PATCH /api/user/notification/updateRead', 'token'],
  ['POST /api/user/notification/assignee', 'token'],
  ['DELETE /api/user/notification/assignee', 'token'],
  ['PATCH /api/user/notification/assignee', 'token'],
  ['GET /api/user/notifications', 'token'],
  ['PUT /api/user/notifications/{notificationId}/read', 'token'],
  ['GET /api/user/waterBalance/graphEditor', 'token'],
  ['POST /api/user/waterBalance/graphEditor', 'token'],
  ['GET /api/user/waterBalance/data', 'token'],
  ['GET /api/user/waterBalance', 'token'],
  ['GET /api/user/batchProcess', 'nothing'],
  ['GET /api/user/batchProcess/range', 'token'],
  ['GET /api/user/landingPage', 'token'],
  ['GET /api/user/granularData', 'token'],
  ['GET /api/user/summaryPage', 'token'],
  ['GET /api/user/user', 'token'],
  ['PUT /api/user/user', 'token'],
  ['POST /api/user/user/changePassword', 'token'],

  ['GET /api/admin/auth/login', 'nothing'],
  ['GET /api/admin/auth/refresh', 'refresh'],
  ['GET /api/admin/automated/report', 'token'],
  ['GET /api/admin/workspace', 'token'],
  ['GET /api/admin/offlineDevices/offline', 'token'],
  ['GET /api/admin/offlineDevices/batchProcessingInterpolation', 'token'],
  ['POST /api/admin/globallogs', 'nothing'],
  ['GET /api/admin/globallogs', 'token'],
  ['PATCH /api/admin/globallogs', 'token'],
  ['GET /api/admin/insights', 'token'],
  ['POST /api/admin/insights', 'token'],
  ['POST /api/admin/archivedata/to_blob', 'token'],
  ['POST /api/admin/archivedata/to_db', 'token'],
  ['POST /api/admin/notification', 'token'],
  ['GET /api/admin/validate/batchProcessing', 'token'],
  ['GET /api/admin/validate/reverseFlow', 'token'],
  ['GET /api/admin/validate/stream_backend', 'token'],
  ['GET /api/admin/validate/unitReset', 'nothing'],
  ['GET /api/admin/chat', 'token'],
  ['POST /api/admin/chat', 'token'],
  ['GET /api/admin/plcEventStream/data', 'token'],
  ['GET /api/admin/shift-monitoring/recent-shift-starts', 'token'],
  ['GET /api/admin/bpTrigger/trigger', 'nothing'],
  ['POST /api/admin/bathyDataProcessor/process', 'token'],

  ['GET /api/external/latest/unit', 'token'],
  ['GET /api/external/latest/all', 'token'],
  ['GET /api/external/waterRatio', 'token'],
  ['POST /api/external/waterRatio', 'token'],
  ['PUT /api/external/waterRatio', 'token'],
];

/**
 * Open to everybody although the specification does not name them: documentation of the surfaces that others build on,
 * which holds nothing of anybody's, and what clients of InfluxDB ask before they send.
 */
const OPEN_BEYOND = [
  'GET /api/external/openapi.json',
  'GET /api/user/docs',
  'GET /api/user/openapi.json',
  'GET /api/user/password/form',
  'GET /api/user/reports/confirm',
  'GET /api/user/reports/unsubscribe',
  'GET /health',
  'GET /ping',
  'POST /api/user/password/forgot',
  'POST /api/user/password/form',
  'POST /api/user/password/reset',
  'POST /api/user/reports/confirm',
  'POST /api/user/reports/unsubscribe',
];

const ACCESS_OF: Readonly<Record<Shown, readonly RouteDeclaration['access'][]>> = {
  token: ['token', 'operator'],
  refresh: ['public'],
  nothing: ['public', 'open'],
  docs: ['docs'],
};

/** Names of path parameters are ours to choose. */
const unnamed = (endpoint: string): string => endpoint.replaceAll(/\{.+?\}/g, '{}');
const endpointOf = (route: RouteDeclaration): string => `${route.method.toUpperCase()} ${route.path}`;
const declared = new Map(ROUTES.map((route) => [unnamed(endpointOf(route)), route]));

describe('the table of routes', () => {
  it.each(SPECIFIED)('holds %s, which asks for: %s', (endpoint, shown) => {
    const route = declared.get(unnamed(endpoint));
    expect(route, `${endpoint} is in the specification and not in src/service/routes/routes.ts`).toBeDefined();
    expect(ACCESS_OF[shown]).toContain(route?.access);
  });

  it('opens nothing to everybody that the specification does not open', () => {
    const open = SPECIFIED.filter(([, shown]) => shown === 'nothing' || shown === 'refresh').map(([endpoint]) =>
      unnamed(endpoint),
    );
    const ours = ROUTES.filter(({ access }) => access === 'public' || access === 'open').map((route) =>
      unnamed(endpointOf(route)),
    );
    expect(ours.filter((endpoint) => !open.includes(endpoint)).sort()).toEqual(OPEN_BEYOND);
  });

  it('asks only for permissions that exist', () => {
    expect(
      ROUTES.flatMap(({ permission }) => permission ?? []).filter((permission) => !isPermission(permission)),
    ).toEqual([]);
  });

  it("has a permission or the operators' tenant before everything behind a token that changes what others see", () => {
    // A user's own session, account and device are theirs to change.
    const own =
      /\/(?:logout|user|user\/changePassword|sessions|sessions\/\{\w+\}|browsers|browsers\/\{\w+\}(?:\/test)?|notification\/register\/push|notification\/updateRead|notifications\/\{\w+\}\/read)$/;
    const unguarded = ROUTES.filter(
      (route) =>
        route.access === 'token' && route.permission === null && route.effect === 'acts' && !own.test(route.path),
    );
    expect(unguarded.map(endpointOf)).toEqual([]);
  });
});
