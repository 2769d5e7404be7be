/**
 * Least number of days that a refresh of rollups takes at once. While a statement runs, the embedded engine, which has
 * one session, serves nobody else. A statement costs much whatever its length, so few long ones cost less than many
 * short ones.
 */
export const LEAST_REFRESH_DAYS = 3;
const MOST_REFRESH_DAYS = 31;

/** A statement that took up to the first is followed by a longer one, one beyond the second by a shorter one. */
const SHORT_MILLISECONDS = 60;
const LONG_MILLISECONDS = 200;

/** Days of the next statement, after one of so many days that took so long. */
export function nextRefreshDays(days: number, tookMilliseconds: number): number {
  if (tookMilliseconds <= SHORT_MILLISECONDS) return Math.min(days * 2, MOST_REFRESH_DAYS);
  if (tookMilliseconds > LONG_MILLISECONDS) return Math.max(Math.floor(days / 2), LEAST_REFRESH_DAYS);
  return days;
}
