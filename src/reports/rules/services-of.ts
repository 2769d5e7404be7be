import type { Industry } from '../../kernel/industry/industry.ts';
import { BUILDERS } from './builders.ts';
import { SUPPORT } from './support-table.ts';
import { REPORT_SERVICES, REPORT_TYPES, type ReportService, type ReportType } from './terms.ts';

interface OfferedService {
  readonly service: ReportService;
  readonly reportTypes: readonly ReportType[];
  /** Of the industry, that the report would be about. 0: it would be refused. */
  readonly units: number;
}

/** Every service, with its types and how many units of the industry it reports on. */
export const servicesOf = (industry: Industry): readonly OfferedService[] =>
  REPORT_SERVICES.map((service) => ({
    service,
    reportTypes: REPORT_TYPES.filter((type) => SUPPORT[type].includes(service)),
    units: BUILDERS[service].unitsOf(industry, { subCategories: [], body: null }).length,
  }));
