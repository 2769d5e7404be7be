export const DEVICE_VIEWS = ['hour', 'day', 'month'] as const;
export type DeviceView = (typeof DEVICE_VIEWS)[number];

/** Minutes without a reading after which a unit is offline, by view (specification, States and transitions). */
export const SILENT_AFTER_MINUTES: Readonly<Record<DeviceView, number>> = { hour: 15, day: 60, month: 1800 };
/** A unit is silent for an operator when it is offline in any of these views. */
export const SILENT_MINUTES: readonly number[] = Object.values(SILENT_AFTER_MINUTES);
