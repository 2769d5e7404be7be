import type { ReportBuilder } from '../input.ts';
import { meterGroups, plainCell, unitIdsOf } from '../meters.ts';
import { columnOf, type MeterColumn, noTotal } from '../sections/meter-table.ts';
import { yearColumns, yearHeadline } from '../sections/year-to-date.ts';
import { boreGroupings } from '../service-units.ts';
import { flowNeeds, flowReport } from './flow-report.ts';

/**
 * For the authority that licenses the bores, and for whoever signs the statement: how much ground water did each bore
 * withdraw, from which register reading to which, and how much since the first of January?
 */
export const groundWaterWithdrawalReport: ReportBuilder = {
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
