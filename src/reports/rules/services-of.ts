import type { Industry } from '../../kernel/industry/industry.ts';
import { BUILDERS } from './builders.ts';
import { SUPPORT } from './support-table.ts';
import { REPORT_SERVICES, REPORT_TYPES } from './terms.ts';

/** Every service, with its types and how many units of the industry it reports on. */
export const servicesOf = (industry: Industry) =>
  REPORT_SERVICES.map((service) => ({
    service,
    reportTypes: REPORT_TYPES.filter((type) => SUPPORT[type].includes(service)),
    units: BUILDERS[service].unitsOf(industry, { subCategories: [], body: null }).length,
  }));
