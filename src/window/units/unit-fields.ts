import type { z } from '@hono/zod-openapi';
import { WATER_SOURCES } from '../../balance/rules/neutrality.ts';
import type { unitObject } from '../../industries/http/schemas/industry.ts';
import { isObject } from '../../kernel/json.ts';
import { dividedBy } from '../../kernel/measure/exact.ts';
import { GROUP_OF_STANDARD_CATEGORY, REGISTER_GROUPS, type UnitGroup } from '../../kernel/measure/unit.ts';
import { ownOf } from '../../kernel/own-of.ts';
import { fieldText, typedFigure } from '../handle-form.ts';
import { fill, type Texts } from '../texts.ts';
import type { Visit } from '../page.ts';

/*
 * Fields of a unit's form. Their names are the paths by which the API takes them and names a mistake.
 */

export type ChangedUnit = z.infer<typeof unitObject>;

export interface UnitField {
  readonly path: keyof Texts['unitFieldNames'];
  /** Whether a change counts from a day on, and figures of that day and later ones follow. */
  readonly isDated: boolean;
  /** Raw units in a shown one, of a figure; absent: a text. */
  readonly divisor?: number;
  /** Values to choose from; 'units': a unit of the industry. */
  readonly choices?: readonly (keyof Texts['unitChoices'])[] | 'units';
  /** Kinds of units that have the field; absent: all. */
  readonly groups?: readonly UnitGroup[];
}

const MILLI = 1000;
const CHECK_ACTIONS = ['exclude', 'keep'] as const;
const SENDING: readonly UnitGroup[] = [...REGISTER_GROUPS, 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'];
const OF_REGISTERS = { isDated: true, groups: REGISTER_GROUPS } as const;

const FIELDS: readonly UnitField[] = [
  { path: 'displayName', isDated: false },
  { path: 'siUnit', isDated: false },
  { path: 'meta.accuracyPercent', isDated: false, divisor: 1, groups: [...REGISTER_GROUPS, 'STOCK'] },
  { path: 'meta.waterSource', isDated: false, choices: WATER_SOURCES, groups: ['FLOW', 'VIRTUAL'] },
  { path: 'meta.pumpsUnitId', isDated: false, choices: 'units', groups: ['ENERGY'] },
  { path: 'meta.calculations', isDated: true, groups: ['VIRTUAL'] },
  { path: 'maxCapacity', isDated: true, divisor: MILLI, groups: ['STOCK'] },
  { path: 'dataUpdateFrequency', isDated: true, divisor: 1, groups: SENDING },
  { path: 'flowFactor', divisor: 1, ...OF_REGISTERS },
  { path: 'minNonZeroThreshold', divisor: MILLI, ...OF_REGISTERS },
  { path: 'meta.pRef', isDated: true, divisor: 1, groups: ['ENERGY'] },
  { path: 'meta.registerChecks.dropout', choices: CHECK_ACTIONS, ...OF_REGISTERS },
  { path: 'meta.registerChecks.glitch', choices: CHECK_ACTIONS, ...OF_REGISTERS },
  { path: 'meta.registerChecks.spike', choices: CHECK_ACTIONS, ...OF_REGISTERS },
  { path: 'meta.registerChecks.rolloverDigits', divisor: 1, ...OF_REGISTERS },
];

/** The standardCategoryId by which pages declare units and categories of a kind. */
export const STANDARD_CATEGORIES: Readonly<Record<UnitGroup, string>> = {
  FLOW: 'FLOW_CATEGORY',
  CONSUMPTION: 'CONSUMPTION_CATEGORY',
  ENERGY: 'ENERGY_CATEGORY',
  STOCK: 'STOCK_CATEGORY',
  GROUND_WATER_LEVEL: 'GROUND_WATER_LEVEL',
  QUALITY: 'QUALITY_CATEGORY',
  VIRTUAL: 'VIRTUAL_CATEGORY',
};

/** The unit of measure that most units of a kind have. */
export const USUAL_UNITS: Readonly<Record<UnitGroup, string>> = {
  FLOW: 'KL',
  CONSUMPTION: 'KL',
  ENERGY: 'kWh',
  STOCK: 'KL',
  GROUND_WATER_LEVEL: 'm',
  QUALITY: '',
  VIRTUAL: 'KL',
};

export const fieldAt = (path: string): UnitField | undefined => FIELDS.find((one) => one.path === path);

/** The value at a path of a unit; null: it has none. */
export const valueAt = (unit: unknown, path: string): unknown =>
  path.split('.').reduce((inner: unknown, name) => (isObject(inner) ? (inner[name] ?? null) : null), unit);

/** Fields of units of this standardCategoryId. A surveyed tank has its capacity from the curve. */
export const fieldsFor = (standardCategoryId: string, unit: unknown): readonly UnitField[] => {
  const group = GROUP_OF_STANDARD_CATEGORY[standardCategoryId];
  const isSurveyed = valueAt(unit, 'meta.volumeCurve') !== null;
  return FIELDS.filter(
    ({ path, groups }) =>
      (groups === undefined || (group !== undefined && groups.includes(group)))
      && !(isSurveyed && path === 'maxCapacity'),
  );
};

/** The label of a field, with the unit of measure in which it is typed. */
export function fieldLabel({ unitFieldNames: names, unitChanges: t }: Texts, path: string, siUnit: string): string {
  const name = ownOf(names, path) ?? path;
  if (path === 'maxCapacity') return `${name}, ${siUnit}`;
  return path === 'minNonZeroThreshold' ? `${name}, ${fill(t.perReading, { unit: siUnit })}` : name;
}

/** The text of a stored value, as it is typed. */
export const typedText = (field: Pick<UnitField, 'divisor'> | undefined, value: unknown): string =>
  typeof value === 'number'
    ? String(dividedBy(value, field?.divisor ?? 1))
    : typeof value === 'string'
      ? value
      : value === null || value === undefined || (isObject(value) && Object.keys(value).length === 0)
        ? ''
        : JSON.stringify(value);

/** Text or figure that was typed into a field; null: none. */
const typedValue = (form: FormData, { path, divisor }: UnitField, unit: unknown, texts: Texts): unknown =>
  divisor === undefined
    ? fieldText(form, path) || null
    : typedFigure(form, path, { divisor, texts, stored: valueAt(unit, path) });

/** An object with a value at a path. */
const withValue = (
  body: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
) => {
  const inner = body[name];
  const next: unknown = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value);
  return { ...body, [name]: next };
};

interface TypedFields {
  /** The body of the API. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether one of the fields counts from a day on. */
  readonly isDated: boolean;
}

/**
 * The fields that were typed otherwise than the unit has them, `{}` for a new one.
 * @throws ApiRefusal for a figure that can be read in two ways
 */
export function typedFields(
  form: FormData,
  fields: readonly UnitField[],
  unit: unknown,
  { texts }: Pick<Visit, 'texts'>,
): TypedFields {
  const changed = fields
    .map((field) => ({ field, value: typedValue(form, field, unit, texts) }))
    .filter(({ field, value }) => value !== valueAt(unit, field.path));
  return {
    body: changed.reduce<Record<string, unknown>>(
      (body, { field, value }) => withValue(body, field.path.split('.'), value),
      {},
    ),
    isDated: changed.some(({ field }) => field.isDated),
  };
}
