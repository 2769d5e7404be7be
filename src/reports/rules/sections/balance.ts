import { roundedBand } from '../../../balance/rules/status.ts';
import { boundOfSize, boundWords } from '../../../kernel/document/completeness.ts';
import { decimalsFor, figureText, sentenceCase, shareText } from '../../../kernel/format/figure-text.ts';
import type { WaterBalance } from '../../../balance/rules/balance.ts';
import { type FlowBalance, partsInUse, volumesOf } from '../../../balance/rules/flow-sides.ts';
import { balanceDecimals } from '../../../balance/rules/node-figure.ts';
import type { BalanceFigure } from '../../../balance/rules/figure.ts';
import { missingCell, percentCell, plainHeadline, quantityCell, textCell } from '../cells.ts';
import type { Cell, Column, Headline, Row, TableSection } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { isRunning } from '../meters.ts';
import { putIn, outflowWords } from './balance-words.ts';
import { columnOf, notesOf, twiceNote } from './meter-table.ts';
import { clampedNote } from './whole-of-formula.ts';
import { unheardInBalance } from './unheard.ts';
import { type ReportTexts, termIn, reportTextsOf } from '../report-texts.ts';

const figureCell = (figure: BalanceFigure): Cell =>
  quantityCell({
    value: figure.value,
    unit: figure.siUnit ?? '',
    basis: figure,
    why: 'not measured',
  });

/** One end of a figure's band, or half its width. It is printed rounded, because it is no surer than that. */
export function bandCell({ value, siUnit, band }: BalanceFigure, end: 'plusMinus' | 'low' | 'high'): Cell {
  if (band === null) return missingCell(value === null ? null : 'no band');
  const cell = quantityCell({ value: band[end], unit: siUnit ?? '', basis: null });
  return cell.kind === 'quantity' ? { ...cell, printed: roundedBand(band)[end] } : cell;
}

/** A figure of the balance with its band, always as the same four cells. */
const figureCells = (figure: BalanceFigure): readonly Cell[] => [
  figureCell(figure),
  bandCell(figure, 'plusMinus'),
  bandCell(figure, 'low'),
  bandCell(figure, 'high'),
];

/** Column of a balance's volumes, with the decimals that they have in its pictures. */
export const volumeColumn = (t: ReportTexts, balance: FlowBalance, unit: string | null): Column =>
  columnOf('value', t('volume'), { unit, decimals: balanceDecimals(volumesOf(balance)) });

const figureColumns = (t: ReportTexts, balance: FlowBalance, unit: string | null): readonly Column[] => [
  volumeColumn(t, balance, unit),
  columnOf('plusMinus', '±', { unit, group: t('band95') }),
  columnOf('low', t('bandFrom'), { unit, group: t('band95') }),
  columnOf('high', t('bandTo'), { unit, group: t('band95') }),
];

const measured = (t: ReportTexts): Column => columnOf('coverage', t('measured'), { kind: 'percent', decimals: 1 });

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
  const t = reportTextsOf(input);
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
    title: t('standardTerms'),
    columns: [
      columnOf('term', t('termIwa'), { kind: 'text' }),
      ...figureColumns(t, balance, iwa.systemInputVolume.siUnit),
      columnOf('share', t('ofInput'), { kind: 'percent', decimals: 1 }),
      measured(t),
    ],
    rows: [
      line(t('waterCameIn'), figures.inflow, 'row'),
      line(t('stockChange'), figures.stockChange, 'row'),
      line(t('systemInput'), iwa.systemInputVolume, 'subtotal'),
      line(t('authorised'), iwa.authorisedConsumption, 'row'),
      line(t('waterLosses'), iwa.waterLosses, 'total'),
    ],
    note: notesOf([t('inputNote'), unheardInBalance(input, balance, ['sources', 'uses'])]),
  };
}

