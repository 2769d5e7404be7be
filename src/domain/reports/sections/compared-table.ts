import { changeCell, missingCell, percentCell, quantityCell, textCell } from '../cells.ts';
import { comparedPeriod, type Comparison, type ComparedTotal, totalCell } from '../compared.ts';
import type { Cell, Column, Row, TableSection } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { progressOf } from '../progress.ts';

const column = (id: string, title: string, part: Partial<Column>): Column => ({
  id,
  title,
  unit: null,
  kind: 'quantity',
  decimals: null,
  total: 'none',
  group: null,
  ...part,
});

const UNIT: readonly Column[] = [
  column('unit', 'Unit', { kind: 'text' }),
  column('subCategory', 'Belongs to', { kind: 'text' }),
];

/** Units of a total against the period before and a year ago, most first, and their total. */
export function comparedTable(
  input: ReportInput,
  { id, title, of }: { readonly id: string; readonly title: string; readonly of: ComparedTotal },
): TableSection {
  const { total, parts } = of;
  const isRunning = input.period !== null && progressOf(input, input.period).isRunning;
  const unit = total.siUnit;
  const cellsOf = (name: string, subCategory: string, figure: Cell, compared: Comparison): readonly Cell[] => [
    textCell(name),
    textCell(subCategory),
    figure,
    quantityCell({ value: compared.previous, unit: unit ?? '', basis: null }),
    changeCell(compared.now, compared.previous, unit ?? ''),
    quantityCell({ value: compared.lastYear, unit: unit ?? '', basis: null }),
    changeCell(compared.now, compared.lastYear, unit ?? ''),
  ];
  const rows = parts
    .toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity))
    .map((part): Row => {
      const figure = quantityCell({
        value: part.value,
        unit: part.siUnit,
        basis: part,
        running: isRunning,
        why: 'sent nothing',
      });
      return {
        role: 'row',
        severity: null,
        cells: [
          ...cellsOf(part.name, part.subCategory, figure, part.comparison),
          percentCell(part.coverage),
          part.estimatedShare === null ? missingCell() : percentCell(part.estimatedShare),
        ],
      };
    });
  return {
    kind: 'table',
    id,
    title,
    columns: [
      ...UNIT,
      column('value', 'Amount', { unit, total: 'sum' }),
      column('previous', 'Before', { unit, group: sentenceCase(comparedPeriod(input, 'previous', isRunning)) }),
      column('change', 'Change', { kind: 'change', group: sentenceCase(comparedPeriod(input, 'previous', isRunning)) }),
      column('lastYear', 'Then', { unit, group: sentenceCase(comparedPeriod(input, 'lastYear', isRunning)) }),
      column('changeLastYear', 'Change', {
        kind: 'change',
        group: sentenceCase(comparedPeriod(input, 'lastYear', isRunning)),
      }),
      column('coverage', 'Measured', { kind: 'percent', decimals: 1 }),
      column('estimatedShare', 'Estimated', { kind: 'percent', decimals: 1 }),
    ],
    rows: [
      ...rows,
      {
        role: 'total',
        severity: null,
        cells: [
          ...cellsOf('Total', '', totalCell(of, isRunning), of),
          percentCell(total.coverage),
          total.estimatedShare === null ? missingCell() : percentCell(total.estimatedShare),
        ],
      },
    ],
    note: isRunning ? 'What runs is compared up to its last whole hour or day.' : null,
  };
}

const sentenceCase = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
