import type { Querier } from '../database/database.ts';
import type { BusinessDate, EpochMillis } from '../domain/time/types.ts';
import { plainArray } from './array-literal.ts';
import { sealedBefore } from './seal.ts';

interface WorkspaceRow {
  readonly industryId: string;
  readonly industryName: string;
  readonly place: string | null;
  readonly isActive: boolean;
  readonly totalUnits: number;
  /** When the newest reading of its units was taken; null: there is none. */
  readonly lastUpdated: Date | null;
}

const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Every industry but one. */
export const listWorkspace = async (db: Querier, exceptIndustryId: string): Promise<WorkspaceRow[]> =>
  (
    await db.many<{
      industry_id: string;
      industry_name: string;
      place: string | null;
      is_active: boolean;
      total_units: number;
      last_updated: string | null;
    }>('workspace.industries', [exceptIndustryId])
  ).map((row) => ({
    industryId: row.industry_id,
    industryName: row.industry_name,
    place: row.place,
    isActive: row.is_active,
    totalUnits: row.total_units,
    lastUpdated: dateOrNull(row.last_updated),
  }));

interface SilentDevice {
  readonly industryId: string;
  readonly unitId: string;
  readonly unitName: string;
  /** null: it never sent anything. */
  readonly lastSeen: Date | null;
}

interface SilentDevices {
  readonly devices: readonly SilentDevice[];
  /** Of all devices that were asked about; null when none of them is silent. */
  readonly total: number | null;
}

/** @param industries each with the instant as of which its devices are judged, in or at the end of the business day. */
export async function silentDevices(
  db: Querier,
  industries: readonly { readonly industryKey: number; readonly asOf: EpochMillis }[],
  date: BusinessDate,
  minutes: number,
): Promise<SilentDevices> {
  const rows = await db.many<{
    industry_id: string;
    unit_id: string;
    display_name: string;
    last_seen: string | null;
    total: number;
  }>('workspace.silent_devices', [
    plainArray(industries.map(({ industryKey }) => industryKey)),
    industries.map(({ asOf }) => new Date(asOf)),
    date,
    minutes,
  ]);
  return {
    devices: rows.map((row) => ({
      industryId: row.industry_id,
      unitId: row.unit_id,
      unitName: row.display_name,
      lastSeen: dateOrNull(row.last_seen),
    })),
    total: rows[0]?.total ?? null,
  };
}

export interface HourOfIndustry {
  readonly industryKey: number;
  /** From 0; elapsed since the business day began. */
  readonly hour: number;
  readonly startEpochMs: EpochMillis;
  readonly endEpochMs: EpochMillis;
}

/** Those of the hours in which no unit of their industry has a reading, by industryId and hour. */
export async function missingHours(
  db: Querier,
  hours: readonly HourOfIndustry[],
  date: BusinessDate,
): Promise<{ industryId: string; hour: number }[]> {
  const seal = await sealedBefore(db);
  const asked = [plainArray(hours.map(({ industryKey }) => industryKey)), plainArray(hours.map(({ hour }) => hour))];
  const spans = [
    hours.map(({ startEpochMs }) => new Date(startEpochMs)),
    hours.map(({ endEpochMs }) => new Date(endEpochMs)),
  ];
  const [name, parameters] =
    seal !== null && date < seal
      ? ['workspace.missing_sealed_hours', [...asked, date]]
      : ['workspace.missing_hours', [...asked, ...spans, date]];
  const rows = await db.many<{ industry_id: string; hour: number }>(name, parameters);
  return rows.map((row) => ({ industryId: row.industry_id, hour: row.hour }));
}

/** A unit that has a device, and the name by which a request has asked for it. */
export interface DeviceUnit {
  readonly name: string;
  readonly industryKey: number;
  readonly industryId: string;
  readonly unitId: string;
}

/** Units with a device, of active industries, whose unitId or industryId/unitId is one of these names. */
export const findDevices = async (db: Querier, names: readonly string[]): Promise<DeviceUnit[]> =>
  (
    await db.many<{ name: string; industry_key: number; industry_id: string; unit_id: string }>('workspace.devices', [
      names,
    ])
  ).map((row) => ({
    name: row.name,
    industryKey: row.industry_key,
    industryId: row.industry_id,
    unitId: row.unit_id,
  }));