/** Inflow or outflow by sub-category and unit. */
export function partsTable(
  input: ReportInput,
  id: 'sources' | 'uses',
  title: string,
  balance: WaterBalance,
): TableSection {
  const t = reportTextsOf(input);
  const total = id === 'sources' ? balance.figures.inflow : balance.figures.outflow;
  const rowOf = (
    name: string,
    figure: BalanceFigure,
    share: number | null,
    { role, key }: Pick<Row, 'role' | 'key'>,
  ): Row => ({
    role,
    ...(key === undefined ? {} : { key }),
    severity: null,
    cells: [textCell(name), ...figureCells(figure), percentCell(share), percentCell(figure.coverage)],
  });
  const shareOf = (figure: BalanceFigure): number | null =>
    figure.value === null || total.value === null || total.value === 0 ? null : figure.value / total.value;
  const parts = partsInUse(Object.entries(balance[id]).map(([key, part]) => ({ key, ...part })));
  return {
    kind: 'table',
    id,
    title,
    columns: [
      columnOf('name', t('unit'), { kind: 'text' }),
      ...figureColumns(t, balance, total.siUnit),
      columnOf('share', t('share'), { kind: 'percent', decimals: 1 }),
      measured(t),
    ],
    rows: [
      ...parts.flatMap(({ key, ...part }) => [
        ...part.units.map((unit) => rowOf(unit.displayName, unit, shareOf(unit), { role: 'row' })),
        rowOf(part.displayName, part, shareOf(part), { role: 'subtotal', key }),
      ]),
      rowOf(t('total'), total, total.value === null ? null : 1, { role: 'total' }),
    ],
    note: notesOf([
      twiceNote(t, namesListedTwice(parts)),
      clampedNote(
        input,
        parts.flatMap(({ units }) => units.map((shown) => ({ shown }))),
      ),
      unheardInBalance(input, balance, [id]),
    ]),
  };
}

/** Names of units in several sub-categories of a side. */
function namesListedTwice(parts: readonly WaterBalance['sources'][string][]): readonly string[] {
  const listed = parts.flatMap(({ units }) => units);
  const isTwice = ({ unitId }: { readonly unitId: string }, at: number): boolean =>
    listed.findIndex((one) => one.unitId === unitId) < at;
  return [...new Set(listed.filter(isTwice).map(({ displayName }) => displayName))];
}

/** Assumed uncertainty of each meter. */
export function metersTable(t: ReportTexts, { uncertainty }: WaterBalance): TableSection {
  return {
    kind: 'table',
    id: 'meters',
    title: t('howExact'),
    columns: [
      columnOf('name', t('unit'), { kind: 'text' }),
      columnOf('accuracy', t('accuracy'), { kind: 'percent', decimals: 1 }),
      columnOf('of', t('of'), { kind: 'text' }),
      columnOf('source', t('knownFrom'), { kind: 'text' }),
    ],
    rows: uncertainty.meters.map(({ displayName, accuracyPercent, of, source }) => ({
      role: 'row' as const,
      severity: null,
      cells: [
        textCell(displayName),
        accuracyPercent === null ? missingCell('not known') : percentCell(accuracyPercent / 100),
        textCell(termIn(t, of)),
        textCell(termIn(t, source)),
      ],
    })),
    note: termIn(t, uncertainty.method),
  };
}

/** Band in words: `95 % sure: 1 180 to 1 260 m³`; null where its width is not known. */
function bandText(t: ReportTexts, { band, siUnit }: BalanceFigure): string | null {
  if (band === null) return null;
  const rounded = roundedBand(band);
  const decimals = decimalsFor([rounded.low, rounded.high]);
  const [low, high] = [figureText(rounded.low, decimals), figureText(rounded.high, decimals)];
  return t('bandSure', { low, high, unit: siUnit === null || siUnit === '' ? '' : ` ${siUnit}` });
}

/** A figure of the balance as a headline. The band takes the place of a comparison. */
export const balanceHeadline = (t: ReportTexts, title: string, figure: BalanceFigure): Headline =>
  plainHeadline(title, figureCell(figure), figure.value === null ? null : (bandText(t, figure) ?? t('bandUnknown')));

/** Message of the balance's chart. */
export function balanceMessage(t: ReportTexts, { iwa, figures }: WaterBalance): string {
  const { waterLosses, waterLossesPercent } = iwa;
  const { status } = figures.unaccounted;
  if (waterLosses.value === null) return t('notClosed');
  const size = Math.abs(waterLosses.value);
  const bound = boundWords(boundOfSize(waterLosses.value, waterLosses.bound), t.language);
  const volume = `${bound}${figureText(size, decimalsFor([size]))} ${waterLosses.siUnit ?? ''}`;
  const amount =
    waterLossesPercent === null
      ? volume
      : t('withShare', { amount: volume, share: shareText(Math.abs(waterLossesPercent) / 100, 1, 'und') });
  const [came, went] = [
    { amount, verb: putIn(t, figures) },
    { amount, verb: outflowWords(t, figures) },
  ];
  switch (status) {
    case 'balanced':
      return t('agree', { amount });
    case 'surplus':
      return sentenceCase(t('notAccounted', came));
    case 'deficit':
      return sentenceCase(t('moreThanCameIn', went));
    case 'unknown':
      return sentenceCase(waterLosses.value < 0 ? t('moreThanCameInUnsure', went) : t('notAccountedUnsure', came));
  }
}
