import { inBatches } from '../../../kernel/in-batches.ts';
import { unitAsOf } from '../../../kernel/industry/industry.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import { businessDateOf } from '../../../kernel/time/business-clock.ts';
import { toDisplay } from '../../../figures/rules/figures/display.ts';
import type { UnitSpan } from '../../../figures/rules/figures/unit-span.ts';
import { maxOrNull, minOrNull } from '../../../figures/rules/processors/numbers.ts';
import { bucketPlaces, perBucket } from '../buckets.ts';
import { changeCell, levelCell, missingCell, percentCell, textCell, withoutReason, withoutUnit } from '../cells.ts';
import { composeDocument, methodOf } from '../compose-document.ts';
import type { Cell, Headline, MissingReason, Row, Section, TableSection } from '../document.ts';
import type { ReportBuilder, ReportInput, SpanSet } from '../input.ts';
import {
  isComparable,
  isRunning,
  type ReportMeter,
  type MeterGroup,
  meterGroups,
  unitIdsOf,
  whyMissing,
} from '../meters.ts';
import { bucketValues, endedValues, linesChart } from '../sections/bucket-chart.ts';
import { begunRows, MOST_FIGURE_COLUMNS } from '../sections/bucket-tables.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { comparedWith, measuredHeadline } from '../sections/headlines.ts';
import { openOfUnits } from '../sections/incidents.ts';
import { columnOf, withSharedDecimals } from '../sections/meter-table.ts';
import { type TellingSide, tellingSideOf } from '../sections/unit-sentences.ts';
import { qualityGroupings } from '../service-units.ts';
import { reportTextsOf } from '../report-texts.ts';

/**
 * Report for the laboratory and the person who answers for discharge: the water at each point, its deviations, and the
 * share of time that was measured.
 */
export const qualityReport: ReportBuilder = {
  unitsOf: (industry) => unitIdsOf(industry, qualityGroupings(industry)),
  needs: ({ reportType }) => (reportType === 'granular' ? ['incidents'] : ['previous', 'lastYear', 'incidents']),
  build: (input) => {
    const t = reportTextsOf(input);
    const groups = meterGroups(input, qualityGroupings(input.industry));
    const meters = [
      ...new Map(groups.flatMap((group) => group.meters.map((meter) => [meter.shown.unitId, meter]))).values(),
    ];
    return composeDocument(input, {
      title: t('waterQuality'),
      question: t('qualityQuestion'),
      // Measured shares stand with each parameter of the table, too.
      headlines: [...meters.flatMap((meter) => headlinesOf(input, meter)), measuredHeadline(t, groups)].slice(
        0,
        MOST_HEADLINES,
      ),
      attention: exceptionsOf(input, groups, openOfUnits(input)),
      sections: [
        ...(input.request.layout === 'v2' ? [] : groups.map((group) => parameterTable(input, group))),
        ...parameterCharts(input, meters),
        ...(input.request.layout === 'v2' ? meters.flatMap((meter) => matrixOf(input, meter)) : []),
      ],
      method: methodOf(input, [t('qualityMethod', { noun: t(input.plan.bucket) })]),
    });
  },
};

const MOST_HEADLINES = 5;
const MOST_CHARTS = 6;

export interface QualityParameter {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
}

/** Parameters of a unit: declared ones first, then those that were sent without being declared. */
export function qualityParameters({ span: { unit }, shown }: ReportMeter): readonly QualityParameter[] {
  const sent = typeof shown.value === 'object' && shown.value !== null ? Object.keys(shown.value) : [];
  return [...new Set([...Object.keys(unit.params), ...sent])].map((id) => {
    const declared = ownOf(unit.params, id);
    return { id, name: declared?.displayName ?? id, unit: declared?.siUnit ?? '' };
  });
}

const meanOf = ({ shown: { value } }: ReportMeter, id: string): number | null =>
  typeof value === 'object' && value !== null ? (ownOf(value, id) ?? null) : null;

