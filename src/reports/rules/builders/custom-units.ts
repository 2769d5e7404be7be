import { numberOrNull } from '../../../figures/rules/processors/numbers.ts';
import { countCell, plainHeadline, quantityCell } from '../cells.ts';
import { composeDocument, methodOf } from '../compose-document.ts';
import { beyondSide, customColumns, customThreshold, isOfNoPeriod, type Kind } from '../custom-cells.ts';
import { customGroups, customLayout, customUnits } from '../custom-groups.ts';
import type { CustomLayout } from '../custom-body.ts';
import type { CustomColumn, CustomService } from '../custom-columns.ts';
import type { Attention, ChartSeries, Headline, ReportDocument, Row, Section, TableSection } from '../document.ts';
import type { ReportBuilder, ReportInput, ReportNeed } from '../input.ts';
import type { ReportMeter, MeterGroup } from '../meters.ts';
import { amountsChart, withUnit } from '../sections/bucket-chart.ts';
import { matrixTables } from '../sections/bucket-tables.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { measuredHeadline, peakHeadline, totalHeadline } from '../sections/headlines.ts';
import { type MeterColumn, meterTable, notesOf, withSharedDecimals } from '../sections/meter-table.ts';
import { clampedNote } from '../sections/whole-of-formula.ts';
import { unheardColumn, unheardNote } from '../sections/unheard.ts';
import { registerRemarks, REGISTERS_AND_VOLUME } from './flow-report.ts';
import { LEVELS_OF_UNIT, tankChart, wellChart } from './level.ts';
import { type ReportTextKey, type ReportTexts, reportTextsOf } from '../report-texts.ts';

type UnitService = Exclude<CustomService, 'custom_quality'>;

interface Words {
  readonly title: ReportTextKey;
  readonly question: ReportTextKey;
  readonly valueTitle: ReportTextKey;
  readonly token: ChartSeries['token'];
}

const WORDS: Readonly<Record<UnitService, Words>> = {
  custom_water: {
    title: 'water',
    question: 'customWaterQuestion',
    valueTitle: 'volume',
    token: 'water',
  },
  custom_energy: {
    title: 'energy',
    question: 'customEnergyQuestion',
    valueTitle: 'energy',
    token: 'energy',
  },
  custom_level: {
    title: 'levels',
    question: 'customLevelQuestion',
    valueTitle: 'last',
    token: 'stock',
  },
  custom_withdrawal: {
    title: 'withdrawals',
    question: 'customWithdrawalQuestion',
    valueTitle: 'withdrawn',
    token: 'ground',
  },
};

/**
 * A report with the layout of the body: columns, units, grouping, order, thresholds, title and logo. Without a body it
 * has the columns that its usual reader needs.
 */
const customReport = (service: UnitService): ReportBuilder => ({
  unitsOf: (industry, request) => customUnits(service, industry, customLayout(service, industry, request)),
  needs: ({ reportType }): readonly ReportNeed[] => (reportType === 'granular' ? [] : ['previous', 'lastYear']),
  build: (input) => build(service, input),
});

export const customWaterReport = customReport('custom_water');
export const customEnergyReport = customReport('custom_energy');
export const customLevelReport = customReport('custom_level');
export const customWithdrawalReport = customReport('custom_withdrawal');

const MOST_TOTALS = 3;

function build(service: UnitService, input: ReportInput): ReportDocument {
  const layout = customLayout(service, input.industry, input.request);
  const words = WORDS[service];
  const t = reportTextsOf(input);
  const kind: Kind = service === 'custom_level' ? 'level' : 'amount';
  const groups = customGroups(service, input, layout);
  const totals = groups.filter(({ hasTotal, figures }) => hasTotal && figures.siUnit !== null);
  const [main] = totals.length === 0 ? groups : totals;
  const isMatrix = input.request.layout === 'v2';
  return composeDocument(input, {
    title: layout.title ?? t(words.title),
    question: t(words.question),
    headlines: [
      ...totals.slice(0, MOST_TOTALS).map((group) => totalHeadline(input, group)),
      ...(main === undefined || kind === 'level' ? [] : [peakHeadline(input, main)].filter((one) => one !== null)),
      ...beyondHeadline(t, groups, layout),
      measuredHeadline(t, groups),
    ],
    attention: exceptionsOf(
      input,
      groups,
      groups.flatMap((group) => thresholdAttention(t, group, layout)),
    ),
    sections: [
      ...(main === undefined ? [] : chartOf(input, main, words, kind)),
      ...(isMatrix
        ? []
        : groups.flatMap((group) => {
            const columns = customColumns({ input, group, layout, kind, valueTitle: t(words.valueTitle) });
            if (columns.length === 0) return [];
            const table = tableOf(input, group, columns, layout);
            return [withSharedDecimals(table, kind === 'level' ? { ids: LEVELS_OF_UNIT } : REGISTERS_AND_VOLUME)];
          })),
      ...(layout.breakdown || isMatrix
        ? groups.flatMap((group) => matrixTables(input, group, kind === 'level' ? 'level' : 'quantity'))
        : []),
    ],
    method: methodOf(input, [...thresholdMethod(t, layout), ...comparedMethod(input, layout, kind)]),
    logo: layout.logo,
  });
}

