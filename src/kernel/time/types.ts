/** Calendar date of an industry's business day, ISO `yyyy-MM-dd`. Made only by the functions of this folder. */
export type BusinessDate = string & { readonly __brand: 'BusinessDate' };

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMillis = number;

/**
 * The rule that decides where days begin (specification, Conventions 4; docs/explanation/architecture.md, The business
 * clock).
 */
export interface DayRule {
  /** IANA zone name, e.g. `Asia/Kolkata`. */
  readonly timezone: string;
  /** Local start of the business day, `HH:MM:SS`. */
  readonly shiftStartAt: string;
  /** Whole days subtracted from the day's start. */
  readonly daysOffset: number;
}

/** A rule and the first business date it counts for. */
export interface DatedRule extends DayRule {
  readonly fromDate: BusinessDate;
}

/**
 * An industry's clock. Zone, shift and offset are those in force today; where they were or will be others, `history`
 * says which counts from which date on, and it alone places instants and days.
 */
export interface BusinessClock extends DayRule {
  /**
   * Every rule there was and is to be, by date ascending, two at least; the first counts from the beginning. Absent:
   * there never was another.
   */
  readonly history?: readonly DatedRule[];
}
