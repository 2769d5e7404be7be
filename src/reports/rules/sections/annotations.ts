import { MOST_LISTED } from '../../../annotations/rules/annotation.ts';
import { instantCell, plainColumn, textCell } from '../cells.ts';
import type { TableSection } from '../document.ts';
import type { ReportInput } from '../input.ts';

const COLUMNS = [
  plainColumn('from', 'When', 'instant'),
  plainColumn('to', 'Until', 'instant'),
  plainColumn('place', 'Place', 'text'),
  plainColumn('text', 'What happened', 'text'),
];

/** Annotations of the period, the same in every report and format; no section where there are none. */
export function annotationSections({ annotations }: Pick<ReportInput, 'annotations'>): readonly TableSection[] {
  const { listed, isComplete } = annotations;
  if (listed.length === 0) return [];
  const rows = listed.map(({ fromEpochMs, toEpochMs, place, text }) => ({
    role: 'row' as const,
    cells: [
      instantCell(fromEpochMs),
      toEpochMs === null ? textCell('') : instantCell(toEpochMs),
      textCell(place ?? 'The whole site'),
      textCell(text),
    ],
    severity: null,
  }));
  return [
    {
      kind: 'table',
      id: 'annotations',
      title: 'What people have noted',
      columns: COLUMNS,
      rows,
      note: isComplete ? null : `Only the first ${MOST_LISTED} annotations of the period are listed.`,
    },
  ];
}
