import { roundedBand } from '../../../balance/rules/status.ts';
import { decimalsFor, figureText, shareText } from '../../../kernel/format/figure-text.ts';
import type { WaterBalance } from '../../../balance/rules/balance.ts';
import type { BalanceFigure } from '../../../balance/rules/figure.ts';
import { missingCell, percentCell, quantityCell, textCell } from '../cells.ts';
import type { Cell, Column, Headline, Row, TableSection } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { isRunning } from '../meters.ts';
import { putIn, outflowWords } from './balance-words.ts';
import { columnOf, notesOf } from './meter-table.ts';
import { unheardInBalance } from './unheard.ts';

const figureCell = (figure: BalanceFigure): Cell =>
  quantityCell({
    value: figure.value,
    unit: figure.siUnit ?? '',
    basis: figure,
    why: 'not measured',
  });

/** A figure of the balance with its band, always as the same four cells. */
const figureCells = (figure: BalanceFigure): readonly Cell[] => {
  const noBand = figure.value === null ? null : 'no band';
  const { band } = figure;
  const told = band === null ? null : roundedBand(band);
  const ends = (['plusMinus', 'low', 'high'] as const).map((end): Cell => {
    if (band === null || told === null) return missingCell(noBand);
    const cell = quantityCell({ value: band[end], unit: figure.siUnit ?? '', basis: null });
    return cell.kind === 'quantity' ? { ...cell, told: told[end] } : cell;
  });
  return [figureCell(figure), ...ends];
};

const figureColumns = (unit: string | null): readonly Column[] => [
  columnOf('value', 'Volume', { unit }),
  columnOf('plusMinus', '±', { unit, group: '95 % band' }),
  columnOf('low', 'From', { unit, group: '95 % band' }),
  columnOf('high', 'To', { unit, group: '95 % band' }),
];

const measured: Column = columnOf('coverage', 'Measured', { kind: 'percent', decimals: 1 });

/** The balance of a report; null: the report has none. Figures may change while the period runs. */
export function balanceOf(input: ReportInput): WaterBalance | null {
  const { balance } = input;
  if (balance === null || !isRunning(input)) return balance;
  const soFar = <F extends BalanceFigure>(figure: F): F => ({ ...figure, provisional: true });
  const parts = (side: WaterBalance['sources']): WaterBalance['sources'] =>
    Object.fromEntries(
      Object.entries(side).map(([id, part]) => [id, { ...soFar(part), units: part.units.map(soFar) }]),
    );
  const { figures, iwa } = balance;
  return {
    ...balance,
    figures: {
      inflow: soFar(figures.inflow),
      outflow: soFar(figures.outflow),
      balance: soFar(figures.balance),
      stockChange: soFar(figures.stockChange),
      recycledStockChange: soFar(figures.recycledStockChange),
      unaccounted: soFar(figures.unaccounted),
    },
    sources: parts(balance.sources),
    uses: parts(balance.uses),
    iwa: {
      ...iwa,
      systemInputVolume: soFar(iwa.systemInputVolume),
      authorisedConsumption: soFar(iwa.authorisedConsumption),
      waterLosses: soFar(iwa.waterLosses),
    },
  };
}

/** The balance in the standard terms of the International Water Association. */
export function iwaTable(input: ReportInput, balance: WaterBalance): TableSection {
  const { iwa, figures } = balance;
  const whole = iwa.systemInputVolume.value;
  const shareOf = (figure: BalanceFigure): Cell =>
    whole === null || whole === 0 || figure.value === null ? missingCell() : percentCell(figure.value / whole);
  const line = (title: string, figure: BalanceFigure, role: Row['role']): Row => ({
    role,
    severity: null,
    cells: [textCell(title), ...figureCells(figure), shareOf(figure), percentCell(figure.coverage)],
  });
  return {
    kind: 'table',
    id: 'iwa',
    title: 'Balance in standard terms',
    columns: [
      columnOf('term', 'Term (IWA)', { kind: 'text' }),
      ...figureColumns(iwa.systemInputVolume.siUnit),
      columnOf('share', 'Of the input', { kind: 'percent', decimals: 1 }),
      measured,
    ],
    rows: [
      line('Water that came in', figures.inflow, 'row'),
      line('Change of raw-water stock', figures.stockChange, 'row'),
      line('System input volume', iwa.systemInputVolume, 'subtotal'),
      line('Authorised consumption', iwa.authorisedConsumption, 'row'),
      line('Water losses', iwa.waterLosses, 'total'),
    ],
    note: notesOf([
      'The input is what came in, less what the tanks have kept. Losses are apparent and real ones together.',
      unheardInBalance(input, balance, ['sources', 'uses']),
    ]),
  };
}

