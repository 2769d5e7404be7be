import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
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

async function entered(permissions: readonly string[], language = 'en') {
  const { username } = await mintUser(context, { industryId, permissions });
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD });
  const posted = async (fields: Readonly<Record<string, string | File>>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const headers = { origin: 'http://localhost', 'accept-language': language };
    const answer = await session.send(SEND, { method: 'POST', headers, body });
    const text = await answer.text();
    return { status: answer.status, text, held: /name="held" value="([^"]+)"/.exec(text)?.[1] ?? '' };
  };
  return {
    read: async () => (await session.get(SEND)).text(),
    look: (content: string | Uint8Array<ArrayBuffer>, said: Readonly<Record<string, string>> = {}) =>
      posted({ file: new File([content], 'readings.csv'), ...said }),
    store: (held: string, said: Readonly<Record<string, string>> = {}) => posted({ held, act: 'store', ...said }),
  };
}

const unzipped = (held: string): string => gunzipSync(Buffer.from(held, 'base64')).toString();

const storedOf = () =>
  context.database.execute(
    'SELECT r.created_on FROM telemetry.reading r JOIN tenant.unit USING (unit_key) JOIN tenant.industry USING (industry_key) WHERE industry_id = $1',
    [industryId],
  );

describe('a file of readings', () => {
  it('is shown before it counts, then answered with its counts and each refused row, whose text is inert', async () => {
    const { look, store } = await entered(['readings:write']);
    const before = (await storedOf()).length;
    const shown = await look(CSV);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Of 3 readings there would be 1 new, 0 corrected, 0 known already, 2 refused.');
    expect(shown.text).toContain('of 1 closed day, 15 Jan 2026 to 15 Jan 2026');
    expect((await storedOf()).length).toBe(before);
    const { text } = await store(shown.held);
    expect(text).toContain('3 readings read: 1 new, 0 corrected, 0 known already, 2 refused.');
    expect(text).toMatch(/<th scope="row" class="figure">2<\/th>\s*<td>M1<\/td>\s*<td>[^<]*createdOn/);
    expect(text).toContain('&lt;i&gt;X&lt;/i&gt;');
    expect(text).not.toContain('<i>X');
    expect(text).not.toContain('/app/operations/quarantine');
    expect((await look(gzipSync(CSV))).text).toContain('1 known already');
  });

  it('tells in the language of the reader why a row is refused', async () => {
    const { text } = await (await entered(['readings:write'], 'hi')).look(CSV);
    expect(text).toMatch(/<td>M1<\/td>\s*<td>createdOn [^<]*मान्य/);
  });

  it('as a meter exports it asks what it leaves open, and is stored when that is said', async () => {
    const { look, store } = await entered(['readings:write']);
    const shown = await look('When;<b>Old</b> main;Note\n01/02/2025 06:00;1,5;dry\n02/02/2025 06:00;2,5;dry\n');
    expect(shown.text).toContain('Does the day come first in a date, or the month, or the year?');
    expect(shown.text).toContain('Column 2: To which unit does the column belong, or is the column left out?');
    expect(shown.text).toContain('&lt;b&gt;Old&lt;/b&gt; main');
    expect(shown.text).not.toContain('value="store"');
    const unsaid = await store(shown.held);
    expect([unsaid.status, unsaid.text]).toEqual([400, expect.stringContaining('<code>column 2, kind</code>')]);
    const wrong = await look(unzipped(shown.held), { timezone: 'Mars/Base' });
    expect(wrong.text).toContain('&#39;timezone&#39; is &#39;Mars/Base&#39;');
    expect(wrong.held).toBe(shown.held);
    const said = { dateOrder: 'dmy', 'unitId-2': 'M1', 'measure-2': 'm3', 'kind-2': 'register' };
    expect((await store(shown.held, said)).text).toContain('2 readings read: 2 new, 0 corrected');
  });

  it('that is empty, too long or no file of a meter is refused with words, and needs the permission to send', async () => {
    const sender = await entered(['readings:write']);
    const [empty, wrong] = [await sender.look(''), await sender.look('unit;when\n')];
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('Choose a file that is not empty.')]);
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('No column of the file holds times')]);
    const long = await sender.look(new Uint8Array(randomBytes(3_000_000)));
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('The file is too long for this page.')]);
    const reader = await entered([]);
    expect(await reader.read()).not.toContain('type="file"');
    expect((await reader.look(CSV)).status).toBe(401);
  });
});
