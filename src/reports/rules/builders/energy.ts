import { meanOrNull, sumOrNull } from '../../../figures/rules/processors/numbers.ts';
import { unitsDuring } from '../../../kernel/industry/industry.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import { asLevel, percentCell, plainHeadline, quantityCell } from '../cells.ts';
import type { Cell, Headline, Section } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { isRunning, type ReportMeter, type MeterGroup, meterGroups, plainCell, unitIdsOf } from '../meters.ts';
import { columnOf, type MeterColumn, meterTable, narrowed, noTotal } from '../sections/meter-table.ts';
import { energyGroupings } from '../service-units.ts';
import { flowNeeds, flowReport } from './flow-report.ts';
import { type ReportTexts, reportTextsOf } from '../report-texts.ts';

/**
 * Report for the energy manager: the energy drawn and its consumers, the quality of the power, and the savings of the
 * drives against their reference.
 */
export const energyReport: ReportBuilder = {
  unitsOf: (industry) => unitIdsOf(industry, energyGroupings(industry)),
  needs: flowNeeds,
  build: (input) => {
    const t = reportTextsOf(input);
    const groupings = energyGroupings(input.industry);
    const groups = meterGroups(input, groupings);
    return flowReport(input, {
      title: t('energy'),
      question: t('energyQuestion'),
      token: 'energy',
      groupings,
      totalTitle: t('energy'),
      headlines: savedHeadline(input, groups),
      sections: groups.flatMap((group) => [...savingsTable(input, group), ...parameterTables(t, group)]),
      method: [t('energyMethod'), t('savedMethod')],
    });
  },
};

/** Share of the time in which the saving is known. */
const savedCoverage = ({ span: { figures } }: ReportMeter): number => figures?.meta.energySavedCoverage ?? 0;

/** True for a meter with a reference, also where it had one in a part of the period alone. */
export const isDrive = (meter: ReportMeter): boolean =>
  meter.span.unit.pRefKilowatts !== null || savedCoverage(meter) > 0;

/** Energy saved; null where no pair of readings tells it. */
const savingOf = (meter: ReportMeter): number | null =>
  savedCoverage(meter) === 0 ? null : (meter.span.figures?.meta.energySaved ?? null);

const KILOWATT_HOURS = 'kWh';

/**
 * Energy that drives saved, with the share of time that was measured. The cell has no "at least", because a drive above
 * its reference saves less than nothing.
 */
export function savedCell(input: ReportInput, meters: readonly ReportMeter[]): Cell {
  const drives = meters.filter(isDrive);
  return quantityCell({
    value: sumOrNull(drives.map(savingOf)),
    unit: KILOWATT_HOURS,
    basis: {
      coverage: meanOrNull(drives.map(savedCoverage)),
      estimatedShare: null,
    },
    running: isRunning(input),
  });
}

function savedHeadline(input: ReportInput, groups: readonly MeterGroup[]): readonly Headline[] {
  const t = reportTextsOf(input);
  const meters = new Map(groups.flatMap((group) => group.meters.map((meter) => [meter.shown.unitId, meter])));
  const saved = savedCell(input, [...meters.values()]);
  return saved.kind === 'missing' ? [] : [plainHeadline(t('energySaved'), saved, t('againstReference'))];
}

/** The last reference power of the period. */
function referenceOf({ industry, period }: ReportInput, { span: { unit } }: ReportMeter): number | null {
  const stored = industry.units.get(unit.unitId);
  if (unit.pRefKilowatts !== null || stored === undefined || period === null) return unit.pRefKilowatts;
  return (
    unitsDuring(stored, period.days).findLast(({ pRefKilowatts }) => pRefKilowatts !== null)?.pRefKilowatts ?? null
  );
}

const savingColumns = (input: ReportInput, t: ReportTexts): readonly MeterColumn[] => [
  {
    column: columnOf('pRef', t('referencePower'), { unit: 'kW' }),
    of: (meter) => plainCell(referenceOf(input, meter), 'kW'),
    together: noTotal,
  },
  {
    column: columnOf('saved', t('energySaved'), { unit: KILOWATT_HOURS, total: 'sum' }),
    of: (meter) => savedCell(input, [meter]),
    together: (meters) => savedCell(input, meters),
  },
  {
    column: columnOf('savedCoverage', t('ofPeriod'), { kind: 'percent', decimals: 1 }),
    of: ({ span }) => percentCell(span.figures?.meta.energySavedCoverage ?? null),
    together: noTotal,
  },
];

function savingsTable(input: ReportInput, group: MeterGroup): readonly Section[] {
  const t = reportTextsOf(input);
  const meters = group.meters.filter(isDrive);
  return meters.length === 0
    ? []
    : [
        meterTable(t, narrowed(group, meters), savingColumns(input, t), {
          id: 'savings',
          title: t('savedOf', { title: group.title }),
        }),
      ];
}

/** Means of the electrical parameters, which the units declare. */
function parameterTables(t: ReportTexts, group: MeterGroup): readonly Section[] {
  const meters = group.meters.filter(({ shown }) => shown.paramValue !== undefined);
  const names = [...new Set(meters.flatMap(({ span }) => Object.keys(span.unit.params)))];
  if (meters.length === 0 || names.length === 0) return [];
  const columns = names.map((name): MeterColumn => {
    const declared = meters.flatMap(({ span }) => ownOf(span.unit.params, name) ?? [])[0];
    const unit = declared?.siUnit ?? '';
    return {
      column: columnOf(`param-${name}`, declared?.displayName ?? name, {
        unit: unit === '' ? null : unit,
        kind: 'level',
        total: 'mean',
      }),
      of: ({ shown }) => {
        const cell = asLevel(plainCell(ownOf(shown.paramValue ?? {}, name), unit));
        return cell.kind === 'level' ? { ...cell, coverage: shown.coverage } : cell;
      },
      together: noTotal,
    };
  });
  return [
    meterTable(t, { ...narrowed(group, meters), hasTotal: false }, columns, {
      id: 'parameters',
      title: t('electricalOf', { title: group.title }),
      note: t('electricalNote'),
    }),
  ];
}
