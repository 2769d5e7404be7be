import type { DocumentMeta } from '../../../kernel/document/types.ts';
import { sum } from '../../../kernel/measure/exact.ts';
import type { DayHour } from './hours.ts';
import type { UnitDay } from './types.ts';

/** Offline record of a whole day in slots and minutes. */
type DayOffline = Pick<DocumentMeta, 'offlineCount' | 'offlineDuration'>;

const FULL_DAY_MINUTES = 1440;
const FULL_DAY_SLOTS = 288;

/**
 * Offline record of the day: the sums of its hours, except that a day without any reading has the fixed full-day record
 * of the specification, whatever the unit's update interval and the day's length.
 *
 * Spec gap: the running day has not been without data for a full day yet, so it has the sums of its hours so far; a day
 * of no length, which a change of the industry's clock may leave, was not without data at all.
 */
function offlineOfDay(input: UnitDay, hours: readonly DayHour[], slotsOfSilentDay: number): DayOffline {
  if (input.hours.length === 0 && input.asOfEpochMs === null && input.dayLengthSeconds > 0) {
    return { offlineCount: slotsOfSilentDay, offlineDuration: FULL_DAY_MINUTES };
  }
  return {
    offlineCount: sum(hours.map(({ offline }) => offline.offlineCount)),
    offlineDuration: sum(hours.map(({ offline }) => offline.offlineMinutes)),
  };
}

/** Offline record of stock, ground-water and quality days: 288 slots and 1440 minutes without data. */
export const offlineOfLevelDay = (input: UnitDay, hours: readonly DayHour[]): DayOffline =>
  offlineOfDay(input, hours, FULL_DAY_SLOTS);

/** Offline record of flow and energy days: 0 slots and 1440 minutes without data, as the specification prints it. */
export const offlineOfFlowDay = (input: UnitDay, hours: readonly DayHour[]): DayOffline =>
  offlineOfDay(input, hours, 0);
