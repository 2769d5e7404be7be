import { beforeAll, describe, expect, it } from 'vitest';
import { mintId, testContext, type TestContext } from '../../../../support/database.ts';
import { testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { type Answered, type Asked, asking } from './asking.ts';

let context: TestContext;
let app: TestApp;
let ask: Asked;
beforeAll(async () => {
  context = await testContext('2026-06-15T06:00:00Z');
  app = testApp(context);
  ask = await asking(context, app, ['industries:write', 'audit:read']);
});

const meter = (unitId: string, changes: object = {}) => ({
  unitId,
  displayName: unitId,
  standardCategoryId: 'FLOW_CATEGORY',
  siUnit: 'KL',
  ...changes,
});

/** An industry of an inlet, a kitchen and what is left between them; the path of its units. */
async function works(): Promise<{ id: string; units: string }> {
  const id = mintId('UNITS');
  const made = await ask('POST', '/api/admin/industry', {
    industry: { industryId: id, industryName: id, meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
    units: [
      meter('INLET'),
      meter('KITCHEN', { params: { voltage: { siUnit: 'V' } } }),
      meter('REST', { standardCategoryId: 'VIRTUAL_CATEGORY', meta: { calculations: '{INLET} - {KITCHEN}' } }),
    ],
    categories: {
      sourceCategory: {
        standardCategoryId: 'sourceCategory',
        subCategories: [{ id: 'S1', displayName: 'Source', units: ['INLET', 'KITCHEN'] }],
      },
    },
  });
  expect(made.status).toBe(200);
  return { id, units: `/api/admin/industry/${id}/units` };
}
const problems = ({ body }: Answered): string[] =>
  (body.errors ?? []).map(({ field, problem }) => `${field} ${problem}`);
const unitOf = ({ body }: Answered): Record<string, unknown> => body['data'] as Record<string, unknown>;
const auditOf = async (id: string): Promise<Record<string, unknown>[]> =>
  (
    (await ask('GET', '/api/admin/audit', undefined, { targetIndustryId: id })).body['data'] as {
      rows: Record<string, unknown>[];
    }
  ).rows;

describe('a unit that is created', () => {
  it('stands behind the others, and leaves one audit row', async () => {
    const { id, units } = await works();
    const made = await ask('POST', `${units}?reason=new+meter`, meter('GARDEN', { flowFactor: 10 }));
    expect([made.status, made.body['data']]).toMatchObject([
      200,
      { isChanged: true, units: { added: 1, unchanged: 3 } },
    ]);
    const listed = await ask('GET', units);
    expect(listed.body).toMatchObject({
      data: { total: 4, units: [{}, {}, {}, { unitId: 'GARDEN', flowFactor: 10, retired: false, lastSeen: null }] },
    });
    expect((await auditOf(id)).slice(0, 1)).toMatchObject([
      {
        verb: 'unit.create',
        subject: 'GARDEN',
        reason: 'new meter',
        actor: { userId: ask.userId },
        before: { units: { GARDEN: null } },
        after: { units: { GARDEN: { flowFactor: 10 } } },
      },
    ]);
  });

  it('is refused with every mistake at once, named as in the body that was sent', async () => {
    const { units } = await works();
    const refused = await ask('POST', units, {
      unitId: 'NEW',
      siUnit: 5,
      standardCategoryId: 'STOCK_CATEGORY',
      colour: 1,
    });
    expect([refused.status, refused.body.status_code, problems(refused)]).toEqual([
      400,
      1430,
      [
        'displayName is missing, allowed is a text of 1 to 200 characters in one line, not only blanks',
        'siUnit is 5, allowed is a text of at most 50 characters in one line',
        expect.stringMatching(/^colour is not a known field, allowed are unitId, /),
        'maxCapacity is missing, allowed is a number above 0: the level of a stock unit is a share of it',
      ],
    ]);
  });

  it('may not have the id of another one, retired or not', async () => {
    const { units } = await works();
    expect(problems(await ask('POST', units, meter('INLET')))).toEqual([
      'unitId is "INLET", a unit that is there: change it by PATCH; allowed is an id that the industry never had',
    ]);
    await ask('POST', `${units}/KITCHEN/retire`);
    expect(problems(await ask('POST', units, meter('KITCHEN')))).toEqual([
      'unitId is "KITCHEN", a unit that is retired: bring it back by restore; allowed is an id that the industry never had',
    ]);
  });
});

describe('a unit that is patched', () => {
  it('changes in what is named; null takes a value out, objects are merged', async () => {
    const { units } = await works();
    const changed = await ask('PATCH', `${units}/KITCHEN`, {
      displayName: 'Canteen',
      params: { voltage: { isLatest: true }, current: {} },
      meta: { waterSource: 'rain' },
    });
    expect(changed.status).toBe(200);
    expect(unitOf(await ask('GET', `${units}/KITCHEN`))).toMatchObject({
      displayName: 'Canteen',
      params: {
        voltage: { displayName: 'voltage', siUnit: 'V', isLatest: true },
        current: { displayName: 'current', siUnit: '', isLatest: false },
      },
      meta: { waterSource: 'rain' },
    });
    await ask('PATCH', `${units}/KITCHEN`, { params: { voltage: null }, meta: { waterSource: null } });
    const after = unitOf(await ask('GET', `${units}/KITCHEN`));
    expect([Object.keys(after['params'] as object), after['meta']]).toEqual([
      ['current'],
      { pRef: null, calculations: null, registerChecks: null },
    ]);
  });

  it('keeps the rest of its history before and after the date from which the patch counts', async () => {
    const { units } = await works();
    await ask('PATCH', `${units}/INLET`, { minNonZeroThreshold: 5, meta: { effectiveFrom: '01/03/2026' } });
    const changed = await ask('PATCH', `${units}/INLET`, { flowFactor: 2, meta: { effectiveFrom: '01/02/2026' } });
    expect(changed.body['data']).toMatchObject({
      staleFrom: [{ unitId: 'INLET', fromDate: '01/02/2026' }],
      changes: { before: { units: { INLET: { flowFactor: 1 } } }, after: { units: { INLET: { flowFactor: 2 } } } },
    });
    const { versions } = unitOf(await ask('GET', `${units}/INLET`)) as { versions: Record<string, unknown>[] };
    expect(versions.map((v) => [v['effectiveFrom'], v['flowFactor'], v['minNonZeroThreshold']])).toEqual([
      ['01/01/1900', 1, 0],
      ['01/02/2026', 2, 0],
      ['01/03/2026', 2, 5],
    ]);
  });

  it('is refused with every mistake at once, and nothing is written', async () => {
    const { id, units } = await works();
    const before = await ask('GET', `${units}/INLET`);
    const refused = await ask('PATCH', `${units}/INLET`, {
      flowFactor: 0,
      dataUpdateFrequency: 1.5,
      siUnit: null,
      meta: { effectiveFrom: '2026-06-01', calculations: '{INLET' },
    });
    expect([refused.status, refused.body.status_code]).toEqual([400, 1430]);
    expect((refused.body.errors ?? []).map(({ field }) => field).toSorted()).toEqual([
      'dataUpdateFrequency',
      'flowFactor',
      'meta.calculations',
      'meta.effectiveFrom',
      'siUnit',
    ]);
    expect((await ask('GET', `${units}/INLET`)).tag).toBe(before.tag);
    expect((await auditOf(id)).map(({ verb }) => verb)).toEqual(['industry.provision']);
  });

  it('may not leave a version of it wrong that counts at another time', async () => {
    const { units } = await works();
    await ask('PATCH', `${units}/INLET`, { maxCapacity: 10, meta: { effectiveFrom: '01/05/2026' } });
    const refused = await ask('PATCH', `${units}/INLET`, {
      standardCategoryId: 'STOCK_CATEGORY',
      meta: { effectiveFrom: '01/04/2026' },
    });
    expect(problems(refused)).toEqual([
      'maxCapacity is missing, allowed is a number above 0: the level of a stock unit is a share of it (as it counts from 01/04/2026)',
    ]);
  });

  it('leaves no audit row where it changes nothing, and none by a dry run', async () => {
    const { id, units } = await works();
    const same = await ask('PATCH', `${units}/INLET`, { flowFactor: 1 });
    expect(same.body).toMatchObject({ message: 'Nothing to change', data: { isChanged: false, changes: null } });
    const dry = await ask('PATCH', `${units}/INLET?dryRun=true`, { flowFactor: 3 });
    expect([dry.tag, dry.body['data']]).toMatchObject([
      '',
      { changes: { after: { units: { INLET: { flowFactor: 3 } } } } },
    ]);
    expect(unitOf(await ask('GET', `${units}/INLET`))).toMatchObject({ flowFactor: 1 });
    expect((await auditOf(id)).map(({ verb }) => verb)).toEqual(['industry.provision']);
  });
});

describe('a unit that is retired', () => {
  it('is out of the lists and stays in its categories; restored it is what it was', async () => {
    const { id, units } = await works();
    const before = unitOf(await ask('GET', `${units}/KITCHEN`));
    const bundleBefore = (await ask('GET', `/api/admin/industry/${id}`)).body;
    const retired = await ask('POST', `${units}/KITCHEN/retire`);
    expect(retired.body['data']).toMatchObject({
      units: { removed: 1, unchanged: 2 },
      changes: { before: { units: { KITCHEN: { retired: false } } }, after: { units: { KITCHEN: { retired: true } } } },
    });
    expect(retired.body['data']).toMatchObject({
      warnings: [
        {
          field: 'categories.sourceCategory.subCategories[0].units',
          problem: 'is not in the bundle and still names "KITCHEN", which is removed',
        },
        {
          field: 'units.REST.meta.calculations',
          problem: 'names "KITCHEN", which is neither a unit nor a sub-category of this industry: it counts as 0',
        },
        {
          field: 'units.REST.meta.calculations',
          problem: 'stands no longer for KITCHEN: days already processed keep their figures until they are rebuilt',
        },
      ],
    });
    const ids = async (status: string): Promise<unknown> =>
      ((await ask('GET', `${units}?status=${status}`)).body['data'] as { units: { unitId: string }[] }).units.map(
        ({ unitId }) => unitId,
      );
    expect([await ids('active'), await ids('retired'), await ids('all')]).toEqual([
      ['INLET', 'REST'],
      ['KITCHEN'],
      ['INLET', 'KITCHEN', 'REST'],
    ]);
    const refused = await ask('PATCH', `${units}/KITCHEN`, { displayName: 'x' });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "Unit 'KITCHEN' is retired. Bring it back by restore before it is changed.",
    ]);
    expect((await ask('POST', `${units}/KITCHEN/retire`)).body['data']).toMatchObject({ isChanged: false });
    expect((await ask('POST', `${units}/KITCHEN/restore`)).body['data']).toMatchObject({ units: { added: 1 } });
    expect(unitOf(await ask('GET', `${units}/KITCHEN`))).toEqual(before);
    expect((await ask('GET', `/api/admin/industry/${id}`)).body).toEqual(bundleBefore);
  });
});

