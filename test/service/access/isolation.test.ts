import { beforeAll, describe, expect, it } from 'vitest';
import { isForOperators } from '../../platform/openapi/support/for-operators.ts';
import type { Credentials } from '../../platform/openapi/support/documented-client.ts';
import type { DocumentedRequest } from '../../platform/openapi/support/documented-request.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { valuesFor } from '../../support/property-runs.ts';
import { bearer, testApp, type TestApp } from '../support/app-fixture.ts';
import { idPlacesOf } from './id-places.ts';
import { type Answer, answerOf, leaksIn, wordsOf } from './leaks.ts';
import { rowsOf, tablesOf } from './rows-of-tenant.ts';
import {
  DOCUMENTED,
  type Documented,
  idsOf,
  mintTenant,
  needsToken,
  sentBy,
  type Tenant,
  THIEVING_UNIT,
  victimLike,
  withOtherIds,
  withTheSameIds,
} from './tenants.ts';

/*
 * No request shows or changes anything of another industry. Generated from the documents, so an operation is covered
 * the day it is documented: the documented requests, whose examples are given the ids of a victim, are sent by a user
 * of another industry who may do everything there. What counts as the victim's is every word and figure its own user is
 * answered and no other user is. `npm run test:deep` puts every id of the victim at every place of a request, a usual
 * run each of them at every fourth place.
 */

let context: TestContext;
let app: TestApp;
let victim: Tenant;
/** Whose units have other ids than the victim's, and the same. */
let attackers: Readonly<Record<'other ids' | 'the same ids', Tenant>>;
/** Of other ids than the victim's who has made nothing: what the attackers have made may have ids of the victim. */
let newcomer: Tenant;
let secrets: ReadonlySet<string>;
let rowsBefore: Record<string, string>;
/** What the victim's own user is answered, by operation. */
const ownAnswers = new Map<string, Set<string>>();

/** A batch acts, and a stream begins with nothing. */
const NO_READS = /^getBatchProcessRange$|Stream$/;
const reads = DOCUMENTED.filter(
  (documented) =>
    needsToken(documented)
    && documented.method === 'get'
    && !isForOperators(documented)
    && !NO_READS.test(documented.operation.operationId),
);
/** What changes something comes before the attacker creates something of his own under the same key. */
const CREATED_LAST = [
  ...DOCUMENTED.filter(({ method }) => method !== 'post'),
  ...DOCUMENTED.filter(({ method }) => method === 'post'),
];
/** May end the session that asks, so each of its requests begins with an open one. */
const ENDS_SESSION = /logout|refresh|password|Sessions/i;

/** Sessions that tenants go on with. A login takes longer than most requests, by intent. */
const open = new Map<Tenant, Credentials>();

/**
 * The last session again, unless it has been ended.
 * @param isOwn a new one, because the request may end it
 */
async function sessionFor(tenant: Tenant, isOwn: boolean): Promise<Credentials> {
  const last = open.get(tenant);
  if (last !== undefined && !isOwn) {
    const { status } = await app.request('/api/user/sessions', { headers: bearer(last.token ?? '') });
    if (status === 200) return last;
  }
  const next = await tenant.logIn();
  if (!isOwn) open.set(tenant, next);
  return next;
}

const ask = async ({ path, init }: DocumentedRequest): Promise<Answer> =>
  answerOf(await app.request(path, { redirect: 'manual', ...init }));

/** What a tenant's own reading requests are answered, by operation. */
async function ownReads(tenant: Tenant): Promise<{ id: string; sent: DocumentedRequest; answer: Answer }[]> {
  const held = await tenant.logIn();
  const found: { id: string; sent: DocumentedRequest; answer: Answer }[] = [];
  for (const documented of reads) {
    for (const request of documented.requests) {
      const sent = sentBy(tenant, held, documented, request, idsOf(tenant));
      found.push({ id: documented.id, sent, answer: await ask(sent) });
    }
  }
  return found;
}

beforeAll(async () => {
  context = await testContext('2026-01-16T00:45:00Z');
  const newApp = (): TestApp => testApp(context, { internalSecret: 'secret-of-the-operators' });
  app = newApp();
  attackers = {
    'other ids': await mintTenant(context, app, withOtherIds, '07:00:00'),
    'the same ids': await mintTenant(context, app, withTheSameIds, '07:00:00'),
  };
  newcomer = await mintTenant(context, app, withOtherIds, '07:00:00');
  // Before there is a victim: what they are answered later cannot be taken for their own.
  const known = new Set<string>();
  for (const attacker of Object.values(attackers))
    for (const { answer } of await ownReads(attacker)) for (const word of wordsOf(answer)) known.add(word);
  victim = await mintTenant(context, app, victimLike, '06:00:00');
  // Holds nothing in memory from before there was a victim.
  app = newApp();
  for (const { id, answer } of await ownReads(victim))
    ownAnswers.set(id, new Set([...(ownAnswers.get(id) ?? []), ...wordsOf(answer)].filter((word) => !known.has(word))));
  secrets = new Set([...ownAnswers.values()].flatMap((words) => [...words]));
  rowsBefore = await rowsOf(context.database, victim.works.industry.industryKey);
});

