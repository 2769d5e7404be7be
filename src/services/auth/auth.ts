import type { Context } from '../../context.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { findIndustry } from '../../store/industries.ts';
import { authenticate } from './authenticate.ts';
import type { AuthDependencies } from './dependencies.ts';
import { createIndustryCache } from './industry-cache.ts';
import { type Device, type Login, loginToDocs, loginWithPassword, opensDocs } from './login.ts';
import { logout } from './logout.ts';
import { type Refreshed, refresh } from './refresh.ts';
import { createTokens } from './tokens.ts';

/** The use cases of this folder, bound to one database and one set of secrets. */
export interface AuthService {
  authenticate(token: string | null, targetIndustryId: string | null): Promise<Caller>;
  loginWithPassword(name: string, password: string, device: Device): Promise<Login>;
  loginToDocs(name: string, password: string, surface: 'admin' | 'external'): Promise<{ token: string; lifetimeSeconds: number }>;
  opensDocs(token: string, surface: 'admin' | 'external'): Promise<boolean>;
  refresh(token: string | null): Promise<Refreshed>;
  logout(accessToken: string): Promise<void>;
}

/** @param secrets the first signs, all verify; never empty. */
export function createAuth(context: Pick<Context, 'database' | 'clock' | 'log'>, secrets: readonly string[]): AuthService {
  const dependencies: AuthDependencies = {
    context,
    tokens: createTokens(secrets, context.clock),
    industries: createIndustryCache((industryId) => findIndustry(context.database, industryId, context.clock.now()), () => context.clock.now()),
  };
  return {
    authenticate: (token, targetIndustryId) => authenticate(dependencies, token, targetIndustryId),
    loginWithPassword: (name, password, device) => loginWithPassword(dependencies, name, password, device),
    loginToDocs: (name, password, surface) => loginToDocs(dependencies, name, password, surface),
    opensDocs: (token, surface) => opensDocs(dependencies, token, surface),
    refresh: (token) => refresh(dependencies, token),
    logout: (accessToken) => logout(dependencies, accessToken),
  };
}