describe('units that are asked for', () => {
  it('are 404 when they are unknown, of another industry, or of none', async () => {
    const [{ id, units }, other] = [await works(), await works()];
    await ask('POST', other.units, meter('ONLY_THERE'));
    const answers = await Promise.all([
      ask('GET', `${units}/ONLY_THERE`),
      ask('PATCH', `${units}/ONLY_THERE`, { flowFactor: 2 }),
      ask('POST', `${units}/ONLY_THERE/retire`),
      ask('GET', '/api/admin/industry/NO_SUCH/units'),
      ask('POST', '/api/admin/industry/NO_SUCH/units', meter('X')),
    ]);
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      ...Array.from({ length: 3 }, () => [404, `Industry '${id}' has no unit 'ONLY_THERE'`]),
      ...Array.from({ length: 2 }, () => [404, "There is no industry 'NO_SUCH'"]),
    ]);
  });

  it('are filtered by name and category, and paged', async () => {
    const { units } = await works();
    const found = async (query: string): Promise<unknown> => {
      const { units: list, total } = (await ask('GET', `${units}?${query}`)).body['data'] as {
        units: { unitId: string }[];
        total: number;
      };
      return [list.map(({ unitId }) => unitId), total];
    };
    expect(await found('search=kit')).toEqual([['KITCHEN'], 1]);
    expect(await found('standardCategoryId=VIRTUAL_CATEGORY')).toEqual([['REST'], 1]);
    expect(await found('limit=1&offset=1')).toEqual([['KITCHEN'], 3]);
  });
});
