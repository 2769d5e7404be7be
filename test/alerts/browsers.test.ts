import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBrowsers, switchBrowserOn, testBrowser } from '../../src/alerts/browsers.ts';
import { dispatchIndustry } from '../../src/alerts/dispatch-messages.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { createBrowserPush } from '../../src/platform/channels/browser-push.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { mintUser, type MintedUser } from '../service/support/app-fixture.ts';
import { unit, works } from '../figures/processing/works.ts';
import { addRule, fire, keptChannel } from './incidents.ts';
import { sweepOf } from './own-sweep.ts';

/* Push messages to browsers, through the ledger of messages and to a push service of the test's own. */

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}
const received: Received[] = [];
/** Answers of the push service by path; others get 201. */
const answers = new Map<string, number>();
const service = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
    response.writeHead(answers.get(request.url ?? '') ?? 201).end();
  });
});
let base: string;
beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`; // listening on a port, not on a socket file
});
afterAll(() => {
  service.close();
});

let context: TestContext;
let industry: Industry;
let person: MintedUser;
beforeEach(async () => {
  received.length = 0;
  answers.clear();
  context = await testContext('2026-06-04T12:10:00Z');
  industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
  person = await mintUser(context, { industryId: industry.industryId });
});

const browser = createBrowserPush({ allowPrivate: true, contact: 'mailto:ops@works.example' });
const dispatch = (at = industry) =>
  dispatchIndustry({ context, channels: { browser, web: keptChannel('web') } }, noQueue, at.industryId);
const severe = async (severity: 'critical' | 'high', at = industry) =>
  fire(context, at, await addRule(context, at, { severity, channels: {} }), { severity });

/** A browser of a person, with keys of its own. */
async function browserOf(user: MintedUser, path: string, leastSeverity: 'critical' | 'high' = 'critical') {
  const ecdh = createECDH('prime256v1');
  const auth = randomBytes(16).toString('base64url');
  const browserId = await switchBrowserOn(
    context,
    user,
    {
      endpoint: `${base}${path}`,
      p256dh: ecdh.generateKeys('base64url'),
      auth,
      browserName: 'Firefox · Android',
      leastSeverity,
    },
    true,
  );
  return { browserId, open: ({ body }: Received) => opened(body, ecdh, auth) };
}

/** The message as the browser reads it. */
function opened(body: Buffer, privateKey: ReturnType<typeof createECDH>, authSecret: string): unknown {
  const { decrypt } = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
    decrypt(body: Buffer, terms: object): Buffer;
  }; // the library's own
  return JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString());
}

const keyOf = () => readBrowsers(context, person);

describe('a critical incident', () => {
  it("rings on each browser of the industry's people, and on nobody else's", async () => {
    const elsewhere = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
    const stranger = await mintUser(context, { industryId: elsewhere.industryId });
    await keyOf();
    const phone = await browserOf(person, '/phone');
    await browserOf(person, '/desk');
    await browserOf(stranger, '/stranger');
    await severe('critical');
    await dispatch();
    await dispatch(elsewhere);
    expect(received.map(({ path }) => path).toSorted()).toEqual(['/desk', '/phone']);
    const [first] = received.filter(({ path }) => path === '/phone');
    expect(first?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '21600',
      urgency: 'high',
      authorization: expect.stringMatching(/^vapid t=/) as string,
    });
    // The place, the kind and the time, and no figure.
    expect(first === undefined ? null : phone.open(first)).toEqual({
      title: 'Critical: Unit M1',
      body: 'Flow rate too high, since 12:10.',
      lang: 'en',
      alertId: expect.any(String) as string,
      tag: expect.stringMatching(/^[\w-]{32}$/) as string,
    });
  });

  it('is told in the language of the person', async () => {
    await keyOf();
    const phone = await browserOf(person, '/phone');
    await context.database.execute(
      `INSERT INTO tenant.mail_choice (user_key, gets_morning_mail, mail_language) VALUES ($1, true, 'hi')`,
      [person.userKey],
    );
    await severe('critical');
    await dispatch();
    expect(received.map(phone.open)).toMatchObject([{ title: 'गंभीर: Unit M1', lang: 'hi' }]);
  });

  it('is told once, also where the sender was killed while it sent', async () => {
    await keyOf();
    await browserOf(person, '/phone');
    await severe('critical');
    await dispatch();
    await dispatch();
    expect(received).toHaveLength(1);
    // A killed sender leaves a message that was handed over, and nobody knows whether it left.
    await severe('critical');
    const killed = { ...browser, send: () => new Promise<never>(() => {}) };
    void dispatchIndustry(
      { context, channels: { browser: killed, web: keptChannel('web') } },
      noQueue,
      industry.industryId,
    );
    await expect
      .poll(() =>
        context.database.execute(
          `SELECT FROM alerting.delivery WHERE industry_key = $1 AND channel = 'browser' AND state = 'sending'`,
          [industry.industryKey],
        ),
      )
      .toHaveLength(1);
    context.clock.set('2026-06-04T12:20:00Z');
    await sweepOf({ context, channels: {} }, industry);
    await dispatch();
    expect(received).toHaveLength(1);
  });

  it.each([500, 503])('waits for a push service that answers %i, and leaves then', async (status) => {
    await keyOf();
    await browserOf(person, '/phone');
    answers.set('/phone', status);
    await severe('critical');
    await dispatch();
    answers.clear();
    context.clock.set('2026-06-04T12:12:00Z');
    await dispatch();
    expect(received).toHaveLength(2);
  });

  it.each([404, 410])('is the last thing that a browser hears of which the push service says %i', async (status) => {
    await keyOf();
    await browserOf(person, '/phone');
    answers.set('/phone', status);
    await severe('critical');
    await dispatch();
    expect((await keyOf()).browsers).toEqual([]);
  });

  it('rings nowhere once its person is disabled', async () => {
    await keyOf();
    await browserOf(person, '/phone');
    await context.database.execute(`INSERT INTO tenant.disabled (industry_id, user_id, since) VALUES ($1, $2, now())`, [
      industry.industryId,
      person.userId,
    ]);
    await severe('critical');
    await dispatch();
    expect(received).toEqual([]);
  });
});

it('an incident that is less severe rings only where a person wants it', async () => {
  await keyOf();
  await browserOf(person, '/critical');
  await browserOf(person, '/high', 'high');
  await severe('high');
  await dispatch();
  expect(received.map(({ path }) => path)).toEqual(['/high']);
});

describe('a browser', () => {
  it('is of the person who switched it on last, and of twenty a person keeps the newest', async () => {
    const other = await mintUser(context, { industryId: industry.industryId });
    await browserOf(person, '/shared');
    await browserOf(other, '/shared');
    expect((await keyOf()).browsers).toEqual([]);
    for (let count = 0; count < 21; count += 1) {
      context.clock.set(new Date(Date.parse('2026-06-04T13:00:00Z') + count * 1000).toISOString());
      await browserOf(person, `/many-${count}`);
    }
    expect((await keyOf()).browsers).toHaveLength(20);
  });

  it('is tested at once, and a gone one is forgotten', async () => {
    await keyOf();
    const phone = await browserOf(person, '/phone');
    const caller = { ...person, homeIndustryId: industry.industryId };
    await testBrowser(context, { browser }, caller, phone.browserId);
    expect(received.map(phone.open)).toMatchObject([{ body: 'This is a test. Critical incidents look like this.' }]);
    const stranger = { ...(await mintUser(context)), homeIndustryId: industry.industryId };
    await expect(testBrowser(context, { browser }, stranger, phone.browserId)).rejects.toMatchObject({ code: 404 });
    answers.set('/phone', 410);
    await expect(testBrowser(context, { browser }, caller, phone.browserId)).rejects.toMatchObject({ code: 400 });
    expect((await keyOf()).browsers).toEqual([]);
  });

  it.each(['http://push.example/x', 'https://10.0.0.7/x', 'https://[::1]/x', 'file:///etc/passwd', 'nothing'])(
    'at %s is refused',
    async (endpoint) => {
      const keys = { p256dh: 'x', auth: 'y', browserName: 'B', leastSeverity: 'critical' } as const;
      await expect(switchBrowserOn(context, person, { endpoint, ...keys }, false)).rejects.toMatchObject({
        code: 1430,
      });
    },
  );

  it('whose name leads to a private network gets no message', async () => {
    const guarded = createBrowserPush({ allowPrivate: false, contact: 'mailto:ops@works.example' }, (_, answer) =>
      answer(null, [{ address: '10.0.0.7', family: 4 }]),
    );
    const { publicKey } = await keyOf();
    const [stored] = await context.database.execute<{ private_key: string }>(
      'SELECT private_key FROM alerting.push_key',
    );
    const to = {
      endpoint: 'https://push.example/x',
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
      publicKey,
      privateKey: stored?.private_key,
    };
    await expect(guarded.send({ to: JSON.stringify(to), text: 'x' })).rejects.toMatchObject({ kind: 'refused' });
  });
});

it('the keys of an installation are made once', async () => {
  const [one, other] = await Promise.all([keyOf(), keyOf()]);
  expect(one.publicKey).toBe(other.publicKey);
  expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65);
});
