import { describe, expect, it } from 'vitest';
import {
  forTenant,
  identityProviders,
  mustNameTenant,
  vouchesFor,
} from '../../../../src/platform/login/rules/identity-provider.ts';

const social = {
  provider: 'google',
  kind: 'social',
  issuer: 'https://accounts.google.com',
  audience: 'client',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
};
const enterprise = {
  provider: 'entra',
  kind: 'enterprise',
  issuer: 'https://login.example/{tid}/v2.0',
  audience: ['web', 'mobile'],
  jwksUrl: 'https://login.example/{tid}/keys',
  tenants: ['t-1', 't-2'],
  industryIds: ['ACME'],
};

const problem = (list: unknown): string => {
  const issue = identityProviders.safeParse(list).error?.issues[0];
  return issue === undefined ? 'accepted' : `${issue.path.join('.')} ${issue.message}`;
};

describe('the list of identity providers', () => {
  it('holds social and enterprise providers; one audience or several', () => {
    expect(identityProviders.parse([social, enterprise])).toEqual([
      { ...social, audience: ['client'], tenants: [], industryIds: null, companyIndustryId: null },
      { ...enterprise, companyIndustryId: null },
    ]);
  });

  it.each([
    [
      'keys over an open network',
      [{ ...social, jwksUrl: 'http://keys.example/certs' }],
      '0.jwksUrl must be an address starting with https:// (http:// on this machine only)',
    ],
    [
      'a name that only looks like this machine',
      [{ ...social, jwksUrl: 'http://127.0.0.1.example/certs' }],
      '0.jwksUrl must be an address starting with https:// (http:// on this machine only)',
    ],
    [
      'a file',
      [{ ...social, jwksUrl: 'file:///etc/keys' }],
      '0.jwksUrl must be an address starting with https:// (http:// on this machine only)',
    ],
    ['another kind', [{ ...social, kind: 'other' }], '0.kind must be social or enterprise'],
    [
      "no audience: every client's tokens would be taken",
      [{ ...social, audience: [] }],
      '0.audience must be the client id registered there, or a list of them',
    ],
    [
      'no audience',
      [{ ...social, audience: undefined }],
      '0.audience must be the client id registered there, or a list of them',
    ],
    [
      'an enterprise without tenants',
      [{ ...enterprise, tenants: undefined }],
      '0.tenants must list the tenant ids that may log in (kind enterprise)',
    ],
    ['a social provider with tenants', [{ ...social, tenants: ['t'] }], '0.tenants must be absent with kind social'],
    [
      'a social issuer per tenant',
      [{ ...social, issuer: 'https://x/{tid}' }],
      '0.issuer must not hold {tid} with kind social',
    ],
    [
      'a tenant id that would change the address',
      [{ ...enterprise, tenants: ['../x'] }],
      '0.tenants.0 must be tenant ids',
    ],
    [
      'a tenant twice',
      [enterprise, { ...enterprise, tenants: ['t-2'] }],
      '1.tenants must not hold t-2, which an earlier entry has',
    ],
    [
      'a social issuer twice',
      [social, { ...social, provider: 'other' }],
      '1.issuer must not be that of an earlier entry',
    ],
    [
      'one name of two kinds',
      [social, { ...enterprise, provider: 'google' }],
      '1.kind must be the same in every entry of google',
    ],
    [
      'an enterprise that vouches for nobody in particular',
      [{ ...enterprise, industryIds: undefined }],
      '0.industryIds must list the industries whose users it may vouch for (kind enterprise)',
    ],
    [
      'an unknown setting',
      [{ ...social, tenant: 'x' }],
      '0 may hold provider, kind, issuer, audience, jwksUrl, tenants, industryIds, companyIndustryId only',
    ],
    ['no list', { ...social }, ' must be a list'],
  ])('refuses %s', (_, list, sentence) => {
    expect(problem(list)).toBe(sentence);
  });
});

describe('a provider', () => {
  it('has addresses of its own for each tenant', () => {
    expect(forTenant('https://login.example/{tid}/keys', 't-1')).toBe('https://login.example/t-1/keys');
    expect(forTenant('https://login.example/keys', null)).toBe('https://login.example/keys');
  });

  it.each([
    ['several tenants under one issuer', { issuer: 'https://x', tenants: ['a', 'b'] }, true],
    ['an issuer per tenant', { issuer: 'https://x/{tid}', tenants: ['a', 'b'] }, false],
    ['one tenant, whose issuer it is', { issuer: 'https://x', tenants: ['a'] }, false],
  ])('with %s: tokens must name their tenant is %s', (_, entry, expected) => {
    expect(mustNameTenant(entry)).toBe(expected);
  });

  it.each([
    [{ industryIds: null, companyIndustryId: null }, 'ACME', true],
    [{ industryIds: null, companyIndustryId: null }, 'INTERNAL', false],
    [{ industryIds: ['ACME'], companyIndustryId: null }, 'ACME', true],
    [{ industryIds: ['ACME'], companyIndustryId: null }, 'OTHER', false],
    [{ industryIds: ['INTERNAL'], companyIndustryId: null }, 'INTERNAL', true],
    [{ industryIds: null, companyIndustryId: 'INTERNAL' }, 'INTERNAL', true],
    [{ industryIds: ['ACME'], companyIndustryId: 'HOME' }, 'HOME', true],
  ])('of %j vouches for %s: %s', (entry, industryId, expected) => {
    expect(vouchesFor(entry, industryId)).toBe(expected);
  });
});
