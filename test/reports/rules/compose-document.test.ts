import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../src/reports/rules/builders.ts';
import { SERVICES_OF_TYPE } from '../../../src/reports/rules/services-of-type.ts';
import { REPORT_SERVICES, REPORT_TYPES, type ReportService } from '../../../src/reports/rules/terms.ts';
import { reportInput } from './support/works.ts';

function methodOf(service: ReportService, divisionFactor: number): string {
  const [reportType] = REPORT_TYPES.filter((type) => SERVICES_OF_TYPE[type].includes(service));
  if (reportType === undefined) throw new Error(`${service} has no type`);
  const input = reportInput({
    request: { service, reportType, divisionFactor },
    now: '2026-07-02T10:00:00Z',
    units: { BORE: { days: [1000] } },
    categories: { ID_SOURCE: { BORES: ['BORE'] } },
  });
  return BUILDERS[service].build(input).method.join(' ');
}

describe('the method of a report', () => {
  it.each(REPORT_SERVICES)('of %s says by what raw figures were divided where that is not the usual', (service) => {
    const said = 'raw figures divided by 1, as was asked for. Divided by 1000 they have the units that are named.';
    expect(methodOf(service, 1000)).not.toContain('divided');
    // Incidents have the units of their rules.
    if (service === 'alert') expect(methodOf(service, 1)).not.toContain('divided');
    else expect(methodOf(service, 1)).toContain(said);
  });
});
