import { DAY_MS, HOUR_MS } from '../../kernel/time/durations.ts';
import { FIRST_DATE, firstOfYear } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { type AutomatedReport, MONTHLY_SERVICES, requestOf } from './automated-mails.ts';
import { BUILDERS } from './builders.ts';
import type { ReportService } from './terms.ts';

/** Quiet time of a report's days before the report is restated. */
const QUIET_MILLISECONDS = HOUR_MS;
/** Spec gap: the time for which a sent report is watched is not stated. Its files are kept as long. */
export const WATCHED_DAYS = 400;
/**
 * Spec gap: the least change that is told along is not stated. Once anybody is told, every figure that has changed by
 * more than so many per cent is told, in all reports of the period and to all who know another one. Otherwise two mails
 * of one day would disagree.
 */
export const TOLD_ALONG_PERCENT = 0.01;

export const restatementDue = (changedAt: Date): Date => new Date(changedAt.getTime() + QUIET_MILLISECONDS);
/** Start of the watched time. Reports sent before it are left alone. */
export const watchedSince = (now: Date): Date => new Date(now.getTime() - WATCHED_DAYS * DAY_MS);

/**
 * Services whose report of a month prints the year to date.
 * Spec gap: a report of a day is not restated for its year to date, because the report of the next day prints another
 * one anyway.
 */
export const YEAR_TO_DATE_SERVICES: readonly ReportService[] = MONTHLY_SERVICES.filter((service) => {
  const request = {
    ...requestOf({ service, reportType: 'monthly' }, { from: FIRST_DATE, to: FIRST_DATE }),
    reportFormat: 'html',
  } as const;
  return BUILDERS[service].needs(request).includes('yearToDate');
});

/** The first day on which figures of a mail rest. */
export const restsOnSince = (reports: readonly AutomatedReport[], firstDate: BusinessDate): BusinessDate =>
  reports.some(({ service, reportType }) => reportType === 'monthly' && YEAR_TO_DATE_SERVICES.includes(service))
    ? firstOfYear(firstDate)
    : firstDate;

/**
 * Measuring units of a report where a change began, in the order of the industry. A report without measuring units
 * gives all of the industry's, because its figures are computed from theirs.
 */
export function changedPlaces(
  { units }: Pick<Industry, 'units'>,
  unitKeys: readonly number[],
  reported: ReadonlySet<string> | null = null,
): readonly StoredUnit[] {
  const changed = new Set(unitKeys);
  const all = [...units.values()].filter(({ unitKey, current }) => changed.has(unitKey) && current.group !== 'VIRTUAL');
  const own = all.filter(({ current }) => reported?.has(current.unitId) === true);
  return own.length > 0 ? own : all;
}
