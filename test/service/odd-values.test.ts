import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, type Operation, type Parameter } from '../../src/platform/openapi/document.ts';
import { surfaceDocument } from '../../src/service/surface-documents.ts';
import { SURFACES } from '../../src/platform/http/route-terms.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { valuesFor } from '../support/property-runs.ts';
import {
  credentialFor,
  type Credentials,
  named,
  namesOf,
  SHOWN,
} from '../platform/openapi/support/documented-client.ts';
import { isForOperators } from '../platform/openapi/support/for-operators.ts';
import { type DocumentedRequest, documentedRequest } from '../platform/openapi/support/documented-request.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../platform/openapi/support/documented-works.ts';
import { login, mintUser, testApp, type TestApp, textOfAnswer } from './support/app-fixture.ts';

/*
 * Whatever stands wherever a request has room for it, with and without a token: no answer is a fault of the service.
 * The requests are those of the documents, of works that have figures, so that odd values get as far as the database.
 * A zero character is tried everywhere, other values at every fourth place of a query or body, and everywhere in a deep
 * run.
 */

const TEXTS = ['\0', 'a\0', '\uD800', '%00', '%zz', '\x07', '-1', '1e400', '9223372036854775808'];
/**
 * In place of dates and instants, the first and last of what may be written so, and those around what may be asked for.
 */
const DATES = ['01/01/0001', '31/12/0099', '01/01/1900', '31/12/1909', '01/01/2191', '31/12/2200', '31/12/9999'];
const INSTANTS = [
  '0000-01-01T00:00:00Z',
  '0099-12-31T23:59:59Z',
  '1899-12-31T23:59:59Z',
  '1900-01-01T00:00:00+14:00',
  '2200-12-31T23:59:59Z',
  '9999-12-31T23:59:59-15:00',
  '+275760-09-13T00:00:00Z',
];
const JSON_VALUES: readonly unknown[] = [...TEXTS, null, -1, 1e308, 2 ** 53, [], {}, { a: '\0' }, { '\uD800': 1 }];

const oddFor = (example: unknown): readonly string[] => {
  if (/^\d\d\/\d\d\/\d{4}$/.test(String(example))) return [...TEXTS, ...DATES];
  return /^\d{4}-\d\d-\d\dT/.test(String(example)) ? [...TEXTS, ...INSTANTS] : TEXTS;
};

interface Sent {
  readonly what: string;
  readonly request: DocumentedRequest;
}

const withQuery = (
  { path, init }: DocumentedRequest,
  change: (parameters: URLSearchParams) => void,
): DocumentedRequest => {
  const [address = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  change(parameters);
  return { path: `${address}?${parameters}`, init };
};
const withBody = ({ path, init }: DocumentedRequest, body: string): DocumentedRequest => ({
  path,
  init: { ...init, body },
});
const shown = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** Parameters seen so far, by which values are chosen. */
let queryParameters = 0;

function inParameter(request: DocumentedRequest, template: string, { name, in: place, schema }: Parameter): Sent[] {
  if (place === 'query')
    return valuesFor(oddFor(schema['example']), (queryParameters += 1)).map((value) => ({
      what: `${name}=${shown(value)}`,
      request: withQuery(request, (query) => query.set(name, value)),
    }));
  if (place === 'path') {
    const position = template.split('/').indexOf(`{${name}}`);
    // Shorter than what the tests take for a credential: the path is logged.
    return TEXTS.filter(({ length }) => length < 5).flatMap((value) =>
      [encodeURIComponent(value.toWellFormed()), value.startsWith('%') ? value : []].flat().map((segment): Sent => {
        const segments = request.path.split('/').map((old, index) => (index === position ? segment : old));
        return { what: `path ${segment}`, request: { ...request, path: segments.join('/') } };
      }),
    );
  }
  // A header holds neither zero characters nor line breaks. Without a target some requests act on every industry there is.
  const odd = ['\xFF', '%00', ...(name === 'targetIndustryId' ? [] : ['']), 'x'.repeat(3000)];
  return odd.map((value) => ({
    what: `${name}: ${value}`,
    request: { ...request, init: { ...request.init, headers: { ...request.init.headers, [name]: value } } },
  }));
}

/** Places seen so far, by which values are chosen. */
let placesInBodies = 0;

/** The JSON with something odd at each of its places in turn, and in place of each of its names. */
function* spoilt(value: unknown): Generator<unknown> {
  const odd = typeof value === 'string' ? [...new Set([...JSON_VALUES, ...oddFor(value)])] : JSON_VALUES;
  yield* valuesFor(odd, (placesInBodies += 1));
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) for (const other of spoilt(item)) yield value.with(index, other);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) for (const other of spoilt(item)) yield { ...value, [key]: other };
    for (const name of valuesFor(TEXTS, placesInBodies)) yield { ...value, [name]: 1 };
  }
}
function inBody(request: DocumentedRequest): Sent[] {
  const { body, headers } = request.init;
  if (body === undefined) return [];
  if (headers['content-type'] === 'application/json')
    return [...spoilt(JSON.parse(body))].map((value) => ({
      what: `body ${shown(value)}`,
      request: withBody(request, shown(value)),
    }));
  return TEXTS.flatMap((odd) =>
    [...new URLSearchParams(body).keys()].map((name): Sent => {
      const fields = new URLSearchParams(body);
      fields.set(name, odd);
      return { what: `form ${name}=${shown(odd)}`, request: withBody(request, fields.toString()) };
    }),
  );
}

