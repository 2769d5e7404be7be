import { beforeAll, describe, expect, it } from 'vitest';
import { refusesUnknownParameters } from '../../../src/platform/http/known-parameters.ts';
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

async function answerWithUnknown({ document, path, method, operation }: (typeof operations)[number]) {
  const { path: address, init } = named(documentedRequest(document, path, method, operation), names);
  const credentials = isForOperators({ method, path }) ? held.operator : held.user;
  const response = await app.request(`${address}${address.includes('?') ? '&' : '?'}nobodyReads=1`, {
    ...init,
    headers: { ...credentialFor(operation, credentials), ...init.headers },
  });
  return { status: response.status, text: await response.text() };
}

describe('a parameter that an endpoint does not have', () => {
  it.each(rowsOf(operations.filter(({ route }) => refusesUnknownParameters(route))))(
    '%s refuses it, and names those that it has',
    async (_, operation) => {
      const { status, text } = await answerWithUnknown(operation);
      const known = (operation.operation.parameters ?? []).flatMap(({ name, in: place }) =>
        place === 'query' ? [name] : [],
      );
      const allowed = known.length === 0 ? 'none is allowed' : `allowed are ${known.join(', ')}`;
      expect([status, JSON.parse(text)]).toEqual([
        400,
        expect.objectContaining({
          status_code: 1403,
          message: `Invalid 'nobodyReads': is no parameter here, ${allowed}`,
        }),
      ]);
    },
  );

  it.each(['/api/external/readings', '/api/external/sources/{sourceId}', '/write', '/api/v2/write'])(
    'takes no reading away from %s',
    (path) => {
      const route = ROUTES.find((one) => one.path === path && one.method === 'post');
      expect(route === undefined || refusesUnknownParameters(route)).toBe(false);
    },
  );

  it('is told after what is absent, in the order of the specification', async () => {
    const response = await app.request('/api/user/deviceData?Date1=15/01/2026&type=DAY&category=ID_SOURCE', {
      headers: bearer(held.user.token ?? ''),
    });
    expect(await response.json()).toMatchObject({ status_code: 1403, message: "'date1' missing" });
  });

  it('is none that every request may have', async () => {
    const response = await app.request(`/api/user/units?jwt=${held.user.token}&targetIndustryId=`);
    expect(response.status).toBe(200);
  });
});
