import { bucketPlaces } from '../buckets.ts';
import { missingCell } from '../cells.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { type ReportMeter, meterGroups, numberOf, plainCell, unitIdsOf } from '../meters.ts';
import { columnOf, type MeterColumn, noTotal } from '../sections/meter-table.ts';
import { boreGroupings, wellGroupings } from '../service-units.ts';
import { flowReport } from './flow-report.ts';
import { wellSections } from './level.ts';

/**
 * For whoever runs the bores: how much did each give, how long did it run for that, and what does the ground water do
 * meanwhile?
 */
export const borewellReport: ReportBuilder = {
  unitsOf: (industry) => {
    const bores = boreGroupings(industry);
    return bores.length === 0 ? [] : unitIdsOf(industry, [...bores, ...wellGroupings(industry)]);
  },
  needs: ({ reportType }) =>
    reportType === 'granular' ? ['registerEvents'] : ['previous', 'lastYear', 'registerEvents'],
  build: (input) => {
    const wells = meterGroups(input, wellGroupings(input.industry));
    return flowReport(input, {
      title: 'Bores',
      question: 'How much did each bore give, how long did it run, and what does the ground water do?',
      token: 'ground',
      groupings: boreGroupings(input.industry),
      totalTitle: 'Yield',
      columnsOf: () => (input.period?.bucket === 'hour' ? runningColumns(input) : []),
      sections: wellSections(input, wells),
      method: ['A bore runs in an hour in which it gave water. Its yield is the sum of the hours.'],
    });
  },
};

const hoursRun = (input: ReportInput, { shown }: ReportMeter): number => {
  const places = bucketPlaces(input);
  return shown.data.filter(({ y }, index) => places[index]?.state === 'ended' && (numberOf(y) ?? 0) > 0).length;
};

const runningColumns = (input: ReportInput): readonly MeterColumn[] => [
  {
    column: columnOf('hoursRun', 'Hours run', { kind: 'count' }),
    of: (meter) => (meter.shown.value === null ? missingCell() : { kind: 'count', value: hoursRun(input, meter) }),
    together: noTotal,
  },
  {
    column: columnOf('perHour', 'Per hour run', { kind: 'quantity' }),
    of: (meter) => {
      const [hours, value] = [hoursRun(input, meter), numberOf(meter.shown.value)];
      return hours === 0 || value === null ? missingCell() : plainCell(value / hours, meter.shown.siUnit);
    },
    together: noTotal,
  },
];
