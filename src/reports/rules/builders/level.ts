import { dividedBy, minus } from '../../../kernel/measure/exact.ts';
import { maxOrNull, meanOrNull, minOrNull, numberOrNull } from '../../../figures/rules/processors/numbers.ts';
import { perBucket } from '../buckets.ts';
import { composeDocument, methodOf } from '../compose-document.ts';
import { asLevel, levelCell, missingCell, percentCell, quantityCell } from '../cells.ts';
import type { Cell, Headline, Section } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import {
  isComparable,
  isRunning,
  type ReportMeter,
  type MeterGroup,
  meterGroups,
  plainCell,
  togetherCell,
  unitIdsOf,
  whyMissing,
} from '../meters.ts';
import { bucketValues, endedValues, linesChart } from '../sections/bucket-chart.ts';
import { matrixTables } from '../sections/bucket-tables.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { measuredHeadline, totalHeadline } from '../sections/headlines.ts';
import { openOfUnits } from '../sections/incidents.ts';
import {
  columnOf,
  unitOfAll,
  measuredColumn,
  type MeterColumn,
  meterTable,
  noTotal,
  withSharedDecimals,
} from '../sections/meter-table.ts';
import { stockGroupings, wellGroupings } from '../service-units.ts';
import { capacityOf, fullnessOf, fullnessOfBuckets, gainCell, heldCell, openingOf } from '../tanks.ts';
import { reportTextsOf } from '../report-texts.ts';

/**
 * Report for the person who runs tanks and pumps: the fullness of tanks, the depth of ground water, and their
 * direction.
 */
export const levelReport: ReportBuilder = {
  unitsOf: (industry) => unitIdsOf(industry, [...stockGroupings(industry), ...wellGroupings(industry)]),
  needs: ({ reportType }) => (reportType === 'granular' ? ['incidents'] : ['previous', 'lastYear', 'incidents']),
  build: (input) => {
    const t = reportTextsOf(input);
    const tanks = meterGroups(input, stockGroupings(input.industry));
    const wells = meterGroups(input, wellGroupings(input.industry));
    const groups = [...tanks, ...wells];
    const isMatrix = input.request.layout === 'v2';
    return composeDocument(input, {
      title: t('levels'),
      question: t('levelsQuestion'),
      headlines: [
        ...tanks.map((group) => fullHeadline(input, group)),
        ...wells.map((group) => wellHeadline(input, group)),
      ]
        .slice(0, MOST_HEADLINES)
        .concat(measuredHeadline(t, groups)),
      attention: exceptionsOf(input, groups, openOfUnits(input)),
      sections: [
        ...tanks.flatMap((group) => tankChart(input, group)),
        ...wells.flatMap((group) => wellChart(input, group)),
        ...(isMatrix
          ? groups.flatMap((group) => matrixTables(input, group, 'level'))
          : [...tanks.map((group) => tankTable(input, group)), ...wells.map((group) => wellTable(input, group))]),
      ],
      method: methodOf(input, [
        t('levelMethod', { noun: t(input.plan.bucket) }),
        ...(groups.some(isSurveyed) ? [t('surveyedMethod')] : []),
      ]),
    });
  },
};

const isSurveyed = ({ meters }: MeterGroup): boolean => meters.some(({ span }) => span.unit.volumeCurve !== undefined);

const MOST_HEADLINES = 4;

const fullHeadline = (input: ReportInput, group: MeterGroup): Headline => ({
  ...totalHeadline(input, group),
  title: reportTextsOf(input)('lastLevelOf', { title: group.title }),
});

/** Headline of wells. A well has its course alone, because a share of a depth says nothing. */
const wellHeadline = (input: ReportInput, group: MeterGroup): Headline => ({
  ...totalHeadline(input, group),
  change: null,
  comparedWith: reportTextsOf(input)(group.meters.length > 1 ? 'meanOfWells' : 'lastLevel'),
});

const levelOf = ({ shown }: ReportMeter): number | null => numberOrNull(shown.value);

const lastCell = (input: ReportInput, meter: ReportMeter): Cell =>
  levelCell({
    value: levelOf(meter),
    unit: meter.shown.siUnit,
    basis: meter.shown,
    running: isRunning(input),
    why: whyMissing(meter.span),
  });

type Extreme = 'lowest' | 'highest' | 'mean';
const EXTREMES = { lowest: minOrNull, highest: maxOrNull, mean: meanOrNull } as const;

/** Documents keep the last level of an hour or day and no extreme within it, so the head says of which levels it is. */
const extremeColumn = (input: ReportInput, which: Extreme, unit: string | null): MeterColumn => ({
  column: columnOf(which, reportTextsOf(input)(which), { unit, kind: 'level', group: perBucket(input) }),
  of: (meter) => asLevel(plainCell(EXTREMES[which](endedValues(input, meter)), meter.shown.siUnit)),
  together: noTotal,
});

/** Columns that are read together: last less opening level is the gain. */
export const LEVELS_OF_UNIT = ['opening', 'last', 'total', 'change', 'rise', 'mean', 'lowest', 'highest'];

