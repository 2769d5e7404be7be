import { docsPageEndpoint, openApiEndpoint } from '../docs/docs.ts';
import { ofSurface } from '../route-declaration.ts';
import { postAlertsBacktest } from './alerts/backtest.ts';
import { getAlertsNightFlow } from './alerts/nightFlow.ts';
import { postAlerts } from './alerts/dispatch.ts';
import { deleteAlertById, putAlertById } from './alerts/byId.ts';
import { postAlertAcknowledge, postAlertResolve, postAlertSnooze } from './alerts/handling.ts';
import { getAlertRuleById, getAlertRules } from './alerts/rules.ts';
import { getAlerts } from './alerts.ts';
import { getAlertsByAlertId } from './alerts/alert.ts';
import { getAlertsAllIndustries } from './alerts/allIndustries.ts';
import { getAlertsByType } from './alerts/byType.ts';
import { getAlertsDateRange } from './alerts/dateRange.ts';
import { getAlertsUnitGraph } from './alerts/unitGraph.ts';
import { getBatchProcess } from './batchProcess.ts';
import { getBatchProcessRange, NO_INDUSTRY } from './batchProcess/range.ts';
import { getChanges } from './changes.ts';
import { getDeviceData } from './deviceData.ts';
import { getDeviceDataV2 } from './deviceDataV2.ts';
import { getDeviceDataV2Compare } from './deviceDataV2/compare.ts';
import { getExplain } from './explain.ts';
import { getCompleteness } from './completeness.ts';
import { getCategories } from './categories.ts';
import { getFigures } from './figures.ts';
import { getGranularData } from './granularData.ts';
import { getUserInsights, postUserInsight } from './insights.ts';
import { getLandingPage } from './landingPage.ts';
import { postLogin } from './login.ts';
import { postLogout } from './logout.ts';
import { getNotification } from './notification.ts';
import {
  deleteNotificationAssignee,
  patchNotificationAssignee,
  postNotificationAssignee,
} from './notification/assignee.ts';
import { postNotificationRegisterPush } from './notification/register/push.ts';
import { patchNotificationUpdateRead } from './notification/updateRead.ts';
import { getNotificationRange } from './notificationRange.ts';
import { getNotifications } from './notifications.ts';
import { putNotificationsByNotificationIdRead } from './notifications/read.ts';
import { postOtpSend } from './otp/send.ts';
import { postOtpVerify } from './otp/verify.ts';
import { getQuarantine, postQuarantineDiscard, postQuarantineRelease } from './quarantine.ts';
import {
  getReadingsEdits,
  postReadingsDelete,
  postReadingsEdit,
  postReadingsInterpolate,
  postReadingsUndo,
} from './readings/edits.ts';
import { getOverview } from './overview.ts';
import { getReadingsThinned } from './readings/thinned.ts';
import { postPasswordForgot } from './password/forgot.ts';
import { getPasswordForm, postPasswordForm } from './password/form.ts';
import { postPasswordReset } from './password/reset.ts';
import { postRefresh } from './refresh.ts';
import { postRefreshToken } from './refreshToken.ts';
import { getRegisterEvents } from './registerEvents.ts';
import { postRegisterEventsOverrule } from './registerEvents/overrule.ts';
import { getReport, postReport } from './report.ts';
import { getReportHistory } from './report/history.ts';
import { getReportServices } from './report/services.ts';
import { getReportJobsByJobId, getReportJobsByJobIdFile } from './report/jobs.ts';
import { deleteSessions, deleteSessionsBySessionId, getSessions } from './sessions.ts';
import { postSsoByProvider } from './sso/provider.ts';
import { getStaleDays } from './staleDays.ts';
import { getStream } from './stream.ts';
import { getSummaryPage } from './summaryPage.ts';
import { getUnits } from './units.ts';
import { getYearlyTrend } from './yearlyTrend.ts';
import { getUser, putUser } from './user.ts';
import { postUserChangePassword } from './user/changePassword.ts';
import { getUserLogin } from './user/login.ts';
import { getWaterBalance } from './waterBalance.ts';
import { getWaterBalanceData } from './waterBalance/data.ts';
import { getWaterBalanceDiagramSvg } from './waterBalance/diagram.ts';
import { getWaterBalanceGraphEditor, postWaterBalanceGraphEditor } from './waterBalance/graphEditor.ts';
import { postWaterBalanceGraphEditorRestore } from './waterBalance/graphEditor/restore.ts';
import { getWaterBalanceGraphEditorVersions } from './waterBalance/graphEditor/versions.ts';

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
  // Public: they take the refresh token, which is checked by their service.
  { ...postRefreshToken, access: 'public', effect: 'acts' },
  { ...postRefresh, access: 'public', effect: 'acts' },
  { ...postLogout, access: 'token', permission: null, effect: 'acts' },
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
  { ...getSummaryPage, access: 'token', permission: null, effect: 'read' },
  { ...getYearlyTrend, access: 'token', permission: null, effect: 'read' },
  { ...getReportJobsByJobIdFile, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getReportJobsByJobId, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getReportServices, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getReportHistory, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getReport, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...postReport, access: 'token', permission: 'reports:read', effect: 'read' },
  { ...getWaterBalance, access: 'token', permission: null, effect: 'read' },
  { ...getWaterBalanceData, access: 'token', permission: null, effect: 'read' },
  { ...getWaterBalanceDiagramSvg, access: 'token', permission: null, effect: 'read' },
  { ...getAlertsNightFlow, access: 'token', permission: null, effect: 'read' },
  { ...postAlertsBacktest, access: 'token', permission: 'alerts:write', effect: 'read' },
  { ...getCompleteness, access: 'token', permission: null, effect: 'read' },
  { ...getStaleDays, access: 'token', permission: null, effect: 'read' },
  { ...getExplain, access: 'token', permission: null, effect: 'read' },
  { ...getUnits, access: 'token', permission: null, effect: 'read' },
  { ...getCategories, access: 'token', permission: null, effect: 'read' },
  { ...getUserInsights, access: 'token', permission: null, effect: 'read' },
  { ...postUserInsight, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...getFigures, access: 'token', permission: null, effect: 'read' },
  { ...getRegisterEvents, access: 'token', permission: null, effect: 'read' },
  { ...postRegisterEventsOverrule, access: 'token', permission: 'batch:run', effect: 'acts' },
  { ...getReadingsThinned, access: 'token', permission: null, effect: 'read' },
  { ...getReadingsEdits, access: 'token', permission: 'readings:edit', effect: 'read' },
  { ...postReadingsEdit, access: 'token', permission: 'readings:edit', effect: 'acts' },
  { ...postReadingsDelete, access: 'token', permission: 'readings:edit', effect: 'acts' },
  { ...postReadingsInterpolate, access: 'token', permission: 'readings:edit', effect: 'acts' },
  { ...postReadingsUndo, access: 'token', permission: 'readings:edit', effect: 'acts' },
  { ...getQuarantine, access: 'token', permission: 'quarantine:write', effect: 'read' },
  { ...postQuarantineRelease, access: 'token', permission: 'quarantine:write', effect: 'acts' },
  { ...postQuarantineDiscard, access: 'token', permission: 'quarantine:write', effect: 'acts' },
  { ...getWaterBalanceGraphEditor, access: 'token', permission: null, effect: 'read' },
  // As large as the largest graph.
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
  { ...postAlertSnooze, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...postAlertResolve, access: 'token', permission: 'alerts:write', effect: 'acts' },
  // After the names above, which would be ids otherwise.
  { ...getAlertsByAlertId, access: 'token', permission: null, effect: 'read' },
  { ...putAlertById, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...deleteAlertById, access: 'token', permission: 'alerts:write', effect: 'acts' },
  { ...openApiEndpoint('user'), access: 'public', effect: 'read' },
  { ...docsPageEndpoint('user'), access: 'public', effect: 'read' },
]);
