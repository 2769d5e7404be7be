import { docsLoginAttempt, docsLoginForm } from '../docs/docs-login.ts';
import { docsPageEndpoint, openApiEndpoint } from '../docs/docs.ts';
import { ofSurface } from '../route-declaration.ts';
import { getAudit } from './audit.ts';
import { getAuthLogin } from './auth/login.ts';
import { getAuthRefresh } from './auth/refresh.ts';
import { getBathyDataProcessorCurve } from './bathyDataProcessor/curve.ts';
import { postBathyDataProcessorProcess } from './bathyDataProcessor/process.ts';
import { getChat, postChat } from './chat.ts';
import { postAdminNotification } from './notification.ts';
import { getAdminStream } from './stream.ts';
import { getAutomatedReport } from './automated/report.ts';
import { getAutomatedReportHistory } from './automated/report/history.ts';
import { postAutomatedReportResend } from './automated/report/resend.ts';

export const ADMIN_ROUTES = ofSurface('admin', [
  { ...getAuthLogin, access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...getAuthRefresh, access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...getAudit, access: 'operator', permission: 'audit:read', effect: 'read' },
  { ...postAdminNotification, access: 'operator', permission: null, effect: 'acts' },
  {
    ...postBathyDataProcessorProcess,
    access: 'operator',
    permission: 'surveys:write',
    effect: 'acts',
    body: 'streamed',
  },
  { ...getBathyDataProcessorCurve, access: 'operator', permission: null, effect: 'read' },
  { ...getChat, access: 'operator', permission: null, effect: 'acts' },
  { ...postChat, access: 'operator', permission: null, effect: 'acts', bodyCode: 400 },
  { ...getAdminStream, access: 'operator', permission: null, effect: 'read' },
  { ...getAutomatedReport, access: 'operator', permission: 'reports:send', effect: 'acts' },
  { ...getAutomatedReportHistory, access: 'operator', permission: 'reports:send', effect: 'read' },
  { ...postAutomatedReportResend, access: 'operator', permission: 'reports:send', effect: 'acts' },
  { ...docsLoginForm('admin'), access: 'public', effect: 'read', rateLimit: 'standard' },
  { ...docsLoginAttempt('admin'), access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...openApiEndpoint('admin'), access: 'docs', effect: 'read', rateLimit: 'standard' },
  { ...docsPageEndpoint('admin'), access: 'docs', effect: 'read', rateLimit: 'standard' },
]);
