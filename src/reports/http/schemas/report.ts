import { z } from '@hono/zod-openapi';
import { REPORT_FORMATS, REPORT_LAYOUTS, REPORT_SERVICES, REPORT_TYPES } from '../../rules/terms.ts';
import type { AskedReport } from '../../build-report.ts';
import { commaList, date, flag, oneOf, optionalDate, optionalText } from '../../../platform/http/schemas/parameters.ts';
import { csvQuery } from '../../../platform/http/streamed-answer.ts';
import { divisionFactor } from '../../../figures/http/schemas/deviceData.ts';
import { LANGUAGES } from '../../../kernel/language.ts';
import { SEVERITIES } from '../../../kernel/severity.ts';
import { CUSTOM_GROUPINGS, CUSTOM_LIMITS, CUSTOM_ORDERS } from '../../rules/custom-body.ts';
import { CUSTOM_COLUMNS } from '../../rules/custom-columns.ts';
import { LOGO_LIMITS } from '../../rules/logo.ts';

/**
 * One of the values. Spec gap: the table of parameters has a default, the list of errors says 1403 for a missing one.
 * An absent parameter has its default; an empty one counts as missing.
 */
const named = <const V extends readonly [string, ...string[]]>(values: V, fallback: V[number]) =>
  z
    .preprocess((value) => value ?? fallback, z.string().min(1).pipe(z.enum(values)))
    .openapi({ type: 'string', enum: [...values], default: fallback });

/** Parameters of GET and POST /api/user/report (specification, User: reports). */
export const reportQuery = z.object({
  service: named(REPORT_SERVICES, 'water').openapi({ description: 'What the report is about' }),
  reportType: named(REPORT_TYPES, 'daily').openapi({ description: 'Which days it has, and how they are cut' }),
  reportFormat: named(REPORT_FORMATS, 'html').openapi({ description: 'How it is written' }),
  startDate: z
    .preprocess((value) => value ?? undefined, date().optional())
    .openapi({ description: 'DD/MM/YYYY; the running business day when absent' }),
  endDate: optionalDate().openapi({
    description:
      'DD/MM/YYYY, included. hourly, granular, daily_range and monthly_range need it; without it their report is empty and says so',
  }),
  unitId: optionalText(200).openapi({ description: 'One unit' }),
  unitIds: commaList().openapi({ description: 'Units, comma-separated; null alone or absent: all of the service' }),
  useShift: flag(true).openapi({ description: 'false: days begin at midnight instead of at the shift' }),
  subCategories: commaList().openapi({
    description: 'smart_city: ids of sub-categories of the source, comma-separated; all when absent',
  }),
  divisionFactor: divisionFactor(),
  ...csvQuery,
  async: flag(false).openapi({
    description: 'true: the answer is a job, which is asked for its state and, for a day, for its file',
  }),
  format: oneOf(REPORT_LAYOUTS, 'v1').openapi({
    description: 'v1: a row per unit; v2: a row per hour, day or month and a column per unit',
  }),
  // Spec gap: no language is stated.
  language: oneOf(LANGUAGES, 'en').openapi({ description: 'Language of its words' }),
});

/** The value that means every unit. In a list it is no unit. */
const ALL_UNITS = 'null';

/** @param body body of a POST; null without one */
export function askedReport(query: z.output<typeof reportQuery>, body: unknown): AskedReport {
  const { service, reportType, reportFormat, unitId, unitIds } = query;
  const listed = unitIds.length === 1 && unitIds[0] === ALL_UNITS ? [] : unitIds;
  const named = [...new Set([...(unitId === undefined || unitId === ALL_UNITS ? [] : [unitId]), ...listed])];
  return {
    service,
    reportType,
    reportFormat,
    useShift: query.useShift,
    subCategories: query.subCategories,
    divisionFactor: query.divisionFactor,
    layout: query.format,
    startDate: query.startDate ?? null,
    endDate: query.endDate ?? null,
    unitIds: named.length === 0 ? null : named,
    language: query.language,
    body,
  };
}

const TEXT = { type: 'string' as const };
const COLUMNS = [...new Set(Object.values(CUSTOM_COLUMNS).flatMap(({ allowed }) => allowed))].toSorted();
const USUAL = Object.entries(CUSTOM_COLUMNS)
  .map(([service, { usual }]) => `${service}: ${usual.join(', ')}`)
  .join('; ');

const THRESHOLD = {
  type: 'object' as const,
  additionalProperties: false,
  properties: {
    unitId: { ...TEXT, description: 'Absent: every unit without a threshold of its own' },
    parameter: { ...TEXT, description: 'Required for custom_quality, and for it alone: the id of the parameter' },
    above: { type: 'number' as const, description: 'What is above it is marked, in the units of the report' },
    below: { type: 'number' as const, description: 'What is below it is marked' },
    severity: { ...TEXT, enum: [...SEVERITIES], default: 'high' },
  },
};

const LOGO = {
  type: 'object' as const,
  required: ['mime', 'base64'],
  additionalProperties: false,
  properties: { mime: { ...TEXT, enum: ['image/png', 'image/jpeg'] }, base64: TEXT },
  description: `PNG or JPEG by its bytes, of at most ${LOGO_LIMITS.bytes} bytes and ${LOGO_LIMITS.pixels} pixels to a side`,
};

/** Layout of a custom report. rules/custom-body.ts checks its parts and reports every mistake at once. */
export const customReportBody = z.record(z.string(), z.unknown()).openapi('CustomReportBody', {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: { ...TEXT, minLength: 1, maxLength: CUSTOM_LIMITS.titleCharacters },
    columns: {
      type: 'array',
      minItems: 1,
      items: { ...TEXT, enum: COLUMNS },
      description: `In the order wanted; each service has its own. Usual ones: ${USUAL}`,
    },
    units: {
      type: 'array',
      minItems: 1,
      maxItems: CUSTOM_LIMITS.units,
      items: TEXT,
      description: 'Ids of units in the order wanted; absent: every unit of the service',
    },
    groupBy: { ...TEXT, enum: [...CUSTOM_GROUPINGS], default: 'subCategory' },
    orderBy: { ...TEXT, enum: [...CUSTOM_ORDERS], default: 'given', description: 'value: most first' },
    thresholds: {
      type: 'array',
      maxItems: CUSTOM_LIMITS.thresholds,
      items: THRESHOLD,
      description: 'One of each unit and parameter',
    },
    breakdown: {
      type: 'boolean',
      default: true,
      description: 'Whether a second table tells every hour or day',
    },
    logo: LOGO,
  },
  example: {
    title: 'Cooling water against its permit',
    columns: ['value', 'limit', 'ofLimit', 'peak', 'coverage'],
    orderBy: 'value',
    thresholds: [{ unitId: 'M1', above: 120, severity: 'critical' }],
  },
});