const inName = (request: DocumentedRequest): Sent[] =>
  TEXTS.map((odd) => ({
    what: `parameter named ${shown(odd)}`,
    request: withQuery(request, (query) => query.set(odd, odd)),
  }));

const operations = SURFACES.flatMap((surface) => {
  const document = surfaceDocument(surface);
  return operationsOf(document).map((found) => ({
    ...found,
    document,
    id: `${surface} ${found.operation.operationId}`,
  }));
});
/** What these do may end the session that asks, or change its password. */
const ENDS_SESSION = /logout|sessions|changePassword/;

let context: TestContext;
let app: TestApp;
let works: DocumentedWorks;
beforeAll(async () => {
  context = await testContext('2026-01-16T03:00:00Z');
  app = testApp(context);
  works = await mintDocumentedWorks(context);
});

async function faultsOf(
  { what, request: { path, init } }: Sent,
  operation: Operation,
  held: Credentials,
): Promise<string[]> {
  const response = await app.request(path, {
    redirect: 'manual',
    ...init,
    headers: { ...credentialFor(operation, held), ...init.headers },
  });
  const text = await textOfAnswer(response);
  return response.status < 500 ? [] : [`${what}: ${response.status} ${text}`];
}

const logInAsOperator = async (): Promise<Credentials> =>
  login(app, await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] }));
/** Of a user of his own: attempts to log in as the documented one are soon refused. */
async function logIn(): Promise<Credentials> {
  const { industryId } = works.industry;
  // Requests tried before may have disabled the whole industry.
  await context.database.execute('DELETE FROM tenant.disabled WHERE industry_id = $1', [industryId]);
  const permissions = ['readings:write', 'batch:run', 'quarantine:write', 'alerts:write'];
  return login(app, await mintUser(context, { industryId, permissions }));
}

describe.each(operations)('$id', ({ document, path, method, operation }) => {
  it('answers no odd value with a fault of the service', async () => {
    let held = isForOperators({ method, path }) ? await logInAsOperator() : await logIn();
    const request = named(
      documentedRequest(document, path, method, operation),
      new Map<unknown, string>([...namesOf(works), [SHOWN.refreshToken, held.refreshToken ?? '']]),
    );
    const all = [
      ...(operation.parameters ?? []).flatMap((parameter) => inParameter(request, path, parameter)),
      ...inBody(request),
      ...inName(request),
    ];
    const faults: string[] = [];
    for (const sent of all) {
      if (ENDS_SESSION.test(path)) held = await logIn();
      faults.push(...(await faultsOf(sent, operation, held)));
    }
    for (const sent of inName(request)) faults.push(...(await faultsOf(sent, operation, {})));
    expect(faults).toEqual([]);
  });
});

