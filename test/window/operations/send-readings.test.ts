import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { mintWorks } from '../../readings/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { mintUser, PASSWORD, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { browserSession } from '../support/browser-session.ts';

const SEND = '/app/operations/send';
const CSV = 'unitId,createdOn,value\nM1,2026-01-15T06:05:00+05:30,5\nM1,soon,5\n<i>X</i>,2026-01-15T06:05:00+05:30,1\n';
let context: TestContext;
let app: TestApp;
let industryId: string;

beforeAll(async () => {
  context = await testContext('2026-01-16T00:45:00Z');
  app = testApp(context);
  ({ industryId } = await mintWorks(context));
});

async function entered(permissions: readonly string[]) {
  const { username } = await mintUser(context, { industryId, permissions });
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD });
  return {
    read: async () => (await session.get(SEND)).text(),
    send: async (content: string | Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      body.set('file', new File([content], 'readings.csv'));
      const answer = await session.send(SEND, { method: 'POST', headers: { origin: 'http://localhost' }, body });
      return { status: answer.status, text: await answer.text() };
    },
  };
}

describe('a file of readings', () => {
  it('is answered with its counts and each refused row, whose text is inert', async () => {
    const { send } = await entered(['readings:write']);
    const { status, text } = await send(CSV);
    expect(status).toBe(200);
    expect(text).toContain('3 readings read: 1 new, 0 corrected, 0 known already, 2 refused.');
    expect(text).toMatch(/<th scope="row" class="figure">2<\/th>\s*<td>M1<\/td>\s*<td>[^<]*createdOn/);
    expect(text).toContain('&lt;i&gt;X&lt;/i&gt;');
    expect(text).not.toContain('<i>X');
    expect((await send(gzipSync(CSV))).text).toContain('1 known already');
  });

  it('that is empty, or has other columns, is refused with words, and needs the permission to send', async () => {
    const sender = await entered(['readings:write']);
    const [empty, wrong] = [await sender.send(''), await sender.send('unit;when\n')];
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('Choose a file that is not empty.')]);
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('separated by semicolons')]);
    const reader = await entered([]);
    expect(await reader.read()).not.toContain('type="file"');
    expect((await reader.send(CSV)).status).toBe(401);
  });
});
