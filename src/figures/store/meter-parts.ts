import type { Querier } from '../../platform/database/database.ts';
import { fromMillionths } from '../../kernel/measure/exact.ts';
import type { RegisterPart } from '../rules/processors/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';

/** The part of an hour of one meter, in which another one was installed. */
export interface MeterPartWanted {
  readonly unitKey: number;
  readonly date: BusinessDate;
  readonly dayStartEpochMs: EpochMillis;
  /** Elapsed hour of the day. */
  readonly hour: number;
  /** [from, until) */
  readonly fromEpochMs: EpochMillis;
  readonly untilEpochMs: EpochMillis;
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

/** One for each that is wanted, in their order; null: no reading. */
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
