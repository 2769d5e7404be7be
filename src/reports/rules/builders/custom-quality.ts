import { maxOrNull, minOrNull } from '../../../figures/rules/processors/numbers.ts';
import { perBucket } from '../buckets.ts';
import {
  countCell,
  durationCell,
  levelCell,
  missingCell,
  percentCell,
  plainHeadline,
  textCell,
  withoutUnit,
} from '../cells.ts';
import { composeDocument, methodOf } from '../compose-document.ts';
import type { CustomLayout } from '../custom-body.ts';
import type { CustomColumn } from '../custom-columns.ts';
import { beyondSide, customThreshold } from '../custom-cells.ts';
import { customGroups, customLayout, customUnits } from '../custom-groups.ts';
import type { Attention, Cell, Column, ReportDocument, Row, Section, TableSection } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import type { ReportMeter, MeterGroup } from '../meters.ts';
import { endedValues } from '../sections/bucket-chart.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { measuredHeadline } from '../sections/headlines.ts';
import { columnOf, withSharedDecimals } from '../sections/meter-table.ts';
import { type TellingSide, tellingSideOf } from '../sections/unit-sentences.ts';
import {
  MEANS_OF_PARAMETERS,
  matrixOf,
  meanCell,
  type QualityParameter,
  parameterCharts,
  qualityParameters,
} from './quality.ts';
import { type ReportTexts, reportTextsOf } from '../report-texts.ts';

const SERVICE = 'custom_quality';

/**
 * Report as proof that water keeps within its limits: the range of each parameter, and its share of time outside the
 * limits of the request.
 */
export const customQualityReport: ReportBuilder = {
  unitsOf: (industry, request) => customUnits(SERVICE, industry, customLayout(SERVICE, industry, request)),
  needs: () => [],
  build,
};

/** One parameter of one point with its figures. */
interface Line {
  readonly meter: ReportMeter;
  readonly parameter: QualityParameter;
  /** Means of the intervals that have ended. */
  readonly values: readonly (number | null)[];
  readonly low: number | null;
  readonly high: number | null;
  /** Number of intervals whose mean is outside; null without limits or without figures. */
  readonly outside: number | null;
  readonly severity: Row['severity'];
}

function build(input: ReportInput): ReportDocument {
  const t = reportTextsOf(input);
  const layout = customLayout(SERVICE, input.industry, input.request);
  const groups = customGroups(SERVICE, input, layout);
  const lines = groups.map((group) => ({ group, lines: linesOf(input, group, layout) }));
  const all = lines.flatMap((part) => part.lines);
  const limited = all.filter(({ outside }) => outside !== null);
  const meters = [...new Set(groups.flatMap((group) => group.meters))];
  return composeDocument(input, {
    title: layout.title ?? t('waterQuality'),
    question: t('customQualityQuestion'),
    headlines: [
      ...(limited.length === 0
        ? []
        : [
            plainHeadline(
              t('parametersOutside'),
              countCell(limited.filter(({ outside }) => (outside ?? 0) > 0).length),
              t('ofLimited', { count: limited.length }),
            ),
          ]),
      measuredHeadline(t, groups),
    ],
    attention: exceptionsOf(input, groups, [
      ...heldAgainstNothing(t, meters, all, layout),
      ...all.flatMap((line) => outsideAttention(input, line)),
    ]),
    sections: [
      ...(input.request.layout === 'v2' ? [] : lines.map((part) => tableOf(input, part.group, part.lines, layout))),
      ...parameterCharts(input, meters, sideOf(layout)).map((section) => withLimits(t, section, layout)),
      ...(layout.breakdown || input.request.layout === 'v2' ? meters.flatMap((meter) => matrixOf(input, meter)) : []),
    ],
    method: methodOf(input, [t('meanMethod'), ...(layout.thresholds.length === 0 ? [] : [t('outsideMethod')])]),
    logo: layout.logo,
  });
}

const linesOf = (input: ReportInput, group: MeterGroup, { thresholds }: CustomLayout): readonly Line[] =>
  group.meters.flatMap((meter) =>
    qualityParameters(meter).map((parameter): Line => {
      const threshold = customThreshold(thresholds, meter.shown.unitId, parameter.id);
      const values = endedValues(input, meter, parameter.id);
      const known = values.filter((value) => value !== null);
      const outside =
        threshold === null || known.length === 0
          ? null
          : known.filter((value) => beyondSide(value, threshold) !== null).length;
      return {
        meter,
        parameter,
        values,
        low: threshold?.below ?? null,
        high: threshold?.above ?? null,
        outside,
        severity: outside !== null && outside > 0 ? (threshold?.severity ?? null) : null,
      };
    }),
  );

const level = (value: number | null, { unit }: QualityParameter): Cell => levelCell({ value, unit, basis: null });

interface LineColumn {
  readonly column: Column;
  readonly of: (line: Line) => Cell;
}

