/** A figure of a document: a number, null for "no data", or (quality) parameter to mean. Missing is null, never 0. */
export type Figure = number | null | Readonly<Record<string, number | null>>;

/**
 * On which side of a figure the truth lies where something was not measured. `open`: it may be more or less. A meter
 * that is taken off makes the figure `at most`.
 */
export type Bound = 'at least' | 'at most' | 'open';

/** A span in UTC, ISO 8601, `to` exclusive. */
export interface OfflineInterval {
  readonly from: string;
  readonly to: string;
}

/**
 * Water that passed a meter between two registers and is in no hour (docs/explanation/architecture.md, What passed
 * unheard). It belongs to the hour in which the meter is heard again, and so to that hour's day, month and year.
 */
export interface Unheard extends Passed {
  /** How many steps of the register. */
  readonly times: number;
  /** In how many of them nothing at all was sent for longer than a slot and a half. */
  readonly silences: number;
  /** The part that passed in these silences. Absent where all of it did, or, without a silence, nothing. */
  readonly silent?: Passed | undefined;
}

export interface Passed {
  /** flowFactor applied. Of a formula it may be negative, where the unit is subtracted. */
  readonly value: number;
  /** ISO 8601 UTC: the last reading before and the first one after; of several the first and the last. */
  readonly from: string;
  readonly to: string;
}

/** One hour of a day, one day of a month or one month of a year (specification, Processed documents). */
export interface PeriodEntry {
  /** ISO 8601 UTC start of the period. */
  readonly x: string;
  readonly y: Figure;
  /** Initial and final register times flowFactor. */
  readonly ir?: number | null;
  readonly fr?: number | null;
  /** Stock: opening level. */
  readonly y1?: number | null;
  /** Parameter means, energy units with params. */
  readonly py?: Readonly<Record<string, number | null>>;
  readonly percentage?: number | null;
  /** Ground water, in months and years: mean of the period. */
  readonly average?: number | null;
  readonly nonZero?: number;
  readonly energySaved?: number;
  readonly energySavedCoverage?: number;
  readonly offlineCount: number;
  /** Minutes. */
  readonly offlineDuration: number;
  readonly offlineIntervals?: readonly OfflineInterval[];
  /** Quantity booked in offline slots, flowFactor applied. */
  readonly offlineValue?: number;
  /** Water that passed and is in no figure. In every entry of a document or in none; null: nothing. */
  readonly unheard?: Unheard | null;
  /** Genuine slots / expected slots, 4 decimals; null when no slot was expected yet. */
  readonly coverage: number | null;
  /**
   * Estimated readings / readings, 4 decimals, null without readings. In stored hours it is there on days with
   * estimated readings only: see estimatedShareOf.
   */
  readonly estimatedShare?: number | null;
  /** Present for a virtual unit, where some entry has one. */
  readonly bound?: Bound | null;
  readonly meta: { readonly lastEpoch: number | null };
}

/** The readings and rules that a document was computed from. `computedAt` is added when it is stored. */
export interface Provenance {
  readonly slotsExpected: number;
  readonly slotsGenuine: number;
  readonly readingsUsed: number;
  readonly readingsEstimated: number;
  /** Instant of the last reading, epoch milliseconds; null without readings. */
  readonly lastEpoch: number | null;
  /** slotsGenuine / slotsExpected, 4 decimals; null when nothing was expected yet. */
  readonly coverageRatio: number | null;
  /** Estimated readings / readings, 4 decimals; null without readings. */
  readonly estimatedShare: number | null;
  readonly algorithmVersion: number;
  /**
   * The figure may change once: register checks of a day in it have not run yet. Of documents that are computed when
   * asked for, never of stored ones.
   */
  readonly provisional?: true;
  /**
   * A virtual unit that has no figure because its formula, or a unit it uses, failed; not there where it merely has no
   * data.
   */
  readonly failed?: true;
  /** Virtual units only: the quantities that the meters of its formula lack, by their signs. */
  readonly bound?: Bound;
  /** Virtual units only: the meters that its formula uses, through other virtual units as well. */
  readonly meters?: number;
  /** How many of them have measured something; of a month or year, on the day when most of them did. */
  readonly metersMeasured?: number;
}

/**
 * meta of a document; which keys are present depends on the group (specification, Processed documents: meta by
 * category).
 */
export interface DocumentMeta {
  readonly flowFactor?: number;
  readonly ir?: number | null;
  readonly fr?: number | null;
  readonly nonZero?: number;
  readonly energySaved?: number;
  readonly energySavedCoverage?: number;
  readonly maxCapacity?: number | null;
  readonly percentage?: number | null;
  readonly openingStock?: number;
  readonly average?: number;
  readonly lastEpoch?: number | null;
  readonly offlineCount: number;
  /** Minutes. */
  readonly offlineDuration: number;
  readonly offlineValue?: number;
  /** Water that passed and is in no figure; absent: nothing. */
  readonly unheard?: Unheard;
  /** Meters installed on the day; absent on all other days, and in months and years. */
  readonly meters?: readonly DocumentMeter[];
}

/** A meter that was installed on the day of a document. Registers times flowFactor, null where not written down. */
export interface DocumentMeter {
  /** ISO 8601 UTC. */
  readonly installedAt: string;
  readonly finalRegisterOfOld: number | null;
  readonly initialRegister: number | null;
  /** The first one that it sent on the day; null: none. */
  readonly firstRegister: number | null;
}

interface DocumentBase {
  readonly id: string;
  readonly unitId: string;
  readonly industryId: string;
  readonly value: Figure;
  readonly paramValue?: Readonly<Record<string, number | null>>;
  readonly meta: DocumentMeta;
  readonly tag: string;
  readonly provenance: Provenance;
}
/** date is DD/MM/YYYY. */
export interface DailyDocument extends DocumentBase {
  readonly date: string;
  readonly hourly: readonly PeriodEntry[];
}
/** month is MM/YYYY. */
export interface MonthlyDocument extends DocumentBase {
  readonly month: string;
  readonly daily: readonly PeriodEntry[];
}
/** year is YYYY. */
export interface YearlyDocument extends DocumentBase {
  readonly year: string;
  readonly monthly: readonly PeriodEntry[];
}
export type ProcessedDocument = DailyDocument | MonthlyDocument | YearlyDocument;
