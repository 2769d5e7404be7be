import { numberOrNull } from '../../../figures/rules/processors/numbers.ts';
import { missingCell, percentCell, textCell, withoutReason } from '../cells.ts';
import { composeDocument, methodOf } from '../compose-document.ts';
import type { Cell, Row, Section, TableSection } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { changeOf, type ReportMeter, type MeterGroup, type Together, togetherCell } from '../meters.ts';
import { amountsChart } from '../sections/bucket-chart.ts';
import { groupBucketTable, matrixTables } from '../sections/bucket-tables.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { measuredHeadline, totalHeadline } from '../sections/headlines.ts';
import { openAttention } from '../sections/incidents.ts';
import { columnOf, notesOf } from '../sections/meter-table.ts';
import { clampedNote } from '../sections/whole-of-formula.ts';
import { unheardNote } from '../sections/unheard.ts';
import { type SiteKind, SITE_KINDS, siteGroups, unitsOfSite } from '../sections/site-groups.ts';
import { reportTextsOf } from '../report-texts.ts';
import { tankChart, wellChart } from './level.ts';
import { changeFrom, meanCell, qualityParameters } from './quality.ts';

/**
 * Report for the plant manager with one minute: yesterday's intake, use, stock and energy of the plant, and its faults.
 */
export const summaryReport: ReportBuilder = {
  unitsOf: unitsOfSite,
  needs: () => ['previous', 'lastYear', 'registerEvents', 'incidents'],
  build: (input) => {
    const t = reportTextsOf(input);
    const parts = SITE_KINDS.map((kind) => ({ kind, groups: siteGroups(input, [kind]) }));
    const groups = parts.flatMap((part) => part.groups);
    const totals = groups.filter(({ hasTotal, figures }) => hasTotal && figures.value !== null);
    return composeDocument(input, {
      title: t('dayAtGlance'),
      question: t('summaryQuestion'),
      headlines: [
        ...totals.slice(0, MOST_HEADLINES).map((group) => totalHeadline(input, group)),
        measuredHeadline(t, groups),
      ],
      attention: exceptionsOf(input, groups, openAttention(input, input.incidents ?? [])),
      sections: [
        ...firstPicture(input, parts),
        ...(input.request.layout === 'v2'
          ? parts.flatMap(({ kind, groups: own }) => own.flatMap((group) => hoursOf(input, kind, group)))
          : [
              ...parts.flatMap(({ kind, groups: own }) => (own.length === 0 ? [] : [partTable(input, kind, own)])),
              ...groupBucketTable(input, totals.filter(isAmount)),
            ]),
      ],
      method: methodOf(input, [t('summaryMethod')]),
    });
  },
};

const MOST_HEADLINES = 4;

/** Picture of the first group that has one. */
function firstPicture(
  input: ReportInput,
  parts: readonly { readonly kind: SiteKind; readonly groups: readonly MeterGroup[] }[],
): readonly Section[] {
  for (const { kind, groups } of parts)
    for (const group of groups) {
      const sections = pictureOf(input, kind, group);
      if (sections.length > 0) return sections;
    }
  return [];
}

/** Amounts as bars, levels as lines. */
function pictureOf(input: ReportInput, kind: SiteKind, group: MeterGroup): readonly Section[] {
  switch (kind) {
    case 'water':
    case 'energy':
      return group.hasTotal ? amountsChart(input, group, kind) : [];
    case 'tanks':
      return tankChart(input, group);
    case 'wells':
      return wellChart(input, group);
    case 'quality':
      return [];
  }
}

const isOf =
  (groups: readonly string[]) =>
  (group: MeterGroup): boolean =>
    group.meters.some(({ span }) => groups.includes(span.unit.group));
const isLevels = isOf(['STOCK', 'GROUND_WATER_LEVEL']);
const isWells = isOf(['GROUND_WATER_LEVEL']);
const isQuality = isOf(['QUALITY']);
const isAmount = (group: MeterGroup): boolean => !isLevels(group) && !isQuality(group);

const hoursOf = (input: ReportInput, kind: SiteKind, group: MeterGroup): readonly Section[] =>
  isQuality(group)
    ? [partTable(input, kind, [group])]
    : matrixTables(input, group, isLevels(group) ? 'level' : 'quantity');

type Compared = readonly ('previous' | 'lastYear')[];

/** A line per category and sub-category, or per parameter where there is no sum. */
function partTable(input: ReportInput, kind: SiteKind, groups: readonly MeterGroup[]): TableSection {
  const t = reportTextsOf(input);
  const both = ['previous', 'lastYear'] as const;
  // A column in which nothing could be compared has no figure, however much was measured.
  const meters = groups.flatMap((group) => group.meters);
  const compared = both.filter((which) => rowsOf(input, groups, [which]).some(({ cells }) => cells.some(isChange)));
  return {
    kind: 'table',
    id: `part-${kind === 'wells' ? 'ground-water' : kind}-${groups.length === 1 ? (groups[0]?.name ?? '') : 'all'}`,
    title: t(kind === 'wells' ? 'groundWater' : kind),
    columns: [
      columnOf('what', t('what'), { kind: 'text' }),
      columnOf('figure', t('figure'), { kind: 'quantity' }),
      ...compared.map((which) =>
        columnOf(which, t(which === 'previous' ? 'dayBeforeHead' : 'yearAgo'), {
          kind: 'change',
          group: t('changeAgainst'),
        }),
      ),
      columnOf('measured', t('measured'), { kind: 'percent', decimals: 1 }),
    ],
    rows: rowsOf(input, groups, compared),
    note: notesOf([clampedNote(input, meters), unheardNote(input, meters)]),
  };
}

const isChange = ({ kind }: Cell): boolean => kind === 'change';

const rowsOf = (input: ReportInput, groups: readonly MeterGroup[], compared: Compared): readonly Row[] =>
  groups.flatMap((group) =>
    isQuality(group)
      ? group.meters.flatMap((meter) => parameterRows(input, meter, compared))
      : linesOf(input, group, compared),
  );

function linesOf(input: ReportInput, group: MeterGroup, compared: Compared): readonly Row[] {
  const line = (role: Row['role'], name: string, meters: readonly ReportMeter[], figures: Together): Row => ({
    role,
    severity: null,
    cells: [
      textCell(name),
      togetherCell(input, figures, meters),
      ...compared.map((which) =>
        isWells(group) ? missingCell() : withoutReason(changeOf(input, meters, input[which], figures.formerIds)),
      ),
      percentCell(figures.coverage),
    ],
  });
  const parts = group.hasTotal
    ? group.areas.map(({ name, meters, figures }) => line('row', name, meters, figures))
    : group.meters.map((meter) =>
        line('row', meter.shown.unitName, [meter], {
          ...meter.shown,
          value: numberOrNull(meter.shown.value),
          formerIds: [],
        }),
      );
  return group.hasTotal ? [...parts, line('subtotal', group.title, group.meters, group.figures)] : parts;
}

const parameterRows = (input: ReportInput, meter: ReportMeter, compared: Compared): readonly Row[] =>
  qualityParameters(meter).map((parameter): Row => ({
    role: 'row',
    severity: null,
    cells: [
      textCell(`${meter.shown.unitName}: ${parameter.name}`),
      meanCell(input, meter, parameter),
      ...compared.map((which) => withoutReason(changeFrom(meter, parameter, input[which]))),
      percentCell(meter.shown.coverage),
    ],
  }));
