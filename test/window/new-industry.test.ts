import { beforeAll, describe, expect, it } from 'vitest';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { draftOfTemplate, TEMPLATE_NAMES } from '../../src/window/new-industry/templates.ts';
import { textsOf } from '../../src/window/texts.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';
import { mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { browserSession } from './support/browser-session.ts';
import { formOf, type SentForm } from './support/forms.ts';

/* An industry is made in steps, by a person who has a browser without scripts and no file. */

const PATH = '/app/operations/new';
const EVIL = '<i>5</i>';
let context: TestContext;
let app: TestApp;

beforeAll(async () => {
  context = await testContext('2026-01-16T00:45:00Z');
  app = testApp(context, { publicUrl: 'https://water.example' });
});

async function operatorWith(permissions: readonly string[] = ['admin:*']) {
  const session = browserSession(app);
  const { username } = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions });
  await session.post('/app/login', { username, password: PASSWORD });
  /** Sends the form of a page by one of its buttons, with some fields typed anew. */
  const press = async (go: string, typed: Record<string, string> = {}, form: SentForm = {}) => {
    const answer = await session.post(PATH, { ...form, ...typed, go });
    const html = await answer.text();
    return { status: answer.status, headers: answer.headers, html, form: formOf(html, 'draft') };
  };
  /** Presses buttons one after another, from a template on. */
  const along = async (template: string, ...presses: readonly (readonly [string, Record<string, string>?])[]) => {
    let page = await press(`template.${template}`);
    for (const [go, typed] of presses) page = await press(go, typed, page.form);
    return page;
  };
  return { ...session, press, along };
}

const named = (id: string) => ({ 'industry.industryName': EVIL, 'industry.industryId': id });
const bundleOf = ({ bundle = '' }: SentForm) => JSON.parse(bundle);

describe('a template', () => {
  it.each(TEMPLATE_NAMES.flatMap((name) => (['en', 'hi'] as const).map((language) => [name, language] as const)))(
    'makes a bundle that provisioning takes without a warning: %s, %s',
    async (name, language) => {
      const draft = draftOfTemplate(name, textsOf(language));
      const industryId = mintId('TEMPLATE');
      const bundle = { ...draft, industry: { ...draft.industry, industryId, industryName: name } };
      const made = await provisionIndustry({ context, bundle, markStale: async () => {} });
      expect([made.industry, made.units.added, made.warnings]).toEqual(['added', draft.units.length, []]);
    },
  );
});