describe.each([
  ['Pacific/Kiritimati', '23:59:59', 366],
  ['Pacific/Pago_Pago', '00:00:00', -366],
] as const)('an industry in %s whose days begin at %s and are moved by %i', (timezone, startAt, daysOffset) => {
  it('answers the first and the last date that may be asked for, wherever a request has a date, and says so of others', async () => {
    const user = await mintUser(context, { permissions: ['readings:write', 'batch:run', 'quarantine:write'] });
    const units = [
      ['M1', 'FLOW_CATEGORY'],
      ['TANK', 'STOCK_CATEGORY'],
    ].map(([unitId = '', standardCategoryId]) => ({
      unitId,
      displayName: unitId,
      standardCategoryId,
      siUnit: 'KL',
      maxCapacity: 10,
    }));
    const category = (standardCategoryId: string, unitId: string) => ({
      standardCategoryId,
      subCategories: [{ id: unitId, displayName: unitId, units: [unitId] }],
    });
    const industry = {
      industryId: user.industryId,
      industryName: 'Far',
      daysOffset,
      meta: { timezone, shift: { startAt } },
    };
    await provisionIndustry({
      context,
      bundle: {
        industry,
        units,
        categories: { sourceCategory: category('STOCK_CATEGORY', 'TANK') },
        categoriesV2: { ID_SOURCE: category('FLOW_CATEGORY', 'M1') },
      },
      markStale: async () => {},
    });
    const [heldByUser, heldByOperator] = [await login(app, user), await logInAsOperator()];
    const faults: string[] = [];
    for (const { document, path, method, operation } of operations.filter(
      (found) => found.method === 'get' && !found.path.includes('batchProcess/range'),
    )) {
      const held = isForOperators({ method, path }) ? heldByOperator : heldByUser;
      const request = documentedRequest(document, path, method, operation);
      const [address = '', query = ''] = request.path.split('?');
      const dated = [...new URLSearchParams(query)].filter(([, value]) => /^\d\d\/\d\d\/\d{4}$/.test(value));
      const types = (operation.parameters ?? []).find(({ name }) => ['type', 'period'].includes(name))?.schema[
        'enum'
      ] ?? [null];
      for (const date of ['01/01/1910', '31/12/2190', '31/12/1909', '01/01/2191']) {
        for (const type of types as (string | null)[]) {
          // an enum of a documented parameter: texts
          const parameters = new URLSearchParams(query);
          for (const [name] of dated) parameters.set(name, date);
          if (type !== null)
            parameters.set(
              operation.parameters?.some(({ name }) => name === 'period') === true ? 'period' : 'type',
              type,
            );
          const response = await app.request(`${address}?${parameters}`, {
            redirect: 'manual',
            headers: {
              ...credentialFor(operation, held),
              ...request.init.headers,
              ...(isForOperators({ method, path }) ? { targetIndustryId: user.industryId } : {}),
            },
          });
          const text = await textOfAnswer(response);
          if (response.status >= 500) faults.push(`${path}?${parameters}: ${text}`);
          if (
            dated.length > 0
            && /1909|2191/.test(date)
            && !text.includes(`'${date}' is not of the years 1910 to 2190`)
          )
            faults.push(`${path}?${parameters} does not say what is allowed: ${text}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('answers the same of the instants that a batch, an overrule and an edit name', async () => {
    const user = await mintUser(context, { permissions: ['batch:run', 'readings:edit'] });
    const industry = {
      industryId: user.industryId,
      industryName: 'Far',
      daysOffset,
      meta: { timezone, shift: { startAt } },
    };
    await provisionIndustry({
      context,
      bundle: {
        industry,
        units: [{ unitId: 'M1', displayName: 'M1', standardCategoryId: 'FLOW_CATEGORY', siUnit: 'KL' }],
      },
      markStale: async () => {},
    });
    const { token } = await login(app, user);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const statuses: Record<string, number[]> = {};
    const reason = 'Read off the meter by hand.';
    const post = async (path: string, body: object): Promise<number> => {
      const answer = await app.request(path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ unitId: 'M1', ...body }),
      });
      if (answer.status === 400) expect(await answer.text()).toContain('is not of the years 1910 to 2190');
      return answer.status;
    };
    for (const instant of [
      '0001-01-01T00:00:00Z',
      '0099-12-31T00:00:00Z',
      '1909-12-31T00:00:00Z',
      '1910-01-01T12:00:00Z',
      '2190-12-30T09:00:00Z',
      '2191-01-02T00:00:00Z',
    ]) {
      const batch = await app.request(`/api/user/batchProcess?industryId=${user.industryId}&time=${instant}`);
      const to = new Date(Date.parse(instant) + 3_600_000).toISOString();
      statuses[instant] = [
        batch.status,
        await post('/api/user/registerEvents/overrule', { createdOn: instant, action: 'keep' }),
        await post('/api/user/readings/edit', { createdOn: instant, reason, value: 1 }),
        await post('/api/user/readings/delete', { createdOn: instant, reason }),
        await post('/api/user/readings/interpolate', { from: instant, to, reason }),
      ];
    }
    expect(statuses).toEqual({
      '0001-01-01T00:00:00Z': [400, 400, 400, 400, 400],
      '0099-12-31T00:00:00Z': [400, 400, 400, 400, 400],
      '1909-12-31T00:00:00Z': [400, 400, 400, 400, 400],
      '1910-01-01T12:00:00Z': [200, 404, 404, 404, 200],
      '2190-12-30T09:00:00Z': [200, 404, 404, 404, 200],
      '2191-01-02T00:00:00Z': [400, 400, 400, 400, 400],
    });
  });
});
