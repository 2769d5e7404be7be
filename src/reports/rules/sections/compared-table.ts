import { boundOfAll } from '../../../kernel/document/completeness.ts';
import { sentenceCase } from '../../../kernel/format/figure-text.ts';
import { changeCell, missingCell, percentCell, quantityCell, textCell } from '../cells.ts';
import {
  comparedPeriod,
  type Comparison,
  type ComparedTotal,
  totalCell,
  whyNotCompared,
  wholePairing,
} from '../compared.ts';
import type { Cell, Row, TableSection } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { isRunning } from '../meters.ts';
import { columnOf, notesOf } from './meter-table.ts';
import { clampedNote } from './whole-of-formula.ts';
import { unheardNote } from './unheard.ts';
import { reportTextsOf } from '../report-texts.ts';

/** Units of a total against the period before and a year ago, largest first, and their total. */
export function comparedTable(
  input: ReportInput,
  { id, title, of }: { readonly id: string; readonly title: string; readonly of: ComparedTotal },
): TableSection {
  const t = reportTextsOf(input);
  const { total, parts } = of;
  const running = isRunning(input);
  const unit = total.siUnit;
  // A note replaces a column that would be empty.
  const shown = AGAINST.filter((against) => parts.some(({ comparison }) => comparison[against] !== null));
  const comparedCells = (compared: Comparison, ofParts: number, siUnit: string | null): readonly Cell[] =>
    shown.flatMap((against) => {
      const pairing = compared[against];
      const whole = compared === of ? wholePairing(of, pairing) : pairing;
      const basis = pairing?.measured.before ?? null;
      const isPart = pairing !== null && pairing.parts < ofParts + pairing.former;
      return [
        quantityCell({
          value: pairing?.before ?? null,
          unit: siUnit ?? '',
          basis,
          bound: boundOfAll([isPart ? 'at least' : null, basis?.bound ?? null]),
        }),
        whole === null ? missingCell() : changeCell(whole.now, whole.before, siUnit ?? ''),
      ];
    });
  const rows = parts
    .toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity) || 0)
    .map((part): Row => {
      const figure = quantityCell({
        value: part.value,
        unit: part.siUnit,
        basis: part,
        running,
        why: part.failed ? 'formula failed' : 'sent nothing',
      });
      const names = [textCell(part.name), textCell(part.subCategory)];
      return {
        role: 'row',
        severity: null,
        cells: [...names, figure, ...comparedCells(part.comparison, 1, part.siUnit), percentCell(part.coverage)],
      };
    });
  const totalRow: Row = {
    role: 'total',
    severity: null,
    cells: [
      textCell(t('total')),
      textCell(''),
      totalCell(of, running),
      ...comparedCells(of, parts.length, unit),
      percentCell(total.coverage),
    ],
  };
  return {
    kind: 'table',
    id,
    title,
    columns: [
      columnOf('unit', t('unit'), { kind: 'text' }),
      columnOf('subCategory', t('area'), { kind: 'text' }),
      columnOf('value', t('amount'), { unit, total: 'sum' }),
      ...shown.flatMap((against) => {
        const group = sentenceCase(comparedPeriod(input, against, running));
        return [
          columnOf(against, t(against === 'previous' ? 'before' : 'then'), { unit, group }),
          columnOf(`change-${against}`, t('change'), { kind: 'change', group }),
        ];
      }),
      columnOf('coverage', t('measured'), { kind: 'percent', decimals: 1 }),
    ],
    rows: parts.length > 1 ? [...rows, totalRow] : rows,
    note: noteOf(input, of, shown, running),
  };
}

const AGAINST = ['previous', 'lastYear'] as const;
type Against = (typeof AGAINST)[number];

function noteOf(
  input: ReportInput,
  { lacks, parts }: ComparedTotal,
  shown: readonly Against[],
  running: boolean,
): string | null {
  const t = reportTextsOf(input);
  const period = (against: Against): string => comparedPeriod(input, against, running);
  const units = parts.map((part) => ({ shown: { ...part, unitName: part.name } }));
  return notesOf([
    ...AGAINST.filter((against) => !shown.includes(against)).map((against) =>
      lacks[against] === 'that'
        ? t('tooLittleOf', { period: period(against) })
        : t('noComparison', { period: period(against), why: whyNotCompared(input, lacks[against]) }),
    ),
    ...(running && shown.length > 0 ? [t('runsCompared')] : []),
    clampedNote(input, units),
    unheardNote(input, units),
  ]);
}
