/*
 * Every route of the service and what it asks for. To add an endpoint:
 *
 * 1. One file per path below user/, admin/ or external/, named as the path, exporting `register<Name>: Register`: it describes the
 *    route with createRoute (path without a trailing slash, parameters by schemas/parameters.ts, answers by schemas/envelope.ts) and hands
 *    `c.req.valid(..)` and `c.get('caller')` to a service of HttpServices. Errors are thrown as ServiceError; validation errors
 *    are worded by validation.ts (`app.openapi(route, handler, validation({..}))` where the specification has another code).
 * 2. One line here per method. Access is decided by this table alone: a handler that is not declared is not reachable, and the
 *    application does not start when table and handlers differ. The access matrix of the tests is generated from it.
 *
 * A fixed path that a parameter would also match (alerts/dateRange, alerts/{alertId}) must be listed first.
 */
import { registerAdminLogin } from './admin/auth/login.ts';
import { registerAdminRefresh } from './admin/auth/refresh.ts';
import { registerDocsLogin } from './docs/docs-login.ts';
import { registerDocsPage, registerOpenApi } from './docs/docs.ts';
import { registerLatestAll } from './external/latest/all.ts';
import { registerLatestUnit } from './external/latest/unit.ts';
import { registerReadings } from './external/readings.ts';
import { registerWaterRatioCreate, registerWaterRatioList, registerWaterRatioUpdate } from './external/waterRatio.ts';
import type { RouteDeclaration } from './route-declaration.ts';
import { registerBatchProcess } from './user/batchProcess.ts';
import { NO_INDUSTRY, registerBatchProcessRange } from './user/batchProcess/range.ts';
import { registerDeviceData } from './user/deviceData.ts';
import { registerDeviceDataV2 } from './user/deviceDataV2.ts';
import { registerCompare } from './user/deviceDataV2/compare.ts';
import { registerGranularData } from './user/granularData.ts';
import { registerLandingPage } from './user/landingPage.ts';
import { registerExplain } from './user/explain.ts';
import { registerLogin } from './user/login.ts';
import { registerLogout } from './user/logout.ts';
import { registerOtpSend } from './user/otp/send.ts';
import { registerOtpVerify } from './user/otp/verify.ts';
import { registerRefresh } from './user/refresh.ts';
import { registerRefreshToken } from './user/refreshToken.ts';
import { registerRegisterEvents } from './user/registerEvents.ts';
import { registerRegisterEventsOverrule } from './user/registerEvents/overrule.ts';
import { registerSso } from './user/sso/provider.ts';
import { registerSummaryPage } from './user/summaryPage.ts';
import { registerQuarantineDiscard, registerQuarantineList, registerQuarantineRelease } from './user/quarantine.ts';
import { registerSession, registerSessions } from './user/sessions.ts';
import { registerUser } from './user/user.ts';
import { registerChangePassword } from './user/user/changePassword.ts';
import { registerUserLogin } from './user/user/login.ts';

const adminDocsLogin = registerDocsLogin('admin');
const externalDocsLogin = registerDocsLogin('external');

