import type { Industry } from '../../kernel/industry/industry.ts';
import { addDays, firstOfMonth, lastOfMonth } from '../../kernel/time/business-date.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { DayRange, ReportRequest } from './input.ts';
import type { ReportService, ReportType } from './terms.ts';

/** How often the industry's configuration mails reports. */
export const AUTOMATED_FREQUENCIES = ['daily', 'monthly'] as const;
export type AutomatedFrequency = (typeof AUTOMATED_FREQUENCIES)[number];

/** How often a subscription mails a report. */
export const REPORT_FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];

/**
 * Spec gap: time within which the same request of an operator mails nobody twice. A person or a proxy repeats a call
 * whose answer was lost.
 */
export const SAME_REQUEST_MILLISECONDS = HOUR_MS;

/** One report of a mail. */
export interface AutomatedReport {
  readonly service: ReportService;
  readonly reportType: ReportType;
  /** Layout and units that a subscription has chosen; absent: the whole report, a row per unit. */
  readonly choice?: Pick<ReportRequest, 'layout' | 'unitIds' | 'subCategories'>;
}

export const REPORT_MAILS = ['consumption', 'summary', 'monthly', 'subscription'] as const;

/** One mail of a run with its reports, all of which are attached in every format. */
export interface AutomatedMail {
  readonly mail: (typeof REPORT_MAILS)[number];
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

const DAYS_BEFORE_LAST_OF_WEEK = 6;

/** First and last day of a run, both included. */
export function coveredBy({
  frequency,
  date,
}: {
  readonly frequency: ReportFrequency;
  /** The day, the last of seven, or any day of the month. */
  readonly date: BusinessDate;
}): DayRange {
  switch (frequency) {
    case 'daily':
      return { from: date, to: date };
    case 'weekly':
      return { from: addDays(date, -DAYS_BEFORE_LAST_OF_WEEK), to: date };
    case 'monthly':
      return { from: firstOfMonth(date), to: lastOfMonth(date) };
  }
}

/** Types whose request names its last day. */
const RANGED: ReadonlySet<ReportType> = new Set(['hourly', 'granular', 'daily_range', 'monthly_range', 'custom']);

/** The request for a report of a run, which covers these days. */
export const requestOf = (
  { service, reportType, choice }: AutomatedReport,
  { from, to }: DayRange,
): Omit<ReportRequest, 'reportFormat'> => ({
  service,
  reportType,
  layout: choice?.layout ?? 'v1',
  // A weekly report is asked for by its last day.
  startDate: reportType === 'weekly' ? to : from,
  endDate: RANGED.has(reportType) ? to : null,
  unitIds: choice?.unitIds ?? null,
  subCategories: choice?.subCategories ?? [],
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
function reportRecipientsOf(industry: Pick<Industry, 'meta'>): readonly string[] {
  const emailIds: unknown = Reflect.get(reportsMetaOf(industry), 'emailIds');
  return Array.isArray(emailIds) ? emailIds.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** Recipients that nobody names by hand: the operators' support address, and the industry's own. */
export const configuredRecipients = (
  { supportEmail }: { readonly supportEmail: string | null },
  industry: Pick<Industry, 'meta'>,
): readonly string[] =>
  eachAddressOnce([...(supportEmail === null ? [] : [supportEmail]), ...reportRecipientsOf(industry)]);

/** Addresses without repetitions. Capitals make no difference. */
export function eachAddressOnce(addresses: readonly string[]): readonly string[] {
  const known = new Map<string, string>();
  for (const address of addresses.map((entry) => entry.trim()).filter((entry) => entry !== ''))
    if (!known.has(address.toLowerCase())) known.set(address.toLowerCase(), address);
  return [...known.values()];
}

/** Two addresses of one name are the same. */
export const nameOfAddress = (address: string): string => address.toLowerCase();
export const namesOf = (addresses: readonly string[]): ReadonlySet<string> => new Set(addresses.map(nameOfAddress));
