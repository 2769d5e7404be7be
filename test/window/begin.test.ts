import { beforeAll, describe, expect, it } from 'vitest';
import { lacksOperators, setupCode } from '../../src/industries/first-operator.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { SECRET, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { browserSession } from './support/browser-session.ts';

/* An installation is empty as a whole: on a database of this file alone. */

const BEGIN = '/app/begin';
const OPERATOR = { email: 'ada@water.example', username: 'ada.first', password: 'Very-first-1' };
let context: OwnContext;
let app: TestApp;

beforeAll(async () => {
  context = await ownContext('2026-01-16T00:45:00Z');
  app = testApp(context);
});

describe('the page of the first operator', () => {
  it('is led to from an empty installation, and takes nobody without the code', async () => {
    const session = browserSession(app);
    expect(await (await session.get('/')).text()).toContain(`href="${BEGIN}"`);
    expect((await session.get(BEGIN)).status).toBe(200);
    const answer = await session.post(BEGIN, { ...OPERATOR, code: setupCode('another secret') });
    const page = await answer.text();
    expect([answer.status, page]).toEqual([400, expect.stringContaining('not the one that the service printed')]);
    expect(page).toContain('value="ada.first"');
    expect(page).not.toContain(OPERATOR.password);
    expect(await lacksOperators(context)).toBe(true);
  });

  it('tells what is wrong with an account by its field', async () => {
    const wrong = { ...OPERATOR, email: 'nobody', code: setupCode(SECRET) };
    const answer = await browserSession(app).post(BEGIN, wrong);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/e-mail address/)]);
    expect(await lacksOperators(context)).toBe(true);
  });

  it('makes one operator of two who come at once, lets him in, and is gone', async () => {
    const code = setupCode(SECRET).toLowerCase().replaceAll('-', ' ');
    const sessions = [browserSession(app), browserSession(app)];
    const answers = await Promise.all(
      sessions.map((session, at) =>
        session.post(BEGIN, { ...OPERATOR, username: `ada.${at}st`, email: `ada${at}@water.example`, code }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404]);
    const first = sessions[answers.findIndex(({ status }) => status === 303)];
    expect((await first?.get('/app/operations/new'))?.status).toBe(200);
    expect((await browserSession(app).get(BEGIN)).status).toBe(404);
    expect(await (await browserSession(app).get('/')).text()).not.toContain(BEGIN);
    const users = await context.database.execute('SELECT permissions FROM tenant.app_user');
    expect(users).toEqual([{ permissions: ['admin:*'] }]);
  });
});
