import { docsPageEndpoint, openApiEndpoint } from '../../platform/openapi/docs.ts';
import { ofSurface } from '../../platform/http/route-declaration.ts';
import {
  deleteAnnotation,
  getAnnotation,
  getAnnotations,
  postAnnotations,
  putAnnotation,
} from '../../annotations/http/user/annotations.ts';
import { postAlertsBacktest } from '../../alerts/http/user/alerts/backtest.ts';
import { getAlertsNightFlow } from '../../alerts/http/user/alerts/nightFlow.ts';
import { postAlerts } from '../../alerts/http/user/alerts/dispatch.ts';
import { deleteAlertById, putAlertById } from '../../alerts/http/user/alerts/byId.ts';
import {
  postAlertAcknowledge,
  postAlertComment,
  postAlertResolve,
  postAlertSnooze,
  putAlertAssignee,
} from '../../alerts/http/user/alerts/handling.ts';
import { getAlertRuleById, getAlertRules } from '../../alerts/http/user/alerts/rules.ts';
import { getAlerts } from '../../alerts/http/user/alerts.ts';
import { getAlertsByAlertId } from '../../alerts/http/user/alerts/alert.ts';
import { getAlertsAllIndustries, getAlertsByType, getAlertsDateRange } from '../../alerts/http/user/alerts/byType.ts';
import { getAlertsUnitGraph } from '../../alerts/http/user/alerts/unitGraph.ts';
import { getBatchProcess } from '../../figures/http/user/batchProcess.ts';
import { getBatchProcessRange, NO_INDUSTRY } from '../../figures/http/user/batchProcess/range.ts';
import { getChanges } from '../../figures/http/user/changes.ts';
import { getDeviceData } from '../../figures/http/user/deviceData.ts';
import { getDeviceDataV2 } from '../../figures/http/user/deviceDataV2.ts';
import { getDeviceDataV2Compare } from '../../figures/http/user/deviceDataV2/compare.ts';
import { getExplain } from '../../figures/http/user/explain.ts';
import { getCompleteness } from '../../figures/http/user/completeness.ts';
import { getCategories, getUser, putUser, postUserChangePassword } from '../../industries/http/user/user.ts';
import { getFigures } from '../../figures/http/user/figures.ts';
import { getGranularData } from '../../figures/http/user/granularData.ts';
import { getTanks } from '../../findings/http/user/tanks.ts';
import { getUserInsights, postUserInsight } from '../../findings/http/user/insights.ts';
import {
  getUserInsight,
  postUserInsightAcknowledge,
  postUserInsightComment,
} from '../../findings/http/user/insights/byId.ts';
import { getUserVisibleLeak } from '../../findings/http/user/insights/visibleLeak.ts';
import { getUserInsightSettings, putUserInsightSettings } from '../../findings/http/user/insights/settings.ts';
import { putUserInsightAssignee } from '../../alerts/http/user/insights/assignee.ts';
import { getAssignees } from '../../industries/http/user/assignees.ts';
import { getLandingPage } from '../../alerts/http/user/landingPage.ts';
import { postLogin, getUserLogin } from '../../platform/login/http/user/login.ts';
import { postLogout, postRefresh, postRefreshToken } from '../../platform/login/http/user/refresh.ts';
import { deleteBrowser, getBrowsers, postBrowsers, postBrowserTest } from '../../alerts/http/user/browsers.ts';
import {
  getNotification,
  postNotificationRegisterPush,
  patchNotificationUpdateRead,
  getNotificationRange,
  getNotifications,
  putNotificationsByNotificationIdRead,
} from '../../alerts/http/user/notifications.ts';
import {
  deleteNotificationAssignee,
  patchNotificationAssignee,
  postNotificationAssignee,
} from '../../alerts/http/user/notification/assignee.ts';
import { postOtpSend, postOtpVerify } from '../../platform/login/http/user/otp/verify.ts';
import {
  deleteSource,
  getSource,
  getSources,
  postSource,
  postSourceDevice,
  postSourceTry,
  putSource,
} from '../../readings/http/user/sources.ts';
import { getQuarantine, postQuarantineDiscard, postQuarantineRelease } from '../../readings/http/user/quarantine.ts';
import {
  getReadingsEdits,
  getReadingsWithdrawn,
  postReadingsDelete,
  postReadingsEdit,
  postReadingsInterpolate,
  postReadingsUndo,
} from '../../readings/http/user/readings/edits.ts';
import { getOverview } from '../../balance/http/user/overview.ts';
import { postReadingsInterpolatePreview } from '../../figures/http/user/readings/interpolate/preview.ts';
import { postReadingsPreview } from '../../figures/http/user/readings/preview.ts';
import { getReadingsThinned } from '../../figures/http/user/readings/thinned.ts';
import { postPasswordForgot, postPasswordReset } from '../../platform/login/http/user/password/forgot.ts';
import { getPasswordForm, postPasswordForm } from '../../platform/login/http/user/password/form.ts';
import { getRegisterEvents } from '../../figures/http/user/registerEvents.ts';
import { postRegisterEventsOverrule } from '../../figures/http/user/registerEvents/overrule.ts';
import { getReport, postReport } from '../../reports/http/user/report.ts';
import { getReportHistory, getReportServices } from '../../reports/http/user/report/services.ts';
import { getReportSubscriptions, postReportSubscriptions } from '../../reports/http/user/reports/subscriptions.ts';
import {
  deleteReportSubscription,
  getReportSubscriptionPreview,
  postReportSubscriptionPause,
  postReportSubscriptionResume,
  postReportSubscriptionTest,
  putReportSubscription,
} from '../../reports/http/user/reports/subscriptions/byId.ts';
import {
  getReportConfirm,
  getReportUnsubscribe,
  postReportConfirm,
  postReportUnsubscribe,
} from '../../reports/http/user/reports/links.ts';
import { getReportJobsByJobId, getReportJobsByJobIdFile } from '../../reports/http/user/report/jobs.ts';
import { getUserAccounts, postUserAccount } from '../../industries/http/user/accounts.ts';
import {
  deleteUserAccount,
  patchUserAccount,
  postUserAccountResetPassword,
  putUserAccountDisabled,
} from '../../industries/http/user/accounts/byId.ts';
import { deleteSessions, deleteSessionsBySessionId, getSessions } from '../../industries/http/user/sessions.ts';
import { postSsoByProvider } from '../../platform/login/http/user/sso/provider.ts';
import { getStaleDays } from '../../figures/http/user/staleDays.ts';
import { getStream } from '../../platform/live/http/user/stream.ts';
import { getSummaryPage } from '../../figures/http/user/summaryPage.ts';
import { getUnits } from '../../industries/http/user/units.ts';
import {
  getUserUnit,
  patchUserUnit,
  postUserUnit,
  postUserUnitRestore,
  postUserUnitRetire,
} from '../../industries/http/user/units/byId.ts';
import { deleteUserUnitMeter, getUserUnitMeters, postUserUnitMeter } from '../../industries/http/user/units/meters.ts';
import {
  deleteUserCategory,
  getUserCategory,
  patchUserCategory,
  postUserCategory,
} from '../../industries/http/user/categories/byKey.ts';
import { userDeviceKeys } from '../../readings/http/user/deviceKeys.ts';
import { getComparison } from '../../figures/http/user/comparison.ts';
import { getUsualHours } from '../../figures/http/user/usualHours.ts';
import { getYearlyTrend } from '../../figures/http/user/yearlyTrend.ts';
import { getWaterBalance, getWaterBalanceData } from '../../balance/http/user/waterBalance.ts';
import { getWaterBalanceDiagramSvg } from '../../balance/http/user/waterBalance/diagram.ts';
import {
  getWaterBalanceGraphEditor,
  postWaterBalanceGraphEditor,
} from '../../balance/http/user/waterBalance/graphEditor.ts';
import {
  postWaterBalanceGraphEditorRestore,
  getWaterBalanceGraphEditorVersions,
} from '../../balance/http/user/waterBalance/graphEditor/versions.ts';

