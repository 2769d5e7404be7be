import type { ReportRequest } from '../../../../src/reports/rules/input.ts';
import type { Works } from './works.ts';

const DAYS = 30;
const HOURS = 24;
const each = (figure: number, count: number): number[] => Array.from({ length: count }, () => figure);

/**
 * Two units by formula beside a bore of 2 KL an hour. Both is as much as the bore. Outflow is 5 KL and -5 KL in turn:
 * each hour is held at 0 or more, and so is the day, which has 0.
 */
export const calculatedWorks = ({
  isInCategory = false,
  ...request
}: Partial<ReportRequest> & { readonly isInCategory?: boolean }): Works => ({
  request: { service: 'water', reportType: 'daily', layout: 'v2', ...request },
  now: '2026-07-02T10:00:00Z',
  units: {
    BORE: { displayName: 'Bore', days: each(48_000, DAYS), hours: each(2000, HOURS) },
    ...(isInCategory
      ? {}
      : {
          BOTH: {
            standardCategoryId: 'virtualCategory',
            displayName: 'Both',
            days: each(48_000, DAYS),
            hours: each(2000, HOURS),
          },
        }),
    OUTFLOW: {
      standardCategoryId: 'virtualCategory',
      displayName: '=Outflow',
      days: each(0, DAYS),
      hours: each(5000, HOURS).map((figure, hour) => (hour % 2 === 0 ? figure : 0)),
    },
  },
  categories: {
    ID_SOURCE: { Bores: ['BORE'] },
    ...(isInCategory ? { ID_CONSUMPTION: { Uses: ['OUTFLOW'] } } : {}),
  },
});
