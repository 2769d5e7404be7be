import { bucketPlaces } from '../buckets.ts';
import { missingCell } from '../cells.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { meterGroups, numberOf, unitIdsOf } from '../meters.ts';
import { columnOf, type MeterColumn, noTotal } from '../sections/meter-table.ts';
import { yearColumns, yearHeadline } from '../sections/year-to-date.ts';
import { rainGroupings } from '../service-units.ts';
import { flowNeeds, flowReport } from './flow-report.ts';

/**
 * For whoever answers for rain-water harvesting: how much rain water was gained, on which days, and how much since the
 * first of January?
 */
export const rainWaterReport: ReportBuilder = {
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