export const ROUTES: readonly RouteDeclaration[] = [
  { surface: 'user', method: 'post', path: '/api/user/login', access: 'public', effect: 'acts', register: registerLogin },
  { surface: 'user', method: 'get', path: '/api/user/user/login', access: 'public', effect: 'acts', register: registerUserLogin },
  { surface: 'user', method: 'post', path: '/api/user/otp/send', access: 'public', effect: 'acts', register: registerOtpSend },
  { surface: 'user', method: 'post', path: '/api/user/otp/verify', access: 'public', effect: 'acts', register: registerOtpVerify },
  { surface: 'user', method: 'post', path: '/api/user/sso/{provider}', access: 'public', effect: 'acts', register: registerSso },
  // Public: they take the refresh token, which is checked by their service.
  { surface: 'user', method: 'post', path: '/api/user/refreshToken', access: 'public', effect: 'acts', register: registerRefreshToken },
  { surface: 'user', method: 'post', path: '/api/user/refresh', access: 'public', effect: 'acts', register: registerRefresh },
  { surface: 'user', method: 'post', path: '/api/user/logout', access: 'token', permission: null, effect: 'acts', register: registerLogout },
  { surface: 'user', method: 'get', path: '/api/user/user', access: 'token', permission: null, effect: 'read', register: registerUser },
  { surface: 'user', method: 'put', path: '/api/user/user', access: 'token', permission: null, effect: 'acts', register: registerUser },
  { surface: 'user', method: 'post', path: '/api/user/user/changePassword', access: 'token', permission: null, effect: 'acts', register: registerChangePassword },
  { surface: 'user', method: 'get', path: '/api/user/sessions', access: 'token', permission: null, effect: 'read', register: registerSessions },
  { surface: 'user', method: 'delete', path: '/api/user/sessions', access: 'token', permission: null, effect: 'acts', register: registerSessions },
  { surface: 'user', method: 'delete', path: '/api/user/sessions/{sessionId}', access: 'token', permission: null, effect: 'acts', register: registerSession },
  { surface: 'user', method: 'get', path: '/api/user/batchProcess', access: 'open', effect: 'acts', register: registerBatchProcess },
  { surface: 'user', method: 'get', path: '/api/user/batchProcess/range', access: 'token', permission: 'batch:run', effect: 'acts', noIndustryMessage: NO_INDUSTRY, register: registerBatchProcessRange },
  { surface: 'user', method: 'get', path: '/api/user/deviceData', access: 'token', permission: null, effect: 'read', register: registerDeviceData },
  { surface: 'user', method: 'get', path: '/api/user/deviceDataV2', access: 'token', permission: null, effect: 'read', register: registerDeviceDataV2 },
  { surface: 'user', method: 'get', path: '/api/user/deviceDataV2/compare', access: 'token', permission: null, effect: 'read', register: registerCompare },
  { surface: 'user', method: 'get', path: '/api/user/granularData', access: 'token', permission: null, effect: 'read', register: registerGranularData },
  { surface: 'user', method: 'get', path: '/api/user/landingPage', access: 'token', permission: null, effect: 'read', register: registerLandingPage },
  { surface: 'user', method: 'get', path: '/api/user/summaryPage', access: 'token', permission: null, effect: 'read', register: registerSummaryPage },
  { surface: 'user', method: 'get', path: '/api/user/explain', access: 'token', permission: null, effect: 'read', register: registerExplain },
  { surface: 'user', method: 'get', path: '/api/user/registerEvents', access: 'token', permission: null, effect: 'read', register: registerRegisterEvents },
  { surface: 'user', method: 'post', path: '/api/user/registerEvents/overrule', access: 'token', permission: 'batch:run', effect: 'acts', register: registerRegisterEventsOverrule },
  { surface: 'user', method: 'get', path: '/api/user/quarantine', access: 'token', permission: 'quarantine:write', effect: 'read', register: registerQuarantineList },
  { surface: 'user', method: 'post', path: '/api/user/quarantine/release', access: 'token', permission: 'quarantine:write', effect: 'acts', register: registerQuarantineRelease },
  { surface: 'user', method: 'post', path: '/api/user/quarantine/discard', access: 'token', permission: 'quarantine:write', effect: 'acts', register: registerQuarantineDiscard },
  { surface: 'user', method: 'get', path: '/api/user/openapi.json', access: 'public', effect: 'read', register: registerOpenApi('user') },
  { surface: 'user', method: 'get', path: '/api/user/docs', access: 'public', effect: 'read', register: registerDocsPage('user') },

  { surface: 'admin', method: 'get', path: '/api/admin/auth/login', access: 'public', effect: 'acts', rateLimit: 'standard', register: registerAdminLogin },
  { surface: 'admin', method: 'get', path: '/api/admin/auth/refresh', access: 'public', effect: 'acts', rateLimit: 'standard', register: registerAdminRefresh },
  { surface: 'admin', method: 'get', path: '/api/admin/auth/docsLogin', access: 'public', effect: 'read', rateLimit: 'standard', register: adminDocsLogin },
  { surface: 'admin', method: 'post', path: '/api/admin/auth/docsLogin', access: 'public', effect: 'acts', rateLimit: 'standard', register: adminDocsLogin },
  { surface: 'admin', method: 'get', path: '/api/admin/openapi.json', access: 'docs', effect: 'read', rateLimit: 'standard', register: registerOpenApi('admin') },
  { surface: 'admin', method: 'get', path: '/api/admin/docs', access: 'docs', effect: 'read', rateLimit: 'standard', register: registerDocsPage('admin') },

  { surface: 'external', method: 'get', path: '/api/external/auth/docsLogin', access: 'public', effect: 'read', rateLimit: 'standard', register: externalDocsLogin },
  { surface: 'external', method: 'post', path: '/api/external/auth/docsLogin', access: 'public', effect: 'acts', rateLimit: 'standard', register: externalDocsLogin },
  // Not limited per address: every device behind a gateway's address sends 288 times a day.
  { surface: 'external', method: 'post', path: '/api/external/readings', access: 'token', permission: 'readings:write', effect: 'acts', body: 'streamed', rateLimit: 'none', register: registerReadings },
  { surface: 'external', method: 'get', path: '/api/external/latest/unit', access: 'token', permission: null, effect: 'read', register: registerLatestUnit },
  { surface: 'external', method: 'get', path: '/api/external/latest/all', access: 'token', permission: null, effect: 'read', register: registerLatestAll },
  { surface: 'external', method: 'get', path: '/api/external/waterRatio', access: 'token', permission: null, effect: 'read', register: registerWaterRatioList },
  { surface: 'external', method: 'post', path: '/api/external/waterRatio', access: 'token', permission: 'readings:write', effect: 'acts', register: registerWaterRatioCreate },
  { surface: 'external', method: 'put', path: '/api/external/waterRatio', access: 'token', permission: 'readings:write', effect: 'acts', register: registerWaterRatioUpdate },
  { surface: 'external', method: 'get', path: '/api/external/openapi.json', access: 'docs', effect: 'read', rateLimit: 'standard', register: registerOpenApi('external') },
  { surface: 'external', method: 'get', path: '/api/external/docs', access: 'docs', effect: 'read', rateLimit: 'standard', register: registerDocsPage('external') },
];
