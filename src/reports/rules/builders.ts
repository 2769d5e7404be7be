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
import { levelReport } from './builders/level.ts';
import { qualityReport } from './builders/quality.ts';
import { smartCityReport } from './builders/smart-city.ts';
import { summaryReport } from './builders/summary.ts';
import { waterBalanceReport } from './builders/water-balance.ts';
import type { ReportBuilder, ReportInput } from './input.ts';
import type { ReportService } from './terms.ts';
import { unitIdsOf, meterGroups, plainCell, type ReportMeter } from './meters.ts';
import { waterGroupings, rainGroupings, boreGroupings } from './service-units.ts';
import { flowNeeds, flowReport } from './builders/flow-report.ts';
import { bucketPlaces } from './buckets.ts';
import { countCell, missingCell, plainHeadline, quantityCell } from './cells.ts';
import { columnOf, type MeterColumn, noTotal, unitOfAll } from './sections/meter-table.ts';
import { completenessOf, partsOfSpan } from '../../kernel/document/completeness.ts';
import { toDisplay } from '../../figures/rules/figures/display.ts';
import { dateText, dayOfMonthText } from '../../kernel/format/date-text.ts';
import { numberOrNull, sumOrNull } from '../../figures/rules/processors/numbers.ts';
import type { Cell, Headline } from './document.ts';
import { type ReportTexts, reportTextsOf } from './report-texts.ts';
import { firstOfYear } from '../../kernel/time/business-date.ts';

/**
 * Report for the plant manager in the morning, and for the payer of the water bill: the amounts and sources of water,
 * its uses, and the meters to doubt.
 */
const waterReport: ReportBuilder = {
  unitsOf: (industry) => unitIdsOf(industry, waterGroupings(industry)),
  needs: flowNeeds,
  build: (input) => {
    const t = reportTextsOf(input);
    return flowReport(input, {
      title: t('water'),
      question: t('waterQuestion'),
      token: 'water',
      groupings: waterGroupings(input.industry),
      totalTitle: t('volume'),
      method: [t('volumeMethod')],
    });
  },
};

/**
 * Report for the person who answers for rain-water harvesting: the rain water gained, its days, and its amount since
 * the first of January.
 */
const rainWaterReport: ReportBuilder = {
  unitsOf: (industry) => unitIdsOf(industry, rainGroupings(industry)),
  needs: (request) => [...flowNeeds(request), ...(request.reportType === 'granular' ? [] : (['yearToDate'] as const))],
  build: (input) => {
    const t = reportTextsOf(input);
    const groupings = rainGroupings(input.industry);
    return flowReport(input, {
      title: t(input.request.reportType === 'summary' ? 'rainMonth' : 'rain'),
      question: t('rainQuestion'),
      token: 'water',
      groupings,
      totalTitle: t('rainGained'),
      columnsOf: ({ meters }) => [
        ...(input.period?.bucket === 'day' ? [wetDays(input)] : []),
        ...yearColumns(input, meters),
      ],
      headlines: yearHeadline(
        input,
        meterGroups(input, groupings).flatMap(({ meters }) => meters),
      ),
      method: [t('rainMethod')],
    });
  },
};

const wetDays = (input: ReportInput): MeterColumn => ({
  column: columnOf('wet', reportTextsOf(input)('wetDays'), { kind: 'count' }),
  of: ({ shown }) => {
    const places = bucketPlaces(input);
    const begun = shown.data.filter((_, index) => places[index]?.state !== 'not begun');
    return begun.every(({ y }) => y === null)
      ? missingCell()
      : countCell(begun.filter(({ y }) => (numberOrNull(y) ?? 0) > 0).length);
  },
  together: noTotal,
});

/**
 * Report for the authority that licenses the bores, and for the signer of the statement: the ground water that each
 * bore withdrew, from which register reading to which, and its amount since the first of January.
 */
const groundWaterWithdrawalReport: ReportBuilder = {
  unitsOf: (industry) => unitIdsOf(industry, boreGroupings(industry)),
  needs: (request) => [...flowNeeds(request), 'yearToDate'],
  build: (input) => {
    const t = reportTextsOf(input);
    const groupings = boreGroupings(input.industry);
    return flowReport(input, {
      title: t('withdrawalTitle'),
      question: t('withdrawalQuestion'),
      token: 'ground',
      groupings,
      totalTitle: t('withdrawn'),
      columnsOf: ({ meters }) => [factorColumn(t), ...yearColumns(input, meters)],
      headlines: yearHeadline(
        input,
        meterGroups(input, groupings).flatMap(({ meters }) => meters),
      ),
      method: [t('withdrawalMethod'), t('yearMethod')],
    });
  },
};

const factorColumn = (t: ReportTexts): MeterColumn => ({
  column: columnOf('factor', t('multiplier')),
  of: ({ span }) => plainCell(span.figures?.meta.flowFactor, ''),
  together: noTotal,
});

/* Figures from the first of January to the last day of the period, in business days. */

/** A meter's year, with what it rests on. */
function yearOf(input: ReportInput, { shown, divisor }: ReportMeter) {
  const span = input.yearToDate?.spans.get(shown.unitId);
  return { value: toDisplay(numberOrNull(span?.figures?.value), divisor), parts: partsOfSpan(span) };
}

function yearCell(input: ReportInput, meters: readonly ReportMeter[], unit: string): Cell {
  const years = meters.map((meter) => yearOf(input, meter));
  return quantityCell({
    value: sumOrNull(years.map(({ value }) => value)),
    unit,
    basis: completenessOf(years.flatMap(({ parts }) => parts)),
    running: input.yearToDate?.isRunning === true,
  });
}

const yearColumns = (input: ReportInput, meters: readonly ReportMeter[]): readonly MeterColumn[] =>
  input.yearToDate === null
    ? []
    : [
        {
          column: columnOf('year', reportTextsOf(input)('yearToDate'), { unit: unitOfAll(meters), total: 'sum' }),
          of: (meter) => yearCell(input, [meter], meter.shown.siUnit),
          together: (parts) => {
            const unit = unitOfAll(parts);
            return unit === null ? missingCell('different units') : yearCell(input, parts, unit);
          },
        },
      ];

function yearHeadline(input: ReportInput, meters: readonly ReportMeter[]): readonly Headline[] {
  const unit = unitOfAll(meters);
  const to = input.plan.days?.to;
  if (input.yearToDate === null || unit === null || to === undefined) return [];
  const t = reportTextsOf(input);
  const year = to.slice(0, 4);
  const last = input.yearToDate.to;
  const comparedWith =
    last.slice(0, 4) === year
      ? t('yearUntil', { from: dayOfMonthText(firstOfYear(last), t.language), to: dateText(last, t.language) })
      : t('yearNotBegun', { year });
  return [plainHeadline(t('yearToDate'), yearCell(input, meters, unit), comparedWith)];
}

/** Builders of the reports by service. */
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
