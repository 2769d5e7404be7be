import { invalid } from '../../kernel/errors.ts';
import { REPORT_TYPES, type ReportService, type ReportType } from './terms.ts';

/**
 * Services of each reportType (specification, User: reports), in every format.
 * Spec gap: smart_city is in no row of that table. Its report is the water report over some sub-categories, so it has
 * the types of water.
 */
export const SERVICES_OF_TYPE: Readonly<Record<ReportType, readonly ReportService[]>> = {
  daily: [
    'water',
    'energy',
    'level',
    'quality',
    'borewell',
    'rain_water',
    'summary',
    'smart_city',
    'custom_water',
    'custom_energy',
    'custom_level',
    'custom_quality',
    'custom_withdrawal',
    'ground_water_withdrawal',
    'ai_summary',
  ],
  monthly: [
    'water',
    'energy',
    'level',
    'quality',
    'borewell',
    'rain_water',
    'smart_city',
    'water_balance',
    'consolidated',
    'custom_water',
    'custom_withdrawal',
    'ground_water_withdrawal',
    'executive',
  ],
  hourly: [
    'water',
    'energy',
    'level',
    'quality',
    'borewell',
    'smart_city',
    'custom_water',
    'custom_energy',
    'ground_water_withdrawal',
  ],
  granular: [
    'water',
    'energy',
    'level',
    'quality',
    'borewell',
    'rain_water',
    'smart_city',
    'alert',
    'custom_water',
    'ground_water_withdrawal',
  ],
  weekly: ['rain_water'],
  summary: ['rain_water'],
  daily_range: ['water', 'energy', 'level', 'quality', 'borewell', 'smart_city'],
  monthly_range: ['water', 'energy', 'smart_city'],
  custom: ['water_balance', 'executive'],
  ai_summary: ['ai_summary'],
};

export const typesOf = (service: ReportService): ReportType[] =>
  REPORT_TYPES.filter((type) => SERVICES_OF_TYPE[type].includes(service));

/** @throws ServiceError 1403 naming the types that the service has. */
export function requireSupported(type: ReportType, service: ReportService): void {
  if (SERVICES_OF_TYPE[type].includes(service)) return;
  const problem = `'${type}' is not a report of the service '${service}', allowed are ${typesOf(service).join(', ')}`;
  throw invalid(1403, 'reportType', problem);
}
