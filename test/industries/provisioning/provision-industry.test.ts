import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { unitAsOf } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { markStaleDays, type MarkStale } from '../../../src/industries/provisioning/mark-stale-days.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { findIndustry } from '../../../src/platform/directory/store/industries.ts';
import { processedDays, setProcessed, staleDays } from '../../../src/ledger/store/ledger.ts';
import { balance, bore, category, type Json, operator, tank, userOf, worksOf } from '../rules/provisioning/bundles.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
});

const noDaysToMark: MarkStale = async () => {
  throw new Error('nothing closed was to change');
};
const provision = (document: Json, markStale: MarkStale = noDaysToMark) =>
  provisionIndustry({ context, bundle: document, markStale });

async function stored(id: string) {
  const industry = await findIndustry(context.database, id, context.clock.now());
  if (industry === null) throw new Error(`no industry ${id}`);
  return industry;
}
/** Every row of the industry as text, transaction ids included: a rewritten row differs even when its values do not. */
const rowsOf = async (id: string): Promise<unknown> =>
  await context.database.execute(
    `WITH i AS (SELECT * FROM tenant.industry WHERE industry_id = $1)
   SELECT (SELECT xmin::text FROM tenant.industry WHERE industry_id = $1) AS industry,
          (SELECT array_agg(u.xmin::text ORDER BY unit_key) FROM tenant.unit u JOIN i USING (industry_key)) AS units,
          (SELECT array_agg(v.xmin::text ORDER BY unit_key) FROM tenant.unit_version v JOIN tenant.unit u USING (unit_key) JOIN i USING (industry_key)) AS versions,
          (SELECT array_agg(c.xmin::text ORDER BY generation, category_key) FROM tenant.category c JOIN i USING (industry_key)) AS categories,
          (SELECT array_agg(a.xmin::text ORDER BY user_key) FROM tenant.app_user a JOIN i USING (industry_key)) AS users`,
    [id],
  );

describe('a new industry', () => {
  it('is stored as its bundle says', async () => {
    const id = mintId('NEW');
    const result = await provision(
      worksOf(id, {
        units: [
          bore({ flowFactor: 0.1, meta: { pRef: 2, colour: 'blue', registerChecks: { rolloverDigits: 6 } } }),
          tank(),
          balance(),
        ],
      }),
    );
    expect(result).toMatchObject({
      industryId: id,
      isChanged: true,
      industry: 'added',
      units: { added: 3 },
      categories: { added: 1 },
      users: { added: 1 },
      warnings: [],
    });
    const industry = await stored(id);
    expect(industry).toMatchObject({
      industryName: 'River works',
      isActive: true,
      isTest: false,
      clock: { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 },
    });
    expect([...industry.units.keys()]).toEqual(['BORE', 'TANK', 'BALANCE']);
    expect(industry.units.get('BORE')).toMatchObject({
      current: {
        group: 'FLOW',
        flowFactor: 0.1,
        pRefKilowatts: 2,
        dataUpdateFrequencySeconds: 300,
        registerChecks: { rolloverDigits: 6 },
      },
      versions: [{ effectiveFrom: '1900-01-01', meta: { colour: 'blue' } }],
    });
    expect(industry.categories.categories.get('sourceCategory')?.subCategories).toEqual([
      { id: 'S1', displayName: 'Sources', units: ['BORE'] },
    ]);
  });

  it.each(['sample-industry', 'second-industry'])('the bundle %s can be stored', async (name) => {
    const document = JSON.parse(
      readFileSync(new URL(`../../../scripts/sample-data/${name}.json`, import.meta.url), 'utf8'),
    ) as Json & { users: Json[]; industry: Json }; // the file is in this repository
    const id = mintId('SAMPLE');
    const users = document.users.map((user, index) => ({
      ...user,
      email: `${index}.${id}@works.example`,
      username: `${index}${id.slice(-18)}`,
    }));
    expect(await provision({ ...document, industry: { ...document.industry, industryId: id }, users })).toMatchObject({
      industry: 'added',
      warnings: [],
    });
    expect((await stored(id)).units.size).toBe((document['units'] as Json[]).length);
  });
});

describe('the same bundle again', () => {
  it('changes nothing, says so and touches no row', async () => {
    const document = worksOf(mintId('SAME'), {
      units: [bore({ meta: { effectiveFrom: '01/06/2026', note: { b: 1, a: [1.5, null] } } }), tank(), balance()],
    });
    await provision(document);
    const before = await rowsOf((document['industry'] as Json)['industryId'] as string);
    expect(await provision(document)).toMatchObject({
      isChanged: false,
      industry: 'unchanged',
      units: { unchanged: 3 },
      categories: { unchanged: 1 },
      users: { unchanged: 1 },
      staleFrom: [],
    });
    expect(await rowsOf((document['industry'] as Json)['industryId'] as string)).toEqual(before);
  });

  it('two at the same time store it once', async () => {
    const document = worksOf(mintId('TWICE'));
    const results = await Promise.all([provision(document), provision(document)]);
    expect(results.map((result) => result.isChanged).toSorted()).toEqual([false, true]);
  });
});

