/** Calendar date of an industry's business day, ISO `yyyy-MM-dd`. Made only by the functions of this folder. */
export type BusinessDate = string & { readonly __brand: 'BusinessDate' };

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMillis = number;

/** What decides where an industry's days begin (specification, Conventions 4; README, business clock). */
export interface BusinessClock {
  /** IANA zone name, e.g. `Asia/Kolkata`. */
  readonly timezone: string;
  /** Local start of the business day, `HH:MM:SS`. */
  readonly shiftStartAt: string;
  /** Whole days subtracted from the day's start. */
  readonly daysOffset: number;
}
