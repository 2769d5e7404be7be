import type { WaterBalance } from '../../../balance/rules/balance.ts';
import {
  type FlowPart,
  flowSides,
  flowsSentence,
  flowWriter,
  hasFlows,
  partSize,
} from '../../../balance/rules/flow-sides.ts';
import { boundOfSize } from '../../../kernel/document/completeness.ts';
import { missingCell, percentCell, quantityCell, textCell } from '../cells.ts';
import type { Cell, FlowsSection, Row, TableSection } from '../document.ts';
import { columnOf } from './meter-table.ts';
import type { ReportTexts } from '../report-texts.ts';

/** The balance as flows. Empty where nothing can be drawn. */
export function balanceFlows(t: ReportTexts, balance: WaterBalance, title: string): readonly FlowsSection[] {
  const { figures, sources, uses, iwa } = balance;
  const drawn = { figures, sources, uses, iwa };
  if (!hasFlows(drawn)) return [];
  return [
    {
      kind: 'flows',
      id: 'flows-picture',
      title,
      balance: drawn,
      alternative: flowsSentence(drawn, flowWriter(drawn, flowSides(drawn)), t.language),
      table: flowsTable(t, balance),
    },
  ];
}

/** A row for each flow: its source, its target and its amount. */
function flowsTable(t: ReportTexts, balance: WaterBalance): TableSection {
  const { left, right } = flowSides(balance, Infinity, t.language);
  const whole = t('system');
  const total = Math.max(...[left, right].map((parts) => parts.reduce((sum, part) => sum + partSize(part), 0)));
  const row = (part: FlowPart, from: string, to: string): Row => {
    const { value, siUnit, band, coverage } = part.figure;
    const size = value === null ? null : Math.abs(value);
    const bound = boundOfSize(value ?? 0, part.figure.bound);
    const unit = siUnit ?? '';
    const plusMinus: Cell =
      band === null
        ? missingCell(value === null ? null : 'no band')
        : quantityCell({ value: band.plusMinus, unit, basis: null });
    return {
      role: 'row',
      severity: null,
      cells: [
        textCell(from),
        textCell(to),
        quantityCell({ value: size, unit, basis: part.figure, bound, why: 'not measured' }),
        plusMinus,
        percentCell(size === null || total === 0 ? null : size / total),
        percentCell(coverage),
      ],
    };
  };
  const unit = balance.figures.inflow.siUnit ?? balance.figures.outflow.siUnit;
  return {
    kind: 'table',
    id: 'flows',
    title: t('flows'),
    columns: [
      columnOf('from', t('from'), { kind: 'text' }),
      columnOf('to', t('to'), { kind: 'text' }),
      columnOf('value', t('volume'), { unit }),
      columnOf('plusMinus', '±', { unit }),
      columnOf('share', t('ofAll'), { kind: 'percent', decimals: 1 }),
      columnOf('coverage', t('measured'), { kind: 'percent', decimals: 1 }),
    ],
    rows: [...left.map((part) => row(part, part.name, whole)), ...right.map((part) => row(part, whole, part.name))],
    note: t('systemNote', { whole }),
  };
}
