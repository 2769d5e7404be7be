import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { FindingKind, LimitsInForce } from './kinds.ts';

/** One business day of a unit, in its own figures (thousandths of siUnit, as in documents). */
export interface InsightDay {
  readonly date: BusinessDate;
  /** Figure by elapsed hour, of a tank its level in percent; null: less than half of the hour was measured. */
  readonly hours: readonly (number | null)[];
  /** Final register by elapsed hour; empty for units without one. */
  readonly registers: readonly (number | null)[];
  /** Genuine slots / expected slots; null: no slot was expected. */
  readonly coverage: number | null;
  /** Arrival of the day's readings; absent: silences are not judged. */
  readonly arrivals?: DayArrivals;
  /** Figures of the day by parameter id, in the unit of measure of today; absent: none. */
  readonly parameters?: Readonly<Record<string, number | null>>;
}

/** Arrival of a day's readings. */
interface DayArrivals {
  /** Genuine slots / expected slots of each elapsed hour; null: no slot was expected. */
  readonly coverages: readonly (number | null)[];
  readonly startEpochMs: EpochMillis;
  /** End of the day, or now while it runs. */
  readonly untilEpochMs: EpochMillis;
  /** Newest genuine reading of the day; null: none. */
  readonly lastEpochMs: EpochMillis | null;
}

/** Bounds that a unit declares for one of its parameters; null: no bound on this side. */
export interface ParameterBounds {
  readonly parameterId: string;
  readonly displayName: string;
  readonly siUnit: string;
  readonly min: number | null;
  readonly max: number | null;
}

/** A unit over neighbouring business days, ascending. */
export interface InsightUnit {
  readonly unitId: string;
  readonly group: UnitGroup;
  /** Days that have ended. */
  readonly days: readonly InsightDay[];
  /** The day after them, as far as it has come; absent: it is not judged. */
  readonly runningDay?: InsightDay;
  /** The day from which a person calls the present use right: earlier days are no example; null: nobody did. */
  readonly learnFrom: BusinessDate | null;
  /** Absent: silences are not judged. */
  readonly updateSeconds?: number;
  /** Limits that people have set; absent: all have their defaults. */
  readonly limits?: LimitsInForce;
  readonly parameterBounds?: readonly ParameterBounds[];
  /** Newest reading of the unit at all; null: it never sent one; absent: not known. */
  readonly lastSeenEpochMs?: EpochMillis | null;
  /** When its network told that its devices have died, and nothing was heard since; absent: they have not. */
  readonly diedEpochMs?: EpochMillis;
  /** The lowest battery among its devices, by the newest message of each; absent: no device tells any. */
  readonly battery?: { readonly percent: number; readonly heardEpochMs: EpochMillis };
}

/** Figures by which a person can check a finding. Amounts are thousandths of siUnit, unless the name says otherwise. */
export type Evidence = Readonly<Record<string, number | string | boolean | null | readonly (number | string)[]>>;

/** A finding in a unit, or in the industry, over some days. */
export interface Found {
  readonly kind: FindingKind;
  /** null: the finding is of the whole industry. */
  readonly unitId: string | null;
  readonly firstDay: BusinessDate;
  /** The day on which the evidence was enough to report it. */
  readonly raisedOn: BusinessDate;
  /** The last day on which the data show it. */
  readonly lastDay: BusinessDate;
  /** Whether the data show it on the last judged day. */
  readonly isOpen: boolean;
  /** Unit of measure of the amounts; absent: that of the unit. */
  readonly siUnit?: string;
  /** Amount that was lost or not counted over these days, thousandths of siUnit; null: unknown. */
  readonly quantity: number | null;
  readonly quantityPerDay: number | null;
  /** Probability that the finding is right, from 0 to 1. */
  readonly confidence: number;
  readonly evidence: Evidence;
}

/** Facts of the site that a detector may use beside the unit's own figures. */
export interface Surroundings {
  /** Whether most units of the site that usually have use on such a day stood still. */
  readonly isIdle: (date: BusinessDate) => boolean;
}

/** A detector's finding. Days are indices into the unit's days. */
export interface FoundSpan {
  readonly first: number;
  readonly raised: number;
  readonly last: number;
  readonly quantity: number | null;
  readonly quantityPerDay: number | null;
  readonly confidence: number;
  readonly evidence: Evidence;
  /** Whether it goes on. Absent: it does when the newest day shows it. */
  readonly isOpen?: boolean;
}

export interface Detector {
  readonly kind: FindingKind;
  readonly groups: readonly UnitGroup[];
  /** @param taken days that another detector has explained; they are neither examples nor judged */
  readonly detect: (unit: InsightUnit, taken: readonly boolean[], surroundings: Surroundings) => readonly FoundSpan[];
}
