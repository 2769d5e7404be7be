import type { ExplainedSlots } from '../rules/explain/slots.ts';
import type { ExplainedExclusion, ExplainedFigure, ExplainedFormula, ExplainedStep } from '../rules/explain/types.ts';
import type { Figure } from '../../kernel/document/types.ts';
import type { RegisterChecks, UnitGroup, UnitParameter } from '../../kernel/measure/unit.ts';
import type { VolumeCurve } from '../../kernel/measure/volume-curve.ts';
import type { ListedOverrule, ListedRegisterEvent } from '../register-checks/listed.ts';

/**
 * The derivation of one figure. Instants ISO 8601 UTC, dates DD/MM/YYYY; figures raw (milli-units) unless said
 * otherwise.
 */
export interface Explanation {
  readonly unitId: string;
  readonly unitName: string;
  readonly siUnit: string;
  readonly standardCategoryId: string;
  readonly group: UnitGroup;
  readonly date: string;
  /** Elapsed hour of the business day; null: the whole day. */
  readonly hour: number | null;
  readonly window: { readonly from: string; readonly to: string; readonly lengthHours: number };
  /** Why the readings of the day are gone, so that nothing of it can be computed anew; null: they are there. */
  readonly sealed: string | null;
  /** The industry's rule by which the day began. */
  readonly clock: { readonly timezone: string; readonly shiftStartAt: string; readonly daysOffset: number };
  /** The version of the unit's configuration in force on the day. */
  readonly configuration: {
    readonly effectiveFrom: string;
    readonly flowFactor: number;
    readonly minNonZeroThreshold: number;
    readonly maxCapacity: number | null;
    /** Kilowatts. */
    readonly pRef: number | null;
    readonly calculations: string | null;
    /** Seconds. */
    readonly dataUpdateFrequency: number;
    readonly params: Readonly<Record<string, UnitParameter>>;
    readonly registerChecks: RegisterChecks | null;
    readonly volumeCurve?: VolumeCurve;
  };
  readonly figure: ExplainedFigure & {
    /** As device data shows it: divided. */
    readonly shown: Figure;
    readonly divisionFactor: number;
    /** Causes of the day's stale mark and how often each was entered; null when the day is not stale. */
    readonly stale: {
      readonly causes: Readonly<Record<string, number>>;
      readonly markedAt: string;
      readonly concernsThisUnit: boolean;
    } | null;
    /** The document in store, even when it no longer counts; null when there is none. */
    readonly stored: { readonly value: Figure; readonly computedAt: string; readonly algorithmVersion: number } | null;
    /** When and why the day's document was last written, and what its day said before; null: there is no document. */
    readonly lastChange: { readonly at: string; readonly causes: readonly string[]; readonly dayBefore: Figure } | null;
  };
  /** null for virtual units, whose slots are those of their operands, and on a sealed day. */
  readonly slots: ExplainedSlots | null;
  /** null for virtual units, which have no readings of their own. */
  readonly readings: ExplainedReadings | null;
  readonly excluded: readonly ExplainedExclusion<ListedRegisterEvent, ListedOverrule>[];
  /** Every backward step that reaches into the window, those that exclude nothing included. */
  readonly registerEvents: readonly ListedRegisterEvent[];
  /** Raw registers and readings the window's figures begin and end with; null for virtual units. */
  readonly boundaries: ExplainedBoundaries | null;
  readonly steps: readonly ExplainedStep[];
  /** Virtual units: the formula with its operands. */
  readonly formula: ExplainedFormula | null;
}

export interface ExplainedReadings {
  /** Readings in the window; every one of them is used, a register that is excluded aside. */
  readonly used: number;
  readonly estimated: number;
  /** The first of them; isComplete: all of them. */
  readonly list: readonly ListedReading[];
  readonly isComplete: boolean;
}

export interface ListedReading {
  readonly createdOn: string;
  readonly receivedAt: string;
  readonly value: number | null;
  readonly register: number | null;
  readonly estimated: boolean;
  readonly offlineMinutes: number | null;
  readonly registerExcluded: boolean;
  readonly parameters: Readonly<Record<string, number>> | null;
}

export interface ExplainedBoundaries {
  readonly registerBefore: number | null;
  readonly firstRegister: number | null;
  readonly lastRegister: number | null;
  readonly valueBefore: number | null;
  readonly firstValue: number | null;
  readonly lastValue: number | null;
}
