import { html } from 'hono/html';
import type { FigureRow } from '../../figures/rules/figures/figure-rows.ts';
import { decimalsFor, durationText, figureText } from '../../kernel/format/figure-text.ts';
import { boundText, figureMark, measuredShare, MISSING } from '../figures.ts';
import { type Markup, scrolledTable, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { lacksFigure, rowOfParameter, type UnitPeriod } from './periods.ts';

interface Parameter {
  readonly name: string;
  readonly displayName: string;
  readonly siUnit: string;
}

const known = (rows: readonly (FigureRow | null)[], pick: (row: FigureRow) => number | null): number[] =>
  rows.flatMap((row) => (row === null ? [] : (pick(row) ?? [])));

/** A column of figures and how many decimals it is written with. */
const decimalsOf = (periods: readonly UnitPeriod[], rowOf: (period: UnitPeriod) => FigureRow | null): number =>
  decimalsFor(known(periods.map(rowOf), ({ value }) => value));

interface Columns {
  readonly title: string;
  readonly siUnit: string;
  /** Quality units have no figure beside their parameters. */
  readonly hasMain: boolean;
  readonly parameters: readonly Parameter[];
}

/** Every period with its figures, each a link to how it came about. */
export function periodTable(
  { texts }: Visit,
  periods: readonly UnitPeriod[],
  { title, siUnit, hasMain, parameters }: Columns,
): Markup {
  const registers = periods.some(({ row }) => row?.closingRegister !== null && row?.closingRegister !== undefined);
  const decimals = decimalsOf(periods, ({ row }) => row);
  const closings = known(
    periods.map(({ row }) => row),
    ({ closingRegister }) => closingRegister,
  );
  // Two registers differ by the figure beside them, which decides: a register is as long as its meter has run.
  const hasFigures = periods.some(({ row }) => row !== null && row.value !== null);
  const ofRegister = hasFigures ? decimals : decimalsFor(closings);
  const columns = parameters.map((parameter) => ({
    ...parameter,
    decimals: decimalsOf(periods, (period) => rowOfParameter(period, parameter.name)),
  }));

  const figureOf = (period: UnitPeriod, row: FigureRow | null, digits: number): Markup => {
    if (!period.hasBegun) return html`<td class="figure muted">${texts.unit.notYet}</td>`;
    const value = row?.value ?? null;
    const isMissing = lacksFigure(period, row);
    const mark =
      value === null && !isMissing
        ? html`<span class="muted">${MISSING}</span>`
        : figureMark(value, digits, { ...row, running: period.isRunning }, texts);
    const label = fill(texts.unit.why, {
      value: `${value === null ? MISSING : `${boundText(row?.bound, texts)}${figureText(value, digits)}`} (${period.long})`,
    });
    return html`<td class="figure ${isMissing ? 'missing' : ''}">
      ${period.address === null ? mark : html`<a href="${period.address}" title="${label}">${mark}</a>`}
    </td>`;
  };
  const register = (value: number | null | undefined): Markup =>
    html`<td class="figure">${value === null || value === undefined ? MISSING : figureText(value, ofRegister)}</td>`;

  const line = (period: UnitPeriod): Markup => {
    const { row, long, hasBegun } = period;
    const any = row ?? [...period.parameters.values()][0] ?? null;
    return html`<tr>
      <th scope="row">${long}</th>
      ${hasMain ? figureOf(period, row, decimals) : ''}
      ${columns.map(({ name, decimals: digits }) => figureOf(period, rowOfParameter(period, name), digits))}
      ${
        hasBegun && any !== null
          ? html`<td>${measuredShare(any, texts)}</td>
              <td class="figure">${any.offlineMinutes > 0 ? durationText(any.offlineMinutes, texts.language) : ''}</td>`
          : html`<td></td>
              <td></td>`
      }
      ${registers ? html`${register(row?.openingRegister)}${register(row?.closingRegister)}` : ''}
    </tr>`;
  };
  return scrolledTable(
    title,
    [
      texts.unit.time,
      ...(hasMain ? [{ figure: texts.figures.value, unit: siUnit }] : []),
      ...columns.map(({ displayName, siUnit: unit }) => ({ figure: displayName, unit })),
      texts.figures.measuredHead,
      { figure: texts.unit.offline },
      ...(registers ? [texts.unit.opening, texts.unit.closing].map((figure) => ({ figure, unit: siUnit })) : []),
    ],
    periods.map(line),
    html`id="periods" data-live`,
  );
}
