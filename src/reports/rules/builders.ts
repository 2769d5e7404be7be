import { aiSummaryReport } from './builders/ai-summary.ts';
import { alertReport } from './builders/alert.ts';
import { borewellReport } from './builders/borewell.ts';
import { consolidatedReport } from './builders/consolidated.ts';
import { customQualityReport } from './builders/custom-quality.ts';
import {
  customEnergyReport,
  customLevelReport,
  customWaterReport,
  customWithdrawalReport,
} from './builders/custom-units.ts';
import { energyReport } from './builders/energy.ts';
import { executiveReport } from './builders/executive.ts';
import { groundWaterWithdrawalReport } from './builders/ground-water-withdrawal.ts';
import { levelReport } from './builders/level.ts';
import { qualityReport } from './builders/quality.ts';
import { rainWaterReport } from './builders/rain-water.ts';
import { smartCityReport } from './builders/smart-city.ts';
import { summaryReport } from './builders/summary.ts';
import { waterBalanceReport } from './builders/water-balance.ts';
import { waterReport } from './builders/water.ts';
import type { ReportBuilder } from './input.ts';
import type { ReportService } from './terms.ts';

/** Who builds the report of a service. */
export const BUILDERS: Readonly<Record<ReportService, ReportBuilder>> = {
  water: waterReport,
  energy: energyReport,
  level: levelReport,
  quality: qualityReport,
  borewell: borewellReport,
  rain_water: rainWaterReport,
  summary: summaryReport,
  smart_city: smartCityReport,
  water_balance: waterBalanceReport,
  alert: alertReport,
  consolidated: consolidatedReport,
  custom_water: customWaterReport,
  custom_energy: customEnergyReport,
  custom_level: customLevelReport,
  custom_quality: customQualityReport,
  custom_withdrawal: customWithdrawalReport,
  ground_water_withdrawal: groundWaterWithdrawalReport,
  executive: executiveReport,
  ai_summary: aiSummaryReport,
};
