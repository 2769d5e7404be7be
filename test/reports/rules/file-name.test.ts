import { attachmentHeader } from '../../../src/kernel/format/attachment-header.ts';
import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../../../src/reports/rules/service-names.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { everyKind } from './every-kind.ts';

describe('the name of a report', () => {
  it('tells industry, service, type and day', () => {
    expect(fileNameOf(everyKind, 'pdf')).toBe('ACME_water_daily_2026-01-15.pdf');
  });

  it('tells both ends of several days', () => {
    const period = { from: businessDate('2026-01-01'), to: businessDate('2026-01-31'), text: '' };
    expect(fileNameOf({ ...everyKind, service: 'smart_city', reportType: 'monthly', period }, 'xlsx')).toBe(
      'ACME_smart_city_monthly_2026-01-01_2026-01-31.xlsx',
    );
  });

  it.each([
    ['ACME_water.pdf', 'ACME_water.pdf', 'ACME_water.pdf'],
    ['पानी.pdf', '____.pdf', '%E0%A4%AA%E0%A4%BE%E0%A4%A8%E0%A5%80.pdf'],
    [`a"b\r\nX: y'(z).csv`, 'a_b__X__y__z_.csv', 'a%22b%0D%0AX%3A%20y%27%28z%29.csv'],
  ])('%j is a header in ASCII and in UTF-8', (name, ascii, encoded) => {
    expect(attachmentHeader(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`);
  });
});
