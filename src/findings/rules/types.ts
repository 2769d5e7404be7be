import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

/** What can be found. Each kind is a file in detectors/. */
export const FINDING_KINDS = [
  'leak',
  'burst',
  'unusual-use',
  'stuck',
  'creep',
  'reversed',
  'missing-data',
  'tank-overflow',
  'tank-dry',
  'energy-drift',
  'balance',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** One business day of one unit, in the unit's own figures (thousandths of siUnit, as documents have them). */
export interface InsightDay {
  readonly date: BusinessDate;
  /** By elapsed hour; null: less than half of the hour was measured. Of a tank its level in percent. */
  readonly hours: readonly (number | null)[];
  /** Final register by elapsed hour; empty where the unit has none. */
  readonly registers: readonly (number | null)[];
  /** Genuine slots / expected slots; null: nothing was expected. */
  readonly coverage: number | null;
}

/** A unit over neighbouring business days, ascending. */
export interface InsightUnit {
  readonly unitId: string;
  readonly group: UnitGroup;
  readonly days: readonly InsightDay[];
  /** A person has said that it is used as it is since this day: days before are no example. null: nobody has. */
  readonly learnFrom: BusinessDate | null;
}

/** Figures that a person can check. Amounts are thousandths of siUnit, unless the name says otherwise. */
export type Evidence = Readonly<Record<string, number | string | boolean | null | readonly (number | string)[]>>;

/** Something found in a unit, or in the industry, over some days. */
export interface Found {
  readonly kind: FindingKind;
  /** null: of the industry as a whole. */
  readonly unitId: string | null;
  readonly firstDay: BusinessDate;
  /** The day whose figures made it certain enough to be told. */
  readonly raisedOn: BusinessDate;
  /** The last day on which it was seen. */
  readonly lastDay: BusinessDate;
  /** It was still so on the last day that was looked at. */
  readonly isOpen: boolean;
  /** How much was lost or not counted over these days, thousandths of siUnit; null: nobody can say. */
  readonly quantity: number | null;
  readonly quantityPerDay: number | null;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly evidence: Evidence;
}

/** What a detector may know beside the unit's own figures. */
export interface Surroundings {
  /** Most units of the site that draw water on such a day stood still. */
  readonly isIdle: (date: BusinessDate) => boolean;
}

/** What a detector found of one unit; days are indices into its days. */
export interface FoundSpan {
  readonly first: number;
  readonly raised: number;
  readonly last: number;
  readonly quantity: number | null;
  readonly quantityPerDay: number | null;
  readonly confidence: number;
  readonly evidence: Evidence;
}

export interface Detector {
  readonly kind: FindingKind;
  /** What it means, for people. */
  readonly says: string;
  readonly groups: readonly UnitGroup[];
  /** @param taken days that another detector has explained; they are no example of usual use and are not judged */
  readonly detect: (unit: InsightUnit, taken: readonly boolean[], surroundings: Surroundings) => readonly FoundSpan[];
}
