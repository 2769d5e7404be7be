import { describe, expect, it } from 'vitest';
import { SERVICES_OF_TYPE } from '../../../src/reports/rules/services-of-type.ts';
import { REPORT_LAYOUTS, REPORT_SERVICES } from '../../../src/reports/rules/terms.ts';

describe('the table of reports', () => {
  it('has every service at least once, and none that is no service', () => {
    const named = new Set(Object.values(SERVICES_OF_TYPE).flat());
    expect([...named].sort()).toEqual([...REPORT_SERVICES].sort());
  });

  it('knows two layouts', () => {
    expect(REPORT_LAYOUTS).toEqual(['v1', 'v2']);
  });
});
