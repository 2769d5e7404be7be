import type { Unit } from '../../../kernel/measure/unit.ts';
import type { Sample } from '../../../figures/rules/processors/types.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** Checks of VEE (validation, estimation, editing) under their standard names. */
export const CHECK_NAMES = [
  'reverseFlow',
  'highLow',
  'spike',
  'zeroConsumption',
  'missingQuantity',
  'sumCheck',
  'stuckRegister',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** A unit's readings of one business day, and what is usual for it. */
export interface CheckedDay {
  /** As it counted on that day. */
  readonly unit: Unit;
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  /** The end of the day, or now while it runs. */
  readonly asOfEpochMs: EpochMillis;
  /** In time order, raw. */
  readonly samples: readonly Sample[];
  /** Daily figures of the days before, those that are known: milli-units with the factor. */
  readonly history: readonly number[];
}

/** What a check has found. */
export interface Finding {
  /** What was measured, in `unit`; null: it cannot be told. */
  readonly value: number | null;
  /** What it was held against, in `unit`. */
  readonly limit: number | null;
  /** siUnit of the meter, or `slots`. */
  readonly unit: string;
  /** When it was seen first; null: it is about the day. */
  readonly atEpochMs: EpochMillis | null;
  /** In words, without the meter's name. */
  readonly text: string;
}

/** null: nothing found, or nothing that could be judged. */
export type Check = (day: CheckedDay) => Finding | null;
