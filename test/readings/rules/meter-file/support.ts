import {
  type MeterFileChoices,
  readChoices,
  type WrittenChoices,
} from '../../../../src/readings/rules/meter-file/choices.ts';
import type { MeterFileUnit } from '../../../../src/readings/rules/meter-file/heads.ts';
import { type MeterFileRow, meterFileRows } from '../../../../src/readings/rules/meter-file/rows.ts';
import type { MeterFileTable } from '../../../../src/readings/rules/meter-file/table.ts';
import type { TankCapacity } from '../../../../src/readings/rules/stored-value.ts';
import {
  type MeterFileUnderstanding,
  understandMeterFile,
} from '../../../../src/readings/rules/meter-file/understand.ts';

/** Litres that a tank holds; null: none are declared. */
const capacity = (maxCapacity: number | null, fromMs = Number.NEGATIVE_INFINITY): TankCapacity => ({
  fromMs,
  maxCapacity,
  isSurveyed: false,
});

export const METER_UNITS: readonly MeterFileUnit[] = [
  { unitId: 'INLET', displayName: 'Main inlet', siUnit: 'KL', group: 'FLOW', capacities: [] },
  { unitId: 'PUMP_1', displayName: 'Pump house', siUnit: 'kWh', group: 'ENERGY', capacities: [] },
  {
    unitId: 'TANK',
    displayName: 'Raw tank',
    siUnit: 'KL',
    group: 'STOCK',
    capacities: [capacity(6000), capacity(12_000, Date.UTC(2026, 5, 1))],
  },
  {
    unitId: 'POND',
    displayName: 'Pond',
    siUnit: 'KL',
    group: 'STOCK',
    capacities: [{ ...capacity(6000), isSurveyed: true }],
  },
  { unitId: 'SUMP', displayName: 'Sump', siUnit: 'KL', group: 'STOCK', capacities: [capacity(null)] },
  { unitId: 'LEVEL', displayName: 'Bore level', siUnit: 'm', group: 'GROUND_WATER_LEVEL', capacities: [] },
  { unitId: 'REST', displayName: 'Rest', siUnit: 'KL', group: 'VIRTUAL', capacities: [] },
];

export const chosen = (written: WrittenChoices = {}): MeterFileChoices => readChoices(written);

/** A table of lines, whose fields are separated by `|`. */
const tableOfLines = (...lines: readonly string[]): MeterFileTable => ({
  rows: lines.map((line) => line.split('|')),
  encoding: 'UTF-8',
  delimiter: '|',
});

export const understandLines = (
  lines: readonly string[],
  written: WrittenChoices = {},
  timezone = 'Asia/Kolkata',
  units = METER_UNITS,
): MeterFileUnderstanding =>
  understandMeterFile(tableOfLines(...lines), chosen(written), {
    units,
    timezone,
    nowMs: Date.UTC(2026, 10, 29),
  });

export const rowsOfFile = (understood: MeterFileUnderstanding): MeterFileRow[] => [...meterFileRows(understood)].flat();
