import { docsLoginAttempt, docsLoginForm } from '../docs/docs-login.ts';
import { docsPageEndpoint, openApiEndpoint } from '../docs/docs.ts';
import { ofSurface } from '../route-declaration.ts';
import { getArchives } from './archivedata.ts';
import { postArchivedataToBlob } from './archivedata/toBlob.ts';
import { postArchivedataToDb } from './archivedata/toDb.ts';
import { getAudit } from './audit.ts';
import { getAuthLogin } from './auth/login.ts';
import { getAuthRefresh } from './auth/refresh.ts';
import { getBathyDataProcessorCurve } from './bathyDataProcessor/curve.ts';
import { postBathyDataProcessorProcess } from './bathyDataProcessor/process.ts';
import { getChat, postChat } from './chat.ts';
import { getAccounts, postAccount } from './accounts.ts';
import { deleteAccountById, getAccountById, patchAccountById, postAccountResetPassword } from './accounts/byId.ts';
import { deleteDisabled, getDisabled, postDisabled } from './disabled.ts';
import { getDeviceKeys, postDeviceKey } from './deviceKeys.ts';
import { deleteDeviceKeyById, getDeviceKeyById, postDeviceKeyRotate } from './deviceKeys/byId.ts';
import { getInsights, postInsights } from './insights.ts';
import { postAdminNotification } from './notification.ts';
import { getIndustries, postIndustry } from './industry.ts';
import { getIndustryById, patchIndustryById } from './industry/byId.ts';
import { getCategoriesOfIndustry } from './industry/categories.ts';
import {
  deleteCategoryOfIndustry,
  getCategoryOfIndustry,
  patchCategoryOfIndustry,
  postCategoryOfIndustry,
} from './industry/categories/byKey.ts';
import { postIndustryDeactivate } from './industry/deactivate.ts';
import { postIndustryReactivate } from './industry/reactivate.ts';
import { getUnitsOfIndustry, postUnitsOfIndustry } from './industry/units.ts';
import { getUnitOfIndustry, patchUnitOfIndustry } from './industry/units/byId.ts';
import { postUnitRestore } from './industry/units/restore.ts';
import { postUnitRetire } from './industry/units/retire.ts';
import { getBpTrigger } from './bpTrigger/trigger.ts';
import { getGlobalLogs, patchGlobalLog, postGlobalLog } from './globallogs.ts';
import { getPlcEventStreamData } from './plcEventStream/data.ts';
import { getRecentShiftStarts } from './shift-monitoring/recentShiftStarts.ts';
import { getValidateBatchProcessing } from './validate/batchProcessing.ts';
import { getValidateChecks } from './validate/checks.ts';
import { getValidateReverseFlow } from './validate/reverseFlow.ts';
import { getStreamBackend } from './validate/streamBackend.ts';
import { getUnitReset } from './validate/unitReset.ts';
import { getMissingHours } from './offlineDevices/batchProcessingInterpolation.ts';
import { getOfflineDevices } from './offlineDevices/offline.ts';
import { getAdminStream } from './stream.ts';
import { getUnitMeters, postUnitMeter } from './units/meters.ts';
import { deleteUnitMeter, patchUnitMeter } from './units/meters/byId.ts';
import { getAutomatedReport } from './automated/report.ts';
import { getStatistics } from './statistics.ts';
import { getWorkspace } from './workspace.ts';
import { getAutomatedReportHistory } from './automated/report/history.ts';
import { postAutomatedReportResend } from './automated/report/resend.ts';

/** Whatever changes an industry, a unit or a category. */
const CHANGES_INDUSTRIES = { access: 'operator', permission: 'industries:write', effect: 'acts' } as const;
/** Spec gap: broadcasts and chat messages reach people, so they need a permission. */
const REACHES_PEOPLE = { access: 'operator', permission: 'operations:run', effect: 'acts' } as const;
/** Bundles of thousands of units. */
const BUNDLE = { maxBodyBytes: 16 * 1024 * 1024, maxBodyValues: 500_000 } as const;