describe('a later bundle', () => {
  it('removes units it leaves out, keeps their rows, and takes them back', async () => {
    const id = mintId('LESS');
    await provision(worksOf(id));
    const key = (await stored(id)).units.get('TANK')?.unitKey;
    expect(await provision(worksOf(id, { units: [bore()] }))).toMatchObject({ units: { removed: 2, unchanged: 1 } });
    expect([...(await stored(id)).units.keys()]).toEqual(['BORE']);
    // Their days are to be rebuilt: runs have passed them by.
    const marked: string[] = [];
    const back = await provisionIndustry({
      context,
      bundle: worksOf(id),
      markStale: async (_db, _key, units) => {
        marked.push(...units.map(({ unitId }) => unitId));
      },
    });
    expect(back).toMatchObject({ units: { added: 2, unchanged: 1 } });
    expect(marked).toContain('TANK');
    expect((await stored(id)).units.get('TANK')?.unitKey).toBe(key);
  });

  it('replaces the categories of its sections and leaves other generations alone', async () => {
    const id = mintId('CAT');
    await provision(worksOf(id, { categoriesV2: { ID_SOURCE: category(['BORE'], 'S2') } }));
    await provision(worksOf(id, { categories: { stockCategory: category(['TANK'], 'S3') } }));
    const { categories } = await stored(id);
    expect([...categories.categories.keys()]).toEqual(['stockCategory']);
    expect([...categories.categoriesV2.keys()]).toEqual(['ID_SOURCE']);
  });

  it('applies names at once and changed figures from the running business date', async () => {
    const id = mintId('FIGURE');
    await provision(worksOf(id));
    await provision(
      worksOf(id, {
        units: [bore({ displayName: 'Bore 1', flowFactor: 2, meta: { colour: 'red' } }), tank(), balance()],
      }),
    );
    const unit = (await stored(id)).units.get('BORE');
    if (unit === undefined) throw new Error('no unit');
    expect(unitAsOf(unit, businessDate('2026-11-20'))).toMatchObject({ displayName: 'Bore 1', flowFactor: 1 });
    expect(unitAsOf(unit, businessDate('2026-11-21'))).toMatchObject({ displayName: 'Bore 1', flowFactor: 2 });
    expect(unit.versions.map((version) => version.meta)).toEqual([{ colour: 'red' }, { colour: 'red' }]);
  });

  it('marks the processed days that a change from a past date reaches, inside the same transaction', async () => {
    const id = mintId('STALE');
    await provision(worksOf(id));
    const { industryKey, units } = await stored(id);
    await setProcessed(
      context.database,
      industryKey,
      ['2026-05-31', '2026-06-01', '2026-06-02'],
      { rulesDigest: '', rulesVersion: 1, revisions: new Map() },
      new Date(context.clock.now()),
    );
    const changed = worksOf(id, {
      units: [bore({ flowFactor: 2, meta: { effectiveFrom: '01/06/2026' } }), tank(), balance()],
    });

    await expect(
      provision(changed, async () => {
        throw new Error('no room');
      }),
    ).rejects.toThrow('no room');
    expect((await stored(id)).units.get('BORE')?.versions).toHaveLength(1);

    const unitKey = units.get('BORE')?.unitKey;
    expect(await provision(changed, markStaleDays(context))).toMatchObject({
      staleFrom: [{ unitKey, unitId: 'BORE', fromDate: '2026-06-01' }],
    });
    expect(
      (await staleDays(context.database, industryKey, '2026-01-01', '2026-12-31')).map((day) => [
        day.businessDate,
        day.unitKeys,
        Object.keys(day.causes),
      ]),
    ).toEqual([
      ['2026-06-01', [unitKey], ['configuration']],
      ['2026-06-02', [unitKey], ['configuration']],
    ]);
    expect(await processedDays(context.database, industryKey, '2026-01-01', '2026-12-31')).toEqual(
      new Set(['2026-05-31', '2026-06-01', '2026-06-02']),
    );
  });

  it('replaces every version from 01/01/1900', async () => {
    const id = mintId('ALL');
    await provision(worksOf(id));
    await provision(worksOf(id, { units: [bore({ flowFactor: 2 }), tank(), balance()] }));
    let marked: unknown = null;
    await provision(
      worksOf(id, { units: [bore({ flowFactor: 3, meta: { effectiveFrom: '01/01/1900' } }), tank(), balance()] }),
      async (_querier, _key, changes) => {
        marked = changes.map(({ fromDate }) => fromDate);
      },
    );
    expect((await stored(id)).units.get('BORE')?.versions).toMatchObject([
      { effectiveFrom: '1900-01-01', unit: { flowFactor: 3 } },
    ]);
    expect(marked).toEqual(['1900-01-01']);
  });
});

describe('a bundle with mistakes', () => {
  it('is refused with all of them, code 1430, and nothing is written', async () => {
    const id = mintId('BAD');
    const refused = provision(
      worksOf(id, { units: [bore({ flowFactor: 0 }), balance('1 +')], categories: { a: category(['PUMP']) } }),
    );
    await expect(refused).rejects.toMatchObject({ code: 1430, message: 'The bundle has 3 mistakes' });
    await expect(refused).rejects.toMatchObject({
      details: [
        { field: 'units[0].flowFactor' },
        { field: 'units[1].meta.calculations' },
        { field: 'categories.a.subCategories[0].units[0]' },
      ],
    });
    expect(await findIndustry(context.database, id, context.clock.now())).toBeNull();
  });

  it("cannot take the name of another industry's user, in whatever letters", async () => {
    const owner = worksOf(mintId('OWNER'));
    await provision(owner);
    const id = mintId('THIEF');
    const name = String(userOf(owner)['username']).toUpperCase();
    await expect(
      provision(worksOf(id, { users: [operator({ username: name, email: `${id}@works.example` })] })),
    ).rejects.toMatchObject({ details: [{ field: 'users[0].username' }] });
    expect(await findIndustry(context.database, id, context.clock.now())).toBeNull();
  });

  it.each<[unknown]>([[null], ['text'], [[]]])(
    'a document that is %j is refused, not failed upon',
    async (document) => {
      await expect(provisionIndustry({ context, bundle: document, markStale: noDaysToMark })).rejects.toMatchObject({
        code: 1430,
        message: 'The bundle has 1 mistake',
      });
    },
  );
});