const columnsIn = (t: ReportTexts, input: ReportInput): Readonly<Partial<Record<CustomColumn, LineColumn>>> => ({
  value: {
    column: columnOf('value', t('mean'), { kind: 'level' }),
    of: ({ meter, parameter }) => meanCell(input, meter, parameter),
  },
  lowest: {
    column: columnOf('lowest', t('lowest'), { kind: 'level', group: perBucket(input) }),
    of: ({ values, parameter }) => level(minOrNull(values), parameter),
  },
  highest: {
    column: columnOf('highest', t('highest'), { kind: 'level', group: perBucket(input) }),
    of: ({ values, parameter }) => level(maxOrNull(values), parameter),
  },
  low: {
    column: columnOf('low', t('bandFrom'), { kind: 'level', group: t('limits') }),
    of: ({ low, parameter }) => level(low, parameter),
  },
  high: {
    column: columnOf('high', t('bandTo'), { kind: 'level', group: t('limits') }),
    of: ({ high, parameter }) => level(high, parameter),
  },
  outside: {
    column: columnOf('outside', t('intervalsOutside'), { kind: 'count' }),
    of: ({ outside }) => (outside === null ? missingCell() : countCell(outside)),
  },
  coverage: {
    column: columnOf('coverage', t('measured'), { kind: 'percent', decimals: 1 }),
    of: ({ meter }) => percentCell(meter.shown.coverage),
  },
  offlineTime: {
    column: columnOf('offlineTime', t('notMeasured'), { kind: 'duration' }),
    of: ({ meter }) => durationCell(meter.span.figures?.meta.offlineDuration ?? null),
  },
});

function tableOf(input: ReportInput, group: MeterGroup, lines: readonly Line[], layout: CustomLayout): TableSection {
  const t = reportTextsOf(input);
  const known = columnsIn(t, input);
  const columns = layout.columns.flatMap((name) => known[name] ?? []);
  const table: TableSection = {
    kind: 'table',
    id: `quality-${group.id}`,
    title: group.title,
    columns: [
      columnOf('name', t('point'), { kind: 'text' }),
      columnOf('parameter', t('parameter'), { kind: 'text' }),
      columnOf('unit', t('unit'), { kind: 'text' }),
      ...columns.map(({ column }) => column),
    ],
    rows: lines.map((line) => ({
      role: 'row' as const,
      severity: line.severity,
      cells: [
        textCell(line.meter.shown.unitName),
        textCell(line.parameter.name),
        textCell(line.parameter.unit),
        ...columns.map(({ of }) => withoutUnit(of(line))),
      ],
    })),
    note: null,
  };
  return withSharedDecimals(table, MEANS_OF_PARAMETERS);
}

function outsideAttention(input: ReportInput, line: Line): readonly Attention[] {
  const { meter, parameter, outside, severity, values, low, high } = line;
  if (severity === null || outside === null) return [];
  const highest = maxOrNull(values);
  const isAbove = high !== null && highest !== null && highest > high;
  const amount = isAbove ? highest : minOrNull(values);
  const known = values.filter((value) => value !== null).length;
  const t = reportTextsOf(input);
  const limits = [
    ...(low === null ? [] : [t('notBelow', { low: String(low) })]),
    ...(high === null ? [] : [t('notAbove', { high: String(high) })]),
  ];
  return [
    {
      severity,
      place: meter.shown.unitName,
      since: null,
      fact: t(input.plan.bucket === 'day' ? 'outsideDays' : 'outsideHours', { name: parameter.name, outside, known }),
      amount: level(amount, parameter),
      look: limits.join(', '),
    },
  ];
}

/**
 * Limits of parameters that no unit declares or has sent. They are reported, because somebody believes that they are
 * watched.
 */
const heldAgainstNothing = (
  t: ReportTexts,
  meters: readonly ReportMeter[],
  lines: readonly Line[],
  { thresholds }: CustomLayout,
): readonly Attention[] =>
  thresholds.flatMap(({ unitId, parameter, severity }): Attention[] => {
    const own = lines.filter(({ meter }) => unitId === null || meter.shown.unitId === unitId);
    const ids = [...new Set(own.map((line) => line.parameter.id))];
    if (ids.some((id) => id === parameter)) return [];
    const point = meters.find(({ shown }) => shown.unitId === unitId);
    return [
      {
        severity,
        place: unitId === null ? t('limitsOfRequest') : (point?.shown.unitName ?? unitId),
        since: null,
        fact: t('noParameter', { parameter: parameter ?? '' }),
        amount: null,
        look: ids.length === 0 ? null : t('parametersAre', { names: ids.slice(0, MOST_NAMED).join(', ') }),
      },
    ];
  });

const MOST_NAMED = 10;

/** Side of a parameter that its reader looks at: that of its limit. */
const sideOf =
  ({ thresholds }: CustomLayout) =>
  ({ id, name }: QualityParameter): TellingSide => {
    const found = thresholds.find(({ unitId, parameter }) => unitId === null && parameter === id);
    if (found === undefined || (found.above === null && found.below === null)) return tellingSideOf(name);
    return found.above === null ? 'low' : found.below === null ? 'high' : 'range';
  };

/** Adds limits that count for all points to the chart of their parameter. */
function withLimits(t: ReportTexts, section: Section, { thresholds }: CustomLayout): Section {
  if (section.kind !== 'chart') return section;
  const found = thresholds.find(({ unitId, parameter }) => unitId === null && section.id === `parameter-${parameter}`);
  if (found === undefined) return section;
  const limits = [
    ...(found.above === null ? [] : [{ name: t('highestAllowed'), value: found.above }]),
    ...(found.below === null ? [] : [{ name: t('lowestAllowed'), value: found.below }]),
  ];
  return { ...section, chart: { ...section.chart, limits } };
}