export function tankTable(input: ReportInput, group: MeterGroup): Section {
  const t = reportTextsOf(input);
  const unit = unitOfAll(group.meters);
  const sumCell = (of: (meter: ReportMeter) => number | null) => (meters: readonly ReportMeter[]) =>
    heldCell(of, meters);
  const table = meterTable(
    t,
    group,
    [
      {
        column: columnOf('capacity', t('capacity'), { unit, kind: 'level', total: 'sum' }),
        of: (meter) => asLevel(plainCell(capacityOf(meter), meter.shown.siUnit)),
        together: sumCell(capacityOf),
      },
      {
        column: columnOf('opening', t('opening'), { unit, kind: 'level', total: 'sum' }),
        of: (meter) =>
          openingOf(meter) === null
            ? missingCell('not known')
            : asLevel(plainCell(openingOf(meter), meter.shown.siUnit)),
        together: sumCell(openingOf),
      },
      {
        column: columnOf('last', t('last'), { unit, kind: 'level', total: 'sum' }),
        of: (meter) => lastCell(input, meter),
        together: (meters, figures) => asLevel(togetherCell(input, figures, meters)),
      },
      {
        column: columnOf('change', t('gained'), { unit, total: 'sum' }),
        of: (meter) => gainCell(input, [meter]),
        together: (meters) => gainCell(input, meters),
      },
      {
        column: columnOf('full', t('full'), { kind: 'percent', decimals: 1 }),
        of: (meter) => percentCell(fullnessOf(meter)),
        // A tank whose level is not known is not an empty one.
        together: (meters) => {
          const [level, capacity] = [sumCell(levelOf)(meters), sumCell(capacityOf)(meters)];
          return percentCell(
            level.kind === 'level' && capacity.kind === 'level' && capacity.value > 0
              ? level.value / capacity.value
              : null,
          );
        },
      },
      extremeColumn(input, 'lowest', unit),
      extremeColumn(input, 'highest', unit),
      measuredColumn(t),
    ],
    { title: group.title },
  );
  return withSharedDecimals(table, { ids: LEVELS_OF_UNIT });
}

/**
 * Rise of a well against the period before, in metres, because a share of a depth says nothing. Both need the coverage
 * of every compared figure.
 */
const riseOf = (input: ReportInput, { span, shown, divisor }: ReportMeter): number | null => {
  const other = input.previous?.spans.get(span.unit.unitId);
  const before = other?.figures?.value ?? null;
  if (other === undefined || !isComparable(span) || !isComparable(other)) return null;
  return typeof before !== 'number' || typeof shown.value !== 'number'
    ? null
    : minus(shown.value, dividedBy(before, divisor));
};

const riseColumn = (input: ReportInput, { meters }: MeterGroup, unit: string | null): readonly MeterColumn[] =>
  meters.every((meter) => riseOf(input, meter) === null)
    ? []
    : [
        {
          column: columnOf('rise', reportTextsOf(input)('riseSince'), { unit }),
          of: (meter) =>
            quantityCell({
              value: riseOf(input, meter),
              unit: meter.shown.siUnit,
              basis: null,
              running: isRunning(input),
            }),
          together: noTotal,
        },
      ];

export const wellTable = (input: ReportInput, group: MeterGroup): Section => {
  const t = reportTextsOf(input);
  const unit = unitOfAll(group.meters);
  const table = meterTable(
    t,
    { ...group, hasTotal: false },
    [
      {
        column: columnOf('last', t('last'), { unit, kind: 'level' }),
        of: (meter) => lastCell(input, meter),
        together: noTotal,
      },
      extremeColumn(input, 'mean', unit),
      extremeColumn(input, 'lowest', unit),
      extremeColumn(input, 'highest', unit),
      ...riseColumn(input, group, unit),
      measuredColumn(t),
    ],
    { id: 'wells', title: group.title },
  );
  return withSharedDecimals(table, { ids: LEVELS_OF_UNIT });
};

const PERCENT = 100;

/** Tanks by how full they are, because their sizes differ. */
export const tankChart = (input: ReportInput, group: MeterGroup): readonly Section[] =>
  linesChart(input, {
    id: `levels-${group.id}`,
    title: group.title,
    unit: '%',
    token: 'stock',
    // A full tank is no news.
    side: 'low',
    lines: group.meters.map((meter) => ({
      name: meter.shown.unitName,
      meter,
      values: fullnessOfBuckets(input, meter).map((share) => (share === null ? null : share * PERCENT)),
    })),
  });

export const wellChart = (input: ReportInput, group: MeterGroup): readonly Section[] =>
  linesChart(input, {
    id: `wells-${group.id}`,
    title: group.title,
    unit: unitOfAll(group.meters) ?? '',
    token: 'ground',
    // Some wells send a depth and others a height, so that either end may be the low one.
    side: 'range',
    lines: group.meters.map((meter) => ({ name: meter.shown.unitName, meter, values: bucketValues(meter) })),
  });

/** The wells of a report of bores. */
export const wellSections = (input: ReportInput, groups: readonly MeterGroup[]): readonly Section[] => [
  ...groups.flatMap((group) => wellChart(input, group)),
  ...groups.map((group) => wellTable(input, group)),
];
