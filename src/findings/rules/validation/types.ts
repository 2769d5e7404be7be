import type { FindingKind } from '../kinds.ts';
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

/** Checks that ask what is usual are answered by the findings of the day. The others judge its readings. */
export const FINDING_OF_CHECK = { highLow: 'unusual-use', zeroConsumption: 'standstill' } as const satisfies Partial<
  Readonly<Record<CheckName, FindingKind>>
>;
export type ReadingCheck = Exclude<CheckName, keyof typeof FINDING_OF_CHECK>;

/** A unit's readings of one business day. */
export interface CheckedDay {
  /** The unit's version of that day. */
  readonly unit: Unit;
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
  /** The end of the day, or now while the day runs. */
  readonly asOfEpochMs: EpochMillis;
  /** Raw samples in order of time, see ownSamples. */
  readonly samples: readonly Sample[];
}

/** A finding of a check. */
export interface Finding {
  /** The measured figure in `unit`; null: unknown. */
  readonly value: number | null;
  /** The limit it was compared with, in `unit`. */
  readonly limit: number | null;
  /** siUnit of the meter, or `slots`. */
  readonly unit: string;
  /** First instant at which it shows; null: it is about the whole day. */
  readonly atEpochMs: EpochMillis | null;
  /** A sentence without the meter's name. */
  readonly text: string;
}

/** A check of a day; null: nothing found, or nothing to judge. */
export type Check = (day: CheckedDay) => Finding | null;
