import { z } from 'zod';
import { OPERATOR_INDUSTRY_ID } from './caller.ts';

/** Stands in `issuer` and `jwksUrl` for the tenant that logs in. */
const TENANT_PLACE = '{tid}';

/** An address without encryption is of this machine only: who changes keys on their way can log in as anybody. */
const isKeyAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname))
  );
};

const text = (allowed: string) => z.string({ error: allowed }).min(1, { error: allowed });
const listOf = (element: z.ZodType<string>, allowed: string) =>
  z.array(element, { error: allowed }).min(1, { error: allowed });
const oneOrMore = (allowed: string) =>
  z.union([text(allowed).transform((one) => [one]), listOf(text(allowed), allowed)], { error: allowed });

const shape = {
  provider: z
    .string({ error: 'must be a name of 1 to 40 characters out of a-z 0-9 _ -' })
    .regex(/^[a-z0-9_-]{1,40}$/, { error: 'must be a name of 1 to 40 characters out of a-z 0-9 _ -' }),
  kind: z.enum(['social', 'enterprise'], { error: 'must be social or enterprise' }),
  issuer: text('must be the issuer as its tokens name it'),
  audience: oneOrMore('must be the client id registered there, or a list of them'),
  jwksUrl: z
    .string({ error: 'must be an address starting with https://' })
    .refine(isKeyAddress, { error: 'must be an address starting with https:// (http:// on this machine only)' }),
  tenants: listOf(
    z.string({ error: 'must be tenant ids' }).regex(/^[\w.-]{1,100}$/, { error: 'must be tenant ids' }),
    'must be a list of tenant ids',
  ).optional(),
  industryIds: listOf(text('must be industry ids'), 'must be a list of industry ids').optional(),
  companyIndustryId: text('must be an industry id').optional(),
};

const provider = z
  .strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `may hold ${Object.keys(shape).join(', ')} only` : 'must be an object',
  })
  .superRefine((value, context) => {
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    const isEnterprise = value.kind === 'enterprise';
    if (isEnterprise && value.tenants === undefined)
      refuse('tenants', 'must list the tenant ids that may log in (kind enterprise)');
    if (isEnterprise && value.industryIds === undefined)
      refuse('industryIds', 'must list the industries whose users it may vouch for (kind enterprise)');
    if (!isEnterprise && value.tenants !== undefined) refuse('tenants', 'must be absent with kind social');
    if (!isEnterprise && value.issuer.includes(TENANT_PLACE))
      refuse('issuer', `must not hold ${TENANT_PLACE} with kind social`);
    if (!isEnterprise && value.jwksUrl.includes(TENANT_PLACE))
      refuse('jwksUrl', `must not hold ${TENANT_PLACE} with kind social`);
    if (isEnterprise && value.companyIndustryId !== undefined)
      refuse('companyIndustryId', 'must be absent with kind enterprise');
  })
  .transform(({ tenants, industryIds, companyIndustryId, ...given }): IdentityProvider => ({
    ...given,
    tenants: tenants ?? [],
    industryIds: industryIds ?? null,
    companyIndustryId: companyIndustryId ?? null,
  }));

/** A provider whose identity tokens are taken, and the users it may log in. */
export interface IdentityProvider {
  /** Name in addresses and answers, e.g. google. */
  readonly provider: string;
  /** social: accounts of people; enterprise: accounts of an organisation, which is a tenant of the provider. */
  readonly kind: 'social' | 'enterprise';
  readonly issuer: string;
  readonly audience: readonly string[];
  /** Address of the provider's signing keys. */
  readonly jwksUrl: string;
  /** Tenants that may log in; empty with kind social. */
  readonly tenants: readonly string[];
  /** Industries whose users may log in here; null (kind social only): all but INTERNAL. */
  readonly industryIds: readonly string[] | null;
  /** The designated company industry; null: none. */
  readonly companyIndustryId: string | null;
}

/** The person of an identity token, as its provider wrote it. */
export interface Identified {
  readonly provider: IdentityProvider;
  readonly email: string;
  readonly name: string;
}

/** The setting IDENTITY_PROVIDERS, already read from JSON. A tenant and a social issuer must lead to one entry only. */
export const identityProviders = z
  .array(provider, { error: 'must be a list' })
  .transform((providers, context): readonly IdentityProvider[] => {
    const taken = new Map<string, string>();
    providers.forEach(({ provider: name, kind, issuer, tenants }, index) => {
      const claim = (key: string, field: string, owner: string, problem: string): void => {
        if ((taken.get(key) ?? owner) !== owner)
          context.addIssue({ code: 'custom', path: [index, field], message: problem });
        taken.set(key, owner);
      };
      claim(`name ${name}`, 'kind', kind, `must be the same in every entry of ${name}`);
      if (kind === 'social') claim(`issuer ${issuer}`, 'issuer', String(index), 'must not be that of an earlier entry');
      for (const tid of tenants)
        claim(`tenant ${tid}`, 'tenants', String(index), `must not hold ${tid}, which an earlier entry has`);
    });
    return providers;
  });

/** Address or issuer for one tenant; unchanged for providers without tenants. */
export const forTenant = (template: string, tid: string | null): string => template.replaceAll(TENANT_PLACE, tid ?? '');

/**
 * True when a token of this tenant must name it in its claim `tid`. Where neither the issuer nor the entry tells
 * tenants apart, every other customer of the provider could sign tokens just as valid.
 */
export const mustNameTenant = (entry: Pick<IdentityProvider, 'issuer' | 'tenants'>): boolean =>
  entry.tenants.length > 1 && !entry.issuer.includes(TENANT_PLACE);

/**
 * True when the provider's word is enough to act as this industry. Spec gap: the industries of a provider are not
 * stated. An organisation answers for its own accounts, whatever address it writes into them, so it vouches for the
 * industries named for it and no others. Operators act on every industry, so INTERNAL must be named: in `industryIds`,
 * or as the designated company industry of a social provider, whose users act as that company's industry
 * (specification, Authentication 6).
 */
export const vouchesFor = (
  entry: Pick<IdentityProvider, 'industryIds' | 'companyIndustryId'>,
  industryId: string,
): boolean =>
  industryId === entry.companyIndustryId
  || (entry.industryIds === null ? industryId !== OPERATOR_INDUSTRY_ID : entry.industryIds.includes(industryId));

/**
 * The providers that a JSON text lists, or the first problem with its place: `[1].jwksUrl must be an address starting
 * with https://`.
 */
export function identityProvidersIn(
  text: string,
):
  | { readonly providers: readonly IdentityProvider[]; readonly problem?: never }
  | { readonly problem: string; readonly providers?: never } {
  const json = jsonIn(text);
  if (json === null) return { problem: 'it is not JSON' };
  const parsed = identityProviders.safeParse(json.value);
  if (parsed.success) return { providers: parsed.data };
  const [issue] = parsed.error.issues;
  const place = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return { problem: `${place} ${issue?.message ?? ''}`.trim() };
}

const jsonIn = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};
