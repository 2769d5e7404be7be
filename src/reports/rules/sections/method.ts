import type { ReportInput } from '../input.ts';

/** Method of the figures, the same in all reports of meters. */
export function methodOf({ request, previous, lastYear }: ReportInput, own: readonly string[] = []): readonly string[] {
  return [
    ...own,
    ...(previous === null && lastYear === null
      ? []
      : [
          'Changes compare what has ended only, where both periods know every meter of the figure by nine tenths at least.',
        ]),
    'A total is written "at least" where a part has no figure, or less than 98 % of its readings arrived.',
    ...(request.useShift ? [] : [CALENDAR]),
  ];
}

const CALENDAR =
  'Days begin at midnight instead of at the shift. They are made of the hours that begin in them, so parameters are means of hourly means.';
