import type { BalanceDay } from '../../balance/rules/figure.ts';
import type { z } from 'zod';
import type { UnitAt } from '../../kernel/industry/unit-over-time.ts';
import type { Unit, UnitGroup } from '../../kernel/measure/unit.ts';
import type { UnitDeath } from '../../readings/rules/unit-death.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';

/** The alert types that rules can watch (specification, Events). */
export const ALERT_TYPES = [
  'unit_threshold',
  'energy_daily_threshold',
  'hourly_threshold',
  'monthly_threshold',
  'energy_monthly_threshold',
  'device_status',
  'level_exceed',
  'stable_flow_alert',
  'flow_rate_above_the_range',
  'flow_rate_below_the_range',
  'flow_rate_back_in_range',
  'quality_threshold',
  'energy_threshold',
  'no_flow_n_days',
  'no_level_variation_n_days',
  'water_balance_leakage',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** The scope of a rule. The ids are of sub-categories or units; an industry has none. */
export const SCOPE_KINDS = ['industry', 'subCategory', 'unit'] as const;
export interface RuleScope {
  readonly kind: (typeof SCOPE_KINDS)[number];
  readonly ids: readonly string[];
}

/** Parameters of a condition, as its schema in conditions.ts has them. */
export type ConditionSettings = Readonly<Record<string, string | number | boolean | null>>;

/** Times in event time for which a condition must last before it fires, and be over before it recovers. */
export interface HoldTimes {
  readonly holdMinutes: number;
  readonly recoverMinutes: number;
}

/**
 * One look of a condition at one instant.
 *
 * - `breach`: beyond the threshold that it enters by
 * - `between`: inside the margin; the state before it holds on
 * - `clear`: beyond the threshold that it leaves by
 * - `unknown`: silent or not measured; it neither fires nor clears, and no hold time passes
 */
export interface Judged {
  readonly at: EpochMillis;
  readonly verdict: 'breach' | 'between' | 'clear' | 'unknown';
  /** Shown units: milli-units / 1000; minutes of silence; days in a row. */
  readonly value: number | null;
  readonly limit: number | null;
  /** The hour, day or month that is added up; null where a condition knows no window. */
  readonly window: JudgedWindow | null;
  /** The excess since the look before, of a window since its start; shown units. null: the look tells none. */
  readonly excess: number | null;
  /** Excess of all the time that proves a breach beginning with this look. Absent: its excess. */
  readonly provedExcess?: number | null;
  /** The kind of the limit, where a condition has several. */
  readonly limitKind?: LimitKind;
  /** The time since the look before is not known, so it counts for no hold time. */
  readonly afterSilence: boolean;
  /** Instant of a breach that goes on. The look counts for hold times, and adds no excess to the open breach. */
  readonly goesOn?: EpochMillis;
}

/**
 * The limit that decided: a share that the rule tolerates, the error band of the meters, or the silence that a unit had
 * when its network told that it has died.
 */
export const LIMIT_KINDS = ['tolerance', 'band', 'death'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export interface JudgedWindow {
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
}

/** A stored reading as conditions look at it. Raw figures. */
export interface WatchedReading {
  readonly epochMs: EpochMillis;
  readonly value: number | null;
  /** null when the reading has none or a register check excluded it. */
  readonly register: number | null;
  readonly estimated: boolean;
  readonly parameters: Readonly<Record<string, number>>;
}

/** Band of a unit's minimum night flow, shown units per hour; null with too few nights. */
export interface NightBand {
  /** Median of the nights before. */
  readonly baseline: number;
  readonly lower: number;
  readonly upper: number;
  /** Number of nights in the band. */
  readonly nights: number;
}

/** Readings of one unit in time order, from the look-back on. */
export interface ReadingsInput {
  readonly kind: 'readings';
  readonly unit: Unit;
  /** The unit as it counted when a reading was taken: its multiplier and its interval may have changed since. */
  readonly unitAt: UnitAt;
  readonly readings: readonly WatchedReading[];
  /** The last genuine reading before these; null when there is none. */
  readonly lastSeenBefore: EpochMillis | null;
  /** When its network told that the unit is dead, in order of time. Absent: never. */
  readonly deaths?: readonly UnitDeath[];
  /** Instant up to which no other reading has come. */
  readonly until: EpochMillis;
  /** The unit's minimum night flow on the day of an instant; null: not known. */
  readonly nightBandAt: (at: EpochMillis) => NightBand | null;
}

/** An hour, day or month that is added up. */
export interface TotalPeriod extends JudgedWindow {
  /** Points in time order: the total so far in shown units, and the instant of the last reading in it. */
  readonly points: readonly { readonly epochMs: EpochMillis; readonly total: number }[];
}
export interface TotalsInput {
  readonly kind: 'totals';
  readonly unit: Unit;
  readonly periods: readonly TotalPeriod[];
  readonly until: EpochMillis;
}

/** One business day of a unit. */
export interface WatchedDay extends JudgedWindow {
  /** Course of the day, a point per hour with readings, in time order. */
  readonly points: readonly DayPoint[];
  /** Genuine slots / expected slots so far; null when none was expected. */
  readonly coverage: number | null;
}

/** A day up to the last reading of one of its hours. */
export interface DayPoint {
  readonly epochMs: EpochMillis;
  /** The amount that has passed, shown units; null when nothing was measured. */
  readonly total: number | null;
  /** Lowest and highest level in percent (ground water: as read); null for units that are no tank. */
  readonly lowest: number | null;
  readonly highest: number | null;
}
export interface DaysInput {
  readonly kind: 'days';
  readonly unit: Unit;
  /** Days in time order, without a gap, from the look-back on. */
  readonly days: readonly WatchedDay[];
  readonly until: EpochMillis;
}

export interface BalancesInput {
  readonly kind: 'balance';
  readonly days: readonly BalanceDay[];
  readonly until: EpochMillis;
}

/** One night of one unit, in shown units per hour. */
interface WatchedNight {
  /** End of the night's last hour. */
  readonly epochMs: EpochMillis;
  readonly lowestPerHour: number | null;
  readonly band: NightBand | null;
}
export interface NightsInput {
  readonly kind: 'nights';
  readonly unit: Unit;
  readonly nights: readonly WatchedNight[];
  readonly until: EpochMillis;
}

export type AlertInput = ReadingsInput | TotalsInput | DaysInput | BalancesInput | NightsInput;
export type AlertInputKind = AlertInput['kind'];

/** Condition of one of the 16 types; see conditions.ts. */
export interface Condition {
  /** The condition, as a sentence without its full stop. */
  readonly says: string;
  /** Parameters with their defaults. */
  readonly settings: z.ZodType<ConditionSettings>;
  readonly defaults: HoldTimes;
  /** The input. A leak of the industry is looked for in its balance, that of a unit in its nights. */
  readonly needs: (scope: RuleScope['kind']) => AlertInputKind;
  /** Window over which a total is added up; null: no total. */
  readonly window: 'hour' | 'day' | 'month' | null;
  /** Groups of units it applies to. */
  readonly groups: readonly UnitGroup[];
  /** False: recipients are told only of the recovery. */
  readonly tellsFired: boolean;
  /** Minutes before the first instant that the condition must know, so that it judges as if it had always watched. */
  readonly lookBackMinutes: (settings: ConditionSettings) => number;
  /** The looks at an input, in time order. */
  readonly judge: (input: AlertInput, settings: ConditionSettings) => readonly Judged[];
}