function meanIn(span: UnitSpan, id: string): number | null {
  const value = span.figures?.value ?? null;
  return typeof value === 'object' && value !== null ? toDisplay(ownOf(value, id) ?? null, 1) : null;
}

export const meanCell = (input: ReportInput, meter: ReportMeter, parameter: QualityParameter): Cell =>
  levelCell({
    value: meanOf(meter, parameter.id),
    unit: parameter.unit,
    basis: meter.shown,
    running: isRunning(input),
    why: whyNoMean(meter, parameter),
  });

function whyNoMean({ span, shown }: ReportMeter, { id }: QualityParameter): MissingReason {
  if (span.unlike?.has(id) === true) return 'different units';
  return shown.value === null ? whyMissing(span) : 'no sample';
}

/**
 * Change of a mean. Means do not add up, so a running period is compared by its mean so far. Both means need the
 * coverage of every compared figure, and the unit of measure that the parameter had then.
 */
export function changeFrom(meter: ReportMeter, { id, name, unit }: QualityParameter, set: SpanSet | null): Cell {
  const before = set?.spans.get(meter.shown.unitId);
  if (before === undefined || !isComparable(meter.span) || !isComparable(before))
    return missingCell('nothing to compare with');
  const unitBefore = ownOf(before.unit.params, id)?.siUnit ?? unit;
  return unitBefore === unit
    ? changeCell(meanOf(meter, id), meanIn(before, id), unit, name)
    : missingCell('different units');
}

const headlinesOf = (input: ReportInput, meter: ReportMeter): readonly Headline[] =>
  qualityParameters(meter).map((parameter) => {
    const change = changeFrom(meter, parameter, input.previous);
    return {
      title: `${parameter.name}, ${meter.shown.unitName}`,
      key: `${parameter.id}, ${meter.shown.unitId}`,
      value: meanCell(input, meter, parameter),
      change: change.kind === 'change' ? change : null,
      comparedWith: change.kind === 'change' ? comparedWith(input) : null,
      sparkline: null,
    };
  });

const plainLevel = (value: number | null, unit: string): Cell => levelCell({ value, unit, basis: null });

export function parameterTable(input: ReportInput, group: MeterGroup): TableSection {
  const t = reportTextsOf(input);
  const others = (['previous', 'lastYear'] as const).filter((which) =>
    group.meters.some((meter) =>
      qualityParameters(meter).some((parameter) => changeFrom(meter, parameter, input[which]).kind === 'change'),
    ),
  );
  const rows = group.meters.flatMap((meter) =>
    qualityParameters(meter).map((parameter): Row => {
      const values = endedValues(input, meter, parameter.id);
      return {
        role: 'row',
        severity: null,
        cells: [
          textCell(meter.shown.unitName),
          textCell(parameter.name),
          textCell(parameter.unit),
          withoutUnit(meanCell(input, meter, parameter)),
          plainLevel(minOrNull(values), ''),
          plainLevel(maxOrNull(values), ''),
          ...others.map((which) => withoutReason(changeFrom(meter, parameter, input[which]))),
          percentCell(meter.shown.coverage),
        ],
      };
    }),
  );
  const table: TableSection = {
    kind: 'table',
    id: `quality-${group.id}`,
    title: group.title,
    columns: [
      columnOf('name', t('point'), { kind: 'text' }),
      columnOf('parameter', t('parameter'), { kind: 'text' }),
      columnOf('unit', t('unit'), { kind: 'text' }),
      columnOf('mean', t('mean'), { kind: 'level' }),
      columnOf('lowest', t('lowest'), { kind: 'level', group: perBucket(input) }),
      columnOf('highest', t('highest'), { kind: 'level', group: perBucket(input) }),
      ...others.map((which) =>
        columnOf(which, t(which === 'previous' ? 'before' : 'yearAgo'), { kind: 'change', group: t('changeAgainst') }),
      ),
      columnOf('measured', t('measured'), { kind: 'percent', decimals: 1 }),
    ],
    rows,
    note: null,
  };
  return withSharedDecimals(table, MEANS_OF_PARAMETERS);
}

