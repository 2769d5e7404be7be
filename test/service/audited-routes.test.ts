import { describe, expect, it } from 'vitest';
import type { AuditVerb } from '../../src/platform/login/rules/audit-verbs.ts';
import { operationIdOf } from '../../src/platform/openapi/describe-routes.ts';
import { ROUTES } from '../../src/service/routes/routes.ts';

/** What the audit calls each act. Tests of the acts show that their rows are written. */
const VERBS: Readonly<Record<string, readonly AuditVerb[]>> = {
  'user getBatchProcess': ['batch.range'],
  'user getBatchProcessRange': ['batch.range'],
  'user postInsightsByFindingId': ['finding.judge'],
  'user postInsightsByFindingIdAcknowledge': ['finding.acknowledge', 'finding.comment'],
  'user putInsightsByFindingIdAssignee': ['finding.assign'],
  'user postInsightsByFindingIdComments': ['finding.comment'],
  'user putInsightsSettings': ['finding.setting'],
  'user postRegisterEventsOverrule': ['register.overrule'],
  'user postReportsSubscriptions': ['subscription.create'],
  'user putReportsSubscriptionsBySubscriptionId': ['subscription.change'],
  'user deleteReportsSubscriptionsBySubscriptionId': ['subscription.remove'],
  'user postReportsSubscriptionsBySubscriptionIdPause': ['subscription.pause'],
  'user postReportsSubscriptionsBySubscriptionIdResume': ['subscription.resume'],
  'user postReportsSubscriptionsBySubscriptionIdTest': ['subscription.test'],
  'user postAnnotations': ['annotation.create'],
  'user putAnnotationsByAnnotationId': ['annotation.change'],
  'user deleteAnnotationsByAnnotationId': ['annotation.withdraw'],
  'user postReadingsEdit': ['reading.edit'],
  'user postReadingsDelete': ['reading.delete'],
  'user postReadingsInterpolate': ['reading.estimate'],
  'user postReadingsUndo': ['reading.undo'],
  'user postQuarantineRelease': ['quarantine.release'],
  'user postQuarantineDiscard': ['quarantine.discard'],
  'user postWaterBalanceGraphEditor': ['graph.save'],
  'user postWaterBalanceGraphEditorRestore': ['graph.restore'],
  'user postAccounts': ['account.create', 'account.password'],
  'user patchAccountsByUserId': ['account.change'],
  'user deleteAccountsByUserId': ['account.remove'],
  'user putAccountsByUserIdDisabled': ['account.disable', 'account.enable'],
  'user postAccountsByUserIdResetPassword': ['account.password'],
  'user postAlerts': ['rule.create', 'alert.dispatch'],
  'user postAlertsByAlertIdAcknowledge': ['alert.acknowledge', 'alert.comment'],
  'user putAlertsByAlertIdAssignee': ['alert.assign', 'alert.comment'],
  'user postAlertsByAlertIdComments': ['alert.comment'],
  'user postAlertsByAlertIdSnooze': ['alert.snooze'],
  'user postAlertsByAlertIdResolve': ['alert.resolve'],
  'user putAlertsByAlertId': ['rule.change'],
  'user deleteAlertsByAlertId': ['rule.remove'],
  // Of another industry. What people read themselves leaves no row.
  'user patchNotificationUpdateRead': ['notification.read'],
  'user putNotificationsByNotificationIdRead': ['notification.read'],
  'user postNotificationAssignee': ['notification.assign'],
  'user deleteNotificationAssignee': ['notification.unassign'],
  'user patchNotificationAssignee': ['notification.resolve'],
  'admin postArchivedataToBlob': ['archive.write', 'archive.seal'],
  'admin postArchivedataToDb': ['archive.restore', 'archive.remove'],
  'admin postNotification': ['notification.broadcast'],
  'admin postBathyDataProcessorProcess': ['survey.process'],
  'admin patchGloballogs': ['log.change'],
  // Validators act by what they post. What they answer is only read.
  'admin getValidateBatchProcessing': ['chat.post'],
  'admin getValidateReverseFlow': ['chat.post'],
  'admin getValidateChecks': ['chat.post'],
  'admin getChat': ['chat.post'],
  'admin postChat': ['chat.post'],
  'admin getValidateUnitReset': ['unit.reset'],
  'admin getBpTriggerTrigger': ['trigger.batch'],
  'admin getPlcEventStreamData': ['event.test'],
  'admin getShiftMonitoringRecentShiftStarts': ['trigger.shifts'],
  'admin postIndustry': ['industry.provision'],
  'admin patchIndustryByIndustryId': ['industry.change'],
  'admin postIndustryByIndustryIdDeactivate': ['industry.deactivate'],
  'admin postIndustryByIndustryIdReactivate': ['industry.reactivate'],
  'admin postIndustryByIndustryIdUnits': ['unit.create', 'unit.change'],
  'admin patchIndustryByIndustryIdUnitsByUnitId': ['unit.change'],
  'admin postIndustryByIndustryIdUnitsByUnitIdRetire': ['unit.retire'],
  'admin postIndustryByIndustryIdUnitsByUnitIdRestore': ['unit.restore'],
  'admin postIndustryByIndustryIdCategoriesByGenerationByCategoryKey': ['category.create'],
  'admin patchIndustryByIndustryIdCategoriesByGenerationByCategoryKey': ['category.change'],
  'admin deleteIndustryByIndustryIdCategoriesByGenerationByCategoryKey': ['category.remove'],
  'admin postInsights': ['insights.compute'],
  'admin postAccounts': ['account.create'],
  'admin patchAccountsByUserId': ['account.change'],
  'admin postAccountsByUserIdResetPassword': ['account.password'],
  'admin deleteAccountsByUserId': ['account.remove'],
  'admin postDisabled': ['account.disable'],
  'admin deleteDisabled': ['account.enable'],
  'admin postDeviceKeys': ['key.create'],
  'admin deleteDeviceKeysByKeyId': ['key.revoke'],
  'admin postDeviceKeysByKeyIdRotate': ['key.rotate'],
  'admin postUnitsByUnitIdMeters': ['meter.install'],
  'admin patchUnitsByUnitIdMetersByMeterId': ['meter.change'],
  'admin deleteUnitsByUnitIdMetersByMeterId': ['meter.remove'],
  'admin getAutomatedReport': ['report.send'],
  'admin postAutomatedReportResend': ['report.resend'],
  // Of readings of another industry. What an industry sends itself keeps where it came from.
  'external postReadings': ['reading.send'],
  'external postApiV2Write': ['reading.send'],
  'external postWrite': ['reading.send'],
  'external postWaterRatio': ['ratio.create'],
  'external putWaterRatio': ['ratio.change'],
};

const OF_SELF = 'It concerns nobody but the caller, also where an operator names an industry.';
/** Acts without a row, each with its reason. */
const WITHOUT_ROW: Readonly<Record<string, string>> = {
  'user postLogout': OF_SELF,
  'user putUser': OF_SELF,
  'user postUserChangePassword': OF_SELF,
  'user deleteSessions': OF_SELF,
  'user deleteSessionsBySessionId': OF_SELF,
  'user postNotificationRegisterPush': OF_SELF,
  'admin postGloballogs': 'It writes an entry and nothing else, and the entry stays as the record of it.',
};

describe('a route that acts, with a token or open to all', () => {
  it('has a verb in the audit, or a reason to have none', () => {
    const acting = ROUTES.filter(
      (route) =>
        route.effect === 'acts' && (route.access === 'operator' || route.access === 'open' || route.access === 'token'),
    ).map((route) => `${route.surface} ${operationIdOf(route)}`);
    expect([...Object.keys(VERBS), ...Object.keys(WITHOUT_ROW)].toSorted()).toEqual(acting.toSorted());
  });
});
