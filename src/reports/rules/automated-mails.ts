import type { Industry } from '../../kernel/industry/industry.ts';
import { firstOfMonth } from '../../kernel/time/business-date.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { ReportRequest } from './input.ts';
import type { ReportService, ReportType } from './terms.ts';

export const AUTOMATED_FREQUENCIES = ['daily', 'monthly'] as const;
export type AutomatedFrequency = (typeof AUTOMATED_FREQUENCIES)[number];

/**
 * Spec gap: time within which the same request of an operator mails nobody twice. A person or a proxy repeats a call
 * whose answer was lost.
 */
export const SAME_REQUEST_MILLISECONDS = HOUR_MS;

/** One report of a mail. */
export interface AutomatedReport {
  readonly service: ReportService;
  readonly reportType: ReportType;
}

/** One mail of a run with its reports, all of which are attached in every format. */
export interface AutomatedMail {
  readonly mail: 'consumption' | 'summary' | 'monthly';
  readonly reports: readonly AutomatedReport[];
}

/**
 * Flags of an industry and the monthly report of each, in the specification's order. Spec gap: the services that flags
 * mean. Stock is the report of levels. A month's summary is the consolidated report, because the service `summary` has
 * days only.
 */
const MONTHLY: readonly (readonly [flag: string, service: ReportService])[] = [
  ['is_executive_enabled', 'executive'],
  ['is_rain_water_enabled', 'rain_water'],
  ['is_consumption_enabled', 'water'],
  ['is_stock_enabled', 'level'],
  ['is_groundwater_enabled', 'ground_water_withdrawal'],
  ['is_summary_enabled', 'consolidated'],
  ['is_energy_enabled', 'energy'],
  ['is_quality_enabled', 'quality'],
];

/** Services of which a month may have a report. */
export const MONTHLY_SERVICES: readonly ReportService[] = MONTHLY.map(([, service]) => service);

/** The mails of a run. A mail without reports is left out, so an industry without a flag gets no monthly mail. */
export function mailsOf(frequency: AutomatedFrequency, industry: Pick<Industry, 'meta'>): readonly AutomatedMail[] {
  const isOn = flagsOf(industry);
  if (frequency === 'daily') {
    const summary: AutomatedReport[] = [{ service: 'summary', reportType: 'daily' }];
    if (isOn('is_rain_water_enabled')) summary.push({ service: 'rain_water', reportType: 'daily' });
    return [
      { mail: 'consumption', reports: [{ service: 'water', reportType: 'daily' }] },
      { mail: 'summary', reports: summary },
    ];
  }
  const reports = MONTHLY.flatMap(([flag, service]) =>
    isOn(flag) ? [{ service, reportType: 'monthly' } as const] : [],
  );
  return reports.length === 0 ? [] : [{ mail: 'monthly', reports }];
}

/** The request for a report of a run. `date`: the day, or any day of the month. */
export const requestOf = (
  { service, reportType }: AutomatedReport,
  date: BusinessDate,
): Omit<ReportRequest, 'reportFormat'> => ({
  service,
  reportType,
  layout: 'v1',
  startDate: reportType === 'monthly' ? firstOfMonth(date) : date,
  endDate: null,
  unitIds: null,
  subCategories: [],
  useShift: true,
  divisionFactor: 1000,
  body: null,
});

const reportsMetaOf = ({ meta }: Pick<Industry, 'meta'>): object =>
  typeof meta['reports'] === 'object' && meta['reports'] !== null ? meta['reports'] : {};

function flagsOf(industry: Pick<Industry, 'meta'>): (flag: string) => boolean {
  const services: unknown = Reflect.get(reportsMetaOf(industry), 'services');
  return (flag) => typeof services === 'object' && services !== null && Reflect.get(services, flag) === true;
}

/** The industry's own recipients, `meta.reports.emailIds`. */
export function reportRecipientsOf(industry: Pick<Industry, 'meta'>): readonly string[] {
  const emailIds: unknown = Reflect.get(reportsMetaOf(industry), 'emailIds');
  return Array.isArray(emailIds) ? emailIds.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** Addresses without repetitions. Capitals make no difference. */
export function eachAddressOnce(addresses: readonly string[]): readonly string[] {
  const known = new Map<string, string>();
  for (const address of addresses.map((entry) => entry.trim()).filter((entry) => entry !== ''))
    if (!known.has(address.toLowerCase())) known.set(address.toLowerCase(), address);
  return [...known.values()];
}
