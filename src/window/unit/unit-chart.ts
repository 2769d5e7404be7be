import { html } from 'hono/html';
import type { FigureRow } from '../../figures/rules/figures/figure-rows.ts';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { ChartAnnotation } from '../charts/annotation-marks.ts';
import { isDrawnAsLine } from '../charts/axis.ts';
import { periodChart, type ReferenceLine } from '../charts/period-chart.ts';
import { boundText, isEstimated, measuredOrSilent, MISSING } from '../figures.ts';
import type { Markup } from '../page.ts';
import { fill, type Texts } from '../texts.ts';
import { lacksFigure, rowOfParameter, type UnitPeriod } from './periods.ts';

interface Charted {
  readonly kind: UnitGroup;
  readonly siUnit: string;
  readonly parameter: { readonly name: string; readonly displayName: string } | null;
  readonly annotations?: readonly ChartAnnotation[];
  /** The days that the chart is about, lines across it, and words for both; absent: it is about none. */
  readonly about?: {
    readonly isMarked: (period: UnitPeriod) => boolean;
    readonly references: readonly ReferenceLine[];
    readonly said: string;
  };
}

/** A description of the chart in one to three sentences. */
function captionOf(
  periods: readonly { readonly period: UnitPeriod; readonly row: FigureRow | null }[],
  { kind, siUnit }: Pick<Charted, 'kind' | 'siUnit'>,
  texts: Texts,
): string {
  const { unit } = texts;
  const known = periods.flatMap(({ period, row }) =>
    row === null || row.value === null
      ? []
      : [{ value: row.value, at: period.long, bound: row.bound, isGrowing: period.isRunning && !isDrawnAsLine(kind) }],
  );
  // The lowest is never a figure that was measured in part, which may have been more, or one that still grows.
  const whole = known.filter(({ bound }) => bound === null);
  const ended = whole.filter(({ isGrowing }) => !isGrowing);
  const found = ended.length === 0 ? known : ended;
  const parts = known.length - whole.length;
  const missing = periods.filter(({ period, row }) => lacksFigure(period, row)).length;
  const estimated = periods.filter(({ row }) => row !== null && isEstimated(row)).length;
  const [first] = found;
  if (first === undefined) return unit.nothing;
  const high = known.reduce((most, one) => (one.value > most.value ? one : most), first);
  const low = found.reduce((least, one) => (one.value < least.value ? one : least), first);
  const decimals = decimalsFor([high.value, low.value]);
  const [highest, lowest] = [high, low].map(
    ({ value, bound }) => `${boundText(bound, texts)}${figureText(value, decimals)}`,
  );
  const said =
    ended.length > 1 && high.value === low.value
      ? fill(unit.captionAlike, { value: `${highest} ${siUnit}`.trim() })
      : ended.length > 1
        ? fill(unit.caption, {
            high: highest ?? '',
            highAt: high.at,
            low: lowest ?? '',
            lowAt: low.at,
            unit: siUnit,
          }).replaceAll('  ', ' ')
        : fill(unit.captionParts, { high: highest ?? '', highAt: high.at, unit: siUnit }).replaceAll('  ', ' ');
  return [
    said,
    ...(missing > 0 ? [fill(unit.captionMissing, { missing, count: known.length + missing })] : []),
    ...(parts > 0 ? [fill(unit.captionPartly, { count: parts })] : []),
    ...(estimated > 0 ? [fill(unit.captionEstimated, { count: estimated })] : []),
    unit.clickable,
  ].join(' ');
}

/** The words of a period: its time, its figure as the table has it, and how much of it was measured. */
function titleOf(period: UnitPeriod, row: FigureRow | null, told: string, texts: Texts): string {
  if (!period.hasBegun) return `${period.long}: ${texts.unit.notYet}`;
  return row === null ? period.long : `${period.long}: ${told}, ${measuredOrSilent(row, texts)}`;
}

/** Bars of amounts, lines of levels; of a quality unit one chart for each parameter. */
export function unitChart(
  periods: readonly UnitPeriod[],
  { kind, siUnit, parameter, about, annotations = [] }: Charted,
  at: number,
  texts: Texts,
): Markup {
  const rows = periods.map((period) => ({
    period,
    row: parameter === null ? period.row : rowOfParameter(period, parameter.name),
  }));
  const decimals = decimalsFor(rows.flatMap(({ row }) => row?.value ?? []));
  const caption = [about?.said ?? '', captionOf(rows, { kind, siUnit }, texts)].join(' ').trim();
  const chart = periodChart(
    rows.map(({ period, row }) => {
      const value = row?.value ?? null;
      const told =
        value === null ? MISSING : `${boundText(row?.bound, texts)}${figureText(value, decimals)} ${siUnit}`.trim();
      return {
        label: period.short,
        title: titleOf(period, row, told, texts),
        value,
        isMissing: lacksFigure(period, row),
        isPartial: row !== null && row.bound !== null,
        isEstimated: row !== null && isEstimated(row),
        isRunning: period.isRunning,
        isMarked: about?.isMarked(period) ?? false,
        address: period.address,
      };
    }),
    {
      id: `chart-${at}`,
      kind: isDrawnAsLine(kind) ? 'line' : 'bars',
      unit: siUnit,
      caption,
      keys: texts.figures.chartKeys,
      references: about?.references ?? [],
      annotations,
    },
  );
  if (chart === '') return html`<p class="muted">${caption}</p>`;
  return parameter === null
    ? chart
    : html`<h3>${parameter.displayName}</h3>
        ${chart}`;
}
