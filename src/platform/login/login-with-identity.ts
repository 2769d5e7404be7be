import { OPERATOR_INDUSTRY_ID } from './rules/caller.ts';
import { type Identified, type IdentityProvider, vouchesFor } from './rules/identity-provider.ts';
import { missing, ServiceError } from '../../kernel/errors.ts';
import { findUserByEmail, type LoginUser } from './store/users.ts';
import type { AuthDependencies } from './dependencies.ts';
import { InvalidCredentials, NotRegistered } from './errors.ts';
import { type Device, issueLogin, type Login, requireNotDisabled } from './login.ts';

/** An identity token as it came, and the tenant named beside it; null: absent. */
interface Credential {
  readonly token: string;
  readonly tid: string | null;
}

/**
 * Login of type SSO: the identity token of an organisation's account.
 * @throws ServiceError 1403 without tid, 1404 a tid that is nobody's, 420 disabled, 503 keys out of reach;
 * InvalidCredentials (1401); NotRegistered (1402).
 */
export async function loginWithTenant(
  dependencies: AuthDependencies,
  { token, tid }: Credential,
  device: Device,
): Promise<Login> {
  const identified = await dependencies.identityTokens.identify(
    token,
    providerOfTenant(dependencies.providers, tid),
    tid,
  );
  return issueLogin(dependencies, await userOf(dependencies, identified), device, { loginType: 'SSO' });
}

/**
 * Login of type SOCIAL: the identity token of a person's account; its issuer tells the provider.
 * @throws ServiceError 400 when no social provider is enabled, 420, 503; InvalidCredentials (1401); NotRegistered
 * (1402).
 */
export async function loginWithSocial(dependencies: AuthDependencies, token: string, device: Device): Promise<Login> {
  const social = dependencies.providers.filter(({ kind }) => kind === 'social');
  if (social.length === 0) throw new ServiceError(400, 'Login type SOCIAL is not enabled on this server');
  const provider = dependencies.identityTokens.issuerOf(token, social);
  if (provider === null) throw new InvalidCredentials();
  const identified = await dependencies.identityTokens.identify(token, provider, null);
  return issueLogin(dependencies, await userOf(dependencies, identified), device, { loginType: 'SOCIAL' });
}

/**
 * Login by the provider's name.
 * @throws ServiceError 404 for a name that is not enabled, and the errors of the two logins above.
 */
export async function loginWithProvider(
  dependencies: AuthDependencies,
  name: string,
  credential: Credential,
  device: Device,
): Promise<Login> {
  const providers = dependencies.providers.filter(({ provider }) => provider === name.toLowerCase());
  const [first] = providers;
  if (first === undefined) throw new ServiceError(404, `The identity provider '${name}' is not enabled on this server`);
  const narrowed = { ...dependencies, providers };
  return first.kind === 'enterprise'
    ? loginWithTenant(narrowed, credential, device)
    : loginWithSocial(narrowed, credential.token, device);
}

/**
 * Single sign-on of operators (specification, Admin: authentication).
 * @throws ServiceError 1403 without tid, 1404 a tid that may not vouch for operators, 420, 503; InvalidCredentials
 * (1401) also when the account belongs to no admin user.
 */
export async function loginOperator(
  dependencies: AuthDependencies,
  { token, tid }: Credential,
  device: Device,
): Promise<Login> {
  const provider = providerOfTenant(
    dependencies.providers.filter((entry) => vouchesFor(entry, OPERATOR_INDUSTRY_ID)),
    tid,
  );
  const { email } = await dependencies.identityTokens.identify(token, provider, tid);
  const user = await findUserByEmail(dependencies.context.database, email);
  if (user === null || user.industryId !== OPERATOR_INDUSTRY_ID || user.role !== 'admin')
    throw new InvalidCredentials('No admin user for this account');
  requireNotDisabled(user);
  return issueLogin(dependencies, user, device, { loginType: 'sso', ...(tid === null ? {} : { tid }) });
}

function providerOfTenant(providers: readonly IdentityProvider[], tid: string | null): IdentityProvider {
  if (tid === null) throw missing('tid');
  const provider = providers.find(({ tenants }) => tenants.includes(tid));
  if (provider === undefined)
    throw new ServiceError(1404, 'Invalid tenant id', [
      { field: 'tid', problem: 'is not a tenant that may log in here' },
    ]);
  return provider;
}

async function userOf({ context }: AuthDependencies, identified: Identified): Promise<LoginUser> {
  const user = await findUserByEmail(context.database, identified.email);
  if (user === null || !vouchesFor(identified.provider, user.industryId)) throw new NotRegistered(identified);
  requireNotDisabled(user);
  return user;
}