export const ADMIN_ROUTES = ofSurface('admin', [
  { ...getAuthLogin, access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...getAuthRefresh, access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...getAudit, access: 'operator', permission: 'audit:read', effect: 'read' },
  { ...getArchives, access: 'operator', permission: null, effect: 'read' },
  { ...postArchivedataToBlob, access: 'operator', permission: 'archive:write', effect: 'acts' },
  { ...postArchivedataToDb, access: 'operator', permission: 'archive:write', effect: 'acts' },
  { ...postAdminNotification, ...REACHES_PEOPLE },
  {
    ...postBathyDataProcessorProcess,
    access: 'operator',
    permission: 'surveys:write',
    effect: 'acts',
    body: 'streamed',
  },
  { ...getBathyDataProcessorCurve, access: 'operator', permission: null, effect: 'read' },
  { ...getStatistics, access: 'operator', permission: null, effect: 'read' },
  { ...getWorkspace, access: 'operator', permission: null, effect: 'read' },
  { ...getOfflineDevices, access: 'operator', permission: null, effect: 'read' },
  { ...getMissingHours, access: 'operator', permission: null, effect: 'read' },
  { ...postGlobalLog, access: 'open', effect: 'acts', maxBodyBytes: 8192 },
  { ...getGlobalLogs, access: 'operator', permission: null, effect: 'read' },
  { ...patchGlobalLog, access: 'operator', permission: 'operations:run', effect: 'acts' },
  { ...getValidateBatchProcessing, access: 'operator', permission: 'operations:run', effect: 'acts' },
  { ...getValidateReverseFlow, access: 'operator', permission: 'operations:run', effect: 'acts' },
  { ...getValidateChecks, access: 'operator', permission: 'operations:run', effect: 'acts' },
  { ...getStreamBackend, access: 'operator', permission: null, effect: 'read' },
  { ...getUnitReset, access: 'open', effect: 'acts' },
  { ...getPlcEventStreamData, access: 'operator', permission: 'operations:run', effect: 'acts' },
  { ...getRecentShiftStarts, access: 'operator', permission: 'operations:run', effect: 'acts' },
  { ...getBpTrigger, access: 'open', effect: 'acts' },
  { ...getChat, access: 'operator', permission: 'operations:run', effect: 'acts' },
  { ...postChat, ...REACHES_PEOPLE, bodyCode: 400 },
  { ...getIndustries, access: 'operator', permission: null, effect: 'read' },
  { ...postIndustry, ...CHANGES_INDUSTRIES, ...BUNDLE },
  { ...getIndustryById, access: 'operator', permission: null, effect: 'read' },
  { ...patchIndustryById, ...CHANGES_INDUSTRIES },
  { ...postIndustryDeactivate, ...CHANGES_INDUSTRIES },
  { ...postIndustryReactivate, ...CHANGES_INDUSTRIES },
  { ...getUnitsOfIndustry, access: 'operator', permission: null, effect: 'read' },
  { ...postUnitsOfIndustry, ...CHANGES_INDUSTRIES },
  { ...getUnitOfIndustry, access: 'operator', permission: null, effect: 'read' },
  { ...patchUnitOfIndustry, ...CHANGES_INDUSTRIES },
  { ...postUnitRetire, ...CHANGES_INDUSTRIES },
  { ...postUnitRestore, ...CHANGES_INDUSTRIES },
  { ...getCategoriesOfIndustry, access: 'operator', permission: null, effect: 'read' },
  { ...getCategoryOfIndustry, access: 'operator', permission: null, effect: 'read' },
  { ...postCategoryOfIndustry, ...CHANGES_INDUSTRIES },
  { ...patchCategoryOfIndustry, ...CHANGES_INDUSTRIES },
  { ...deleteCategoryOfIndustry, ...CHANGES_INDUSTRIES },
  { ...getInsights, access: 'operator', permission: null, effect: 'read' },
  { ...postInsights, access: 'operator', permission: 'operations:run', effect: 'acts' },
  { ...getAdminStream, access: 'operator', permission: null, effect: 'read' },
  { ...getAccounts, access: 'operator', permission: null, effect: 'read' },
  { ...postAccount, access: 'operator', permission: 'accounts:write', effect: 'acts' },
  { ...getAccountById, access: 'operator', permission: null, effect: 'read' },
  { ...patchAccountById, access: 'operator', permission: 'accounts:write', effect: 'acts' },
  { ...postAccountResetPassword, access: 'operator', permission: 'accounts:write', effect: 'acts' },
  { ...deleteAccountById, access: 'operator', permission: 'accounts:write', effect: 'acts' },
  { ...getDisabled, access: 'operator', permission: null, effect: 'read' },
  { ...postDisabled, access: 'operator', permission: 'accounts:write', effect: 'acts' },
  { ...deleteDisabled, access: 'operator', permission: 'accounts:write', effect: 'acts' },
  { ...getDeviceKeys, access: 'operator', permission: null, effect: 'read' },
  { ...postDeviceKey, access: 'operator', permission: 'keys:write', effect: 'acts' },
  { ...getDeviceKeyById, access: 'operator', permission: null, effect: 'read' },
  { ...deleteDeviceKeyById, access: 'operator', permission: 'keys:write', effect: 'acts' },
  { ...postDeviceKeyRotate, access: 'operator', permission: 'keys:write', effect: 'acts' },
  { ...getUnitMeters, access: 'operator', permission: null, effect: 'read' },
  { ...postUnitMeter, access: 'operator', permission: 'industries:write', effect: 'acts' },
  { ...patchUnitMeter, access: 'operator', permission: 'industries:write', effect: 'acts' },
  { ...deleteUnitMeter, access: 'operator', permission: 'industries:write', effect: 'acts' },
  { ...getAutomatedReport, access: 'operator', permission: 'reports:send', effect: 'acts' },
  { ...getAutomatedReportHistory, access: 'operator', permission: 'reports:send', effect: 'read' },
  { ...postAutomatedReportResend, access: 'operator', permission: 'reports:send', effect: 'acts' },
  { ...docsLoginForm('admin'), access: 'public', effect: 'read', rateLimit: 'standard' },
  { ...docsLoginAttempt('admin'), access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...openApiEndpoint('admin'), access: 'docs', effect: 'read', rateLimit: 'standard' },
  { ...docsPageEndpoint('admin'), access: 'docs', effect: 'read', rateLimit: 'standard' },
]);
