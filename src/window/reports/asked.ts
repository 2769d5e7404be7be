import {
  REPORT_FORMATS,
  REPORT_SERVICES,
  type ReportFormat,
  type ReportService,
  type ReportType,
} from '../../reports/rules/terms.ts';
import { typesOf } from '../../reports/rules/support-table.ts';
import { dateOfDayNumber, dayNumberOf } from '../../kernel/time/business-date.ts';
import { requestDateOf } from '../dates.ts';
import type { Visit } from '../visit.ts';
import type { Language } from '../../kernel/language.ts';

/** The report that the form asks for. A type that the service does not have gives way to its first. */
export interface ReportChoice {
  readonly service: ReportService;
  readonly reportType: ReportType;
  /** As date fields have it, `2026-01-15`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly unitId: string;
  readonly layout: string;
}

/** @param given of an address or a form */
export function askedIn({ clock }: Pick<Visit, 'clock'>, given: (name: string) => string | undefined): ReportChoice {
  const service = REPORT_SERVICES.find((one) => one === given('service')) ?? 'water';
  const types = typesOf(service);
  return {
    service,
    reportType: types.find((type) => type === given('reportType')) ?? types[0] ?? 'daily',
    // The last day that is over has all its figures.
    startDate: given('startDate') || dateOfDayNumber(dayNumberOf(clock.today) - 1),
    endDate: given('endDate') ?? '',
    unitId: given('unitId') ?? '',
    layout: given('layout') || 'v1',
  };
}

export const REPORT_FORMAT_NAMES = { html: 'HTML', pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' } as const;

export const formatIn = (text: unknown): ReportFormat => REPORT_FORMATS.find((format) => format === text) ?? 'html';

/** The parameters of GET /api/user/report. */
export const reportParameters = (
  asked: ReportChoice,
  reportFormat: ReportFormat,
  language: Language,
): Record<string, string> => ({
  language,
  service: asked.service,
  reportType: asked.reportType,
  reportFormat,
  startDate: requestDateOf(asked.startDate),
  ...(asked.endDate === '' ? {} : { endDate: requestDateOf(asked.endDate) }),
  ...(asked.unitId === '' ? {} : { unitId: asked.unitId }),
  format: asked.layout,
});
