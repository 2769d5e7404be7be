import { borewellReport } from './builders/borewell.ts';
import { energyReport } from './builders/energy.ts';
import { groundWaterWithdrawalReport } from './builders/ground-water-withdrawal.ts';
import { levelReport } from './builders/level.ts';
import { qualityReport } from './builders/quality.ts';
import { rainWaterReport } from './builders/rain-water.ts';
import { smartCityReport } from './builders/smart-city.ts';
import { summaryReport } from './builders/summary.ts';
import { waterReport } from './builders/water.ts';
import type { ReportBuilder } from './input.ts';
import type { ReportService } from './terms.ts';

/** Who builds the report of a service. */
export const BUILDERS: Readonly<Partial<Record<ReportService, ReportBuilder>>> = {
  water: waterReport,
  energy: energyReport,
  level: levelReport,
  quality: qualityReport,
  borewell: borewellReport,
  rain_water: rainWaterReport,
  summary: summaryReport,
  smart_city: smartCityReport,
  ground_water_withdrawal: groundWaterWithdrawalReport,
};
