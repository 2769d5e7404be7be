import type { Channel } from '../channels/channel.ts';
import type { Context } from '../../context.ts';
import type { Caller } from './rules/caller.ts';
import { hashPassword, verifyPassword } from './rules/password.ts';
import type { ServiceError } from '../../kernel/errors.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { findIndustry } from '../directory/store/industries.ts';
import { findUserForLogin } from './store/users.ts';
import { createKnownNetworks } from '../limits/known-networks.ts';
import type { Limiter } from '../limits/limiter.ts';
import { authenticate } from './authenticate.ts';
import type { AuthDependencies, Passwords } from './dependencies.ts';
import { tokenProblems, type TokenInUse } from './token-status.ts';
import { createIdentityTokens } from './identity-tokens.ts';
import { createIndustryCache } from './industry-cache.ts';
import { type Device, type Login, loginToDocs, loginWithPassword, opensDocs } from './login.ts';
import { createLoginAttempts } from './login-attempts.ts';
import {
  type Credential,
  loginOperator,
  loginWithProvider,
  loginWithSocial,
  loginWithTenant,
} from './login-with-identity.ts';
import { loginWithOtp, sendOtp } from './login-with-otp.ts';
import { logout } from './logout.ts';
import { type Refreshed, refresh, refreshOperator } from './refresh.ts';
import { createTokens } from './tokens.ts';

/** The use cases of this folder, bound to one database and one set of secrets. */
export interface AuthService {
  authenticate(token: string | null, targetIndustryId: string | null): Promise<Caller>;
  tokenProblems(tokens: readonly TokenInUse[]): Promise<(ServiceError | null)[]>;
  loginWithPassword(name: string, password: string, device: Device): Promise<Login>;
  loginWithTenant(credential: Credential, device: Device): Promise<Login>;
  loginWithSocial(token: string, device: Device): Promise<Login>;
  loginWithProvider(provider: string, credential: Credential, device: Device): Promise<Login>;
  loginOperator(credential: Credential, device: Device): Promise<Login>;
  sendOtp(phone: string, clientNetwork: string): Promise<{ sentAt: EpochMillis }>;
  loginWithOtp(phone: string, code: string, sentAt: EpochMillis | null, device: Device): Promise<Login>;
  loginToDocs(
    name: string,
    password: string,
    surface: 'admin' | 'external',
    clientNetwork: string,
  ): Promise<{ token: string; lifetimeSeconds: number }>;
  opensDocs(token: string, surface: 'admin' | 'external'): Promise<boolean>;
  refresh(token: string | null): Promise<Refreshed>;
  refreshOperator(token: string | null): Promise<Refreshed>;
  logout(accessToken: string): Promise<void>;
}

/** What only the composition root makes. `secrets`: the first signs, all verify; never empty. */
interface AuthParts {
  readonly secrets: readonly string[];
  readonly limiter: Limiter;
  readonly sms: Channel;
  readonly passwords?: Passwords;
}

export function createAuth(
  context: Pick<Context, 'database' | 'clock' | 'log' | 'config'>,
  { secrets, limiter, sms, passwords = { hash: hashPassword, verify: verifyPassword } }: AuthParts,
): AuthService {
  const dependencies: AuthDependencies = {
    context,
    secrets,
    tokens: createTokens(secrets, context.clock),
    industries: createIndustryCache(
      (industryId) => findIndustry(context.database, industryId, context.clock.now()),
      () => context.clock.now(),
    ),
    providers: context.config.identityProviders,
    identityTokens: createIdentityTokens(context),
    limiter,
    networks: createKnownNetworks(context, secrets),
    sms,
    passwords,
  };
  const attempt = createLoginAttempts(
    limiter,
    dependencies.networks,
    async (name) => (await findUserForLogin(context.database, name))?.userKey ?? null,
    context.log,
  );
  return {
    authenticate: (token, targetIndustryId) => authenticate(dependencies, token, targetIndustryId),
    tokenProblems: (tokens) => tokenProblems(dependencies, tokens),
    loginWithPassword: (name, password, device) =>
      attempt(name, device.clientNetwork, () => loginWithPassword(dependencies, name, password, device)),
    loginWithTenant: (credential, device) => loginWithTenant(dependencies, credential, device),
    loginWithSocial: (token, device) => loginWithSocial(dependencies, token, device),
    loginWithProvider: (provider, credential, device) => loginWithProvider(dependencies, provider, credential, device),
    loginOperator: (credential, device) => loginOperator(dependencies, credential, device),
    sendOtp: (phone, clientNetwork) => sendOtp(dependencies, phone, clientNetwork),
    loginWithOtp: (phone, code, sentAt, device) => loginWithOtp(dependencies, phone, code, sentAt, device),
    loginToDocs: (name, password, surface, clientNetwork) =>
      attempt(name, clientNetwork, () => loginToDocs(dependencies, name, password, surface)),
    opensDocs: (token, surface) => opensDocs(dependencies, token, surface),
    refresh: (token) => refresh(dependencies, token),
    refreshOperator: (token) => refreshOperator(dependencies, token),
    logout: (accessToken) => logout(dependencies, accessToken),
  };
}
