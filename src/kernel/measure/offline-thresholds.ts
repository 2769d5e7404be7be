import type { EpochMillis } from '../time/types.ts';

export const DEVICE_VIEWS = ['hour', 'day', 'month'] as const;
export type DeviceView = (typeof DEVICE_VIEWS)[number];

/** Minutes without a reading after which a unit is offline, by view (specification, States and transitions). */
export const SILENT_AFTER_MINUTES: Readonly<Record<DeviceView, number>> = { hour: 15, day: 60, month: 1800 };
/** A unit is silent for an operator when it is offline in any of these views. */
export const SILENT_MINUTES: readonly number[] = Object.values(SILENT_AFTER_MINUTES);

/**
 * The instant as of which units of a day are on- or offline: now, or the last millisecond of a day that has ended. A
 * unit is online when a reading is newer than its threshold before it, so a meter that sends each quarter of an hour
 * is online at the end of its days.
 */
export const onlineAsOf = (dayEndEpochMs: EpochMillis, now: EpochMillis): EpochMillis =>
  Math.min(now, dayEndEpochMs - 1);
