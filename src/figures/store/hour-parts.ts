import type { Querier } from '../../platform/database/database.ts';
import type { HourRollup } from '../rules/processors/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import { type HourTuple, parametersByHour, type ParameterTuple, toHour } from './rollups.ts';

/** An elapsed hour of a business day, of its readings between two instants alone. */
export interface HourPartWanted {
  readonly date: BusinessDate;
  readonly dayStartEpochMs: EpochMillis;
  readonly hour: number;
  readonly fromEpochMs: EpochMillis;
  readonly untilEpochMs: EpochMillis;
}

/** Parts of hours of units with their parameters: for each part asked for, by unit key. Without readings: absent. */
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
