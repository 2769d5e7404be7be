import { docsLoginAttempt, docsLoginForm } from '../../platform/openapi/docs-login.ts';
import { docsPageEndpoint, openApiEndpoint } from '../../platform/openapi/docs.ts';
import { ofSurface } from '../../platform/http/route-declaration.ts';
import { getArchives, postArchivedataToBlob, postArchivedataToDb } from '../../keeping/http/admin/archivedata.ts';
import { getAudit } from '../../platform/audit/http/admin/audit.ts';
import { getAuthLogin, getAuthRefresh } from '../../platform/login/http/admin/auth/login.ts';
import {
  getBathyDataProcessorCurve,
  postBathyDataProcessorProcess,
} from '../../keeping/http/admin/bathyDataProcessor.ts';
import { getChat, postChat } from '../../platform/chat/http/admin/chat.ts';
import { getAccounts, postAccount } from '../../industries/http/admin/accounts.ts';
import {
  deleteAccountById,
  getAccountById,
  patchAccountById,
  postAccountResetPassword,
} from '../../industries/http/admin/accounts/byId.ts';
import { deleteDisabled, getDisabled, postDisabled } from '../../industries/http/admin/disabled.ts';
import { adminDeviceKeys, getDeviceKeyById } from '../../readings/http/admin/deviceKeys.ts';
import { getInsights, postInsights } from '../../findings/http/admin/insights.ts';
import { postAdminNotification } from '../../alerts/http/admin/notification.ts';
import { getIndustries, postIndustry } from '../../industries/http/admin/industry.ts';
import {
  getIndustryById,
  patchIndustryById,
  postIndustryDeactivate,
  postIndustryReactivate,
} from '../../industries/http/admin/industry/byId.ts';
import { getCategoriesOfIndustry } from '../../industries/http/admin/industry/categories.ts';
import {
  deleteCategoryOfIndustry,
  getCategoryOfIndustry,
  patchCategoryOfIndustry,
  postCategoryOfIndustry,
} from '../../industries/http/admin/industry/categories/byKey.ts';
import { getUnitsOfIndustry, postUnitsOfIndustry } from '../../industries/http/admin/industry/units.ts';
import {
  getUnitOfIndustry,
  patchUnitOfIndustry,
  postUnitRestore,
  postUnitRetire,
} from '../../industries/http/admin/industry/units/byId.ts';
import { getGlobalLogs, patchGlobalLog, postGlobalLog } from '../../platform/global-logs/http/admin/globallogs.ts';
import { getValidateBatchProcessing } from '../../findings/http/admin/validate/batchProcessing.ts';
import { getValidateChecks, getValidateReverseFlow } from '../../findings/http/admin/validate/checks.ts';
import {
  getBpTrigger,
  getPlcEventStreamData,
  getRecentShiftStarts,
  getStreamBackend,
} from '../../keeping/http/admin/triggers.ts';
import { getUnitReset } from '../../keeping/http/admin/validate/unitReset.ts';
import { getMissingHours, getOfflineDevices } from '../../keeping/http/admin/offlineDevices.ts';
import { getAdminStream } from '../../platform/live/http/admin/stream.ts';
import {
  deleteUnitMeter,
  getUnitMeters,
  patchUnitMeter,
  postUnitMeter,
} from '../../industries/http/admin/units/meters.ts';
import { getAutomatedReport } from '../../reports/http/admin/automated/report.ts';
import { getStatistics } from '../../keeping/http/admin/statistics.ts';
import { getWorkspace } from '../../keeping/http/admin/workspace.ts';
import { getAutomatedReportHistory } from '../../reports/http/admin/automated/report/history.ts';
import { postAutomatedReportResend } from '../../reports/http/admin/automated/report/resend.ts';

/** Access of routes that change an industry, a unit or a category. */
const CHANGES_INDUSTRIES = { access: 'operator', permission: 'industries:write', effect: 'acts' } as const;
/** Spec gap: broadcasts and chat messages reach people, so they need a permission. */
const REACHES_PEOPLE = { access: 'operator', permission: 'operations:run', effect: 'acts' } as const;
/** Body limits of bundles, which may have thousands of units. */
const BUNDLE = { maxBodyBytes: 16 * 1024 * 1024, maxBodyValues: 500_000 } as const;

export const ADMIN_ROUTES = ofSurface('admin', [
  { ...getAuthLogin, access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...getAuthRefresh, access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...getAudit, access: 'operator', permission: 'audit:read', effect: 'read' },
  { ...getArchives, access: 'operator', permission: null, effect: 'read' },
  { ...postArchivedataToBlob, access: 'operator', permission: 'archive:write', effect: 'acts' },
  { ...postArchivedataToDb, access: 'operator', permission: 'archive:write', effect: 'acts' },
  { ...postAdminNotification, ...REACHES_PEOPLE, bodyCode: 400 },
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
  { ...adminDeviceKeys.list, access: 'operator', permission: null, effect: 'read' },
  { ...adminDeviceKeys.create, access: 'operator', permission: 'keys:write', effect: 'acts' },
  { ...getDeviceKeyById, access: 'operator', permission: null, effect: 'read' },
  { ...adminDeviceKeys.revoke, access: 'operator', permission: 'keys:write', effect: 'acts' },
  { ...adminDeviceKeys.rotate, access: 'operator', permission: 'keys:write', effect: 'acts' },
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
