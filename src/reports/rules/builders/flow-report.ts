import { composeDocument, methodOf } from '../compose-document.ts';
import type { Attention, ChartSeries, Headline, ReportDocument, Section, TableSection } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { type MeterGroup, meterGroups, registerCell, type ReportMeter } from '../meters.ts';
import { amountsChart } from '../sections/bucket-chart.ts';
import { groupBucketTable, matrixTables } from '../sections/bucket-tables.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { measuredHeadline, peakHeadline, totalHeadline } from '../sections/headlines.ts';
import { openOfUnits } from '../sections/incidents.ts';
import {
  changeColumns,
  columnOf,
  unitOfAll,
  measuredColumn,
  type MeterColumn,
  meterTable,
  noTotal,
  notesOf,
  shareColumn,
  totalColumn,
  withSharedDecimals,
} from '../sections/meter-table.ts';
import { clampedNote } from '../sections/whole-of-formula.ts';
import { unheardColumn, unheardNote } from '../sections/unheard.ts';
import type { UnitGrouping } from '../service-units.ts';
import { instantText } from '../../../kernel/format/date-text.ts';
import { metersInstalled } from '../../../kernel/measure/meter.ts';
import { minus, plus } from '../../../kernel/measure/exact.ts';
import { dayWindow } from '../../../kernel/time/business-clock.ts';
import { namesIn, type ReportTexts, reportTextsOf } from '../report-texts.ts';

/** Time at which the meter was replaced in the period; null: it was not. */
function replacedAt({ industry, period }: ReportInput, { span: { unit } }: ReportMeter): number | null {
  if (period === null) return null;
  const [first, last] = [dayWindow(industry.clock, period.days.from), dayWindow(industry.clock, period.days.to)];
  return metersInstalled(unit, first.startEpochMs, last.endEpochMs).at(-1)?.installedAtEpochMs ?? null;
}

/** True when closing less opening register is the volume, or the volume and the unheard quantity. */
function givesVolume({ span: { figures } }: ReportMeter): boolean {
  const { ir = null, fr = null, unheard } = figures?.meta ?? {};
  const value = figures?.value ?? null;
  if (ir === null || fr === null || typeof value !== 'number') return true;
  return minus(fr, ir) === plus(value, unheard?.value ?? 0);
}

/** Remarks on registers that do not give the printed volume, because they are of two meters. */
export function registerRemarks(input: ReportInput, meters: readonly ReportMeter[]): readonly string[] {
  const t = reportTextsOf(input);
  const replaced = meters.flatMap((meter) => {
    const at = givesVolume(meter) ? null : replacedAt(input, meter);
    return at === null
      ? []
      : [`${meter.shown.unitName} (${instantText(at, input.industry.clock.timezone, t.language)})`];
  });
  return replaced.length === 0 ? [] : [t('replaced', { names: namesIn(t, replaced) })];
}

/** Differences between one report of amounts and another. */
interface FlowReport {
  readonly title: string;
  readonly question: string;
  readonly token: ChartSeries['token'];
  readonly groupings: readonly UnitGrouping[];
  /** Title of the total: water is used, a bore gives. */
  readonly totalTitle: string;
  readonly method: readonly string[];
  /** Columns behind the total. */
  readonly columnsOf?: (group: MeterGroup) => readonly MeterColumn[];
  readonly headlines?: readonly Headline[];
  readonly attention?: readonly Attention[];
  /** Sections behind the tables. */
  readonly sections?: readonly Section[];
}

/** Needs of a report of amounts. Intervals are compared with no other period. */
export const flowNeeds: ReportBuilder['needs'] = ({ reportType }) => [
  'registerEvents',
  'incidents',
  ...(reportType === 'granular' ? [] : (['previous', 'lastYear'] as const)),
];

/** Opening and closing register, whose difference is the total. */
function registerColumns(t: ReportTexts, group: MeterGroup): readonly MeterColumn[] {
  const unit = unitOfAll(group.meters);
  const of = (id: 'ir' | 'fr', title: string): MeterColumn => ({
    column: columnOf(id, title, { unit, group: t('register') }),
    of: (meter) => registerCell(meter, id),
    together: noTotal,
  });
  return group.meters.every(({ span }) => (span.figures?.meta.ir ?? null) === null)
    ? []
    : [of('ir', t('opening')), of('fr', t('closing'))];
}

const MOST_HEADLINES = 5;
const MOST_CHARTS = 2;

/** A report of amounts that add up: totals, exceptions, a chart, the tables and how complete the data was. */
export function flowReport(input: ReportInput, report: FlowReport): ReportDocument {
  const t = reportTextsOf(input);
  const groups = meterGroups(input, report.groupings);
  const totals = groups.filter(({ hasTotal }) => hasTotal);
  const [main = totals[0] ?? groups[0]] = totals.filter(({ figures }) => figures.siUnit !== null);
  const isMatrix = input.request.layout === 'v2';
  return composeDocument(input, {
    title: report.title,
    question: report.question,
    headlines: [
      ...totals.map((group) => totalHeadline(input, group)).slice(0, MOST_HEADLINES - 2),
      ...(report.headlines ?? []),
      ...(main === undefined ? [] : [peakHeadline(input, main)].filter((headline) => headline !== null)),
      measuredHeadline(t, groups),
    ].slice(0, MOST_HEADLINES),
    attention: exceptionsOf(input, groups, [...openOfUnits(input), ...(report.attention ?? [])]),
    sections: [
      ...totals.slice(0, MOST_CHARTS).flatMap((group) => amountsChart(input, group, report.token)),
      ...(isMatrix
        ? groups.flatMap((group) => matrixTables(input, group))
        : [...groups.map((group) => unitTable(input, report, group)), ...groupBucketTable(input, groups)]),
      ...(report.sections ?? []),
    ],
    method: methodOf(input, report.method),
  });
}

/** Closing less opening register reads as the volume. */
export const REGISTERS_AND_VOLUME = {
  ids: ['ir', 'fr', 'initialRegister', 'finalRegister', 'total'],
  deciding: ['total'],
} as const;

/** Units of a group with registers, total and changes. */
export function unitTable(
  input: ReportInput,
  report: Pick<FlowReport, 'totalTitle' | 'columnsOf'>,
  group: MeterGroup,
): TableSection {
  const t = reportTextsOf(input);
  const table = meterTable(
    t,
    group,
    [
      ...registerColumns(t, group),
      totalColumn(input, group.meters, report.totalTitle),
      ...unheardColumn(t, group.meters),
      ...(group.hasTotal && group.meters.length > 1 ? [shareColumn(input, group)] : []),
      ...(report.columnsOf?.(group) ?? []),
      ...changeColumns(input, group.meters),
      measuredColumn(t),
    ],
    {
      title: group.title,
      note: notesOf([
        group.hasTotal ? null : t('overlap'),
        clampedNote(input, group.meters),
        unheardNote(input, group.meters),
        ...registerRemarks(input, group.meters),
      ]),
    },
  );
  return withSharedDecimals(table, REGISTERS_AND_VOLUME);
}
