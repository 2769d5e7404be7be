import { meanOrNull, sumOrNull } from '../../../figures/rules/processors/numbers.ts';
import { percentCell, quantityCell } from '../cells.ts';
import type { Cell, Headline, Section } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { type ReportMeter, type MeterGroup, meterGroups, plainCell, unitIdsOf } from '../meters.ts';
import { columnOf, type MeterColumn, meterTable, narrowed, noTotal } from '../sections/meter-table.ts';
import { energyGroupings } from '../service-units.ts';
import { flowNeeds, flowReport } from './flow-report.ts';

/**
 * Report for the energy manager: the energy drawn and its consumers, the quality of the power, and the savings of the
 * drives against their reference.
 */
export const energyReport: ReportBuilder = {
  unitsOf: (industry) => unitIdsOf(industry, energyGroupings(industry)),
  needs: flowNeeds,
  build: (input) => {
    const groupings = energyGroupings(input.industry);
    const groups = meterGroups(input, groupings);
    return flowReport(input, {
      title: 'Energy',
      question: 'How much energy was drawn, by what, and what was saved?',
      token: 'energy',
      groupings,
      totalTitle: 'Energy',
      headlines: savedHeadline(groups),
      sections: groups.flatMap((group) => [...savingsTable(group), ...parameterTables(input, group)]),
      method: [
        'Energy is the sum of the hours, and an hour is closing less opening register, times the meter multiplier.',
        'Energy saved is reference power times running time, less energy drawn, over valid pairs of readings.',
      ],
    });
  },
};

/** Energy saved; null where no pair of readings tells it. */
const savingOf = ({ span: { unit, figures } }: ReportMeter): number | null =>
  unit.pRefKilowatts === null || figures === null || (figures.meta.energySavedCoverage ?? 0) === 0
    ? null
    : (figures.meta.energySaved ?? null);

const KILOWATT_HOURS = 'kWh';

/**
 * Energy that drives saved, with the share of time that was measured. The cell has no "at least", because a drive above
 * its reference saves less than nothing.
 */
export function savedCell(meters: readonly ReportMeter[]): Cell {
  const drives = meters.filter(({ span }) => span.unit.pRefKilowatts !== null);
  return quantityCell({
    value: sumOrNull(drives.map(savingOf)),
    unit: KILOWATT_HOURS,
    basis: {
      coverage: meanOrNull(drives.map(({ span }) => span.figures?.meta.energySavedCoverage ?? 0)),
      estimatedShare: null,
    },
  });
}

function savedHeadline(groups: readonly MeterGroup[]): readonly Headline[] {
  const meters = new Map(groups.flatMap((group) => group.meters.map((meter) => [meter.shown.unitId, meter])));
  const saved = savedCell([...meters.values()]);
  return saved.kind === 'missing'
    ? []
    : [
        {
          title: 'Energy saved',
          value: saved,
          change: null,
          comparedWith: 'against reference power',
          sparkline: null,
        },
      ];
}

const savingColumns: readonly MeterColumn[] = [
  {
    column: columnOf('pRef', 'Reference power', { unit: 'kW' }),
    of: ({ span }) => plainCell(span.unit.pRefKilowatts, 'kW'),
    together: noTotal,
  },
  {
    column: columnOf('saved', 'Energy saved', { unit: KILOWATT_HOURS, total: 'sum' }),
    of: (meter) => savedCell([meter]),
    together: savedCell,
  },
  {
    column: columnOf('savedCoverage', 'Of the period', { kind: 'percent', decimals: 1 }),
    of: ({ span }) => percentCell(span.figures?.meta.energySavedCoverage ?? null),
    together: noTotal,
  },
];

function savingsTable(group: MeterGroup): readonly Section[] {
  const meters = group.meters.filter(({ span }) => span.unit.pRefKilowatts !== null);
  return meters.length === 0
    ? []
    : [meterTable(narrowed(group, meters), savingColumns, { id: 'savings', title: `${group.title}: saved` })];
}

/** Means of the electrical parameters, which the units declare. */
function parameterTables(_: ReportInput, group: MeterGroup): readonly Section[] {
  const meters = group.meters.filter(({ shown }) => shown.paramValue !== undefined);
  const names = [...new Set(meters.flatMap(({ span }) => Object.keys(span.unit.params)))];
  if (meters.length === 0 || names.length === 0) return [];
  const columns = names.map((name): MeterColumn => {
    const declared = meters.flatMap(({ span }) => span.unit.params[name] ?? [])[0];
    const unit = declared?.siUnit ?? '';
    return {
      column: columnOf(`param-${name}`, declared?.displayName ?? name, {
        unit: unit === '' ? null : unit,
        kind: 'level',
        total: 'mean',
      }),
      of: ({ shown }) => {
        const cell = plainCell(shown.paramValue?.[name], unit);
        return cell.kind === 'quantity' ? { ...cell, kind: 'level', coverage: shown.coverage } : cell;
      },
      together: noTotal,
    };
  });
  return [
    meterTable({ ...narrowed(group, meters), hasTotal: false }, columns, {
      id: 'parameters',
      title: `${group.title}: electrical parameters`,
      note: 'Means of the period; of a parameter that is kept as latest, its last value.',
    }),
  ];
}
