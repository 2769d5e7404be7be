import { isObject } from '../../kernel/json.ts';
import { GROUP_OF_STANDARD_CATEGORY, UNIT_GROUPS, type UnitGroup } from '../../kernel/measure/unit.ts';
import { ownOf } from '../../kernel/own-of.ts';
import { fieldText, figureOfText } from '../handle-form.ts';
import { freeKey, keyOfName } from '../islands/key-of-name.ts';
import { fieldAt, STANDARD_CATEGORIES, typedText, USUAL_UNITS, valueAt } from '../units/unit-fields.ts';
import { type IndustryDraft, type DraftUnit, volumeOf } from './draft.ts';

/*
 * A unit as a row of a form or of a spreadsheet. Every kind has at most one field beside those that all units have.
 */

/** The field that a kind of unit has beside the others, by its path in the bundle. */
const OWN_FIELDS = {
  STOCK: 'maxCapacity',
  VIRTUAL: 'meta.calculations',
  QUALITY: 'params',
} as const satisfies Partial<Readonly<Record<UnitGroup, string>>>;
type OwnField = (typeof OWN_FIELDS)[keyof typeof OWN_FIELDS];

/** undefined: the unit has a kind that nobody knows. */
export const groupOfUnit = ({ standardCategoryId }: Pick<DraftUnit, 'standardCategoryId'>): UnitGroup | undefined =>
  ownOf(GROUP_OF_STANDARD_CATEGORY, standardCategoryId);

export const ownFieldOf = (unit: Pick<DraftUnit, 'standardCategoryId'>): OwnField | undefined => {
  const group = groupOfUnit(unit);
  return group === undefined ? undefined : ownOf<OwnField>(OWN_FIELDS, group);
};

export const rowField = (at: number, field: string): string => `units[${at}].${field}`;

const parametersText = (params: unknown): string =>
  Object.entries(isObject(params) ? params : {})
    .map(([name, one]) => {
      const siUnit = valueAt(one, 'siUnit');
      return typeof siUnit === 'string' && siUnit !== '' ? `${name} (${siUnit})` : name;
    })
    .join(', ');

/** Parameters as they are typed: `pH, turbidity (NTU)`. */
const typedParameters = (text: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => {
        const [, name = one, siUnit] = /^(.+?)\s*\(([^()]*)\)$/.exec(one) ?? [];
        return [name, siUnit === undefined ? {} : { siUnit }];
      }),
  );

/** The text that the own field of a unit shows. */
export const ownText = (unit: DraftUnit, field: OwnField): string =>
  field === 'params' ? parametersText(unit['params']) : typedText(fieldAt(field), valueAt(unit, field));

const without = (unit: DraftUnit, field: OwnField): DraftUnit => {
  const meta = unit['meta'];
  if (field !== 'meta.calculations') return { ...unit, [field]: undefined };
  return isObject(meta) ? { ...unit, meta: { ...meta, calculations: undefined } } : unit;
};

function withOwn(unit: DraftUnit, field: OwnField, form: FormData, name: string): DraftUnit {
  const text = fieldText(form, name);
  if (text === ownText(unit, field)) return unit;
  if (text === '') return without(unit, field);
  if (field === 'params') return { ...unit, params: typedParameters(text) };
  if (field === 'maxCapacity')
    return { ...unit, maxCapacity: figureOfText(text, fieldAt(field)?.divisor ?? 1) ?? undefined };
  const meta = unit['meta'];
  return { ...unit, meta: { ...(isObject(meta) ? meta : {}), calculations: text } };
}

/** A unit of another kind: what only the old kind has is gone, and the usual measure of the new kind is there. */
function ofKind(unit: DraftUnit, standardCategoryId: string, draft: IndustryDraft): DraftUnit {
  if (standardCategoryId === unit.standardCategoryId) return unit;
  const [before, after] = [unit, { standardCategoryId }].map(ownFieldOf);
  const kept = before === undefined || before === after ? unit : without(unit, before);
  const usual = (one: Pick<DraftUnit, 'standardCategoryId'>): string | undefined => {
    const group = groupOfUnit(one);
    return group === undefined ? undefined : usualMeasure(group, draft);
  };
  const siUnit = unit.siUnit === usual(unit) ? (usual({ standardCategoryId }) ?? unit.siUnit) : unit.siUnit;
  return { ...kept, standardCategoryId, siUnit };
}

/** The measure of a new unit: water as the industry counts it. */
export const usualMeasure = (group: UnitGroup, draft: IndustryDraft): string =>
  USUAL_UNITS[group] === USUAL_UNITS.FLOW ? volumeOf(draft) : USUAL_UNITS[group];

/** The key of a unit: as typed, else from its name, else a number. */
export function unitKey(typed: string, name: string, keys: readonly string[], at: number): string {
  if (typed !== '' || name === '') return typed;
  const taken = new Set(keys.filter((_, index) => index !== at));
  return freeKey(keyOfName(name) || `UNIT_${at + 1}`, (key) => taken.has(key));
}

/** The unit as the form has typed it, but for its key. Fields that the form lacks stay. */
export function typedUnit(draft: IndustryDraft, unit: DraftUnit, at: number, form: FormData): DraftUnit {
  const name = (field: string): string => rowField(at, field);
  const measured = {
    ...unit,
    displayName: fieldText(form, name('displayName')),
    siUnit: fieldText(form, name('siUnit')),
  };
  const typed = ofKind(measured, fieldText(form, name('standardCategoryId')), draft);
  const own = ownFieldOf(typed);
  return own !== undefined && form.has(name(own)) ? withOwn(typed, own, form, name(own)) : typed;
}

/** A row of a spreadsheet. */
interface Row {
  readonly name: string;
  readonly key: string;
  /** A kind, or the text that stands for none. */
  readonly kind: string;
  readonly siUnit: string;
  readonly own: string;
}

/** A unit of a spreadsheet's row. A kind that nobody knows stays as it is written, and is told as a mistake. */
export function unitOfRow(draft: IndustryDraft, { name, key, kind, siUnit, own }: Row): DraftUnit {
  const at = draft.units.length;
  const group = UNIT_GROUPS.find((one) => one === kind);
  const keys = draft.units.map(({ unitId }) => unitId);
  const unit = {
    unitId: unitKey(key, name, keys, at),
    displayName: name,
    standardCategoryId: group === undefined ? kind : STANDARD_CATEGORIES[group],
    siUnit: siUnit || (group === undefined ? '' : usualMeasure(group, draft)),
  };
  const field = ownFieldOf(unit);
  if (field === undefined) return unit;
  const typed = new FormData();
  typed.set(field, own);
  return withOwn(unit, field, typed, field);
}
