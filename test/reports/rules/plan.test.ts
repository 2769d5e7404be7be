import { describe, expect, it } from 'vitest';
import type { ReportRequest } from '../../../src/reports/rules/input.ts';
import { planOf } from '../../../src/reports/rules/plan.ts';
import {
  REPORT_FORMATS,
  REPORT_SERVICES,
  REPORT_TYPES,
  type ReportService,
  type ReportType,
} from '../../../src/reports/rules/terms.ts';
import { businessDate, parseRequestDate } from '../../../src/kernel/time/business-date.ts';

const day = (text: string) => parseRequestDate(text) ?? businessDate('invalid');
const asked = (
  reportType: ReportType,
  service: ReportService,
  changes: Partial<ReportRequest> = {},
): ReportRequest => ({
  service,
  reportType,
  reportFormat: 'html',
  layout: 'v1',
  startDate: day('15/02/2026'),
  endDate: null,
  unitIds: null,
  subCategories: [],
  useShift: true,
  divisionFactor: 1000,
  body: null,
  ...changes,
});

/** Type support by service, as the specification prints it. */
const PRINTED = `
daily | water, energy, level, quality, borewell, rain_water, summary, custom_water, custom_energy, custom_level, custom_quality, custom_withdrawal, ground_water_withdrawal, ai_summary
monthly | water, energy, level, quality, borewell, rain_water, water_balance, consolidated, custom_water, custom_withdrawal, ground_water_withdrawal, executive
hourly | water, energy, level, quality, borewell, custom_water, custom_energy, ground_water_withdrawal
granular | water, energy, level, quality, borewell, rain_water, custom_water, ground_water_withdrawal, alert
weekly | rain_water
summary | rain_water
daily_range | water, energy, level, quality, borewell
monthly_range | water, energy
custom | water_balance, executive
ai_summary | ai_summary`;
const printed = new Map(
  PRINTED.trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([type, services]): [string, string[]] => [type ?? '', (services ?? '').split(', ')]),
);
/** smart_city stands in no row; it has the types of water. */
const isPrinted = (type: ReportType, service: ReportService): boolean =>
  printed.get(type)?.includes(service === 'smart_city' ? 'water' : service) === true;

const cells = REPORT_TYPES.flatMap((type) =>
  REPORT_SERVICES.flatMap((service) => REPORT_FORMATS.map((format) => ({ type, service, format }))),
);

describe('reportType x service x format', () => {
  it.each(cells)(
    '$type of $service as $format is there exactly when the table says so',
    ({ type, service, format }) => {
      const plan = () => planOf(asked(type, service, { reportFormat: format, endDate: day('16/02/2026') }));
      if (isPrinted(type, service)) expect(plan().days).not.toBeNull();
      else expect(plan).toThrow(expect.objectContaining({ code: 1403 }));
    },
  );

  it('a pair that is not there names what is', () => {
    expect(() => planOf(asked('weekly', 'energy'))).toThrow(
      "Invalid 'reportType': 'weekly' is not a report of the service 'energy', allowed are daily, monthly, hourly, granular, daily_range, monthly_range",
    );
  });
});

describe('the end date', () => {
  it.each([
    ['daily', 'water', null, '16/02/2026', '16/02/2026', '15/02/2026 15/02/2026'],
    ['weekly', 'rain_water', null, '16/02/2026', '16/02/2026', '09/02/2026 15/02/2026'],
    ['summary', 'rain_water', null, '16/02/2026', '16/02/2026', '01/02/2026 15/02/2026'],
    ['ai_summary', 'ai_summary', null, '16/02/2026', '16/02/2026', '15/02/2026 15/02/2026'],
    ['daily', 'water', '20/02/2026', '16/02/2026', '16/02/2026', '15/02/2026 15/02/2026'],
    ['monthly', 'water', null, '15/03/2026', '28/02/2026', '01/02/2026 28/02/2026'],
    ['monthly', 'water', '20/02/2026', '15/03/2026', '28/02/2026', '01/02/2026 28/02/2026'],
    ['monthly', 'smart_city', null, '15/03/2026', '28/02/2026', '01/02/2026 28/02/2026'],
    ['monthly', 'smart_city', '20/02/2026', '20/02/2026', '20/02/2026', '15/02/2026 20/02/2026'],
    ['monthly', 'consolidated', '20/03/2026', '20/03/2026', '20/03/2026', '15/02/2026 20/03/2026'],
    ['hourly', 'energy', '16/02/2026', '16/02/2026', '16/02/2026', '15/02/2026 16/02/2026'],
    ['granular', 'alert', '16/02/2026', '17/02/2026', '16/02/2026', '15/02/2026 16/02/2026'],
    ['daily_range', 'level', '03/03/2026', '03/03/2026', '03/03/2026', '15/02/2026 03/03/2026'],
    ['monthly_range', 'water', '03/04/2026', '03/04/2026', '03/04/2026', '01/02/2026 30/04/2026'],
    ['custom', 'executive', '20/02/2026', '20/02/2026', '20/02/2026', '15/02/2026 20/02/2026'],
    ['custom', 'executive', null, '16/02/2026', '16/02/2026', '15/02/2026 15/02/2026'],
  ] as const)('%s of %s with endDate %s is bound by %s, shown as %s', (type, service, given, bound, shown, days) => {
    const plan = planOf(asked(type, service, { endDate: given === null ? null : day(given) }));
    const [from, to] = days.split(' ').map(day);
    expect(plan).toMatchObject({ endDate: day(bound), endDateActual: day(shown), days: { from, to } });
  });

  it.each(['hourly', 'granular', 'daily_range', 'monthly_range'] as const)(
    'that %s requires and misses is empty, and no error',
    (type) => {
      expect(planOf(asked(type, 'water'))).toMatchObject({
        endDate: null,
        endDateActual: null,
        days: null,
        previous: null,
        lastYear: null,
      });
    },
  );

  it('before the start, and a period longer than a report holds, are refused with what is allowed', () => {
    expect(() => planOf(asked('hourly', 'water', { endDate: day('14/02/2026') }))).toThrow(
      'startDate cannot be after endDate',
    );
    // Of the same month, which would be whole.
    expect(() => planOf(asked('monthly_range', 'water', { endDate: day('10/02/2026') }))).toThrow(
      'startDate cannot be after endDate',
    );
    expect(() => planOf(asked('granular', 'water', { endDate: day('18/03/2026') }))).toThrow(
      "Invalid 'endDate': '18/03/2026' makes 32 days from 15/02/2026, allowed are 31",
    );
  });
});

describe('a period is compared', () => {
  it.each([
    ['daily', '15/02/2026', null, '14/02/2026 14/02/2026', '15/02/2025 15/02/2025'],
    ['daily_range', '28/02/2026', '03/03/2026', '24/02/2026 27/02/2026', '28/02/2025 03/03/2025'],
    ['monthly', '31/03/2026', null, '01/02/2026 28/02/2026', '01/03/2025 31/03/2025'],
    ['monthly', '01/02/2024', null, '01/01/2024 31/01/2024', '01/02/2023 28/02/2023'],
    ['monthly_range', '01/01/2026', '31/03/2026', '01/10/2025 31/12/2025', '01/01/2025 31/03/2025'],
  ] as const)('%s from %s with the same length before and a year earlier', (type, start, end, previous, lastYear) => {
    const plan = planOf(asked(type, 'water', { startDate: day(start), endDate: end === null ? null : day(end) }));
    const range = (text: string) => {
      const [from, to] = text.split(' ').map(day);
      return { from, to };
    };
    expect(plan).toMatchObject({ previous: range(previous), lastYear: range(lastYear) });
  });
});
