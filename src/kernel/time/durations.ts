/** Milliseconds of 24 hours; a business day may be longer or shorter. */
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

export const DAYS_OF_WEEK = 7;
/** Hours of a usual day. The day on which clocks change has one more or one fewer. */
export const HOURS_OF_DAY = 24;

/** How long a message of an alert may wait, here or at the operator of a device that is off. Later it is no news. */
export const MESSAGE_KEPT_MS = 6 * HOUR_MS;
/** Longer than any channel waits for its operator. A message that is being sent for longer has lost its sender. */
export const LONGEST_SENDING_MS = 2 * MINUTE_MS;
