import type { Bound, Figure, Unheard } from '../../../kernel/document/types.ts';

/**
 * One step of the way from readings to a figure. `numbers` are exactly those that went into it or came out of it, raw
 * (milli-units, flowFactor applied where the text says so); `text` is for people and rounds binary noise away.
 */
export interface ExplainedStep {
  /** Name of the rule that was applied, stable. */
  readonly rule: string;
  /** Elapsed hour of the business day; null for a step of the whole day. */
  readonly hour: number | null;
  readonly text: string;
  readonly numbers: Readonly<Record<string, number | null>>;
}

/** One operand of a formula: its own figure and those of the units it stands for. */
export interface ExplainedOperand {
  /** Name in the formula, without braces. */
  readonly name: string;
  readonly kind: 'value' | 'openingStock' | 'addAll';
  /** null: there is none. */
  readonly value: number | null;
  /** The number that went into the calculation; 0 for a missing one. */
  readonly usedAs: number;
  readonly units: readonly { readonly unitId: string; readonly value: number | null }[];
}

/** Steps from a virtual unit's formula to its figure. */
export interface ExplainedFormula {
  readonly calculations: string | null;
  /** The formula uses its own unit or one that uses itself, directly or through others: the figure is null. */
  readonly isCyclic: boolean;
  /** The formula with numbers put in; null when there is no formula to evaluate, or a unit that it uses has failed. */
  readonly text: string | null;
  /** The result before clamping; null without data and for every failure. */
  readonly result: number | null;
  readonly negativeAllowed: boolean;
  /** A negative result that counts as 0 because the industry's virtualNegativeCalc is off. */
  readonly isClamped: boolean;
  /** Why the figure is null; null when it is not. */
  readonly reasonForNull: string | null;
  /**
   * Unit whose failure made the figure null: the unit itself or a virtual unit that it uses. null without a failure;
   * missing data is none.
   */
  readonly failedUnitId: string | null;
  readonly operands: readonly ExplainedOperand[];
}

/** A reading whose register takes no part in first and last, and why. */
export interface ExplainedExclusion<Event, Overrule> {
  readonly createdOn: string;
  /** Raw. */
  readonly register: number | null;
  readonly reason: string;
  readonly event: Event | null;
  readonly overrule: Overrule | null;
}

/**
 * States of a figure: 'settled' figures are stored and agree with their readings, 'sealed' ones are stored and their
 * readings are gone. All others are computed when they are asked for.
 */
export const FIGURE_STATES = ['settled', 'sealed', 'running', 'stale', 'not processed', 'not stored'] as const;
export type FigureState = (typeof FIGURE_STATES)[number];

export interface ExplainedFigure {
  /** Exactly as in the document: raw, milli-units. */
  readonly value: Figure;
  /** Genuine slots / expected slots, 4 decimals; null when none was expected yet. */
  readonly coverage: number | null;
  /** Share of the day, 4 decimals; null without readings. */
  readonly estimatedShare: number | null;
  /** The amount that passed and is not in the figure, raw; null: none. */
  readonly unheard: Unheard | null;
  /** Side of the figure on which the truth lies, because slots were not measured. */
  readonly bound: Bound | null;
  /** Meters that the figure is made of, and how many of them have measured something; null of an hour. */
  readonly meters: number | null;
  readonly metersMeasured: number | null;
  readonly state: FigureState;
  readonly source: 'stored document' | 'computed now';
  readonly computedAt: string;
  readonly algorithmVersion: number;
  /** The figure that the readings give now by the same rules; null where they are gone. */
  readonly recomputedValue: Figure;
  /** null: there are no readings to compare with. */
  readonly agrees: boolean | null;
  /** Register checks of the day have not run yet: the figure may change once. */
  readonly provisional: boolean;
}
