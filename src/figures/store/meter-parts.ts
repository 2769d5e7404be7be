import type { Querier } from '../../platform/database/database.ts';
import { fromMillionths } from '../../kernel/measure/exact.ts';
import type { RegisterPart, HourRollup } from '../rules/processors/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';
import { type HourTuple, parametersByHour, type ParameterTuple, toHour } from './rollups.ts';

/** An elapsed hour of a business day, of its readings between two instants alone. */
export interface HourPartWanted {
  readonly date: BusinessDate;
  readonly dayStartEpochMs: EpochMillis;
  readonly hour: number;
  /** [from, until) */
  readonly fromEpochMs: EpochMillis;
  readonly untilEpochMs: EpochMillis;
}

/**
 * Parts of hours of units with their parameters, for each part asked for, by unit key. A part without readings is
 * absent.
 */
export async function hourParts(
  db: Querier,
  unitKeys: readonly number[],
  withParameters: readonly number[],
  wanted: readonly HourPartWanted[],
): Promise<ReadonlyMap<number, HourRollup>[]> {
  const found = wanted.map(() => new Map<number, HourRollup>());
  if (unitKeys.length === 0 || wanted.length === 0) return found;
  const parts = {
    dates: wanted.map(({ date }) => date),
    dayStarts: wanted.map(({ dayStartEpochMs }) => new Date(dayStartEpochMs)),
    hours: plainArray(wanted.map(({ hour }) => hour)),
    froms: wanted.map(({ fromEpochMs }) => new Date(fromEpochMs)),
    untils: wanted.map(({ untilEpochMs }) => new Date(untilEpochMs)),
  };
  const hours = await db.many<{ part: number; unitKey: number; hour: HourTuple }>('rollups.part_hours', {
    unitKeys: plainArray(unitKeys),
    ...parts,
  });
  for (const row of hours) found[row.part - 1]?.set(row.unitKey, toHour(row.hour));
  if (withParameters.length === 0) return found;
  const parameters = await db.many<{ part: number; unitKey: number; parameters: ParameterTuple[] }>(
    'rollups.part_parameters',
    { unitKeys: plainArray(withParameters), ...parts },
  );
  for (const row of parameters) {
    const part = found[row.part - 1];
    const hour = part?.get(row.unitKey);
    const params = hour === undefined ? undefined : parametersByHour(row.parameters).get(hour.hour);
    if (hour !== undefined && params !== undefined) part?.set(row.unitKey, { ...hour, params });
  }
  return found;
}

/** The part of an hour of one meter, in which another one was installed. */
export interface MeterPartWanted extends HourPartWanted {
  readonly unitKey: number;
}

interface MeterPartRow {
  number: number;
  valueCount: number;
  valueSumMicro: string | null;
  estimatedSumMicro: string | null;
  firstRegister: number | null;
  firstRegisterValue: number | null;
  lastRegister: number | null;
}

const sumOfMicroText = (micro: string | null): number => (micro === null ? 0 : fromMillionths(BigInt(micro)));

/** One part for each wanted one, in their order; null: no reading. */
export async function meterParts(
  db: Querier,
  wanted: readonly MeterPartWanted[],
): Promise<readonly (RegisterPart | null)[]> {
  if (wanted.length === 0) return [];
  const instants = (pick: (part: MeterPartWanted) => EpochMillis): Date[] => wanted.map((part) => new Date(pick(part)));
  const rows = await db.many<MeterPartRow>('rollups.meter_parts', {
    unitKeys: plainArray(wanted.map(({ unitKey }) => unitKey)),
    dates: timestampArray(wanted.map(({ date }) => date)),
    dayStarts: instants(({ dayStartEpochMs }) => dayStartEpochMs),
    hours: plainArray(wanted.map(({ hour }) => hour)),
    froms: instants(({ fromEpochMs }) => fromEpochMs),
    untils: instants(({ untilEpochMs }) => untilEpochMs),
  });
  const parts = new Map(rows.map((row) => [row.number - 1, row]));
  return wanted.map((_, index) => {
    const row = parts.get(index);
    return row === undefined
      ? null
      : {
          valueCount: row.valueCount,
          valueSum: sumOfMicroText(row.valueSumMicro),
          estimatedValueSum: sumOfMicroText(row.estimatedSumMicro),
          firstRegister: row.firstRegister,
          firstRegisterValue: row.firstRegisterValue,
          lastRegister: row.lastRegister,
        };
  });
}
