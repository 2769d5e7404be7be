import type { Unit } from '../../kernel/measure/unit.ts';
import type { AlertType, ConditionSettings } from './types.ts';

/** The measure of an incident's value, limit and peak. */
export function measureOfAlert(alertType: AlertType, settings: ConditionSettings, unit: Unit | null): string {
  // Water of the whole industry is shown in cubic metres.
  const siUnit = unit?.siUnit ?? 'KL';
  switch (alertType) {
    case 'device_status':
      return 'min';
    case 'no_flow_n_days':
      return 'days';
    case 'level_exceed':
      return unit?.group === 'STOCK' ? '%' : siUnit;
    case 'no_level_variation_n_days':
      return unit?.group === 'STOCK' ? '%' : siUnit;
    case 'quality_threshold':
      return unit?.params[String(settings['parameter'])]?.siUnit ?? '';
    case 'flow_rate_above_the_range':
    case 'flow_rate_below_the_range':
    case 'flow_rate_back_in_range':
    case 'stable_flow_alert':
      return `${siUnit}/h`;
    case 'water_balance_leakage':
      return unit === null ? siUnit : `${siUnit}/h`;
    default:
      return siUnit;
  }
}
