import { beforeAll, describe, expect, it } from 'vitest';
import { refusesMisspelt } from '../../../src/platform/http/misspelt-parameters.ts';
import { SURFACES } from '../../../src/platform/http/route-terms.ts';
import { PERMISSIONS } from '../../../src/platform/login/rules/permissions.ts';
import { operationsOf } from '../../../src/platform/openapi/document.ts';
import { ROUTES } from '../../../src/service/routes/routes.ts';
import { surfaceDocument } from '../../../src/service/surface-documents.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { testContext } from '../../support/database.ts';
import { credentialFor, type Credentials, named, namesOf } from '../openapi/support/documented-client.ts';
import { documentedRequest } from '../openapi/support/documented-request.ts';
import { mintDocumentedWorks } from '../openapi/support/documented-works.ts';
import { isForOperators } from '../openapi/support/for-operators.ts';

let app: TestApp;
let names: ReadonlyMap<string, string>;
let held: { readonly operator: Credentials; readonly user: Credentials };
beforeAll(async () => {
  const context = await testContext('2026-01-16T03:00:00Z');
  app = testApp(context);
  const works = await mintDocumentedWorks(context);
  // Industries are listed with another one as the example.
  names = new Map([...namesOf(works), ['RIVERSIDE', works.industry.industryId]]);
  const permissions = Object.keys(PERMISSIONS).filter((permission) => permission !== 'admin:*');
  held = {
    operator: await login(
      app,
      await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] }),
    ),
    user: await login(app, await mintUser(context, { industryId: works.industry.industryId, permissions })),
  };
});

const operations = SURFACES.flatMap((surface) => {
  const document = surfaceDocument(surface);
  return operationsOf(document).flatMap(({ path, method, operation }) => {
    const route = ROUTES.find((one) => one.method === method && one.path === path);
    return route === undefined ? [] : [{ document, path, method, operation, route }];
  });
});
const rowsOf = (of: typeof operations) => of.map((one) => [`${one.method} ${one.path}`, one] as const);

const queryOf = ({ operation }: (typeof operations)[number]): readonly string[] =>
  (operation.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));

/** The answer to the documented request with one more parameter. */
async function answerWith({ document, path, method, operation }: (typeof operations)[number], added: string) {
  const { path: address, init } = named(documentedRequest(document, path, method, operation), names);
  const credentials = isForOperators({ method, path }) ? held.operator : held.user;
  const response = await app.request(`${address}${address.includes('?') ? '&' : '?'}${added}=1`, {
    ...init,
    headers: { ...credentialFor(operation, credentials), ...init.headers },
  });
  return (await response.json()) as { status_code: number; message: string }; // every refusal is one
}

describe('a parameter whose name differs from one of the endpoint in its case alone', () => {
  it.each(rowsOf(operations.filter((one) => refusesMisspelt(one.route) && queryOf(one).length > 0)))(
    '%s refuses it, and says how it is written',
    async (_, operation) => {
      const [meant = ''] = queryOf(operation);
      expect(await answerWith(operation, meant.toUpperCase())).toMatchObject({
        status_code: 1403,
        message: `Invalid '${meant.toUpperCase()}': is no parameter here, write ${meant}`,
      });
    },
  );

  it('is found by its hyphens and underscores, too', async () => {
    const response = await app.request('/api/user/figures?from=01/01/2026&to=02/01/2026&unit_ids=A', {
      headers: bearer(held.user.token ?? ''),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [{ field: 'unit_ids', problem: 'is no parameter here, write unitIds' }] }),
    ]);
  });

  it.each(['/api/external/readings', '/api/external/sources/{sourceId}', '/write', '/api/v2/write'])(
    'takes no reading away from %s',
    (path) => {
      const route = ROUTES.find((one) => one.path === path && one.method === 'post');
      expect(route === undefined || refusesMisspelt(route)).toBe(false);
    },
  );

  it('is told after what is absent, in the order of the specification', async () => {
    const response = await app.request('/api/user/deviceData?Date1=15/01/2026&type=DAY&category=ID_SOURCE', {
      headers: bearer(held.user.token ?? ''),
    });
    expect(await response.json()).toMatchObject({ status_code: 1403, message: "'date1' missing" });
  });
});

describe('a parameter of another product', () => {
  it('is passed over, as are those that every request may have', async () => {
    const response = await app.request(`/api/user/units?jwt=${held.user.token}&targetIndustryId=&_=1764`);
    expect(response.status).toBe(200);
  });
});