const idsOfVictim = (kind: 'text' | 'number', isOfUser: boolean): readonly (string | number)[] => {
  const {
    works: { industry, user, phoneNo },
    caseIds,
    sessionId,
    like,
  } = victim;
  if (kind === 'number') return [...caseIds, industry.industryKey, user.userKey];
  const account = [industry.industryId, user.userId, user.email, phoneNo];
  return isOfUser
    ? [
        ...account,
        sessionId,
        ...['CB_BORE_1', 'LAB', 'BORES', 'DEEP_BORES', 'ID_OF_VICTIM'].map(like.id),
        String(caseIds[0]),
      ]
    : account;
};

/** The request did not get as far as what it was sent for. */
const isTurnedAway = (documented: Documented, { status }: Answer): boolean =>
  status >= 500 || (needsToken(documented) && [401, 420, 429, 440].includes(status));

interface Attack {
  readonly what: string;
  /** As it is sent with this session. */
  readonly request: (held: Credentials) => DocumentedRequest;
}

/** Places of ids that were tried so far, of both attackers. */
let placesTried = 0;

/** Every request this attacker makes of an operation. */
function attacksOn(documented: Documented, attacker: Tenant): Attack[] {
  type Change = (request: DocumentedRequest) => DocumentedRequest;
  const attack = (
    what: string,
    request: DocumentedRequest,
    tenant: Tenant,
    change: Change = (same) => same,
  ): Attack => ({
    what,
    request: (held) => change(sentBy(attacker, held, documented, request, idsOf(tenant))),
  });
  const target = victim.works.industry.industryId;
  const byIds = documented.requests.map((request) => attack('with the ids of the victim', request, victim));
  const byTarget = documented.requests.flatMap((request) => [
    attack('with the header targetIndustryId', request, victim, ({ path, init }) => ({
      path,
      init: { ...init, headers: { ...init.headers, targetIndustryId: target } },
    })),
    attack('with the parameter targetIndustryId', request, victim, ({ path, init }) => ({
      path: `${path}${path.includes('?') ? '&' : '?'}targetIndustryId=${target}`,
      init,
    })),
  ]);
  // Operators' endpoints refuse him before they read what he asks for.
  if (isForOperators(documented)) return [...byIds, ...byTarget];
  const byPlace = idPlacesOf(documented).flatMap(({ name, kind, put }) =>
    documented.requests
      .slice(0, 1)
      .flatMap((request) =>
        valuesFor(idsOfVictim(kind, needsToken(documented)), (placesTried += 1)).map((id) =>
          attack(`with ${id} as ${name}`, request, attacker, (own) => put(own, id)),
        ),
      ),
  );
  return [...byIds, ...byTarget, ...byPlace];
}

describe('a user of an industry', () => {
  // Proves that there is something to be found.
  it.each(reads.map(({ id }) => id))('is answered by %s what nobody else may see', (id) => {
    expect(ownAnswers.get(id)?.size ?? 0).toBeGreaterThan(0);
  });
});

