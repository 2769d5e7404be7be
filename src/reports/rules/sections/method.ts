import type { ReportInput } from '../input.ts';
import { reportTextsOf } from '../report-texts.ts';

/** Method of the figures, the same in all reports of meters. */
export function methodOf(input: ReportInput, own: readonly string[] = []): readonly string[] {
  const t = reportTextsOf(input);
  return [
    ...own,
    ...(input.previous === null && input.lastYear === null ? [] : [t('changesCompare')]),
    t('atLeastMethod'),
    ...(input.request.useShift ? [] : [t('calendar')]),
  ];
}