describe('an industry in steps', () => {
  it('is made from a template to the first call of a device, and is the one looked at', async () => {
    const operator = await operatorWith();
    const id = mintId('STEPS');
    const email = `${id.toLowerCase()}@works.example`;
    const username = id.toLowerCase().slice(-20);
    const review = await operator.along(
      'plant',
      ['next', { ...named(id), 'industry.meta.timezone': 'Europe/Berlin', volume: 'm³' }],
      ['next', { 'newPart.name': 'Laundry', 'newPart.category': 'ID_CONSUMPTION' }],
      ['next', { 'units[0].displayName': 'Town inlet', 'units[0].unitId': 'TOWN', 'units[6].maxCapacity': '12,5' }],
      ['next', { 'admin.email': email, 'admin.username': username, 'admin.by': 'hand' }],
    );
    expect(review.status).toBe(200);
    expect(review.html).toContain(`Nothing is wrong. ${id}: 9 units`);
    expect(review.html).not.toContain(EVIL);
    const { units, categoriesV2 } = bundleOf(review.form);
    expect(units[0]).toMatchObject({ unitId: 'TOWN', displayName: 'Town inlet', siUnit: 'm³' });
    expect(units[6]).toMatchObject({ siUnit: 'm³', maxCapacity: 12_500 });
    expect(units[8].meta.calculations).toMatch(/^\{TOWN\} \+ /);
    expect(categoriesV2.ID_SOURCE.subCategories[0].units).toEqual(['TOWN']);
    const made = await operator.press('make', {}, review.form);
    expect(made.status).toBe(200);
    expect(made.html).toContain(`<input name="industry" aria-label="Industry" value="${id}"`);
    expect(made.html).toMatch(/<code class="secret">https:\/\/water\.example\/api\/user\/password\/form\?token=/);
    expect(operator.cookies.get('industry')).toBe(id);
    const keyed = await (await operator.post('/app/operations/keys', { act: 'create', name: 'First device' })).text();
    expect(keyed).toMatch(/id="call">[^]*unitId&quot;:&quot;TOWN&quot;/);
    expect(await (await operator.get('/app/today')).text()).toContain('Town inlet');
    expect(await (await operator.get('/app/operations/people')).text()).toContain(email);
  });

  it('is downloaded as a file that another industry could be provisioned by', async () => {
    const operator = await operatorWith();
    const id = mintId('FILE');
    const file = await operator.along('campus', ['next', named(id)], ['step.review'], ['download']);
    expect(file.headers.get('content-disposition')).toContain(`${id}.json`);
    const made = await provisionIndustry({ context, bundle: JSON.parse(file.html), markStale: async () => {} });
    expect(made.industryId).toBe(id);
  });

  it('never changes an industry that is there, which is told at the key', async () => {
    const operator = await operatorWith();
    const { industryId } = await mintUser(context);
    const refused = await operator.along('plant', ['next', named(industryId)]);
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringMatching(
        new RegExp(`id="industry.industryId-mistake">is &quot;${industryId}&quot;, which is there`),
      ),
    ]);
    // The one that somebody else makes while the steps are gone through is safe, too.
    const made = await operator.along('plant', ['next', named(mintId('FREE'))], ['step.review']);
    const draft = bundleOf(made.form);
    const stolen = JSON.stringify({ ...draft, industry: { ...draft.industry, industryId } });
    const late = await operator.press('make', {}, { ...made.form, bundle: stolen });
    expect([late.status, late.html]).toEqual([400, expect.stringContaining('which is there already')]);
    const units = await context.database.execute(
      'SELECT 1 FROM tenant.unit JOIN tenant.industry USING (industry_key) WHERE industry_id = $1',
      [industryId],
    );
    expect(units).toEqual([]);
  });

  it('needs the permission to change industries', async () => {
    const reader = await operatorWith(['readings:write']);
    const refused = await reader.along('plant', ['next', named(mintId('NOT'))]);
    expect([refused.status, refused.html]).toEqual([
      401,
      expect.stringContaining('You do not have the permission to add, change and retire units'),
    ]);
  });

  it('is for operators alone', async () => {
    const session = browserSession(app);
    await session.post('/app/login', { username: (await mintUser(context)).username, password: PASSWORD });
    expect((await session.get(PATH)).status).toBe(403);
    expect((await session.post(PATH, { go: 'template.plant' })).status).toBe(403);
  });

  it('invites nobody where the maker may not', async () => {
    const operator = await operatorWith(['industries:write']);
    const id = mintId('ALONE');
    const made = await operator.along(
      'plant',
      ['next', named(id)],
      ['step.people'],
      ['next', { 'admin.email': 'a@works.example' }],
      ['make'],
    );
    expect([made.status, made.html]).toEqual([200, expect.stringContaining('is there')]);
    const people = await context.database.execute(
      'SELECT 1 FROM tenant.app_user JOIN tenant.industry USING (industry_key) WHERE industry_id = $1',
      [id],
    );
    expect(people).toEqual([]);
  });
});