/** Spec gap: an industry's own people read and change what it measures; an operator does so for the one he names. */
const KEEPS_UNITS = { access: 'token', permission: 'industries:write' } as const;
const KEEPS_KEYS = { access: 'token', permission: 'keys:write' } as const;

export const USER_ROUTES = ofSurface('user', [
  { ...postLogin, access: 'public', effect: 'acts' },
  { ...getUserLogin, access: 'public', effect: 'acts' },
  { ...postOtpSend, access: 'public', effect: 'acts' },
  { ...postOtpVerify, access: 'public', effect: 'acts' },
  { ...postPasswordForgot, access: 'public', effect: 'acts' },
  { ...postPasswordReset, access: 'public', effect: 'acts' },
  { ...getPasswordForm, access: 'public', effect: 'read' },
  { ...postPasswordForm, access: 'public', effect: 'acts' },
  { ...postSsoByProvider, access: 'public', effect: 'acts' },
  // These routes are public, because they take the refresh token, which their service checks.
  { ...postRefreshToken, access: 'public', effect: 'acts' },
  { ...postRefresh, access: 'public', effect: 'acts' },
  { ...postLogout, access: 'token', permission: null, effect: 'acts' },
  { ...getUserAccounts, access: 'token', permission: 'accounts:write', effect: 'read' },
  { ...postUserAccount, access: 'token', permission: 'accounts:write', effect: 'acts' },
  { ...putUserAccountDisabled, access: 'token', permission: 'accounts:write', effect: 'acts' },
  { ...postUserAccountResetPassword, access: 'token', permission: 'accounts:write', effect: 'acts' },
  { ...patchUserAccount, access: 'token', permission: 'accounts:write', effect: 'acts' },
  { ...deleteUserAccount, access: 'token', permission: 'accounts:write', effect: 'acts' },
  { ...getUser, access: 'token', permission: null, effect: 'read' },
  { ...putUser, access: 'token', permission: null, effect: 'acts' },
  { ...postUserChangePassword, access: 'token', permission: null, effect: 'acts' },
  { ...getSessions, access: 'token', permission: null, effect: 'read' },
  { ...deleteSessions, access: 'token', permission: null, effect: 'acts' },
  { ...deleteSessionsBySessionId, access: 'token', permission: null, effect: 'acts' },
  { ...getBatchProcess, access: 'open', effect: 'acts' },
  { ...getBatchProcessRange, access: 'token', permission: 'batch:run', effect: 'acts', noIndustryMessage: NO_INDUSTRY },
  { ...getDeviceData, access: 'token', permission: null, effect: 'read' },
  { ...getDeviceDataV2, access: 'token', permission: null, effect: 'read' },
  { ...getDeviceDataV2Compare, access: 'token', permission: null, effect: 'read' },
  { ...getGranularData, access: 'token', permission: null, effect: 'read' },
  { ...getStream, access: 'token', permission: null, effect: 'read' },
  { ...getChanges, access: 'token', permission: null, effect: 'read' },
  { ...getLandingPage, access: 'token', permission: null, effect: 'read' },
  { ...getOverview, access: 'token', permission: null, effect: 'read' },
  { ...getComparison, access: 'token', permission: null, effect: 'read' },
  { ...getUsualHours, access: 'token', permission: null, effect: 'read' },
  { ...getSummaryPage, access: 'token', permission: null, effect: 'read' },
  { ...getYearlyTrend, access: 'token', permission: null, effect: 'read' },
  { ...getReportJobsByJobIdFile, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getReportJobsByJobId, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getReportServices, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getReportHistory, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getReport, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...postReport, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getReportUnsubscribe, access: 'public', effect: 'read' },
  { ...postReportUnsubscribe, access: 'public', effect: 'acts' },
  { ...getReportConfirm, access: 'public', effect: 'read' },
  { ...postReportConfirm, access: 'public', effect: 'acts' },
  { ...getReportSubscriptions, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...postReportSubscriptions, access: 'token', permission: 'reports:read', effect: 'acts' },
  { ...putReportSubscription, access: 'token', permission: 'reports:read', effect: 'acts' },
  { ...deleteReportSubscription, access: 'token', permission: 'reports:read', effect: 'acts' },
  { ...postReportSubscriptionPause, access: 'token', permission: 'reports:read', effect: 'acts' },
  { ...postReportSubscriptionResume, access: 'token', permission: 'reports:read', effect: 'acts' },
  { ...postReportSubscriptionTest, access: 'token', permission: 'reports:read', effect: 'acts' },
  { ...getReportSubscriptionPreview, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getWaterBalance, access: 'token', permission: null, effect: 'read' },
  { ...getWaterBalanceData, access: 'token', permission: null, effect: 'read' },
  { ...getWaterBalanceDiagramSvg, access: 'token', permission: null, effect: 'read' },
  { ...getAlertsNightFlow, access: 'token', permission: null, effect: 'read' },
  { ...postAlertsBacktest, access: 'token', permission: 'alerts:write', effect: 'read' },
  { ...getCompleteness, access: 'token', permission: null, effect: 'read' },
  { ...getStaleDays, access: 'token', permission: null, effect: 'read' },
  { ...getExplain, access: 'token', permission: null, effect: 'read' },
  { ...getUnits, access: 'token', permission: null, effect: 'read' },
  { ...postUserUnit, ...KEEPS_UNITS, effect: 'acts' },
  { ...getUserUnit, ...KEEPS_UNITS, effect: 'read' },
  { ...patchUserUnit, ...KEEPS_UNITS, effect: 'acts' },
  { ...postUserUnitRetire, ...KEEPS_UNITS, effect: 'acts' },
  { ...postUserUnitRestore, ...KEEPS_UNITS, effect: 'acts' },
  { ...getUserUnitMeters, ...KEEPS_UNITS, effect: 'read' },
  { ...postUserUnitMeter, ...KEEPS_UNITS, effect: 'acts' },
  { ...deleteUserUnitMeter, ...KEEPS_UNITS, effect: 'acts' },
  { ...getUserCategory, ...KEEPS_UNITS, effect: 'read' },
  { ...postUserCategory, ...KEEPS_UNITS, effect: 'acts' },
  { ...patchUserCategory, ...KEEPS_UNITS, effect: 'acts' },
  { ...deleteUserCategory, ...KEEPS_UNITS, effect: 'acts' },
  { ...userDeviceKeys.list, ...KEEPS_KEYS, effect: 'read' },
  { ...userDeviceKeys.create, ...KEEPS_KEYS, effect: 'acts' },
  { ...userDeviceKeys.rotate, ...KEEPS_KEYS, effect: 'acts' },
  { ...userDeviceKeys.revoke, ...KEEPS_KEYS, effect: 'acts' },
  { ...getSources, ...KEEPS_KEYS, effect: 'read' },
  { ...getSource, ...KEEPS_KEYS, effect: 'read' },
  { ...postSource, ...KEEPS_KEYS, effect: 'acts' },
  { ...putSource, ...KEEPS_KEYS, effect: 'acts' },
  { ...deleteSource, ...KEEPS_KEYS, effect: 'acts' },
  { ...postSourceDevice, ...KEEPS_KEYS, effect: 'acts' },
  { ...postSourceTry, ...KEEPS_KEYS, effect: 'read' },
  { ...getAssignees, access: 'token', permission: 'alerts:write', effect: 'read' },
  { ...getCategories, access: 'token', permission: null, effect: 'read' },
  { ...getUserInsights, access: 'token', permission: null, effect: 'read' },
  { ...getTanks, access: 'token', permission: null, effect: 'read' },
  { ...getUserInsightSettings, access: 'token', permission: null, effect: 'read' },
  { ...getUserVisibleLeak, access: 'token', permission: null, effect: 'read' },
  { ...putUserInsightSettings, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...getUserInsight, access: 'token', permission: null, effect: 'read' },
  { ...postUserInsight, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...postUserInsightAcknowledge, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...putUserInsightAssignee, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...postUserInsightComment, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...getAnnotations, access: 'token', permission: null, effect: 'read' },
  { ...getAnnotation, access: 'token', permission: null, effect: 'read' },
  { ...postAnnotations, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...putAnnotation, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...deleteAnnotation, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...getFigures, access: 'token', permission: null, effect: 'read' },
  { ...getRegisterEvents, access: 'token', permission: null, effect: 'read' },
  { ...postRegisterEventsOverrule, access: 'token', permission: 'batch:run', effect: 'acts' },
  { ...getReadingsThinned, access: 'token', permission: null, effect: 'read' },
  { ...getReadingsWithdrawn, access: 'token', permission: null, effect: 'read' },
  { ...getReadingsEdits, access: 'token', permission: 'readings:edit', effect: 'read' },
  { ...postReadingsPreview, access: 'token', permission: 'readings:edit', effect: 'read' },
  { ...postReadingsInterpolatePreview, access: 'token', permission: 'readings:edit', effect: 'read' },
  { ...postReadingsEdit, access: 'token', permission: 'readings:edit', effect: 'acts' },
  { ...postReadingsDelete, access: 'token', permission: 'readings:edit', effect: 'acts' },
  { ...postReadingsInterpolate, access: 'token', permission: 'readings:edit', effect: 'acts' },
  { ...postReadingsUndo, access: 'token', permission: 'readings:edit', effect: 'acts' },
  { ...getQuarantine, access: 'token', permission: 'quarantine:write', effect: 'read' },
  { ...postQuarantineRelease, access: 'token', permission: 'quarantine:write', effect: 'acts' },
  { ...postQuarantineDiscard, access: 'token', permission: 'quarantine:write', effect: 'acts' },
  { ...getWaterBalanceGraphEditor, access: 'token', permission: null, effect: 'read' },
  // The body limit admits the largest graph.
  {
    ...postWaterBalanceGraphEditor,
    access: 'token',
    permission: 'waterBalance:write',
    effect: 'acts',
    maxBodyBytes: 4 * 1024 * 1024,
    maxBodyValues: 250_000,
  },
  { ...getWaterBalanceGraphEditorVersions, access: 'token', permission: null, effect: 'read' },
  { ...postWaterBalanceGraphEditorRestore, access: 'token', permission: 'waterBalance:write', effect: 'acts' },
  { ...getAlerts, access: 'token', permission: null, effect: 'read' },
  { ...getAlertsDateRange, access: 'token', permission: null, effect: 'read' },
  { ...getAlertsByType, access: 'token', permission: null, effect: 'read' },
  { ...getAlertsUnitGraph, access: 'token', permission: null, effect: 'read' },
  { ...getAlertsAllIndustries, access: 'operator', permission: null, effect: 'read' },
  { ...postAlerts, access: 'token', permission: 'alerts:write', effect: 'acts', bodyCode: 400 },
  { ...getNotification, access: 'token', permission: null, effect: 'read' },
  { ...getNotificationRange, access: 'token', permission: null, effect: 'read' },
  { ...postNotificationRegisterPush, access: 'token', permission: null, effect: 'acts' },
  { ...getBrowsers, access: 'token', permission: null, effect: 'read' },
  { ...postBrowsers, access: 'token', permission: null, effect: 'acts' },
  { ...deleteBrowser, access: 'token', permission: null, effect: 'acts' },
  { ...postBrowserTest, access: 'token', permission: null, effect: 'acts' },
  {
    ...patchNotificationUpdateRead,
    access: 'token',
    permission: null,
    operatorPermission: 'alerts:write',
    effect: 'acts',
  },
  { ...postNotificationAssignee, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...deleteNotificationAssignee, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...patchNotificationAssignee, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...getNotifications, access: 'token', permission: null, effect: 'read' },
  {
    ...putNotificationsByNotificationIdRead,
    access: 'token',
    permission: null,
    operatorPermission: 'alerts:write',
    effect: 'acts',
  },
  { ...getAlertRules, access: 'token', permission: null, effect: 'read' },
  { ...getAlertRuleById, access: 'token', permission: null, effect: 'read' },
  { ...postAlertAcknowledge, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...putAlertAssignee, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...postAlertComment, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...postAlertSnooze, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...postAlertResolve, access: 'token', permission: 'alerts:write', effect: 'acts' },
  // The route with an id comes after the fixed names above, which would match as ids otherwise.
  { ...getAlertsByAlertId, access: 'token', permission: null, effect: 'read' },
  { ...putAlertById, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...deleteAlertById, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...openApiEndpoint('user'), access: 'public', effect: 'read' },
  { ...docsPageEndpoint('user'), access: 'public', effect: 'read' },
]);
