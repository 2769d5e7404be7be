import { OTHER_FORMS } from '../../platform/openapi/support/other-forms.ts';
import {
  credentialFor,
  type Credentials,
  named,
  type Names,
  namesOf,
  SHOWN,
} from '../../platform/openapi/support/documented-client.ts';
import { type DocumentedRequest, documentedRequest } from '../../platform/openapi/support/documented-request.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../../platform/openapi/support/documented-works.ts';
import { AS_DOCUMENTED, type WorksLike } from '../../platform/openapi/support/works-like.ts';
import { type OpenApiDocument, type Operation, operationsOf } from '../../../src/platform/openapi/document.ts';
import { surfaceDocument } from '../../../src/service/surface-documents.ts';
import { SURFACES } from '../../../src/platform/http/route-terms.ts';
import type { TestContext } from '../../support/database.ts';
import { bearer, type LoginKeys, type TestApp } from '../support/app-fixture.ts';

/* The documented works as somebody to steal from, and two works of the same shape whose user tries. */

/** Stands in every name of the victim, and in no request. */
export const MARKER = 'Zylophra';

/** An industry and what its own user holds. */
export interface Tenant {
  readonly works: DocumentedWorks;
  readonly like: WorksLike;
  readonly sessionId: string;
  readonly caseIds: readonly number[];
  /** A new login of the user. */
  logIn(): Promise<Credentials>;
}

export const victimLike: WorksLike = {
  ...AS_DOCUMENTED,
  name: (documented) => `${documented} ${MARKER}`,
  figure: (documented) => documented * 1.08675309,
  reportsAfterSeconds: 433,
  password: 'Victims-horse-7',
  moreCategories: {
    ID_OF_VICTIM: {
      standardCategoryId: 'FLOW_CATEGORY',
      subCategories: [{ id: 'DEEP_BORES', displayName: `Deep bores ${MARKER}`, units: ['CB_BORE_1'] }],
    },
  },
};
/** Names only units of the victim, and must not get anything from them. */
export const THIEVING_UNIT = 'V_THIEF';
const thief = {
  unitId: THIEVING_UNIT,
  displayName: 'Thief',
  standardCategoryId: 'virtualCategory',
  siUnit: 'KL',
  dataUpdateFrequency: 3600,
  meta: { calculations: '{CB_BORE_1} + {M2} + {BORES} + {TANK}#meta#openingStock' },
};
export const withOtherIds: WorksLike = {
  ...AS_DOCUMENTED,
  id: (documented) => (documented.startsWith('ID_') ? documented : `X_${documented}`),
  password: 'Guessing-horse-8',
  moreUnits: [thief],
};
export const withTheSameIds: WorksLike = { ...AS_DOCUMENTED, password: 'Guessing-horse-9' };

// Read by tests that look at what they need.
const json = async <T>(response: Response | Promise<Response>): Promise<T> => (await (await response).json()) as T;

/** @param ratioAt the time of its water-ratio record of 15/01/2026; the documents speak of 06:00:00. */
export async function mintTenant(
  context: TestContext,
  app: TestApp,
  like: WorksLike,
  ratioAt: string,
): Promise<Tenant> {
  const works = await mintDocumentedWorks(context, like);
  let logins = 0;
  // By e-mail address: the attacks change the user's name.
  const logIn = (): Promise<LoginKeys> =>
    json(
      app.request('/api/user/login', {
        method: 'POST',
        headers: {
          username: works.user.email,
          password: like.password,
          'x-device-id': `desk ${(logins += 1)}`,
          'x-browser-name': like.name('Firefox'),
          'x-os': like.name('Linux'),
        },
      }),
    );
  const { token } = await logIn();
  const { data: sessions } = await json<{ data: { sessionId: string }[] }>(
    app.request('/api/user/sessions', { headers: bearer(token) }),
  );
  const { data } = await json<{ data: { cases: { id: number }[] } }>(
    app.request('/api/user/quarantine', { headers: bearer(token) }),
  );
  await app.request(`/api/external/waterRatio?date=15/01/2026&time=${ratioAt}`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ ratio: like.figure(0.82), note: like.name('Measured by hand') }),
  });
  return { works, like, sessionId: sessions[0]?.sessionId ?? '', caseIds: data.cases.map(({ id }) => id), logIn };
}

/** The values of the documents' examples that name this tenant. */
export const idsOf = ({ works, sessionId, caseIds, like }: Tenant): Names =>
  new Map<unknown, string | number>([
    ...['CB_BORE_1', 'M2', 'TANK', 'LAB', 'PUMP', 'BORES', 'ID_SOURCE', 'ID_RAW_WATER_STOCK'].map(
      (shown): [string, string] => [shown, like.id(shown)],
    ),
    ...namesOf(works),
    [SHOWN.sessionId, sessionId],
    ...SHOWN.cases.map((shown, index): [number, number] => [shown, caseIds[index] ?? shown]),
  ]);

export interface Documented {
  readonly id: string;
  readonly document: OpenApiDocument;
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly requests: readonly DocumentedRequest[];
}

const formsOf = (path: string, method: string): DocumentedRequest[] =>
  method === 'get'
    ? OTHER_FORMS.filter(([form]) => form === path).map(([form, query]) => ({
        path: `${form}?${query}`,
        init: { method: 'GET', headers: {} },
      }))
    : [];

/** Every operation of every surface with the requests that are known of it. */
export const DOCUMENTED: readonly Documented[] = SURFACES.flatMap((surface) => {
  const document = surfaceDocument(surface);
  return operationsOf(document).map(({ path, method, operation }) => ({
    id: `${surface} ${operation.operationId}`,
    document,
    path,
    method,
    operation,
    requests: [documentedRequest(document, path, method, operation), ...formsOf(path, method)],
  }));
});

export const needsToken = ({ operation }: Documented): boolean =>
  operation.security.some((scheme) => 'token' in scheme);

/** The request as this tenant's user would send it, with ids of `names` in place of the examples'. */
export function sentBy(
  attacker: Tenant,
  held: Credentials,
  { operation }: Documented,
  request: DocumentedRequest,
  names: Names,
): DocumentedRequest {
  const all = new Map<unknown, string | number>([
    ...names,
    [SHOWN.password, attacker.like.password],
    [SHOWN.newPassword, attacker.like.password],
    [SHOWN.refreshToken, held.refreshToken ?? ''],
  ]);
  const { path, init } = named(request, all);
  return { path, init: { ...init, headers: { ...credentialFor(operation, held), ...init.headers } } };
}