/** Inflow or outflow by sub-category and unit. */
export function partsTable(
  input: ReportInput,
  id: 'sources' | 'uses',
  title: string,
  balance: WaterBalance,
): TableSection {
  const total = id === 'sources' ? balance.figures.inflow : balance.figures.outflow;
  const rowOf = (name: string, figure: BalanceFigure, share: number | null, role: Row['role']): Row => ({
    role,
    severity: null,
    cells: [textCell(name), ...figureCells(figure), percentCell(share), percentCell(figure.coverage)],
  });
  const shareOf = (figure: BalanceFigure): number | null =>
    figure.value === null || total.value === null || total.value === 0 ? null : figure.value / total.value;
  const parts = Object.values(balance[id]);
  return {
    kind: 'table',
    id,
    title,
    columns: [
      columnOf('name', 'Unit', { kind: 'text' }),
      ...figureColumns(total.siUnit),
      columnOf('share', 'Share', { kind: 'percent', decimals: 1 }),
      measured,
    ],
    rows: [
      ...parts.flatMap((part) => [
        ...part.units.map((unit) => rowOf(unit.displayName, unit, shareOf(unit), 'row')),
        rowOf(part.displayName, part, shareOf(part), 'subtotal'),
      ]),
      rowOf('Total', total, total.value === null ? null : 1, 'total'),
    ],
    note: unheardInBalance(input, balance, [id]),
  };
}

/** Assumed uncertainty of each meter. */
export function metersTable({ uncertainty }: WaterBalance): TableSection {
  return {
    kind: 'table',
    id: 'meters',
    title: 'How exact the meters are taken to be',
    columns: [
      columnOf('name', 'Unit', { kind: 'text' }),
      columnOf('accuracy', 'Accuracy', { kind: 'percent', decimals: 1 }),
      columnOf('of', 'Of', { kind: 'text' }),
      columnOf('source', 'Known from', { kind: 'text' }),
    ],
    rows: uncertainty.meters.map(({ displayName, accuracyPercent, of, source }) => ({
      role: 'row' as const,
      severity: null,
      cells: [
        textCell(displayName),
        accuracyPercent === null ? missingCell('not known') : percentCell(accuracyPercent / 100),
        textCell(of),
        textCell(source),
      ],
    })),
    note: uncertainty.method,
  };
}

/** Band in words: `95 % sure: 1 180 to 1 260 m³`; null where its width is not known. */
function bandText({ band, siUnit }: BalanceFigure): string | null {
  if (band === null) return null;
  const told = roundedBand(band);
  const decimals = decimalsFor([told.low, told.high]);
  const [low, high] = [figureText(told.low, decimals), figureText(told.high, decimals)];
  return `95 % sure: ${low} to ${high}${siUnit === null || siUnit === '' ? '' : ` ${siUnit}`}`;
}

/** A figure of the balance as a headline. The band takes the place of a comparison. */
export const balanceHeadline = (title: string, figure: BalanceFigure): Headline => ({
  title,
  value: figureCell(figure),
  change: null,
  comparedWith: figure.value === null ? null : (bandText(figure) ?? 'how sure it is, is not known'),
  sparkline: null,
});

/** Message of the balance's chart. */
export function balanceMessage({ iwa, figures }: WaterBalance): string {
  const { waterLosses, waterLossesPercent } = iwa;
  const { status } = figures.unaccounted;
  if (waterLosses.value === null) return 'The balance cannot be closed, because a side of it was not measured';
  const size = Math.abs(waterLosses.value);
  const amount = `${figureText(size, decimalsFor([size]))} ${waterLosses.siUnit ?? ''}`;
  const share = waterLossesPercent === null ? '' : ` (${shareText(Math.abs(waterLossesPercent) / 100, 1, 'und')})`;
  switch (status) {
    case 'balanced':
      return `In and out agree: a difference of ${amount}${share} is within the accuracy of the meters`;
    case 'surplus':
      return `${amount}${share} ${putIn(figures)} and are not accounted for`;
    case 'deficit':
      return `${amount}${share} more ${outflowWords(figures)} than came in: a meter or a source is missing`;
    case 'unknown':
      return waterLosses.value < 0
        ? `${amount}${share} more ${outflowWords(figures)} than came in, of unknown certainty`
        : `${amount}${share} ${putIn(figures)} and are not accounted for, of unknown certainty`;
  }
}
