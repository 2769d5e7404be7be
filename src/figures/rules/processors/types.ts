import type { Unit } from '../../../kernel/measure/unit.ts';
import type { VolumeCurve } from '../../../kernel/measure/volume-curve.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';

/** Rollup of one parameter in one business hour. Sums are exact; a mean is sum / count. */
export interface ParameterRollup {
  readonly count: number;
  readonly sum: number;
  readonly last: number;
  readonly lastEpochMs: EpochMillis;
}

/**
 * Rollup of one unit's readings in one business hour; absent when the hour has no reading. Raw figures: flowFactor is
 * not applied. A register that is null, or excluded by a register check, takes no part in first and last.
 */
export interface HourRollup {
  /** Elapsed whole hours since the day began: 0 to 23, 24 on the long day. */
  readonly hour: number;
  readonly readingCount: number;
  readonly estimatedCount: number;
  /** Readings that have an interval value (not null). */
  readonly valueCount: number;
  readonly valueSum: number;
  readonly estimatedValueSum: number;
  /** Interval values above the unit's minNonZeroThreshold. */
  readonly nonZeroCount: number;
  readonly firstRegister: number | null;
  /** Interval value of the reading that carries firstRegister; null when it has none. */
  readonly firstRegisterValue: number | null;
  readonly lastRegister: number | null;
  readonly firstValue: number | null;
  readonly lastValue: number | null;
  readonly firstEpochMs: EpochMillis;
  readonly lastEpochMs: EpochMillis;
  /** Bit m set: minute m (0-29) of the hour holds a genuine (not estimated) reading. */
  readonly genuineMinutesLow: number;
  /** Minutes 30 to 59 with a reading, bit m - 30. */
  readonly genuineMinutesHigh: number;
  readonly params: Readonly<Record<string, ParameterRollup>>;
}

/** Registers and values of one meter in an hour, or in the part of an hour in which it was installed. */
export type RegisterPart = Pick<
  HourRollup,
  'valueCount' | 'valueSum' | 'estimatedValueSum' | 'firstRegister' | 'firstRegisterValue' | 'lastRegister'
>;

/** One stored reading of the day, for the rules that need neighbours (energy savings). */
export interface Sample {
  readonly epochMs: EpochMillis;
  readonly value: number | null;
  /** null when the reading has none or a register check excluded it. */
  readonly register: number | null;
  readonly estimated: boolean;
  /** true when the device reported an offline period before this reading. */
  readonly offline: boolean;
}

/** State of the unit from before the day; every field null when it never sent such a value. */
interface CarryIn {
  /** Last register before the day, raw. */
  readonly register: number | null;
  /** The last reading of the hour of that register. Absent: nothing is known of it. */
  readonly registerHeardEpochMs?: EpochMillis | null;
  /** The count of hours of values alone since that register, raw; null: more than is looked up. Absent: none came. */
  readonly countedSince?: number | null;
  /** Last interval value (stock: percent, ground water: level) before the day, raw. */
  readonly value: number | null;
  /** Capacity by which that value is a level: the one in force when it was read. Absent: that of the day. */
  readonly maxCapacity?: number | null;
  /** The curve that was in force beside it. */
  readonly volumeCurve?: VolumeCurve;
  /** A meter was installed before the day and has sent no register since. Then `register` is of the one before. */
  readonly newMeter?: NewMeter | null;
}

/** A meter of which no register has been read yet. */
export interface NewMeter {
  /** The register at its start, raw; null: not known. */
  readonly initialRegister: number | null;
}

/** Input of a processor for one unit and one business day. */
export interface UnitDay {
  readonly industryId: string;
  readonly unit: Unit;
  readonly date: BusinessDate;
  readonly dayStartEpochMs: EpochMillis;
  /** 86400, or 82800, 90000, 88200 .. when the clock changes. */
  readonly dayLengthSeconds: number;
  /** Rollups in ascending order of hours; hours without readings are absent. */
  readonly hours: readonly HourRollup[];
  readonly before: CarryIn;
  /** The day's readings in time order, given only to energy units with a reference power; else empty. */
  readonly samples: readonly Sample[];
  /**
   * Parts of an hour in which meters were installed, a part for each meter in order: one more than installations. null:
   * the meter sent nothing. An hour with an installation that is absent here has no reading. Absent as a whole: no
   * meter was installed on the day.
   */
  readonly meterParts?: ReadonlyMap<number, readonly (RegisterPart | null)[]>;
  /**
   * Instants of the day's genuine readings, given only for units whose update interval is not a whole number of minutes
   * (the minute masks cannot place their slots); else null.
   */
  readonly genuineEpochMs: readonly EpochMillis[] | null;
  /**
   * The running day: a slot is expected once it has ended by this instant or holds a genuine reading. Closed days:
   * null.
   */
  readonly asOfEpochMs: EpochMillis | null;
}
