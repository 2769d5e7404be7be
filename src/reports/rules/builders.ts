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
import { unitIdsOf, meterGroups, numberOf, plainCell, type ReportMeter } from './meters.ts';
import { waterGroupings, rainGroupings, boreGroupings } from './service-units.ts';
import { flowNeeds, flowReport } from './builders/flow-report.ts';
import { bucketPlaces } from './buckets.ts';
import { missingCell, quantityCell } from './cells.ts';
import { columnOf, type MeterColumn, noTotal, unitOfAll } from './sections/meter-table.ts';
import { completenessOf, partsOfSpan } from '../../kernel/document/completeness.ts';
import { toDisplay } from '../../figures/rules/figures/display.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { sumOrNull } from '../../figures/rules/processors/numbers.ts';
import type { Cell, Headline } from './document.ts';

/**
 * Report for the plant manager in the morning, and for the payer of the water bill: the amounts and sources of water,
 * its uses, and the meters to doubt.
 */
const waterReport: ReportBuilder = {
  unitsOf: (industry) => unitIdsOf(industry, waterGroupings(industry)),
  needs: flowNeeds,
  build: (input) =>
    flowReport(input, {
      title: 'Water',
      question: 'How much water came from where, and where did it go?',
      token: 'water',
      groupings: waterGroupings(input.industry),
      totalTitle: 'Volume',
      method: [
        'A volume is the sum of the hours, and an hour is closing less opening register, times the meter multiplier.',
      ],
    }),
};

/**
 * Report for the person who answers for rain-water harvesting: the rain water gained, its days, and its amount since
 * the first of January.
 */
const rainWaterReport: ReportBuilder = {
  unitsOf: (industry) => unitIdsOf(industry, rainGroupings(industry)),
  needs: (request) => [...flowNeeds(request), ...(request.reportType === 'granular' ? [] : (['yearToDate'] as const))],
  build: (input) => {
    const groupings = rainGroupings(input.industry);
    return flowReport(input, {
      title: input.request.reportType === 'summary' ? 'Rain water, month to date' : 'Rain water',
      question: 'How much rain water was gained, when, and how far has the year come?',
      token: 'water',
      groupings,
      totalTitle: 'Gained',
      columnsOf: ({ meters }) => [
        ...(input.period?.bucket === 'day' ? [wetDays(input)] : []),
        ...yearColumns(input, meters),
      ],
      headlines: yearHeadline(
        input,
        meterGroups(input, groupings).flatMap(({ meters }) => meters),
      ),
      method: ['A wet day is one on which the meter counted. The year begins on the first of January.'],
    });
  },
};

const wetDays = (input: ReportInput): MeterColumn => ({
  column: columnOf('wet', 'Wet days', { kind: 'count' }),
  of: ({ shown }) => {
    const places = bucketPlaces(input);
    const begun = shown.data.filter((_, index) => places[index]?.state !== 'not begun');
    return begun.every(({ y }) => y === null)
      ? missingCell()
      : { kind: 'count', value: begun.filter(({ y }) => (numberOf(y) ?? 0) > 0).length };
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
    const groupings = boreGroupings(input.industry);
    return flowReport(input, {
      title: 'Ground water withdrawal',
      question: 'How much ground water was withdrawn, bore by bore and register to register?',
      token: 'ground',
      groupings,
      totalTitle: 'Withdrawn',
      columnsOf: ({ meters }) => [factorColumn, ...yearColumns(input, meters)],
      headlines: yearHeadline(
        input,
        meterGroups(input, groupings).flatMap(({ meters }) => meters),
      ),
      method: [
        'Withdrawn is the sum of the hours, closing less opening register times the meter multiplier. Registers are shown times the multiplier.',
        'The year begins on the first of January. Its last day is that of the period, or the running day.',
      ],
    });
  },
};

const factorColumn: MeterColumn = {
  column: columnOf('factor', 'Multiplier'),
  of: ({ span }) => plainCell(span.figures?.meta.flowFactor, ''),
  together: noTotal,
};

/* Figures from the first of January to the last day of the period, in business days. */

/** A meter's year, with what it rests on. */
function yearOf(input: ReportInput, { shown, divisor }: ReportMeter) {
  const span = input.yearToDate?.spans.get(shown.unitId);
  return { value: toDisplay(numberOf(span?.figures?.value), divisor), parts: partsOfSpan(span) };
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
          column: columnOf('year', 'Year to date', { unit: unitOfAll(meters), total: 'sum' }),
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
  const year = to.slice(0, 4);
  const last = input.yearToDate.to;
  const comparedWith =
    last.slice(0, 4) === year ? `01 Jan to ${dateText(last)}` : `no business day of ${year} has begun yet`;
  return [
    {
      title: 'Year to date',
      value: yearCell(input, meters, unit),
      change: null,
      comparedWith,
      sparkline: null,
    },
  ];
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
