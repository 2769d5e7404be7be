import type { DataContext } from '../../context.ts';
import { OPERATOR_INDUSTRY_ID } from '../../platform/login/rules/caller.ts';
import { type DeviceView, onlineAsOf, SILENT_AFTER_MINUTES } from '../../kernel/measure/offline-thresholds.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { endedHours } from '../../kernel/time/business-clock.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { type HourOfIndustry, listWorkspace, missingHours, silentDevices } from '../store/workspace.ts';
import { begunDays } from '../../figures/begun-days.ts';

/** Every industry but the operators' own, by industryId. */
export const readWorkspace = ({ database }: Pick<DataContext, 'database'>): ReturnType<typeof listWorkspace> =>
  listWorkspace(database, OPERATOR_INDUSTRY_ID);

interface SilentOnDay {
  readonly devices: Awaited<ReturnType<typeof silentDevices>>['devices'];
  readonly total: number;
}

/**
 * Devices that were silent on a business day: up to now on the running day, else up to its end.
 * @param asked onlyId null: devices of all active industries.
 * @throws ServiceError 404 when none was silent, 1403 for a day that has not begun.
 */
export async function readSilentDevices(
  { database, clock }: DataContext,
  { date, view, onlyId }: { readonly date: BusinessDate; readonly view: DeviceView; readonly onlyId: string | null },
): Promise<SilentOnDay> {
  const now = clock.now();
  const days = (await begunDays({ database }, date, { now, onlyId })).map(({ industryKey, window }) => ({
    industryKey,
    asOf: onlineAsOf(window.endEpochMs, now),
  }));
  const { devices, total } = await silentDevices(database, days, date, SILENT_AFTER_MINUTES[view]);
  if (total === null) throw new ServiceError(404, 'No offline devices found');
  return { devices, total };
}

/**
 * Ended hours of a business day without a reading of any unit.
 * @param onlyId null: for each active industry.
 * @throws ServiceError 1403 for a day that has not begun.
 */
export async function readMissingHours(
  { database, clock }: DataContext,
  date: BusinessDate,
  onlyId: string | null,
): Promise<{ industryId: string; missingHours: number[] }[]> {
  const now = clock.now();
  const days = await begunDays({ database }, date, { now, onlyId });
  const hours = days.flatMap(({ industryKey, window }): HourOfIndustry[] => {
    // A day has 23, 24 or 25 hours. Of a running day only the past hours count.
    const count = endedHours(window, now) ?? Math.ceil((window.endEpochMs - window.startEpochMs) / HOUR_MS);
    return Array.from({ length: count }, (_, hour) => {
      const startEpochMs = window.startEpochMs + hour * HOUR_MS;
      return { industryKey, hour, startEpochMs, endEpochMs: Math.min(startEpochMs + HOUR_MS, window.endEpochMs) };
    });
  });
  const found = Map.groupBy(await missingHours(database, hours, date), ({ industryId }) => industryId);
  return days.map(({ industryId }) => ({
    industryId,
    missingHours: (found.get(industryId) ?? []).map(({ hour }) => hour),
  }));
}
