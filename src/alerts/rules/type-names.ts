import type { Translated } from '../../kernel/language.ts';
import type { AlertType } from './types.ts';

/** The name of each type of alert. */
export const ALERT_TYPE_NAMES = {
  unit_threshold: { en: 'Consumption of a day', hi: 'दिन की खपत' },
  energy_daily_threshold: { en: 'Energy of a day', hi: 'दिन की ऊर्जा' },
  hourly_threshold: { en: 'Consumption of an hour', hi: 'घंटे की खपत' },
  monthly_threshold: { en: 'Consumption of a month', hi: 'महीने की खपत' },
  energy_monthly_threshold: { en: 'Energy of a month', hi: 'महीने की ऊर्जा' },
  device_status: { en: 'Silent device', hi: 'मौन उपकरण' },
  level_exceed: { en: 'Level too high or too low', hi: 'स्तर बहुत ऊँचा या नीचा' },
  stable_flow_alert: { en: 'Flow that never varies', hi: 'न बदलने वाला प्रवाह' },
  flow_rate_above_the_range: { en: 'Flow rate too high', hi: 'प्रवाह दर बहुत अधिक' },
  flow_rate_below_the_range: { en: 'Flow rate too low', hi: 'प्रवाह दर बहुत कम' },
  flow_rate_back_in_range: { en: 'Flow rate back in its range', hi: 'प्रवाह दर फिर सीमा में' },
  quality_threshold: { en: 'Quality out of bounds', hi: 'गुणवत्ता सीमा से बाहर' },
  energy_threshold: { en: 'Energy of an hour', hi: 'घंटे की ऊर्जा' },
  no_flow_n_days: { en: 'Days without flow', hi: 'बिना प्रवाह के दिन' },
  no_level_variation_n_days: { en: 'Days without a change of level', hi: 'स्तर में बदलाव बिना दिन' },
  water_balance_leakage: { en: 'Water lost', hi: 'पानी की हानि' },
} as const satisfies Readonly<Record<AlertType, Translated>>;
