import { describe, expect, it } from 'vitest';
import { resultOf } from '../../../../src/industries/rules/provisioning/plan.ts';
import { balance, bore, bundle, category, industry, operator, planOf, storedAfter, tank } from './bundles.ts';

const stored = storedAfter(bundle());
const NOTHING = { added: 0, changed: 0, unchanged: 0, removed: 0 };

describe('what a bundle changes', () => {
  it('the same bundle again changes nothing and writes nothing', () => {
    const plan = planOf(bundle(), stored);
    expect(resultOf(plan)).toMatchObject({
      isChanged: false,
      industry: 'unchanged',
      units: { ...NOTHING, unchanged: 3 },
      categories: { ...NOTHING, unchanged: 1 },
      users: { ...NOTHING, unchanged: 1 },
      staleFrom: [],
    });
    expect(
      [
        plan.units.writes,
        plan.units.newVersions,
        plan.units.metaChanges,
        plan.categories.writes,
        plan.users.writes,
        plan.users.retiredKeys,
      ].flat(),
    ).toEqual([]);
  });

  it('defaults written out and other orders of keys are the same bundle', () => {
    const writtenOut = bundle({
      industry: {
        ...industry({ isActive: true, test: false, place: null, daysOffset: null }),
        meta: { shift: { startAt: '06:00:00' }, timezone: 'Asia/Kolkata' },
      },
      units: [
        bore({
          flowFactor: 1,
          minNonZeroThreshold: 0,
          dataUpdateFrequency: 300,
          params: {},
          meta: { pRef: null, registerChecks: {} },
        }),
        tank(),
        balance(),
      ],
    });
    expect(resultOf(planOf(writtenOut, stored)).isChanged).toBe(false);
  });

  it('sections that are absent stay untouched', () => {
    const result = resultOf(planOf({ industry: industry() }, stored));
    expect(result).toMatchObject({ isChanged: false, units: NOTHING, categories: NOTHING, users: NOTHING });
  });

  it('an empty section removes everything of its kind', () => {
    const plan = planOf(bundle({ units: [], categories: {}, users: [] }), stored);
    expect(resultOf(plan)).toMatchObject({
      units: { ...NOTHING, removed: 3 },
      categories: { ...NOTHING, removed: 1 },
      users: { ...NOTHING, removed: 1 },
    });
    expect(plan.units.removedKeys).toEqual([1, 2, 3]);
    expect(plan.users).toMatchObject({ retiredKeys: [1], signedOutKeys: [1] });
  });

  it('a section of another generation does not remove the stored categories', () => {
    const plan = planOf({ industry: industry(), categoriesV2: { ID_SOURCE: category(['BORE'], 'S2') } }, stored);
    expect(plan.categories).toMatchObject({ counts: { ...NOTHING, added: 1 }, removed: [] });
  });

  it('counts what was added, changed, left alone and removed', () => {
    const plan = planOf(
      bundle({ units: [bore({ displayName: 'Bore 1' }), tank(), bore({ unitId: 'BORE_2' })] }),
      stored,
    );
    expect(plan.units.counts).toEqual({ added: 1, changed: 1, unchanged: 1, removed: 1 });
  });

  it('a unit that moved up because another was removed is unchanged, units that changed places are changed', () => {
    expect(planOf(bundle({ units: [tank(), balance('{TANK}')], categories: {} }), stored).units.counts).toEqual({
      added: 0,
      changed: 1,
      unchanged: 1,
      removed: 1,
    });
    const swapped = planOf(bundle({ units: [tank(), bore(), balance()] }), stored).units;
    expect(swapped.counts).toMatchObject({ changed: 2, unchanged: 1 });
    expect(swapped.writes.map(({ unitId, position }) => [unitId, position])).toEqual([
      ['TANK', 0],
      ['BORE', 1],
    ]);
  });

  it('a removed unit that comes back is added and keeps its versions', () => {
    const gone = { ...stored, units: stored.units.map((unit) => ({ ...unit, removed: true })) };
    const plan = planOf(bundle(), gone).units;
    expect(plan.counts).toEqual({ ...NOTHING, added: 3 });
    expect([...plan.newVersions, ...plan.droppedVersions]).toEqual([]);
  });

  it('a changed industry row is written with its derived days offset', () => {
    const plan = planOf(bundle({ industry: industry({}, { shift: { startAt: '18:00:00' } }) }), stored);
    expect(plan.industry).toBe('changed');
    expect(plan.desired.industry).toMatchObject({ daysOffset: 1, declaredDaysOffset: null });
  });
});

