import { MOST_LISTED } from '../../../annotations/rules/annotation.ts';
import { instantCell, missingCell, textCell } from '../cells.ts';
import type { Column, TableSection } from '../document.ts';
import type { ReportInput } from '../input.ts';

const column = (id: string, title: string, kind: Column['kind']): Column => ({
  id,
  title,
  unit: null,
  kind,
  decimals: null,
  total: 'none',
  group: null,
});

const COLUMNS = [
  column('from', 'When', 'instant'),
  column('to', 'Until', 'instant'),
  column('place', 'Place', 'text'),
  column('text', 'What happened', 'text'),
];

/** What people have noted of the period, the same in every report and format; none where they have noted nothing. */
export function annotationSections({ annotations }: Pick<ReportInput, 'annotations'>): readonly TableSection[] {
  const { listed, isComplete } = annotations;
  if (listed.length === 0) return [];
  const rows = listed.map(({ fromEpochMs, toEpochMs, place, text }) => ({
    role: 'row' as const,
    cells: [
      instantCell(fromEpochMs),
      toEpochMs === null ? missingCell() : instantCell(toEpochMs),
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
