/** Readings of one unit in the order of the clock, column by column. Instants are microseconds since 1970-01-01. */
export interface ReadingRows {
  readonly createdOn: readonly bigint[];
  /** Positions on the industry's clock. */
  readonly businessAt: readonly bigint[];
  readonly value: readonly (number | null)[];
  readonly register: readonly (number | null)[];
  readonly estimated: readonly boolean[];
  readonly offlineMinutes: readonly (number | null)[];
  readonly registerExcluded: readonly boolean[];
  readonly receivedAt: readonly bigint[];
}

/** Samples of named parameters of one unit in the order of the clock, those of one instant by parameter. */
export interface SampleRows {
  readonly parameter: readonly string[];
  readonly createdOn: readonly bigint[];
  readonly businessAt: readonly bigint[];
  readonly value: readonly number[];
  readonly estimated: readonly boolean[];
}