describe.each(['other ids', 'the same ids'] as const)('a user of another industry, whose units have %s', (kind) => {
  it.each(CREATED_LAST.map((documented) => [documented.id, documented] as const))(
    'gets nothing of the victim from %s',
    async (_, documented) => {
      const attacker = attackers[kind];
      const leaks: string[] = [];
      const wrongStatus: string[] = [];
      const isOwn = ENDS_SESSION.test(documented.path);
      let held = await sessionFor(attacker, isOwn);
      for (const { what, request: requestBy } of attacksOn(documented, attacker)) {
        if (isOwn) held = await sessionFor(attacker, isOwn);
        const request = requestBy(held);
        const answer = await ask(request);
        leaks.push(...leaksIn(answer, request, secrets).map((word) => `${what}: ${word}`));
        if (
          isTurnedAway(documented, answer)
          || (needsToken(documented)
            && (isForOperators(documented) || what.endsWith('targetIndustryId')) !== (answer.status === 403))
        )
          wrongStatus.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
      expect([leaks, wrongStatus]).toEqual([[], []]);
    },
  );

  it('has got nothing of the victim into what is his own', async () => {
    // Ids that he wrote there himself are no secret to him.
    const written = idsOfVictim('text', true).join(' ');
    const found = (await ownReads(attackers[kind])).flatMap(({ id, sent, answer }) =>
      leaksIn(answer, sent, secrets)
        .filter((word) => !written.includes(word))
        .map((word) => `${id}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});

/** Of the same form as the id, and nobody's. */
const nobodysLike = (id: string | number): string | number =>
  typeof id === 'number'
    ? id + 1_000_000_000
    : id.replace(/[A-Za-z0-9]$/, (last) =>
        // Another digit of a UUID, where it may be one.
        /\d/.test(last) ? String((Number(last) + 5) % 10) : /[a-f]/.test(last) ? (last === 'a' ? 'b' : 'a') : 'q',
      );

/** Identities, and keys of devices with theirs. */
const LOT = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|mwk_[0-9a-f]{16}_[\w-]{43}|\b[0-9a-f]{16}\b/g;

/** The answer without the ids that were asked for: all of them, because the number of a row may be a year or a code. */
function withoutIds({ status, text }: Answer, ids: readonly (string | number)[]): string {
  // Not where it is a part of another word.
  const anyOf = ids.map((id) => String(id).replaceAll(/[^\w]/g, '\\$&')).join('|');
  const asWord = new RegExp(`(?<![\\w@])(?:${anyOf})(?![\\w@])`, 'g');
  const blanked = (value: unknown): unknown => {
    if (ids.some((id) => id === value)) return '(id)';
    if (typeof value === 'string') return value.replaceAll(asWord, '(id)');
    if (Array.isArray(value)) return value.map(blanked);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, blanked(item)]))
      : value;
  };
  // Reports are pages. What is made anew gets an identity that is drawn by lot, and each change another version.
  const shown = text.startsWith('<!') ? String(blanked(text)) : JSON.stringify(blanked(JSON.parse(text)));
  return `${status} ${shown.replaceAll(LOT, '(lot)').replaceAll(/"version":\d+/g, '"version":(next)')}`;
}

describe('an id of another industry', () => {
  // What is made once is refused the second time. Of these requests the names of units are put in place.
  const MAKES_ONCE = /^post(?:Units|CategoriesByGenerationByCategoryKey)$/;
  // A bare number is found in answers by chance. Names and numbers of users are unique among all; a page after any
  // number is one's own.
  const places = DOCUMENTED.filter(
    (documented) =>
      needsToken(documented)
      && !isForOperators(documented)
      && !/^putUser$|Stream$/.test(documented.operation.operationId),
  )
    .flatMap((documented) =>
      idPlacesOf(documented)
        .filter(({ name }) => name !== 'query after')
        .filter(({ name }) => !MAKES_ONCE.test(documented.operation.operationId) || /\.units\.\d+$/.test(name))
        .map((place) => [`${documented.id}: ${place.name}`, documented, place] as const),
    )
    .map(([name, documented, place], position) => [name, documented, place, position] as const);

  // Each id at every fourth place, and everywhere in a deep run.
  it.each(places)('is answered like one that nobody has: %s', async (_, documented, { kind, put }, position) => {
    const attacker = newcomer;
    const held = await sessionFor(attacker, ENDS_SESSION.test(documented.path));
    const [first] = documented.requests;
    if (first === undefined) throw new Error('An operation has a request.');
    const request = sentBy(attacker, held, documented, first, idsOf(attacker));
    const ids =
      kind === 'number' ? victim.caseIds : idsOfVictim(kind, true).filter((text) => !/^\d+$/.test(String(text)));
    for (const id of valuesFor(ids, position)) {
      // What the request does to the attacker's own is done before both.
      if (documented.method !== 'get') await ask(put(request, nobodysLike(id)));
      const both = [id, nobodysLike(id)];
      const [asked, nobodys] = [await ask(put(request, id)), await ask(put(request, nobodysLike(id)))];
      expect(withoutIds(asked, both)).toBe(withoutIds(nobodys, both));
    }
  });
});

describe('a formula that names units and sub-categories of another industry', () => {
  it('gets nothing from them', async () => {
    const { token = '' } = await newcomer.logIn();
    const request = {
      path: `/api/user/explain?unitId=${THIEVING_UNIT}&date=15/01/2026`,
      init: { method: 'GET', headers: bearer(token) },
    };
    const answer = await ask(request);
    expect(leaksIn(answer, request, secrets)).toEqual([]);
    const nothing = (name: string) => expect.objectContaining({ name, value: null, usedAs: 0, units: [] });
    expect(JSON.parse(answer.text)).toMatchObject({
      data: {
        figure: { value: 0, recomputedValue: 0, stored: { value: 0 } },
        formula: { operands: ['CB_BORE_1', 'M2', 'BORES', 'TANK#meta#openingStock'].map(nothing) },
      },
    });
  });
});

describe('what belongs to the victim', () => {
  // Entries for operators, which only name industries. How far rollups are materialised, names of quality parameters,
  // dates whose rollups are due, one mark for the installation, totals of its metrics, counts of requests, and
  // networks of logins, as hashes. The key by which the installation shows itself to services of browsers.
  const HOLD_NOBODYS = [
    'alerting.push_key',
    'operations.canary',
    'operations.fault',
    'operations.global_log',
    'telemetry.materialised',
    'telemetry.parameter',
    'telemetry.rollup_due',
    'telemetry.seal',
    'telemetry.settled_total',
    'tenant.known_network',
    'tenant.limit_use',
  ];

  it('is found in every table that holds anything of an industry', async () => {
    expect(
      (await tablesOf(context.database)).filter(({ condition }) => condition === null).map(({ table }) => table),
    ).toEqual(HOLD_NOBODYS);
  });

  it('is as it was before all these requests', async () => {
    expect(await rowsOf(context.database, victim.works.industry.industryKey)).toEqual(rowsBefore);
  });
});
