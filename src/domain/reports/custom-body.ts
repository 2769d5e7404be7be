import { z } from 'zod';
import { SEVERITIES, type Severity } from '../alerts/types.ts';
import type { ErrorDetail } from '../errors.ts';
import { isObject, isStorable } from '../json.ts';
import { fieldOf, type Path, problem, refusal, shapeProblems } from '../problems.ts';
import { CUSTOM_COLUMNS, type CustomColumn, type CustomService, usualColumns } from './custom-columns.ts';
import { type Logo, logoProblem } from './logo.ts';

export const CUSTOM_LIMITS = { units: 1000, thresholds: 200, titleCharacters: 120 } as const;
export const CUSTOM_GROUPINGS = ['subCategory', 'none'] as const;
export const CUSTOM_ORDERS = ['given', 'name', 'value'] as const;

/** Bounds that a figure is held against. In shown units, of the whole period; of quality for each hour or day. */
export interface Threshold {
  /** null: every unit of the report. */
  readonly unitId: string | null;
  /** The parameter of a quality unit; null: the unit's own figure. */
  readonly parameter: string | null;
  readonly above: number | null;
  readonly below: number | null;
  readonly severity: Severity;
}

/** How a custom report is laid out. */
export interface CustomLayout {
  readonly title: string | null;
  readonly columns: readonly CustomColumn[];
  /** The body names no columns, so that those without a figure may be left out. */
  readonly isUsual: boolean;
  /** In the order wanted; null: every unit of the service. */
  readonly units: readonly string[] | null;
  readonly groupBy: (typeof CUSTOM_GROUPINGS)[number];
  readonly orderBy: (typeof CUSTOM_ORDERS)[number];
  readonly thresholds: readonly Threshold[];
  /** Whether a second table tells the figures hour by hour or day by day. */
  readonly breakdown: boolean;
  readonly logo: Logo | null;
}

const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;
const text = (most: number) => {
  const error = `a text of 1 to ${most} characters without control characters`;
  return z
    .string({ error })
    .refine((value) => value !== '' && value.length <= most && isStorable(value) && !CONTROL_CHARACTERS.test(value), {
      error,
    });
};
const MAX_ID_CHARACTERS = 100;
const MAX_BOUND = 1e12;
const bound = z
  .number({ error: `a number from -${MAX_BOUND} to ${MAX_BOUND}` })
  .refine((value) => Math.abs(value) <= MAX_BOUND, { error: `a number from -${MAX_BOUND} to ${MAX_BOUND}` });
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, { error: `one of ${values.join(', ')}` });

const threshold = z.strictObject(
  {
    unitId: text(MAX_ID_CHARACTERS).nullish(),
    parameter: text(MAX_ID_CHARACTERS).nullish(),
    above: bound.nullish(),
    below: bound.nullish(),
    severity: oneOf(SEVERITIES).default('high'),
  },
  { error: fields('unitId, parameter, above, below, severity') },
);
const logo = z.strictObject(
  { mime: oneOf(['image/png', 'image/jpeg']), base64: z.string({ error: 'a picture in base64' }) },
  { error: fields('mime, base64') },
);

/** What an object may be: its shape, and of an unknown field the fields there are. */
function fields(names: string) {
  return (issue: { readonly code?: string | undefined }): string =>
    issue.code === 'unrecognized_keys' ? names : `an object with the fields ${names}`;
}

const listOf = <S extends z.ZodType>(element: S, most: number, what: string) =>
  z
    .array(element, { error: `a list of ${what}` })
    .min(1, { error: `a list of 1 to ${most} ${what}` })
    .max(most, { error: `a list of 1 to ${most} ${what}` });