describe('figures that are restated', () => {
  const changed = (meta: Record<string, unknown>, changes: Record<string, unknown> = { flowFactor: 2 }) =>
    planOf(bundle({ units: [bore({ ...changes, meta }), tank(), balance()] }), stored).units;

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['standardCategoryId', { standardCategoryId: 'CONSUMPTION' }, {}],
    ['flowFactor', { flowFactor: -1 }, {}],
    ['minNonZeroThreshold', { minNonZeroThreshold: 5 }, {}],
    ['maxCapacity', { maxCapacity: 5 }, {}],
    ['dataUpdateFrequency', { dataUpdateFrequency: 900 }, {}],
    ['params', { params: { pH: { isLatest: true } } }, {}],
    ['pRef', {}, { pRef: 5 }],
    ['calculations', {}, { calculations: '{TANK}' }],
    ['registerChecks', {}, { registerChecks: { dropout: 'exclude' } }],
  ])('%s decides figures: a change is a new version from the running business date', (_field, changes, meta) => {
    const plan = changed(meta, changes);
    expect(plan.newVersions.map(({ unitId, effectiveFrom }) => [unitId, effectiveFrom])).toEqual([
      ['BORE', '2026-11-21'],
    ]);
    expect(plan.stale).toEqual([]);
  });

  it('a change from a past day on names the day from which figures are stale', () => {
    const plan = changed({ effectiveFrom: '01/06/2026' });
    expect(plan.newVersions.map(({ effectiveFrom }) => effectiveFrom)).toEqual(['2026-06-01']);
    expect(plan.stale).toEqual([{ unitKey: 1, unitId: 'BORE', fromDate: '2026-06-01' }]);
  });

  it('the same change again restates nothing', () => {
    const document = bundle({
      units: [bore({ flowFactor: 2, meta: { effectiveFrom: '01/06/2026' } }), tank(), balance()],
    });
    const [first, ...others] = stored.units;
    if (first === undefined) throw new Error('no unit');
    const versions = [
      ...first.versions,
      ...planOf(document, stored).units.newVersions.map(({ effectiveFrom, figures }) => ({ effectiveFrom, figures })),
    ];
    const result = resultOf(planOf(document, { ...stored, units: [{ ...first, versions }, ...others] }));
    expect(result).toMatchObject({ isChanged: false, staleFrom: [] });
  });

  it('name, unit of measure and other meta apply at once, without a version', () => {
    const plan = changed({ tankHeightMillimetres: 500 }, { displayName: 'Bore 1', siUnit: 'm3' });
    expect(plan.newVersions).toEqual([]);
    expect(plan.writes).toMatchObject([{ unitId: 'BORE', displayName: 'Bore 1', siUnit: 'm3' }]);
    expect(plan.metaChanges).toEqual([{ unitKey: 1, otherMeta: { tankHeightMillimetres: 500 } }]);
  });

  it("the running day is the industry's own: 12:00 UTC is already tomorrow where the day starts a day early", () => {
    const evening = planOf(
      bundle({
        industry: industry({}, { shift: { startAt: '17:00:00' } }),
        units: [bore({ flowFactor: 2 }), tank(), balance()],
      }),
      stored,
    );
    expect(evening.units.newVersions.map(({ effectiveFrom }) => effectiveFrom)).toEqual(['2026-11-22']);
  });
});

describe('users', () => {
  const rewritten = (changes: Record<string, unknown>, hash?: string) =>
    planOf(bundle({ users: [operator(changes)] }), stored, hash).users;

  it('a user without a password keeps the stored one', () => {
    expect(rewritten({ password: undefined }).counts).toEqual({ ...NOTHING, unchanged: 1 });
    expect(rewritten({ password: undefined, role: 'guest' }).writes).toMatchObject([
      { userId: 'u1', role: 'guest', passwordHash: 'hash of River-1' },
    ]);
  });

  it('another password signs the user out, another role does not', () => {
    expect(rewritten({ password: 'River-2' }, 'hash of River-2').signedOutKeys).toEqual([1]);
    expect(rewritten({ role: 'guest' }).signedOutKeys).toEqual([]);
  });

  it('users who are written give up their names first, so that two may swap them', () => {
    const two = bundle({ users: [operator(), operator({ userId: 'u2', email: 'b@c.example', username: 'second' })] });
    const swapped = bundle({
      users: [operator({ username: 'second' }), operator({ userId: 'u2', email: 'b@c.example' })],
    });
    expect(planOf(swapped, storedAfter(two)).users).toMatchObject({ retiredKeys: [1, 2], counts: { changed: 2 } });
  });
});
