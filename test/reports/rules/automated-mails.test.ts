import { describe, expect, it } from 'vitest';
import {
  configuredRecipients,
  coveredBy,
  eachAddressOnce,
  mailsOf,
  requestOf,
} from '../../../src/reports/rules/automated-mails.ts';
import { requireSupported } from '../../../src/reports/rules/services-of-type.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';

const industry = (services: Record<string, unknown>, emailIds: unknown = []) => ({
  meta: { reports: { services, emailIds } },
});
const EVERY_FLAG = [
  'is_consumption_enabled',
  'is_rain_water_enabled',
  'is_stock_enabled',
  'is_groundwater_enabled',
  'is_summary_enabled',
  'is_energy_enabled',
  'is_quality_enabled',
  'is_executive_enabled',
];
const allOn = industry(Object.fromEntries(EVERY_FLAG.map((flag) => [flag, true])));
const shown = (mails: ReturnType<typeof mailsOf>): string[] =>
  mails.map(({ mail, reports }) => `${mail}: ${reports.map(({ service }) => service).join(', ')}`);

describe('automated reports', () => {
  it('of a day are the water report and then the summary, a mail each, whatever is enabled', () => {
    expect(shown(mailsOf('daily', { meta: {} }))).toEqual(['consumption: water', 'summary: summary']);
  });

  it('of a day have rain water beside the summary where that is enabled', () => {
    expect(shown(mailsOf('daily', allOn))).toEqual(['consumption: water', 'summary: summary, rain_water']);
  });

  it('of a month are all that is enabled, in the order of the specification and in one mail', () => {
    expect(shown(mailsOf('monthly', allOn))).toEqual([
      'monthly: executive, rain_water, water, level, ground_water_withdrawal, consolidated, energy, quality',
    ]);
  });

  it('of a month skip what is not enabled without a word', () => {
    expect(shown(mailsOf('monthly', industry({ is_energy_enabled: true, is_quality_enabled: false })))).toEqual([
      'monthly: energy',
    ]);
  });

  it.each([
    {},
    { reports: null },
    { reports: { services: 'all' } },
    { reports: { services: { is_energy_enabled: 'yes' } } },
  ])('of a month are none for an industry whose settings are %j', (meta) => {
    expect(mailsOf('monthly', { meta })).toEqual([]);
  });

  it('are reports that the service has', () => {
    for (const mail of [...mailsOf('daily', allOn), ...mailsOf('monthly', allOn)])
      for (const { service, reportType } of mail.reports)
        expect(() => requireSupported(reportType, service)).not.toThrow();
  });

  it('of a month begin with its first day, whichever day was named', () => {
    const [mail] = mailsOf('monthly', allOn);
    const [report] = mail?.reports ?? [];
    expect(
      report && requestOf(report, coveredBy({ frequency: 'monthly', date: businessDate('2026-06-17') })).startDate,
    ).toBe('2026-06-01');
  });
});

describe('recipients', () => {
  it('are each once, whatever their capitals and blanks', () => {
    expect(eachAddressOnce(['Ann@x.org', ' ann@X.org ', '', 'bob@x.org'])).toEqual(['Ann@x.org', 'bob@x.org']);
  });

  it('of an industry are what its settings list, and nobody where they list none', () => {
    const named = industry({}, ['a@x.org', 3, 'b@x.org']);
    expect(configuredRecipients({ supportEmail: null }, named)).toEqual(['a@x.org', 'b@x.org']);
    expect(configuredRecipients({ supportEmail: 'B@x.org' }, named)).toEqual(['B@x.org', 'a@x.org']);
    expect(configuredRecipients({ supportEmail: null }, { meta: {} })).toEqual([]);
  });
});
