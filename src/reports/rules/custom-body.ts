import { z } from 'zod';
import { isOneLine } from '../../kernel/text.ts';
import { SEVERITIES, type Severity } from '../../kernel/severity.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { isObject, isStorable } from '../../kernel/json.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import { fieldOf, type Path, problem, refusal, shapeProblems } from '../../kernel/problems.ts';
import { CUSTOM_COLUMNS, type CustomColumn, type CustomService, usualColumns } from './custom-columns.ts';
import { type Logo, logoProblem } from './logo.ts';

export const CUSTOM_LIMITS = { units: 1000, thresholds: 200, titleCharacters: 120 } as const;
export const CUSTOM_GROUPINGS = ['subCategory', 'none'] as const;
export const CUSTOM_ORDERS = ['given', 'name', 'value'] as const;

/** Bounds of a figure in shown units. A bound is of the whole period; a bound of quality is of each hour or day. */
export interface Threshold {
  /** Null: every unit of the report. */
  readonly unitId: string | null;
  /** The parameter of a quality unit; null: the unit's own figure. */
  readonly parameter: string | null;
  readonly above: number | null;
  readonly below: number | null;
  readonly severity: Severity;
}

/** Layout of a custom report. */
export interface CustomLayout {
  readonly title: string | null;
  readonly columns: readonly CustomColumn[];
  /** True when the body names no columns. Columns without a figure may then be left out. */
  readonly isUsual: boolean;
  /** Units in the order wanted; null: every unit of the service. */
  readonly units: readonly string[] | null;
  readonly groupBy: (typeof CUSTOM_GROUPINGS)[number];
  readonly orderBy: (typeof CUSTOM_ORDERS)[number];
  readonly thresholds: readonly Threshold[];
  /** True for a second table with the figures of each hour or day. */
  readonly breakdown: boolean;
  readonly logo: Logo | null;
}

const text = (most: number) => {
  const error = `a text of 1 to ${most} characters without control characters`;
  return z
    .string({ error })
    .refine((value) => value !== '' && value.length <= most && isStorable(value) && isOneLine(value), {
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

/** Shape of an object. The error about an unknown field names the fields that exist. */
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

type KnownUnits = ReadonlyMap<string, Pick<Unit, 'params'>>;

/**
 * The body of POST report for a custom service. GET has no body, and its layout is the usual one.
 * Spec gap: the content of a body is not shown (docs/reference/reports.md, The body of custom reports).
 * @param known units and parameters that the service may tell about, by unitId
 * @throws ServiceError 1430 with every mistake at once; the place of each is its path in the body.
 */
export function readCustomBody(service: CustomService, body: unknown, known: KnownUnits): CustomLayout {
  const schema = bodyOf(service);
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  const problems = [
    ...(parsed.success ? [] : shapeProblems(parsed.error.issues)),
    ...senseProblems(schema.parse(readableFields(schema, body)), service, known),
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

/**
 * Fields whose shape is right, because a mistake in one must not hide mistakes in others. Every field may be absent.
 */
function readableFields(schema: ReturnType<typeof bodyOf>, body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) return {};
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => Object.hasOwn(shape, name) && shape[name]?.safeParse(value).success),
  );
}

function senseProblems(body: CustomBody, service: CustomService, known: KnownUnits): ErrorDetail[] {
  const unknownUnit = (path: Path, unitId: string): ErrorDetail[] =>
    known.has(unitId) ? [] : [problem(path, unitId, `the id of a unit that ${service} tells about`)];
  const pictureProblem = body.logo == null ? null : logoProblem(body.logo);
  const placesOf = body.thresholds.map(({ unitId, parameter }) => JSON.stringify([unitId ?? null, parameter ?? null]));
  return [
    ...repeated(body.columns ?? [], 'columns'),
    ...repeated(body.units ?? [], 'units'),
    ...(body.units ?? []).flatMap((unitId, index) => unknownUnit(['units', index], unitId)),
    ...body.thresholds.flatMap((threshold, index): ErrorDetail[] => {
      const { unitId, above, below } = threshold;
      const path = ['thresholds', index];
      const first = placesOf.indexOf(placesOf[index] ?? '');
      return [
        ...(unitId == null ? [] : unknownUnit([...path, 'unitId'], unitId)),
        ...parameterProblems([...path, 'parameter'], threshold, service, parametersOf(body, threshold, known)),
        ...(above == null && below == null
          ? [{ field: fieldOf(path), problem: 'has neither above nor below, allowed is at least one of them' }]
          : []),
        ...(above != null && below != null && below > above
          ? [problem([...path, 'below'], below, `a number that is not above ${above}`)]
          : []),
        ...(first < index
          ? [
              {
                field: fieldOf(path),
                problem: `is about the same figure as thresholds[${first}], allowed is one of each unit and parameter`,
              },
            ]
          : []),
      ];
    }),
    ...(pictureProblem === null
      ? []
      : [{ field: 'logo.base64', problem: `does not fit, allowed is ${pictureProblem}` }]),
  ];
}

type AskedThreshold = CustomBody['thresholds'][number];

/** Ids of parameters that a threshold can be about: those of its unit, or of all units in the report. */
function parametersOf({ units }: CustomBody, { unitId }: AskedThreshold, known: KnownUnits): readonly string[] {
  const unitIds = unitId == null ? (units ?? [...known.keys()]) : [unitId];
  return [...new Set(unitIds.flatMap((id) => Object.keys(known.get(id)?.params ?? {})))];
}

const MOST_NAMED = 10;

/**
 * Problems of unknown parameters. A device may send a parameter that no unit declares, so the report says where a name
 * has no figures.
 */
function parameterProblems(
  path: Path,
  { unitId, parameter }: AskedThreshold,
  service: CustomService,
  declared: readonly string[],
): readonly ErrorDetail[] {
  if (service !== 'custom_quality')
    return parameter == null ? [] : [problem(path, parameter, 'no parameter, because only custom_quality has them')];
  if (parameter != null) return [];
  const whose = unitId == null ? 'the units of the report' : 'its unit';
  const named = declared.length === 0 ? '' : `, such as ${declared.slice(0, MOST_NAMED).join(', ')}`;
  return [problem(path, parameter ?? undefined, `the id of a parameter of ${whose}${named}`)];
}

/** Entries that a list holds more than once. */
const repeated = (list: readonly string[], field: string): ErrorDetail[] =>
  list.flatMap((entry, index) =>
    list.indexOf(entry) < index ? [problem([field, index], entry, 'a name that is not there before')] : [],
  );
