import { docsLoginAttempt, docsLoginForm } from '../docs/docs-login.ts';
import { docsPageEndpoint, openApiEndpoint } from '../docs/docs.ts';
import { ofSurface } from '../route-declaration.ts';
import { getAuthLogin } from './auth/login.ts';
import { getAuthRefresh } from './auth/refresh.ts';
import { getChat, postChat } from './chat.ts';
import { postAdminNotification } from './notification.ts';
import { getAdminStream } from './stream.ts';

export const ADMIN_ROUTES = ofSurface('admin', [
  { ...getAuthLogin, access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...getAuthRefresh, access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...postAdminNotification, access: 'operator', permission: null, effect: 'acts' },
  { ...getChat, access: 'operator', permission: null, effect: 'acts' },
  { ...postChat, access: 'operator', permission: null, effect: 'acts' },
  { ...getAdminStream, access: 'operator', permission: null, effect: 'read' },
  { ...docsLoginForm('admin'), access: 'public', effect: 'read', rateLimit: 'standard' },
  { ...docsLoginAttempt('admin'), access: 'public', effect: 'acts', rateLimit: 'standard' },
  { ...openApiEndpoint('admin'), access: 'docs', effect: 'read', rateLimit: 'standard' },
  { ...docsPageEndpoint('admin'), access: 'docs', effect: 'read', rateLimit: 'standard' },
]);