describe('a step', () => {
  it.each([
    ['industry', [], { 'industry.industryId': 'A B' }, 'industry.industryId', /A B.*allowed is 1 to 64 characters/],
    ['industry', [], { 'industry.meta.timezone': 'Mars/Base' }, 'industry.meta.timezone', /Mars\/Base.*IANA zone/],
    ['industry', [], { 'industry.meta.shift.startAt': '25:00' }, 'industry.meta.shift.startAt', /25:00.*HH:MM:SS/],
    [
      'categories',
      ['next'],
      { 'categoriesV2.ID_SOURCE.subCategories[0].displayName': ' ' },
      'categoriesV2.ID_SOURCE.subCategories[0].displayName',
      /allowed is a text of 1 to 200/,
    ],
    ['units', ['next', 'next'], { 'units[1].unitId': 'MAIN_INLET' }, 'units[1].unitId', /MAIN_INLET.*only once/],
    ['units', ['next', 'next'], { 'units[6].maxCapacity': 'large' }, 'units[6].maxCapacity', /large.*number above 0/],
    ['units', ['next', 'next'], { 'units[6].maxCapacity': '1,200' }, 'units[6].maxCapacity', /1,200.*1200 or 1\.2\./],
    ['units', ['next', 'next'], { 'units[8].meta.calculations': '{A' }, 'units[8].meta.calculations', /\{A.*position/],
    [
      'units',
      ['next', 'next'],
      { 'units[0].standardCategoryId': 'STOCK_CATEGORY', 'units[0].maxCapacity': 'much' },
      'units[0].maxCapacity',
      /much.*number above 0/,
    ],
    ['people', ['next', 'next', 'next'], { 'admin.email': 'nobody' }, 'admin.email', /nobody.*an e-mail address/],
    ['people', ['next', 'next', 'next'], { 'admin.email': 'a@b.example' }, 'admin.username', /4 to 25 characters/],
  ] as const)(
    'tells field, value and what is allowed, and loses nothing: %s %#',
    async (step, way, typed, field, said) => {
      const operator = await operatorWith();
      const before = await operator.along(
        'plant',
        ...way.map((go, at) => [go, at === 0 ? named(mintId('WRONG')) : {}] as const),
      );
      const first = step === 'industry' ? named(mintId('WRONG')) : {};
      const { status, html, form } = await operator.press('next', { ...first, ...typed }, before.form);
      expect([status, form['step']]).toEqual([400, step]);
      const mistake = html.split(`id="${field}-mistake">`)[1]?.split('<')[0] ?? '';
      expect(mistake.replaceAll('&quot;', '"')).toMatch(said);
      for (const [name, text] of Object.entries({ ...first, ...typed })) expect(form[name]).toBe(text.trim());
    },
  );

  it('takes rows of a spreadsheet, with categories that are new, and tells the row that is wrong', async () => {
    const operator = await operatorWith();
    const rows = [
      'Name\tId\tWhat it measures\tMeasured in\tCategory',
      `${EVIL}\tLAWN\tFlow of water\tKL\tGardens`,
      'Roof tank\t\tटंकी का स्तर\tKL\tTanks\t20',
      'Odd\t\tsmoke',
    ].join('\n');
    const id = mintId('ROWS');
    const start = await operator.along('plant', ['next', named(id)], ['next'], ['clear']);
    const pasted = await operator.press('paste', { pasted: rows }, start.form);
    expect(pasted.html).not.toContain(EVIL);
    const { units, categoriesV2 } = bundleOf(pasted.form);
    expect(units).toEqual([
      { unitId: 'LAWN', displayName: EVIL, standardCategoryId: 'FLOW_CATEGORY', siUnit: 'KL' },
      {
        unitId: 'ROOF_TANK',
        displayName: 'Roof tank',
        standardCategoryId: 'STOCK_CATEGORY',
        siUnit: 'KL',
        maxCapacity: 20_000,
      },
      { unitId: 'ODD', displayName: 'Odd', standardCategoryId: 'smoke', siUnit: '' },
    ]);
    expect(categoriesV2.ID_SOURCE.subCategories.at(-1)).toMatchObject({ displayName: 'Gardens', units: ['LAWN'] });
    expect(categoriesV2.ID_RAW_WATER_STOCK.subCategories[0].units).toEqual(['ROOF_TANK']);
    const refused = await operator.press('next', {}, pasted.form);
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringMatching(/id="units\[2\].standardCategoryId-mistake">is &quot;smoke&quot;, allowed is/),
    ]);
    expect(refused.form['units[2].standardCategoryId']).toBe('smoke');
  });

  it('takes an open quote for a part of a name, and a kind that no table has as it is written', async () => {
    const operator = await operatorWith();
    const start = await operator.along('plant', ['next', named(mintId('QUOTE'))], ['next'], ['clear']);
    const pasted = await operator.press('paste', { pasted: '"Old pump\tP1\nOdd\tODD\tconstructor' }, start.form);
    expect(bundleOf(pasted.form).units).toMatchObject([
      { unitId: 'P1', displayName: '"Old pump', standardCategoryId: 'FLOW_CATEGORY' },
      { unitId: 'ODD', standardCategoryId: 'constructor', siUnit: '' },
    ]);
  });

  it('shows the rows of many units a page at a time, and leads to the page of the first mistake', async () => {
    const operator = await operatorWith();
    const rows = Array.from({ length: 120 }, (_, index) => `Meter ${index}`).join('\n');
    const id = mintId('MANY');
    const start = await operator.along('plant', ['next', named(id)], ['next'], ['clear'], ['paste', { pasted: rows }]);
    expect(Object.keys(start.form).length).toBeLessThan(200);
    const first = await operator.press('rows.0', {}, start.form);
    const third = await operator.press('rows.50', { 'units[3].displayName': 'Fourth' }, first.form);
    expect(third.html).toContain('Units 51 to 75 of 120');
    const refused = await operator.press('rows.0', { 'units[60].siUnit': 'x'.repeat(51) }, third.form);
    const led = await operator.press('next', {}, refused.form);
    expect([led.status, led.form['units[60].siUnit'], bundleOf(led.form).units[3].displayName]).toEqual([
      400,
      'x'.repeat(51),
      'Fourth',
    ]);
    const gone = await operator.press('remove.60', {}, led.form);
    const review = await operator.along('plant', ['next', { ...gone.form, ...named(id), step: 'units' }], ['next']);
    expect(review.html).toContain('119 units');
  });

  it('moves a unit to another category, and parts are renamed and removed', async () => {
    const operator = await operatorWith();
    const units = await operator.along('plant', ['next', named(mintId('MOVE'))], ['next']);
    const moved = await operator.press(
      'back',
      { 'units[0].place': JSON.stringify(['ID_CONSUMPTION', 'DOMESTIC']) },
      units.form,
    );
    const renamed = await operator.press(
      `remove.${JSON.stringify(['ID_SOURCE', 'MAINS'])}`,
      { 'categoriesV2.ID_CONSUMPTION.subCategories[2].displayName': 'Homes' },
      moved.form,
    );
    const { categoriesV2 } = bundleOf(renamed.form);
    expect(categoriesV2.ID_SOURCE.subCategories.map(({ id }: { id: string }) => id)).toEqual(['BOREWELLS']);
    expect(categoriesV2.ID_CONSUMPTION.subCategories[2]).toEqual({
      id: 'DOMESTIC',
      displayName: 'Homes',
      units: ['KITCHEN', 'MAIN_INLET'],
    });
  });

  it('keeps the places of units that had one key for a while, and of those whose keys are exchanged', async () => {
    const operator = await operatorWith();
    const units = await operator.along('plant', ['next', named(mintId('ONE_KEY'))], ['next']);
    const alike = await operator.press('next', { 'units[5].unitId': 'MAIN_INLET' }, units.form);
    expect(alike.form['units[5].unitId']).toBe('MAIN_INLET');
    const apart = { 'units[0].unitId': 'BOILER', 'units[4].unitId': 'MAIN_INLET', 'units[5].unitId': 'CANTEEN' };
    const next = await operator.press('next', apart, alike.form);
    expect(next.form['step']).toBe('people');
    const { ID_SOURCE, ID_CONSUMPTION } = bundleOf(next.form).categoriesV2;
    expect(ID_SOURCE.subCategories[0].units).toEqual(['BOILER']);
    expect(ID_CONSUMPTION.subCategories.map(({ units: found }: { units: string[] }) => found)).toEqual([
      ['PROCESS_WATER'],
      ['COOLING_TOWER', 'MAIN_INLET'],
      ['CANTEEN'],
    ]);
  });

  it('writes formulas anew with all changed keys at once, and leaves them alone while two units have one', async () => {
    const operator = await operatorWith();
    const units = await operator.along('plant', ['next', named(mintId('FORMULA'))], ['next']);
    const formulaIn = ({ form }: { readonly form: SentForm }): string => bundleOf(form).units[8].meta.calculations;
    const shifted = { 'units[0].unitId': 'BOREWELL_1', 'units[1].unitId': 'BOREWELL_2' };
    const exchanged = { 'units[4].unitId': 'KITCHEN', 'units[5].unitId': 'BOILER' };
    const changed = await operator.press('stay', { ...shifted, ...exchanged }, units.form);
    const formula = '{BOREWELL_1} + {BOREWELL_2} - {PROCESS_WATER} - {COOLING_TOWER} - {KITCHEN} - {BOILER}';
    expect(formulaIn(changed)).toBe(formula);
    const alike = await operator.press('stay', { 'units[5].unitId': 'KITCHEN' }, changed.form);
    const apart = await operator.press('stay', { 'units[5].unitId': 'BOILER' }, alike.form);
    expect([alike, apart].map(formulaIn)).toEqual([formula, formula]);
  });

  it('goes along into the other language with all that was typed', async () => {
    const operator = await operatorWith();
    const id = mintId('HINDI');
    const page = await operator.along('plant', ['next', named(id)], ['next'], ['next']);
    const [, address = ''] = /<button\s+form="draft"\s+formaction="([^"]+)"/.exec(page.html) ?? [];
    const typed = { ...page.form, 'admin.email': 'ada@works.example', go: 'stay' };
    const hindi = await (await operator.post(address, typed)).text();
    expect(hindi).toContain('<html lang="hi">');
    expect(formOf(hindi, 'draft')).toMatchObject({ 'admin.email': 'ada@works.example', bundle: page.form['bundle'] });
    // What is sent next has no language in its address.
    const next = await operator.press('back', {}, formOf(hindi, 'draft'));
    expect(next.html).toContain('<html lang="hi">');

    const text = '{"industry": {"industryId": "HALF"';
    const add = '/app/operations/add?language=en';
    const bundle = await (await operator.post(add, { bundle: text, go: 'stay' })).text();
    expect([bundle.includes('<html lang="en">'), formOf(bundle, 'draft')]).toEqual([true, { bundle: `\n${text}` }]);
  });

  it('begins anew where a form carries no industry', async () => {
    const operator = await operatorWith();
    const { status, html } = await operator.press('next', {}, { bundle: '{"units": 5}', step: 'units' });
    expect([status, html]).toEqual([400, expect.stringContaining('does not carry an industry')]);
  });
});