const bodyOf = (service: CustomService) => {
  const { allowed } = CUSTOM_COLUMNS[service];
  const [first, ...others] = allowed;
  if (first === undefined) throw new Error(`${service} has columns.`);
  return z.strictObject(
    {
      title: text(CUSTOM_LIMITS.titleCharacters).nullish(),
      columns: listOf(oneOf([first, ...others]), allowed.length, 'names of columns').nullish(),
      units: listOf(text(MAX_ID_CHARACTERS), CUSTOM_LIMITS.units, 'ids of units').nullish(),
      groupBy: oneOf(CUSTOM_GROUPINGS).default('subCategory'),
      orderBy: oneOf(CUSTOM_ORDERS).default('given'),
      thresholds: z
        .array(threshold, { error: 'a list of thresholds' })
        .max(CUSTOM_LIMITS.thresholds, { error: `a list of at most ${CUSTOM_LIMITS.thresholds} thresholds` })
        .default([]),
      breakdown: z.boolean({ error: 'true or false' }).default(true),
      logo: logo.nullish(),
    },
    { error: fields('title, columns, units, groupBy, orderBy, thresholds, breakdown, logo') },
  );
};

type CustomBody = z.infer<ReturnType<typeof bodyOf>>;

/**
 * The body of POST report for a custom service. Without one, as with GET, the layout is the usual one.
 * Spec gap: what a body holds is not shown (docs/reports.md, The body of custom reports).
 * @param unitIds what the service may tell about
 * @throws ServiceError 1430 with every mistake at once; the place of each is its path in the body.
 */
export function readCustomBody(service: CustomService, body: unknown, unitIds: ReadonlySet<string>): CustomLayout {
  const schema = bodyOf(service);
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  const problems = [
    ...(parsed.success ? [] : shapeProblems(parsed.error.issues)),
    ...senseProblems(schema.parse(readableFields(schema, body)), service, unitIds),
  ];
  if (!parsed.success || problems.length > 0) throw refusal(problems);
  const { title, columns, units, groupBy, orderBy, thresholds, breakdown, logo: picture } = parsed.data;
  return {
    title: title ?? null,
    columns: columns ?? usualColumns(service, thresholds.length > 0),
    isUsual: columns == null,
    units: units ?? null,
    groupBy,
    orderBy,
    thresholds: thresholds.map(({ unitId, parameter, above, below, severity }) => ({
      unitId: unitId ?? null,
      parameter: parameter ?? null,
      above: above ?? null,
      below: below ?? null,
      severity,
    })),
    breakdown,
    logo: picture ?? null,
  };
}

/** The fields whose shape is right, so that a mistake of one hides none of another. All fields may be absent. */
function readableFields(schema: ReturnType<typeof bodyOf>, body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) return {};
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => Object.hasOwn(shape, name) && shape[name]?.safeParse(value).success),
  );
}

function senseProblems(body: CustomBody, service: CustomService, unitIds: ReadonlySet<string>): ErrorDetail[] {
  const unknownUnit = (path: Path, unitId: string): ErrorDetail[] =>
    unitIds.has(unitId) ? [] : [problem(path, unitId, `the id of a unit that ${service} tells about`)];
  const pictureProblem = body.logo == null ? null : logoProblem(body.logo);
  return [
    ...repeated(body.columns ?? [], 'columns'),
    ...repeated(body.units ?? [], 'units'),
    ...(body.units ?? []).flatMap((unitId, index) => unknownUnit(['units', index], unitId)),
    ...body.thresholds.flatMap(({ unitId, parameter, above, below }, index): ErrorDetail[] => {
      const path = ['thresholds', index];
      return [
        ...(unitId == null ? [] : unknownUnit([...path, 'unitId'], unitId)),
        ...(parameter == null || service === 'custom_quality'
          ? []
          : [problem([...path, 'parameter'], parameter, 'no parameter, because only custom_quality has them')]),
        ...(above == null && below == null
          ? [{ field: fieldOf(path), problem: 'has neither above nor below, allowed is at least one of them' }]
          : []),
        ...(above != null && below != null && below > above
          ? [problem([...path, 'below'], below, `a number that is not above ${above}`)]
          : []),
      ];
    }),
    ...(pictureProblem === null
      ? []
      : [{ field: 'logo.base64', problem: `does not fit, allowed is ${pictureProblem}` }]),
  ];
}

/** Entries that stand in a list more than once. */
const repeated = (list: readonly string[], field: string): ErrorDetail[] =>
  list.flatMap((entry, index) =>
    list.indexOf(entry) < index ? [problem([field, index], entry, 'a name that is not there before')] : [],
  );