/** Columns that are read together in the row of a parameter. */
export const MEANS_OF_PARAMETERS = {
  ids: ['mean', 'value', 'lowest', 'highest', 'low', 'high'],
  isAcrossUnits: true,
} as const;

/** One chart per parameter over the points, because each has a unit of its own. */
export function parameterCharts(
  input: ReportInput,
  meters: readonly ReportMeter[],
  sideOf: (parameter: QualityParameter) => TellingSide = ({ name }) => tellingSideOf(name),
): readonly Section[] {
  const byId = new Map<string, { parameter: QualityParameter; meters: ReportMeter[] }>();
  for (const meter of meters) {
    for (const parameter of qualityParameters(meter)) {
      const known = byId.get(parameter.id);
      if (known === undefined) byId.set(parameter.id, { parameter, meters: [meter] });
      else known.meters.push(meter);
    }
  }
  return [...byId.values()].slice(0, MOST_CHARTS).flatMap(({ parameter, meters: own }) =>
    linesChart(input, {
      id: `parameter-${parameter.id}`,
      title: parameter.name,
      unit: parameter.unit,
      token: 'quality',
      side: sideOf(parameter),
      lines: own.map((meter) => ({ name: meter.shown.unitName, meter, values: bucketValues(meter, parameter.id) })),
    }),
  );
}

/** Unit of measure of a parameter in a bucket, where that changed in the period. */
function unitThen({ industry }: ReportInput, { span }: ReportMeter, { id, unit }: QualityParameter, x: string): string {
  const stored = industry.units.get(span.unit.unitId);
  if (stored === undefined || span.unlike?.has(id) !== true) return unit;
  const { params } = unitAsOf(stored, businessDateOf(industry.clock, Date.parse(x)));
  return ownOf(params, id)?.siUnit ?? unit;
}

/** A column per parameter of one point: the second layout. */
export function matrixOf(input: ReportInput, meter: ReportMeter): readonly TableSection[] {
  const t = reportTextsOf(input);
  const places = bucketPlaces(input);
  const { bucket: size } = input.plan;
  const pages = [...inBatches(qualityParameters(meter), MOST_FIGURE_COLUMNS)];
  return pages.map((shown, page): TableSection => {
    const title = t('groupEvery', { title: meter.shown.unitName, noun: t(size) });
    return {
      kind: 'table',
      id: `matrix-${meter.shown.unitId}-${page + 1}`,
      title: pages.length > 1 ? t('partOf', { title, part: page + 1, parts: pages.length }) : title,
      columns: [
        columnOf('bucket', t(size === 'day' ? 'dayHead' : 'from'), { kind: places[0]?.cell.kind ?? 'text' }),
        ...shown.map(({ id, name, unit }) =>
          // The mean of samples is not that of the hours.
          columnOf(`param-${id}`, name, { unit: unit === '' ? null : unit, kind: 'level' }),
        ),
      ],
      rows: [
        ...begunRows(places, (index, state) => {
          const basis = meter.shown.data[index];
          const figures = basis?.y;
          return shown.map((parameter) =>
            basis === undefined
              ? missingCell()
              : levelCell({
                  value:
                    typeof figures === 'object' && figures !== null ? (ownOf(figures, parameter.id) ?? null) : null,
                  unit: unitThen(input, meter, parameter, basis.x),
                  basis,
                  running: state === 'running',
                }),
          );
        }),
        {
          role: 'total',
          severity: null,
          cells: [textCell(t('mean')), ...shown.map((parameter) => meanCell(input, meter, parameter))],
        },
      ],
      note: null,
    };
  });
}
