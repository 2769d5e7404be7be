/** Report types and services (specification, User: reports), in the order of its tables. */
export const REPORT_TYPES = [
  'daily',
  'monthly',
  'hourly',
  'granular',
  'weekly',
  'daily_range',
  'monthly_range',
  'custom',
  'summary',
  'ai_summary',
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_SERVICES = [
  'water',
  'energy',
  'level',
  'quality',
  'borewell',
  'rain_water',
  'summary',
  'smart_city',
  'water_balance',
  'alert',
  'consolidated',
  'custom_water',
  'custom_energy',
  'custom_level',
  'custom_quality',
  'custom_withdrawal',
  'ground_water_withdrawal',
  'executive',
  'ai_summary',
] as const;
export type ReportService = (typeof REPORT_SERVICES)[number];

export const REPORT_FORMATS = ['html', 'pdf', 'xlsx', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Content types of report files for browsers and mail programs (specification, User: reports, Output). */
export const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** v1 has a row per unit. v2 has a row per hour, day or month, and a column per unit. */
export const REPORT_LAYOUTS = ['v1', 'v2'] as const;
export type ReportLayout = (typeof REPORT_LAYOUTS)[number];