function tableOf(
  input: ReportInput,
  group: MeterGroup,
  columns: readonly MeterColumn[],
  layout: CustomLayout,
): TableSection {
  const t = reportTextsOf(input);
  // The body chose the columns, so the note alone says what their total lacks.
  const own = layout.isUsual
    ? columns.flatMap((one) => (one.column.id === 'total' ? [one, ...unheardColumn(t, group.meters)] : [one]))
    : columns;
  const table = meterTable(t, group, own, {
    title: group.title,
    note: notesOf([
      group.hasTotal ? null : t('overlap'),
      clampedNote(input, group.meters),
      unheardNote(input, group.meters),
      ...(own.some(({ column }) => REGISTERS.has(column.id)) ? registerRemarks(input, group.meters) : []),
    ]),
  });
  return withSeverity(layout.isUsual ? withoutEmptyColumns(table) : table, group, layout);
}

/** The table without usual columns in which no unit has a figure. */
function withoutEmptyColumns(table: TableSection): TableSection {
  const { columns, rows } = table;
  const units = rows.filter(({ role }) => role === 'row');
  const isShown = columns.map(
    ({ id }, at) => ALWAYS_SHOWN.has(id) || units.some(({ cells }) => cells[at]?.kind !== 'missing'),
  );
  return {
    ...table,
    columns: columns.filter((_, at) => isShown[at]),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, at) => isShown[at]) })),
  };
}

const REGISTERS: ReadonlySet<string> = new Set(['initialRegister', 'finalRegister'] satisfies CustomColumn[]);

/** Columns that stay without a figure, so that a report shows that it has none. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['total', 'measured']);

function chartOf(input: ReportInput, group: MeterGroup, { token }: Words, kind: Kind): readonly Section[] {
  if (kind === 'amount') return amountsChart(input, group, token);
  const isTanks = group.meters.some(({ span }) => span.unit.group === 'STOCK');
  return isTanks ? tankChart(input, group) : wellChart(input, group);
}

const beyondOf = ({ shown }: ReportMeter, { thresholds }: CustomLayout) => {
  const threshold = customThreshold(thresholds, shown.unitId);
  const side = threshold === null ? null : beyondSide(numberOrNull(shown.value), threshold, shown.bound);
  return threshold === null || side === null ? null : { threshold, side };
};

function beyondHeadline(t: ReportTexts, groups: readonly MeterGroup[], layout: CustomLayout): readonly Headline[] {
  if (layout.thresholds.length === 0) return [];
  const meters = new Map(groups.flatMap((group) => group.meters.map((meter) => [meter.shown.unitId, meter])));
  const beyond = [...meters.values()].filter((meter) => beyondOf(meter, layout) !== null).length;
  return [plainHeadline(t('beyondLimit'), countCell(beyond), t('ofCount', { count: meters.size }))];
}

/** Units whose figure is surely beyond the limits of the body. */
const thresholdAttention = (t: ReportTexts, { meters }: MeterGroup, layout: CustomLayout): readonly Attention[] =>
  meters.flatMap((meter): Attention[] => {
    const beyond = beyondOf(meter, layout);
    const value = numberOrNull(meter.shown.value);
    if (beyond === null || value === null) return [];
    const { threshold, side } = beyond;
    const limit = threshold[side];
    return [
      {
        severity: threshold.severity,
        place: meter.shown.unitName,
        since: null,
        fact: t(side === 'above' ? 'isAbove' : 'isBelow'),
        amount: quantityCell({ value, unit: meter.shown.siUnit, basis: meter.shown }),
        look: limit === null ? null : t('limitIs', { limit: withUnit(limit, meter.shown.siUnit) }),
      },
    ];
  });

/** Rows of units beyond their bounds are marked as such. */
function withSeverity(table: TableSection, { areas }: MeterGroup, layout: CustomLayout): TableSection {
  const meters = areas.flatMap((area) => area.meters);
  let at = 0;
  const rows = table.rows.map((row): Row => {
    if (row.role !== 'row') return row;
    const meter = meters[at];
    at += 1;
    const beyond = meter === undefined ? null : beyondOf(meter, layout);
    return beyond === null ? row : { ...row, severity: beyond.threshold.severity };
  });
  return { ...table, rows };
}

const thresholdMethod = (t: ReportTexts, { thresholds }: CustomLayout): readonly string[] =>
  thresholds.length === 0 ? [] : [t('limitsMethod')];

const comparedMethod = (input: ReportInput, { columns, isUsual }: CustomLayout, kind: Kind): readonly string[] =>
  isUsual || columns.every((name) => !isOfNoPeriod(name, { input, kind }))
    ? []
    : [reportTextsOf(input)('intervalsMethod')];
