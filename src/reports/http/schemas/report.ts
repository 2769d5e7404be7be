import { z } from '@hono/zod-openapi';
import { REPORT_FORMATS, REPORT_LAYOUTS, REPORT_SERVICES, REPORT_TYPES } from '../../rules/terms.ts';
import type { AskedReport } from '../../build-report.ts';
import { commaList, date, flag, oneOf, optionalDate, optionalText } from '../../../platform/http/schemas/parameters.ts';
import { csvQuery } from '../../../platform/http/streamed-answer.ts';
import { divisionFactor } from '../../../figures/http/schemas/deviceData.ts';
import { LANGUAGES } from '../../../kernel/language.ts';

/**
 * One of the values. Spec gap: the table of parameters has a default, the list of errors says 1403 for a missing one.
 * Absent it has its default, empty it is missing.
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
