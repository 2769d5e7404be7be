import { beforeAll, describe, expect, it } from 'vitest';
import { mintUser, PASSWORD, testApp } from '../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../service/support/device-data-works.ts';
import { testContext } from '../support/database.ts';
import { browserSession } from './support/browser-session.ts';
import { asLoggedIn, type Look } from './support/look.ts';

let works: Works;
/** May look, and no more. */
let look: Look;
let editor: ReturnType<typeof browserSession>;
let stranger: ReturnType<typeof browserSession>;

const DATE = '2026-06-11';
const UNIT_PAGE = '/app/unit?id=M1&type=HOUR&date=11/06/2026';
const GAP = `/app/reading?unitId=M1&from=${atHour(DATE, 2)}&to=${atHour(DATE, 6)}`;
/** M1 gains 1,000 litres an hour; the register is 1,000,000 before hour 0. */
const hourly = (hour: number) => ({
  unitId: 'M1',
  createdOn: atHour(DATE, hour),
  value: 1000,
  summedValue: 1_000_000 + 1000 * (hour + 1),
});

/** A level that rises by a half an hour. */
const level = (unitId: string, hour: number) => ({ unitId, createdOn: atHour(DATE, hour), value: 12 + hour / 2 });

const read = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u202f\u00a0]+/g, ' ')
    .trim();
const textIn = async (session: typeof editor, path: string): Promise<string> =>
  read(await (await session.get(path)).text());
const editsIn = async (): Promise<readonly { editId: string; undoneBy: string | null }[]> => {
  const answer = await editor.get('/app/api/user/readings/edits?unitId=M1');
  return ((await answer.json()) as { data: { edits: { editId: string; undoneBy: string | null }[] } }).data.edits;
};

beforeAll(async () => {
  const context = await testContext('2026-06-12T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  look = await asLoggedIn(app, works);
  const editorOf = async (industryId: string): Promise<typeof editor> => {
    const { username } = await mintUser(context, { industryId, permissions: ['readings:edit'] });
    const session = browserSession(app);
    await session.post('/app/login', { username, password: PASSWORD, next: '' });
    return session;
  };
  editor = await editorOf(works.industryId);
  stranger = await editorOf((await mintWorks(context, app)).industryId);
  await works.send([0, 1, 2, 6, 7, 8].map(hourly));
});

describe('the page that fills a gap', () => {
  it('is reached from the readings of the unit and from the missing slots of the day, by those who may', async () => {
    for (const page of [UNIT_PAGE, '/app/completeness/day?unitId=M1&date=11/06/2026']) {
      const html = await (await editor.get(page)).text();
      const ways = [...html.matchAll(/href="(\/app\/reading\?unitId=M1&amp;from=[^"]*)"/g)];
      expect([page, ways.length > 0]).toEqual([page, true]);
      const [, way = ''] = ways[0] ?? [];
      expect(await textIn(editor, way.replaceAll('&amp;', '&'))).toContain('Would be filled: 3 readings.');
      expect((await look(page)).html).not.toContain('/app/reading?unitId=M1&amp;from');
    }
    expect((await look(GAP)).status).toBe(401);
  });

  it('says what would fill it and which days change, and writes nothing by that', async () => {
    const text = await textIn(editor, GAP);
    expect(text).toContain('Unit M1, 11 Jun 2026 08:00 to 11 Jun 2026 12:00');
    expect(text).toMatch(/At Interval value, KL Register, KL 11 Jun 2026 09:00 1\.00 1 004/);
    expect(text).toMatch(/These days would change.* Unit M1 11 Jun 2026 \S+ KL 3\.00 KL in no hour \S+ KL/);
    expect(await editsIn()).toEqual([]);
    expect((await look(UNIT_PAGE)).textOf('periods')).toMatch(/09:00 – 0 %/);
  });

  it('refuses without a reason, for a span without an end, and for a unit of another industry; nothing is written', async () => {
    const blank = await editor.post(GAP, { act: 'fill', reason: '' });
    expect([blank.status, await blank.text()]).toEqual([400, expect.stringContaining('reason')]);
    const turned = `/app/reading?unitId=M1&from=${atHour(DATE, 6)}&to=${atHour(DATE, 2)}`;
    expect((await editor.get(turned)).status).toBe(400);
    expect((await editor.get(GAP.replace('M1', 'NO_SUCH'))).status).toBe(404);
    // Each industry has a unit M1. The stranger's has no such gap, and his act leaves this one's open.
    expect(await textIn(stranger, GAP)).toContain('No estimate was made');
    await stranger.post(GAP, { act: 'fill', reason: 'The logger was off.' });
    expect(await editsIn()).toEqual([]);
  });

  it('fills it once, whole and marked, tells who comes later that it is filled, and takes it back', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => editor.post(GAP, { act: 'fill', reason: 'The logger was off.' })),
    );
    // Of two at once one fills the gap, and the other one finds it filled.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 303]);
    const [filled, late] = answers.toSorted((a, b) => b.status - a.status);
    expect(await late?.text()).toContain('No estimate was made: the gap has its readings by now.');
    const done = await textIn(editor, filled?.headers.get('location') ?? '');
    expect(done).toContain('3 estimates were made.');
    const page = await look(UNIT_PAGE);
    expect(page.textOf('periods')).toMatch(/09:00 1\.00 0 %, 100 % estimated .*10:00 1\.00 .*11:00 1\.00/);
    const edits = await editsIn();
    expect(edits).toHaveLength(1);
    const unexplained = await editor.post(GAP, { act: 'undo', editId: edits[0]?.editId ?? '', reason: '' });
    expect(unexplained.status).toBe(400);
    await editor.post(GAP, { act: 'undo', editId: edits[0]?.editId ?? '', reason: 'Came by hand' });
    expect((await look(UNIT_PAGE)).textOf('periods')).toMatch(/09:00 – 0 %/);
    expect(await textIn(editor, GAP)).toContain('Would be filled: 3 readings.');
  });

  it('shows levels of ground water in metres, and those of a tank in percent', async () => {
    await works.send([0, 1, 2, 6, 7, 8].flatMap((hour) => ['WELL', 'TANK'].map((unitId) => level(unitId, hour))));
    // A straight line leads from 13 at hour 2 to 15 at hour 6.
    expect(await textIn(editor, GAP.replace('M1', 'WELL'))).toMatch(/At Level, m 11 Jun 2026 09:00 13\.5/);
    expect(await textIn(editor, GAP.replace('M1', 'TANK'))).toMatch(/At Level, % 11 Jun 2026 09:00 13\.5/);
  });
});

it('the preview of a corrected level of ground water tells metres', async () => {
  await works.send([level('WELL_2', 8)]);
  const explained = await editor.get('/app/api/user/explain?unitId=WELL_2&date=11/06/2026&hour=8');
  const { data } = (await explained.json()) as { data: { readings: { list: { createdOn: string }[] } } };
  const at = encodeURIComponent(data.readings.list[0]?.createdOn ?? '');
  const page = `/app/reading?unitId=WELL_2&date=11%2F06%2F2026&hour=8&at=${at}`;
  const foretold = read(await (await editor.post(page, { act: 'preview', value: '20' })).text());
  expect(foretold).toMatch(/Unit WELL_2 11 Jun 2026 16\.0 m 20\.0 m/);
});
