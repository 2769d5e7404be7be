/** Milliseconds of 24 hours; a business day may be longer or shorter. */
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

export const DAYS_OF_WEEK = 7;

/** How long a message of an alert may wait, here or at the operator of a device that is off. Later it is no news. */
export const MESSAGE_KEPT_MS = 6 * HOUR_MS;
