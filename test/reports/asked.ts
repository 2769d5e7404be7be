import type { ReportService, ReportType } from '../../src/reports/rules/terms.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import type { AskedReport } from '../../src/reports/build-report.ts';

/** A request as the endpoint makes it of a few parameters; dates are ISO. */
export const asked = (
  service: ReportService,
  reportType: ReportType,
  startDate: string,
  more: Partial<Omit<AskedReport, 'endDate'>> & { readonly endDate?: string } = {},
): AskedReport => ({
  service,
  reportType,
  reportFormat: 'html',
  layout: 'v1',
  startDate: businessDate(startDate),
  unitIds: null,
  subCategories: [],
  useShift: true,
  divisionFactor: 1000,
  body: null,
  ...more,
  endDate: more.endDate === undefined ? null : businessDate(more.endDate),
});
