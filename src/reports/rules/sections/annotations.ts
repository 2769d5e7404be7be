import { MOST_LISTED } from '../../../annotations/rules/annotation.ts';
import { instantCell, plainColumn, textCell } from '../cells.ts';
import type { TableSection } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { type ReportTexts, type Spoken, reportTextsOf } from '../report-texts.ts';

const columnsIn = (t: ReportTexts) => [
  plainColumn('from', t('when'), 'instant'),
  plainColumn('to', t('until'), 'instant'),
  plainColumn('place', t('place'), 'text'),
  plainColumn('text', t('whatHappened'), 'text'),
];

/** Annotations of the period, the same in every report and format; no section where there are none. */
export function annotationSections(input: Pick<ReportInput, 'annotations'> & Spoken): readonly TableSection[] {
  const { annotations } = input;
  const t = reportTextsOf(input);
  const { listed, isComplete } = annotations;
  if (listed.length === 0) return [];
  const rows = listed.map(({ fromEpochMs, toEpochMs, place, text }) => ({
    role: 'row' as const,
    cells: [
      instantCell(fromEpochMs),
      toEpochMs === null ? textCell('') : instantCell(toEpochMs),
      textCell(place ?? t('wholeSite')),
      textCell(text),
    ],
    severity: null,
  }));
  return [
    {
      kind: 'table',
      id: 'annotations',
      title: t('peopleNoted'),
      columns: columnsIn(t),
      rows,
      note: isComplete ? null : t('onlyFirst', { most: MOST_LISTED }),
    },
  ];
}
