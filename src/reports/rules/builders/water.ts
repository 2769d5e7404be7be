import type { ReportBuilder } from '../input.ts';
import { unitIdsOf } from '../meters.ts';
import { waterGroupings } from '../service-units.ts';
import { flowNeeds, flowReport } from './flow-report.ts';

/**
 * For the plant manager in the morning, and for whoever pays the water bill: how much water came from where, where did
 * it go, and which meter is to be doubted?
 */
export const waterReport: ReportBuilder = {
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
