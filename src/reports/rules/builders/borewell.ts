import { bucketPlaces } from '../buckets.ts';
import { dividedBy } from '../../../kernel/measure/exact.ts';
import { numberOrNull, sumOrNull } from '../../../figures/rules/processors/numbers.ts';
import { missingCell, quantityCell } from '../cells.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { isRunning, type ReportMeter, meterGroups, unitIdsOf } from '../meters.ts';
import { columnOf, type MeterColumn, noTotal } from '../sections/meter-table.ts';
import { boreGroupings, wellGroupings } from '../service-units.ts';
import { flowNeeds, flowReport } from './flow-report.ts';
import { wellSections } from './level.ts';
import { reportTextsOf } from '../report-texts.ts';

/**
 * Report for the person who runs the bores: the amount of each, its running time, and the course of the ground water
 * meanwhile.
 */
export const borewellReport: ReportBuilder = {
  unitsOf: (industry) => {
    const bores = boreGroupings(industry);
    return bores.length === 0 ? [] : unitIdsOf(industry, [...bores, ...wellGroupings(industry)]);
  },
  needs: flowNeeds,
  build: (input) => {
    const t = reportTextsOf(input);
    const wells = meterGroups(input, wellGroupings(input.industry));
    return flowReport(input, {
      title: t('bores'),
      question: t('boresQuestion'),
      token: 'ground',
      groupings: boreGroupings(input.industry),
      totalTitle: t('yield'),
      columnsOf: () => (input.period?.bucket === 'hour' ? runningColumns(input) : []),
      sections: wellSections(input, wells),
      method: [t('boresMethod')],
    });
  },
};

/** Yield of each ended hour in which the bore ran. */
const yieldsOf = (input: ReportInput, { shown }: ReportMeter): readonly number[] => {
  const places = bucketPlaces(input);
  return shown.data.flatMap(({ y }, index) => {
    const value = numberOrNull(y);
    return places[index]?.state === 'ended' && value !== null && value > 0 ? [value] : [];
  });
};

const runningColumns = (input: ReportInput): readonly MeterColumn[] => [
  {
    column: columnOf('hoursRun', reportTextsOf(input)('hoursRun'), { kind: 'count' }),
    of: (meter) =>
      meter.shown.value === null ? missingCell() : { kind: 'count', value: yieldsOf(input, meter).length },
    together: noTotal,
  },
  {
    column: columnOf('perHour', reportTextsOf(input)('perHourRun'), { kind: 'quantity' }),
    of: (meter) => {
      const running = isRunning(input);
      const yields = yieldsOf(input, meter);
      // The running hour counts neither as time nor as yield, so that it does not raise the mean.
      const value = running ? sumOrNull(yields) : numberOrNull(meter.shown.value);
      if (yields.length === 0 || value === null) return missingCell();
      const { siUnit: unit, coverage, estimatedShare } = meter.shown;
      const perHour = dividedBy(value, yields.length);
      return quantityCell({ value: perHour, unit, basis: { coverage, estimatedShare }, running });
    },
    together: noTotal,
  },
];
